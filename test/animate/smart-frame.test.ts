import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { smartFrame } from '../../src/engine/animate/smart-frame.ts';
import type { FrameRule, SmartBone } from '../../src/engine/model/rig.ts';

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Degrees counter-clockwise, as rig files have them. */
const frameAt = (smart: Partial<SmartBone>, degrees: number, rest = 90): number =>
  smartFrame(
    { action: 0, bone: 0, startAngle: 90, endAngle: 180, frames: 10, firstFrame: 1, rule: 'nearest', ...smart },
    radians(-degrees),
    radians(-rest),
  );

describe('the frame of a smart bone, as Moho has it', () => {
  test.each([
    [90, 1],
    [180, 10],
    [94.9, 1],
    [95.1, 2],
    // Ties go to the later frame.
    [95, 2],
    [80, 1],
    [200, 10],
    [179, 10],
  ])('at %f° is %i', (degrees, frame) => {
    expect(frameAt({}, degrees)).toBe(frame);
  });

  test('runs backwards where the range does', () => {
    expect([180, 170, 90, 80, 190].map((angle) => frameAt({ startAngle: 180, endAngle: 90 }, angle, 180))).toEqual([
      1, 2, 10, 10, 1,
    ]);
  });

  test('counts turns: a range of several rounds is followed through them', () => {
    const range = { startAngle: 90, endAngle: 810, frames: 73 };
    expect([90, 180, 450, 540, 810, 900].map((angle) => frameAt(range, angle))).toEqual([1, 10, 37, 46, 73, 73]);
  });

  test('takes the round of the range that is nearest to the angle at rest', () => {
    const range = { startAngle: 450, endAngle: 540 };
    expect([90, 130, 180].map((angle) => frameAt(range, angle))).toEqual([1, 5, 10]);
    expect([-300, -270, -230].map((angle) => frameAt({}, angle, -270))).toEqual([1, 1, 5]);
  });

  test('is one frame where the range is one angle', () => {
    expect(frameAt({ startAngle: 90, endAngle: 90, frames: 1 }, 130)).toBe(1);
  });
});

describe('the frame of a smart bone, as path_control has it', () => {
  const ancestor = { rule: 'ancestor' as const, firstFrame: 0, frames: 100 };
  test.each<[string, Partial<SmartBone>, number, number]>([
    ['the start', {}, 90, 1],
    ['the worked example', {}, 146.762, 63],
    ['just before the end', {}, 179.999, 99],
    ['before the start', {}, 89, 0],
    ['after the end', {}, 181, 0],
    ['negative angles go once round', { startAngle: 90, endAngle: 450 }, -90, 50],
    ['a whole round ends where it starts', { startAngle: 90, endAngle: 450 }, 450, 1],
    ['backwards at its end', { startAngle: 180, endAngle: 90 }, 90, 100],
    ['backwards in the middle', { startAngle: 180, endAngle: 90 }, 135, 51],
    ['backwards just after its start', { startAngle: 180, endAngle: 90 }, 179.999, 2],
    ['backwards outside', { startAngle: 180, endAngle: 90 }, 80, 0],
  ])('%s', (_, smart, degrees, frame) => {
    // A hair inside, as angles come from coordinates.
    expect(frameAt({ ...ancestor, ...smart }, degrees + 1e-9)).toBe(frame);
  });

  test('is one later when frames are numbered as files', () => {
    expect(frameAt({ ...ancestor, firstFrame: 1 }, 146.762)).toBe(64);
    expect(frameAt({ ...ancestor, firstFrame: 1 }, 60)).toBe(0);
  });
});

const rules: FrameRule[] = ['nearest', 'continuous', 'ancestor'];
const anySmart = fc.record({
  action: fc.constant(0),
  bone: fc.constant(0),
  startAngle: fc.integer({ min: -1000, max: 1000 }),
  endAngle: fc.integer({ min: -1000, max: 1000 }),
  frames: fc.integer({ min: 1, max: 300 }),
  firstFrame: fc.integer({ min: 0, max: 1 }),
  rule: fc.constantFrom(...rules),
});

test('continuous sweeps never jump by more than 1.5 times the local step', () => {
  fc.assert(
    fc.property(anySmart, fc.integer({ min: -720, max: 720 }), (smart, rest) => {
      const range = Math.abs(smart.endAngle - smart.startAngle);
      if (range < 1) return;
      const at = (degrees: number) => frameAt({ ...smart, rule: 'continuous' }, degrees, rest);
      const step = (0.1 / range) * (smart.frames - 1);
      let greatest = 0;
      for (let degrees = rest - 400; degrees < rest + 400; degrees += 0.1) {
        greatest = Math.max(greatest, Math.abs(at(degrees + 0.1) - at(degrees)));
      }
      expect(greatest).toBeLessThanOrEqual(1.5 * step + 1e-6);
    }),
    { numRuns: 30, seed: 4 },
  );
});

test('every rule gives frames of the action, whole ones unless continuous', () => {
  fc.assert(
    fc.property(
      anySmart,
      fc.double({ min: -40, max: 40, noNaN: true }),
      fc.double({ min: -7, max: 7, noNaN: true }),
      (smart, angle, rest) => {
        const frame = smartFrame(smart, angle, rest);
        expect(frame).toBeGreaterThanOrEqual(0);
        expect(frame).toBeLessThanOrEqual(smart.firstFrame + smart.frames);
        if (smart.rule !== 'continuous') expect(Number.isInteger(frame)).toBe(true);
      },
    ),
    { numRuns: 2000, seed: 4 },
  );
});
