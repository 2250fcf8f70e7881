import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReachSolver } from '../../src/engine/animate/ik.ts';

interface Joint {
  /** An earlier joint, or −1. */
  readonly parent: number;
  readonly base: readonly [x: number, y: number];
  readonly tip: readonly [x: number, y: number];
  readonly min: number;
  readonly max: number;
  readonly turns: boolean;
  /** Where a bone without length points. */
  readonly angle?: number;
}

type Target = readonly [joint: number, x: number, y: number, weight: number];

interface Solution {
  readonly turns: number[];
  readonly error: number;
}

/** Angle of the bone outside that joints without parent hang on. */
const CARRIED = 0.3;

function solve(joints: readonly Joint[], targets: readonly Target[], solver = new ReachSolver()): Solution {
  solver.begin();
  joints.forEach(({ parent, base, tip, min, max, turns, angle }, i) => {
    expect(solver.addJoint(parent, CARRIED, ...base, ...tip, min, max, turns, angle)).toBe(i);
  });
  for (const target of targets) solver.addTarget(...target);
  solver.solve();
  return { turns: [...solver.turns.slice(0, joints.length)], error: solver.error };
}

/** Where turns bring the tips: each joint in turn carries itself and all that hangs on it about its base. */
function tipsAfter(joints: readonly Joint[], turns: readonly number[]): [x: number, y: number][] {
  const ends = joints.map(({ base, tip }) => [...base, ...tip]);
  const hangsOn = (joint: number, on: number): boolean =>
    joint === on || (joint >= 0 && hangsOn(joints[joint].parent, on));
  for (let pivot = joints.length - 1; pivot >= 0; pivot--) {
    const [px, py] = joints[pivot].base;
    const [cos, sin] = [Math.cos(turns[pivot]), Math.sin(turns[pivot])];
    ends.forEach((end, joint) => {
      if (!hangsOn(joint, pivot)) return;
      for (let k = 0; k < 4; k += 2) {
        const [x, y] = [end[k] - px, end[k + 1] - py];
        end[k] = px + cos * x - sin * y;
        end[k + 1] = py + sin * x + cos * y;
      }
    });
  }
  return ends.map(([, , x, y]) => [x, y]);
}

const turned = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));
const angleOf = ({ base, tip, angle }: Joint): number => angle ?? Math.atan2(tip[1] - base[1], tip[0] - base[0]);
const parentAngle = (joints: readonly Joint[], { parent }: Joint): number =>
  parent < 0 ? CARRIED : angleOf(joints[parent]);

/** Radians by which a joint is outside its limits; not above 0 inside. */
function excess(joints: readonly Joint[], joint: Joint, turn: number): number {
  if (joint.max - joint.min >= 2 * Math.PI) return 0;
  const middle = (joint.min + joint.max) / 2;
  const off = turned(angleOf(joint) - parentAngle(joints, joint) + turn - middle);
  return Math.abs(off) - (joint.max - joint.min) / 2;
}

function distances(joints: readonly Joint[], turns: readonly number[], targets: readonly Target[]): number[] {
  const tips = tipsAfter(joints, turns);
  return targets.map(([joint, x, y]) => Math.hypot(tips[joint][0] - x, tips[joint][1] - y));
}

const greatest = (numbers: readonly number[]): number => Math.max(0, ...numbers);
const atRest = (joints: readonly Joint[]): number[] => joints.map(() => 0);

function chain(points: readonly (readonly [number, number])[], limits: Partial<Joint>[] = []): Joint[] {
  return points.slice(1).map((tip, i) => {
    const free = { parent: i - 1, base: points[i], tip, min: -Infinity, max: Infinity, turns: true } as const;
    return { ...free, ...limits[i] };
  });
}

// --- any problem ---
const share = fc.double({ min: 0, max: 1, noNaN: true });

interface Seed {
  readonly branch: number;
  readonly length: number;
  readonly angle: number;
  readonly aside: readonly [number, number] | null;
  readonly limit: { readonly span: number; readonly at: number } | null;
  readonly turns: boolean;
  readonly turn: number;
}

