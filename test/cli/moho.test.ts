import { describe, expect, test } from 'vitest';
import type { PosedPicture } from '../../src/engine/reference/posed-picture.ts';
import { smallProject } from '../support/moho-project.ts';
import { ayatori, temporaryFolder, write } from './support.ts';

describe('a Moho project', { timeout: 60_000 }, () => {
  const file = write(temporaryFolder(), 'small.mohoproj', JSON.stringify(smallProject()));
  const posed = async (...args: string[]): Promise<PosedPicture> => {
    const { code, out } = await ayatori(['pose', file, ...args, '--json']);
    expect(code).toBe(0);
    return JSON.parse(out);
  };

  test('is posed at a time of its main timeline', async () => {
    const rest = await posed();
    const later = await posed('--time', '15');
    expect(rest.actions.main).toBe(0);
    expect(later.actions.main).toBe(15);
    expect(later.drawOrder).toEqual(['white', 'pupil', 'limb', 'open']);
    expect(later.bones.lower).not.toEqual(rest.bones.lower);
    expect(await posed('--action', 'main=15')).toEqual(later);
  });

  test('is posed by actions and bones, line by line', async () => {
    const lines = [
      '{"time":15}',
      '{"actions":{"wave":{"frame":10,"weight":0.5}}}',
      '{"bones":{"dial":-45}}',
      '{"time":"soon"}',
    ];
    const { code, out, err } = await ayatori(['pose', file, '--poses', '-'], lines.join('\n'));
    expect(code).toBe(1);
    expect(err).toMatch(/standard input:4: "time" is wrong; expected a frame; found "soon"/);
    const [timed, waving, dialled, failed] = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(timed).toEqual(await posed('--time', '15'));
    expect(waving.actions).toEqual({ main: 0, wave: 10, dial: 0 });
    expect(dialled.actions.dial).toBe(5);
    expect(failed.error).toMatch(/"time" is wrong/);
  });

  test('is inspected', async () => {
    const { code, out } = await ayatori(['inspect', file]);
    expect(code).toBe(0);
    expect(out).toMatch(/200 × 100 px, 12 frames a second/);
    expect(out).toMatch(/20 frames +\d+ paths {2}main/);
    expect(out).toMatch(/10 frames +\d+ paths {2}dial, by dial from 90° to 180°/);
  });
});
