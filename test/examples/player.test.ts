import { describe, expect, it } from 'vitest';
import { degreeText, dialRanges } from '../../examples/shared/player/dials.ts';
import { rulerStep } from '../../examples/shared/player/ruler.ts';
import type { Bone, SmartBone } from '../../src/engine/model/rig.ts';

/** A bone of 100 px that points so at rest, degrees counter-clockwise. */
const boneAt = (id: string, degrees: number): Bone => {
  const angle = (degrees * Math.PI) / 180;
  return { id, base: [50, 50], tip: [50 + 100 * Math.cos(angle), 50 - 100 * Math.sin(angle)] } as unknown as Bone;
};
const dial = (bone: number, startAngle: number, endAngle: number): SmartBone => ({
  action: 0,
  bone,
  startAngle,
  endAngle,
  frames: 10,
  firstFrame: 1,
  rule: 'nearest',
});
const ranges = (bones: Bone[], ...smartBones: SmartBone[]) =>
  dialRanges({ bones, smartBones }).map(({ bone, least, greatest, sign }) => [
    bone,
    Math.round(least) + 0,
    Math.round(greatest) + 0,
    sign,
  ]);

describe('the sliders of dials', () => {
  const up = boneAt('up', 90);

  it('go from end to end, with the frames, and rest at 0', () => {
    expect(ranges([up], dial(0, 90, 180))).toEqual([['up', 0, 90, -1]]);
    expect(ranges([up], dial(0, 90, -45))).toEqual([['up', 0, 135, 1]]);
    expect(ranges([up], dial(0, 180, 0))).toEqual([['up', -90, 90, 1]]);
  });

  it('know that a bone can be turned round more than once', () => {
    expect(ranges([up], dial(0, 90, 450))).toEqual([['up', 0, 360, -1]]);
    // Six digits of radians.
    expect(ranges([boneAt('up', 89.99998)], dial(0, 90, 450))).toEqual([['up', 0, 360, -1]]);
    expect(ranges([boneAt('left', 180)], dial(0, -180, -90))).toEqual([['left', 0, 90, -1]]);
  });

  it('reach rest where no frame has it', () => {
    expect(ranges([up], dial(0, 100, 190))).toEqual([['up', 0, 100, -1]]);
  });

  it('are one where two actions are chosen by a bone', () => {
    expect(ranges([boneAt('idle', 0), up], dial(1, 90, 120), dial(1, 90, 30))).toEqual([['up', -60, 30, -1]]);
  });

  it('are only of bones that can be named', () => {
    const twins = [up, boneAt('other', 0), boneAt('up', 90)];
    expect(ranges(twins, dial(2, 90, 120), dial(1, 0, 90), dial(0, 90, 180))).toEqual([
      ['other', 0, 90, -1],
      ['up', 0, 90, -1],
    ]);
  });

  it('say how far', () => {
    expect([0, -0.2, 12.4, -12.6].map(degreeText)).toEqual(['0°', '0°', '+12°', '−13°']);
  });
});

it.each([
  [1, 1, 1],
  [8, 1, 1],
  [9, 1, 2],
  [16, 1, 2],
  [17, 1, 5],
  [40, 1, 5],
  [120, 10, 20],
  [260, 10, 50],
  [1140, 100, 200],
  [100_000, 10_000, 20_000],
])('a ruler of %i frames has a line each %i and a number each %i', (frames, tick, label) => {
  expect(rulerStep(frames)).toEqual({ tick, label });
});