const seed: fc.Arbitrary<Seed> = fc.record({
  branch: share,
  length: fc.oneof(
    { weight: 9, arbitrary: fc.double({ min: 0.5, max: 200, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1e-300, 1e-9) },
  ),
  angle: fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
  aside: fc.option(fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 })), { freq: 4 }),
  limit: fc.option(fc.record({ span: fc.double({ min: 0, max: 6, noNaN: true }), at: share }), { nil: null }),
  turns: fc.integer({ min: 0, max: 19 }).map((n) => n > 0),
  turn: share,
});

/** Joints, and turns within their limits. */
interface Problem {
  readonly joints: readonly Joint[];
  readonly turns: readonly number[];
}

/** @param inside How many spans the limits may lie beside the pose: 0 has all joints inside theirs. */
function problem(seeds: readonly Seed[], isTree: boolean, aside: number): Problem {
  const joints: Joint[] = [];
  const turns: number[] = [];
  for (const each of seeds) {
    const i = joints.length;
    const parent = i === 0 ? -1 : isTree ? Math.floor(each.branch * (i - 1e-9)) : i - 1;
    const at = parent < 0 ? ([300, 400] as const) : joints[parent].tip;
    const base = [at[0] + (each.aside?.[0] ?? 0), at[1] + (each.aside?.[1] ?? 0)] as const;
    const tip = [base[0] + each.length * Math.cos(each.angle), base[1] + each.length * Math.sin(each.angle)] as const;
    const free: Joint = { parent, base, tip, min: -Infinity, max: Infinity, turns: each.turns };
    if (each.limit === null || !each.turns) {
      joints.push(free);
      turns.push(each.turns ? (each.turn * 2 - 1) * Math.PI : 0);
      continue;
    }
    const { span, at: where } = each.limit;
    const now = angleOf(free) - parentAngle(joints, free);
    const min = now - span * ((1 + 2 * aside) * where - aside);
    joints.push({ ...free, min, max: min + span });
    turns.push(min - now + each.turn * span);
  }
  return { joints, turns };
}

const problems = (isTree: boolean, aside: number) =>
  fc.array(seed, { minLength: 1, maxLength: 12 }).map((seeds) => problem(seeds, isTree, aside));

const place = fc.tuple(fc.integer({ min: -900, max: 1500 }), fc.integer({ min: -900, max: 1500 }));

/** Always the same cases: no search is perfect, and a check that fails by chance helps no one. */
const runs = (numRuns: number) => ({ numRuns, seed: 1 });

