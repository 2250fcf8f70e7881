import { describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { ayatori } from './support.ts';

const walk = fromRoot('..', 'shared', 'data', 'walk');
const source = [`${walk}/filelist.csv`, '--rig', `${walk}/bones.json`];
if (!__SHARED_DATA__) process.stderr.write('the walk on the command line: skipped, ../shared/data is not there\n');

describe.skipIf(!__SHARED_DATA__)('the walk', { timeout: 60_000 }, () => {
  test('holds what it is known to hold', async () => {
    const { code, out, err } = await ayatori(['inspect', ...source, '--json']);
    expect([code, err]).toEqual([0, '']);
    const summary = JSON.parse(out);
    expect(summary).toMatchObject({ width: 480, height: 720, paths: 323, bones: 20, drawOrders: 8, problems: [] });
    expect(summary.actions).toHaveLength(9);
    expect(summary.boneNames).toHaveLength(20);
  });

  test('is posed line by line', async () => {
    const lines = ['{"actions":{"顔":{"frame":30,"weight":1}}}', '{}'];
    const { code, out, err } = await ayatori(['pose', ...source, '--poses', '-'], lines.join('\n'));
    expect([code, err]).toEqual([0, '']);
    const [turned, rest] = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(turned.actions.顔).toBe(30);
    expect([turned.paths.length, rest.paths.length]).toEqual([323, 323]);
    const face = (picture: typeof rest) => picture.paths.find(({ group }: { group: string }) => group === 'face');
    expect(face(turned).commands).toBe(face(rest).commands);
    expect(face(turned).points).not.toEqual(face(rest).points);
  });
});
