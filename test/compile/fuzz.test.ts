import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { Pose } from '../../src/engine/animate/pose.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { CompiledRig } from '../../src/engine/compile/compiled-rig.ts';
import type { Rig } from '../../src/engine/model/rig.ts';
import { decodeRig, encodeRig } from '../../src/engine/model/transfer.ts';
import { morphPoints } from '../../src/engine/reference/morph.ts';
import { posedPicture } from '../../src/engine/reference/posed-picture.ts';
import { randomBonedRig } from '../support/bones.ts';
import { Outcomes, patience, shareOf } from '../support/fuzz.ts';
import { seeded } from '../support/random.ts';
import { randomRig } from '../support/random-rig.ts';

const anyRig = fc
  .record({
    seed: fc.nat(),
    paths: fc.integer({ min: 0, max: 6 }),
    actions: fc.integer({ min: 0, max: 4 }),
    segments: fc.integer({ min: 1, max: 4 }),
    motion: fc.constantFrom(0, 0.01, 6, 1000),
  })
  .map((options) => ({ rig: randomRig(options), random: seeded(options.seed) }));

/** Frames and weights of every action; one in three is off. */
function randomActions(rig: Rig, random: () => number): { frame: number; weight: number }[] {
  return rig.actions.map(({ frames }) => ({
    frame: random() < 0.5 ? random() * (frames + 1) : Math.floor(random() * (frames + 1)),
    weight: random() < 0.3 ? 0 : random(),
  }));
}

function pointsOf(compiled: CompiledRig, actions: readonly { frame: number; weight: number }[]): Float64Array {
  const pose = new Pose(compiled);
  for (const [a, { frame, weight }] of actions.entries())
    pose.setAction(a, frame, weight, compiled.rig.actions[a].frames, 'linear');
  return morphPoints(compiled, pose.actions);
}

/** rest + Σ weight · delta from the rig itself, without tables. */
function sumOf(rig: Rig, actions: readonly { frame: number; weight: number }[]): number[] {
  const points = rig.paths.map((path) => [...path.points]);
  rig.actions.forEach(({ morphs, frames: last }, a) => {
    const frame = Math.min(actions[a].frame, last);
    const first = Math.floor(frame);
    for (const [at, share] of [
      [first, 1 - (frame - first)],
      [Math.min(first + 1, last), frame - first],
    ]) {
      for (const { path, frames, deltas } of morphs) {
        const row = frames.filter((key) => key <= at).length - 1;
        if (row < 0) continue;
        const length = points[path].length;
        for (let i = 0; i < length; i++) points[path][i] += actions[a].weight * share * deltas[row * length + i];
      }
    }
  });
  return points.flat();
}

test('points of a compiled rig are the sum that the rig says', { timeout: patience }, () => {
  const property = fc.property(anyRig, ({ rig, random }) => {
    const actions = randomActions(rig, random);
    const found = pointsOf(compile(rig), actions);
    const expected = sumOf(rig, actions);
    expect(found.length).toBe(expected.length);
    // Each action is right to 0.005 px at each of its frames.
    const bound = 0.005 * rig.actions.length;
    for (let i = 0; i < found.length; i++) expect(Math.abs(found[i] - expected[i])).toBeLessThanOrEqual(bound);
  });
  fc.assert(property, shareOf(0.1));
});

/** What a value of a rig may have become on its way. */
const numbers: readonly number[] = [
  ...[Number.NaN, Infinity, -Infinity, -1, -0, 0, 0.5, 1, 2, 3, 4, 5, 6, 7],
  ...[1e6, 1e31, 2 ** 31, 2 ** 53, 1e308],
];
const others: readonly unknown[] = [
  ...[undefined, null, '', 'fill', true, [], {}, [0], new Int32Array(3), new Float32Array(4), new Float64Array(5)],
];

/** Replaces one value, mostly a number deep inside. */
function spoilt(value: unknown, random: () => number): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  if (random() < 0.01) return pick(others);
  if (ArrayBuffer.isView(value)) {
    const copy = (value as Float64Array).slice(random() < 0.1 ? 1 : 0);
    if (copy.length > 0) copy[Math.floor(random() * copy.length)] = pick(numbers);
    return copy;
  }
  if (Array.isArray(value)) {
    if (random() < 0.05) return random() < 0.5 ? value.slice(1) : [...value, pick(numbers)];
    const at = Math.floor(random() * value.length);
    return value.map((part, i) => (i === at ? spoilt(part, random) : part));
  }
  if (typeof value !== 'object' || value === null) return random() < 0.9 ? pick(numbers) : pick(others);
  const key = pick(Object.keys(value));
  return { ...value, [key]: spoilt((value as Record<string, unknown>)[key], random) };
}

/** What was taken must be fit to be drawn. */
function take(rig: Rig, random: () => number): void {
  const compiled = compile(rig);
  const points = pointsOf(compiled, randomActions(rig, random));
  expect(points.every(Number.isFinite)).toBe(true);
}

describe('a rig that was spoilt is compiled or refused', () => {
  test('in its values', { timeout: patience }, async () => {
    const outcomes = new Outcomes();
    const property = fc.asyncProperty(anyRig, fc.integer({ min: 1, max: 3 }), ({ rig, random }, times) =>
      outcomes.of(() => {
        let changed: unknown = rig;
        for (let i = 0; i < times; i++) changed = spoilt(changed, random);
        take(changed as Rig, random);
      }),
    );
    await fc.assert(property, shareOf(0.25));
    outcomes.tell('spoilt rigs', { results: 0.05, errors: 0.2 });
  });

  test('in its bones', { timeout: patience }, async () => {
    const outcomes = new Outcomes();
    const property = fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 3 }), (seed, times) =>
      outcomes.of(() => {
        const random = seeded(seed);
        const rig = randomBonedRig(seed);
        let { bones, smartBones } = rig as { bones: unknown; smartBones: unknown };
        for (let i = 0; i < times; i++) {
          if (random() < 0.7) bones = spoilt(bones, random);
          else smartBones = spoilt(smartBones, random);
        }
        const changed = { ...rig, bones, smartBones } as Rig;
        const compiled = compile(changed);
        const angles = changed.bones.map(({ id }) => [id, (random() - 0.5) * 1000]);
        const picture = posedPicture(compiled, new DrawOrders(compiled), {
          actions: { 'action 3': random() * 9 },
          play: { walk: random() * 12 },
          bones: Object.fromEntries(angles.filter(() => random() < 0.3)),
          ...(random() < 0.5 && changed.bones.length > 0 && { ik: { [changed.bones[0].id]: [random() * 200, 50] } }),
        });
        for (const { points } of picture.paths) expect(points.every(Number.isFinite)).toBe(true);
        for (const { from, to } of Object.values(picture.bones)) {
          expect([...from, ...to].every(Number.isFinite)).toBe(true);
        }
      }),
    );
    await fc.assert(property, shareOf(0.1));
    outcomes.tell('spoilt bones', { results: 0.3, errors: 0.1 });
  });

  test('in its bytes', { timeout: patience }, async () => {
    const outcomes = new Outcomes();
    const property = fc.asyncProperty(anyRig, fc.integer({ min: 1, max: 3 }), ({ rig, random }, times) =>
      outcomes.of(() => {
        const bytes = encodeRig(rig);
        for (let i = 0; i < times; i++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        take(decodeRig(bytes.subarray(0, random() < 0.1 ? Math.floor(random() * bytes.length) : bytes.length)), random);
      }),
    );
    await fc.assert(property, shareOf(0.1));
    outcomes.tell('bytes of rigs', { results: 0.05, errors: 0.1 });
  });
});