describe('a target within reach', () => {
  test('is met by the tip of any chain, limits, pins and bones without length included', () => {
    fc.assert(
      fc.property(problems(false, 0.2), ({ joints, turns }) => {
        const last = joints.length - 1;
        const targets: Target[] = [[last, ...tipsAfter(joints, turns)[last], 1]];
        const solution = solve(joints, targets);
        expect(greatest(distances(joints, solution.turns, targets))).toBeLessThanOrEqual(0.1);
      }),
      runs(3000),
    );
  });

  test('is met together with others on a tree whose joints they share', () => {
    fc.assert(
      fc.property(problems(true, 0.2), fc.array(fc.nat(11), { minLength: 2, maxLength: 4 }), (tree, picks) => {
        const { joints, turns } = tree;
        const tips = tipsAfter(joints, turns);
        const targets = [...new Set(picks.map((pick) => pick % joints.length))].map(
          (joint, k): Target => [joint, ...tips[joint], 1 / (1 + k)],
        );
        const { turns: found, error } = solve(joints, targets);
        const worst = greatest(distances(joints, found, targets));
        expect(worst).toBeLessThanOrEqual(0.1);
        expect(error).toBeCloseTo(worst, 6);
      }),
      runs(2000),
    );
  });

  test('is met by the bend that the law of cosines gives, on the side where the arm bends already', () => {
    const arm = chain([
      [0, 0],
      [100, 10],
      [160, 90],
    ]);
    const { turns } = solve(arm, [[1, 50, 120, 1]]);
    const [upper, lower] = [Math.hypot(100, 10), 100];
    const bend = Math.acos((50 ** 2 + 120 ** 2 - upper ** 2 - lower ** 2) / (2 * upper * lower));
    expect(angleOf(arm[1]) - angleOf(arm[0]) + turns[1]).toBeCloseTo(bend, 4);
  });

  test('bends a straight chain that stands in line with it', () => {
    const line = chain([
      [0, 0],
      [100, 0],
      [200, 0],
    ]);
    for (const x of [150, 1, -40, -150]) {
      const { turns, error } = solve(line, [[1, x, 0, 1]]);
      expect(error, `${x}`).toBeLessThan(0.1);
      expect(distances(line, turns, [[1, x, 0, 1]])[0]).toBeLessThan(0.1);
    }
    // Where only one side is free, to that one.
    for (const [min, max] of [
      [-0.1, 3],
      [-3, 0.1],
    ]) {
      const { turns, error } = solve(chain([...tipsOf(line)], [{}, { min, max }]), [[1, 120, 0, 1]]);
      expect(error).toBeLessThan(0.1);
      expect(Math.sign(turns[1])).toBe(Math.sign(min + max));
    }
  });

  test('needs the chain to go to the other side of its limits', () => {
    const arm = chain(
      [
        [0, 0],
        [100, 0],
        [170, 70],
      ],
      [
        { min: -1.2 - CARRIED, max: 1.2 - CARRIED },
        { min: -2.4, max: 2.4 },
      ],
    );
    // Only with the upper arm at its lower end and the elbow bent the other way.
    const [x, y] = tipsAfter(arm, [1.15, -2.2 - Math.PI / 4])[1];
    expect(solve(arm, [[1, x, y, 1]]).error).toBeLessThan(0.1);
  });
});

const tipsOf = (joints: readonly Joint[]): [number, number][] => [
  [joints[0].base[0], joints[0].base[1]],
  ...joints.map(({ tip }): [number, number] => [tip[0], tip[1]]),
];

describe('a target out of reach', () => {
  test('has the chain straight toward it', () => {
    fc.assert(
      fc.property(
        fc.array(seed, { minLength: 1, maxLength: 12 }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: 1, max: 5000, noNaN: true }),
        (seeds, direction, beyond) => {
          const { joints } = problem(
            seeds.map((each) => ({ ...each, limit: null, turns: true, aside: null })),
            false,
            0,
          );
          const reach = seeds.reduce((sum, { length }) => sum + length, 0);
          const [x, y] = joints[0].base;
          const away = reach + beyond;
          const target: Target = [joints.length - 1, x + away * Math.cos(direction), y + away * Math.sin(direction), 1];
          const { turns, error } = solve(joints, [target]);
          expect(Math.abs(error - beyond)).toBeLessThan(0.01);
          expect(Math.abs(distances(joints, turns, [target])[0] - beyond)).toBeLessThan(0.01);
        },
      ),
      runs(500),
    );
  });

  test('is never farther from the tip than before, and nearer the longer one searches', () => {
    fc.assert(
      fc.property(problems(false, 0), place, ({ joints }, [x, y]) => {
        const target: Target = [joints.length - 1, x, y, 1];
        const [before] = distances(joints, atRest(joints), [target]);
        const { turns } = solve(joints, [target]);
        const [after] = distances(joints, turns, [target]);
        expect(after).toBeLessThanOrEqual(before + 1e-6);
        // From the pose that was found the search goes on.
        const sum = (i: number): number => (i < 0 ? 0 : turns[i] + sum(joints[i].parent));
        const moved = joints.map(
          (joint, i): Joint => ({ ...joint, ...endsAfter(joints, turns, i), angle: angleOf(joint) + sum(i) }),
        );
        const [again] = distances(moved, solve(moved, [target]).turns, [target]);
        expect(again).toBeLessThanOrEqual(after + 1e-3);
      }),
      runs(1000),
    );
  });

  test('shares the fault by the weights where two targets pull one tip apart', () => {
    const bone = chain([
      [0, 0],
      [100, 0],
    ]);
    const angle = (weight: number) =>
      solve(bone, [
        [0, 100, 0, 1],
        [0, 0, 100, weight],
      ]).turns[0];
    expect(angle(1)).toBeCloseTo(Math.PI / 4, 5);
    expect(angle(3)).toBeCloseTo(Math.atan2(3, 1), 5);
    expect(angle(1 / 3)).toBeCloseTo(Math.atan2(1, 3), 5);
  });
});

