import { describe, expect, test } from 'vitest';
import { commands } from 'vitest/browser';

test('a file written by a test lands in test/output', async () => {
  expect(await commands.writeOutput('house/hello.txt', btoa('hello'))).toMatch(
    /test[\\/]output[\\/]house[\\/]hello\.txt$/,
  );
  await expect(commands.writeOutput('../escaped.txt', btoa('no'))).rejects.toThrow(/not inside test\/output/);
});

test('nothing outside the shared data is served', async () => {
  for (const name of ['missing.svg', '..%2fdocs%2fdesign.md', '..%5cdocs%5cdesign.md', '%ff', '%00', '']) {
    expect((await fetch(`/shared/${name}`)).status, name).toBe(404);
  }
});

describe.skipIf(!__SHARED_DATA__)('with shared data', () => {
  test('its files are served, whatever script their names are in', async () => {
    const list = await fetch('/shared/walk/filelist.csv');
    expect(list.status).toBe(200);
    const actions = (await list.text())
      .trim()
      .split('\n')
      .map((row) => row.split(',')[2]?.trim());
    expect(actions).toContain('歩き');
    for (const action of actions) {
      const frame = await fetch(`/shared/walk/walk_${action}/walk_${action}_00001.svg`);
      expect(frame.headers.get('content-type'), action).toBe('image/svg+xml');
      expect(await frame.text(), action).toContain('<svg');
    }
  });
});