function endsAfter(joints: readonly Joint[], turns: readonly number[], i: number): Pick<Joint, 'base' | 'tip'> {
  const { parent, base } = joints[i];
  const tip = tipsAfter(joints, turns)[i];
  if (parent < 0) return { base, tip };
  // The base is the tip of a bone to it from its parent's base that does not turn.
  const link: Joint = { ...joints[i], base: joints[parent].base, tip: base };
  return {
    base: tipsAfter(
      [...joints.slice(0, i), link],
      turns.map((turn, k) => (k === i ? 0 : turn)),
    )[i],
    tip,
  };
}

describe('limits', () => {
  test('are never exceeded, wherever the target is and the joint was; pins do not turn', () => {
    fc.assert(
      fc.property(problems(true, 1), fc.array(fc.tuple(fc.nat(11), place), { maxLength: 3 }), (tree, aims) => {
        const { joints } = tree;
        const targets = aims.map(([joint, at]): Target => [joint % joints.length, ...at, 1]);
        const { turns } = solve(joints, targets);
        joints.forEach((joint, i) => {
          expect(excess(joints, joint, turns[i])).toBeLessThanOrEqual(1e-12);
          if (!joint.turns) expect(turns[i]).toBe(0);
        });
      }),
      runs(2000),
    );
  });

  const bone = (angle: number, min: number, max: number) =>
    chain(
      [
        [0, 0],
        [10 * Math.cos(CARRIED + angle), 10 * Math.sin(CARRIED + angle)],
      ],
      [{ min, max }],
    );

  test('take a joint in on the shorter way; inside it stays', () => {
    expect(solve(bone(1, -0.5, 0.5), []).turns[0]).toBeCloseTo(-0.5, 8);
    expect(solve(bone(-1, -0.5, 0.5), []).turns[0]).toBeCloseTo(0.5, 8);
    expect(solve(bone(-3, 0, 2.5), []).turns[0]).toBeCloseTo(2.5 + 3 - 2 * Math.PI, 8);
    expect(solve(bone(0.4, -0.5, 0.5), []).turns[0]).toBe(0);
  });

  test('may lie across the half turn, be told in other turns, on one side only, or not at all', () => {
    expect(solve(bone(3, 2.5, 4), []).turns[0]).toBe(0);
    expect(solve(bone(-3, 2.5, 4 - 2 * Math.PI), []).turns[0]).toBe(0);
    expect(solve(bone(1, -0.5 + 4 * Math.PI, 0.5 + 4 * Math.PI), []).turns[0]).toBeCloseTo(-0.5, 8);
    expect(solve(bone(1, -Infinity, 0.5), []).turns[0]).toBeCloseTo(-0.5, 8);
    expect(solve(bone(1, 1.5, Infinity), []).turns[0]).toBeCloseTo(0.5, 8);
    expect(solve(bone(1, -Math.PI, Math.PI), [[0, -10, -3, 1]]).error).toBeLessThan(0.5);
  });

  test('stop a joint on the side that its target is on', () => {
    const [up] = solve(bone(0, -0.5, 0.5), [[0, 0, -99, 1]]).turns;
    const [down] = solve(bone(0, -0.5, 0.5), [[0, 0, 99, 1]]).turns;
    expect([up, down]).toEqual([expect.closeTo(-0.5, 8), expect.closeTo(0.5, 8)]);
  });
});

describe('whatever comes in', () => {
  const finite = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, 1e8, -1e8, 1e-300, -1e-300, 5e-324, 1.7e308, -1.7e308),
    fc.integer({ min: -9, max: 9 }),
  );
  const limit = fc.oneof(finite, fc.constantFrom(-Infinity, Infinity));

  test('what comes out is numbers', () => {
    const solver = new ReachSolver();
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(12), fc.array(finite, { minLength: 5, maxLength: 5 }), limit, limit, fc.boolean()), {
          maxLength: 12,
        }),
        fc.array(
          fc.tuple(fc.nat(11), finite, finite, fc.double({ min: 5e-324, noNaN: true, noDefaultInfinity: true })),
        ),
        (bones, aims) => {
          solver.begin();
          bones.forEach(([parent, [carried, ...ends], min, max, turns], i) => {
            const [baseX, baseY, tipX, tipY] = ends;
            solver.addJoint((parent % (i + 1)) - 1, carried, baseX, baseY, tipX, tipY, min, max, turns);
          });
          for (const [joint, ...aim] of aims) if (bones.length > 0) solver.addTarget(joint % bones.length, ...aim);
          solver.solve();
          expect(solver.turns.slice(0, bones.length).every(Number.isFinite)).toBe(true);
          expect(solver.error).toBeGreaterThanOrEqual(0);
        },
      ),
      runs(3000),
    );
  });

  test('large and small figures are met as well as others', () => {
    for (const scale of [1e8, 1e-2]) {
      const arm = chain([
        [0, 0],
        [3 * scale, scale],
        [5 * scale, 0],
      ]);
      expect(solve(arm, [[1, 2 * scale, 2 * scale, 1]]).error).toBeLessThan(0.1);
    }
  });

  test('weights count against each other, not by themselves', () => {
    const line = chain([
      [0, 0],
      [90, 0],
      [150, 0],
    ]);
    for (const weight of [1e-200, 1e-9, 1, 1e200]) {
      expect(solve(line, [[1, 60, 0, weight]]).error, `${weight}`).toBeLessThan(0.1);
    }
  });

  test('a problem has one solution, whatever was solved before', () => {
    const solver = new ReachSolver();
    fc.assert(
      fc.property(problems(true, 0.5), place, ({ joints }, [x, y]) => {
        const targets: Target[] = [[joints.length - 1, x, y, 2]];
        expect(solve(joints, targets, solver)).toEqual(solve(joints, targets));
      }),
      runs(100),
    );
  });

  test('many joints and targets fit', () => {
    const points = Array.from({ length: 41 }, (_, i) => [i * 10, i % 2] as const);
    const targets = [5, 12, 20, 30, 39].map((joint): Target => [joint, joint * 8, 20, 1]);
    expect(solve(chain(points), targets).error).toBeLessThan(0.1);
  });
});

describe('the pose that is given', () => {
  test('stays where its tip is there already', () => {
    const arm = chain([
      [0, 0],
      [80, 20],
      [150, -30],
    ]);
    expect(solve(arm, [[1, 150, -30, 1]])).toEqual({ turns: [0, 0], error: 0 });
  });

  test('follows a target that moves a little by turning a little', () => {
    const arm = chain(
      [
        [0, 0],
        [100, 40],
        [190, 0],
        [230, 10],
      ],
      [{}, { min: -2.5, max: 0.1 }, { min: -1, max: 1 }],
    );
    let last: number[] | undefined;
    // Round a circle that partly lies out of reach.
    for (let degree = 0; degree < 360; degree += 0.5) {
      const [x, y] = [150 + 90 * Math.cos((degree * Math.PI) / 180), 90 * Math.sin((degree * Math.PI) / 180)];
      const { turns } = solve(arm, [[2, x, y, 1]]);
      turns.forEach((turn, i) => {
        if (last) expect(Math.abs(turned(turn - last[i])), `joint ${i} at ${degree}°`).toBeLessThan(0.1);
      });
      last = turns;
    }
  });
});
