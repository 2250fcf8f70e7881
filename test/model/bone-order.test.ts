import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BoneRelations, boneOrder } from '../../src/engine/model/bone-order.ts';
import type { Bone, BoneTrack } from '../../src/engine/model/rig.ts';
import { within } from '../support/within.ts';

interface Links {
  /** For each bone its parent, or -1. */
  readonly parents: readonly number[];
  /** [bone, bone that carries one of its points] */
  readonly points?: readonly (readonly [bone: number, by: number])[];
  /** [bone, bone in the flexi list of its group] */
  readonly lists?: readonly (readonly [bone: number, by: number])[];
  /** For each smart action the bone that drives it and the bones that it moves. */
  readonly smart?: readonly (readonly [by: number, ...moved: number[]])[];
}

const restBone = {
  base: [0, 0],
  tip: [1, 0],
  strength: 1,
  minAngle: undefined,
  maxAngle: undefined,
  isPin: false,
  fixed: false,
} as const;

/** Each bone stands in a group of its own. */
function relations({ parents, points = [], lists = [], smart = [] }: Links): BoneRelations {
  const carriers = bundle(points, parents.length);
  const flexi = bundle(lists, parents.length);
  return {
    bones: parents.map((parent, b): Bone => {
      const flexiPoint = carriers[b].length > 0 ? ({ point: 1, bones: carriers[b] } as const) : undefined;
      return { ...restBone, id: `bone ${b}`, group: b, parent, flexiPoint };
    }),
    groups: flexi.map((bones) => ({ flexi: bones })),
    actions: smart.map(([, ...moved]) => ({
      bones: moved.map((bone): BoneTrack => ({ bone, frames: Int32Array.of(1), deltas: new Float64Array(4) })),
    })),
    smartBones: smart.map(([bone], action) => ({
      action,
      bone,
      startAngle: 0,
      endAngle: 90,
      frames: 9,
      firstFrame: 1,
      rule: 'nearest',
    })),
  };
}

function bundle(links: readonly (readonly [bone: number, by: number])[], count: number): number[][] {
  const bundles: number[][] = Array.from({ length: count }, () => []);
  for (const [bone, by] of links) bundles[bone].push(by);
  return bundles;
}

const orderOf = (links: Links) => boneOrder(relations(links));

describe('bones come after', () => {
  test('their parents, however they are listed', () => {
    expect(orderOf({ parents: [2, 0, -1, 1] })).toEqual({ order: [2, 0, 1, 3], flexiCycles: [], smartCycles: [] });
  });

  test('what carries their points, and the flexi bones of their groups', () => {
    const { order } = orderOf({ parents: [-1, -1, -1, -1], points: [[0, 3]], lists: [[3, 1]] });
    expect(order).toEqual([1, 3, 0, 2]);
  });

  test('the bones that drive the actions which move them', () => {
    expect(
      orderOf({
        parents: [-1, -1, -1],
        smart: [
          [2, 0],
          [1, 2],
        ],
      }).order,
    ).toEqual([1, 2, 0]);
  });

  test('nothing, where there are none', () => {
    expect(orderOf({ parents: [] })).toEqual({ order: [], flexiCycles: [], smartCycles: [] });
  });
});

describe('what leads in a circle is told and does not count', () => {
  test('two bones that carry each other', () => {
    expect(
      orderOf({
        parents: [-1, -1],
        points: [
          [0, 1],
          [1, 0],
        ],
      }),
    ).toEqual({
      order: [0, 1],
      flexiCycles: [
        { bone: 0, by: 1 },
        { bone: 1, by: 0 },
      ],
      smartCycles: [],
    });
  });

  test('a bone that carries itself, by its point or its list', () => {
    expect(
      orderOf({
        parents: [-1, -1],
        points: [
          [0, 0],
          [0, 1],
        ],
        lists: [[1, 1]],
      }),
    ).toEqual({
      order: [1, 0],
      flexiCycles: [
        { bone: 0, by: 0 },
        { bone: 1, by: 1 },
      ],
      smartCycles: [],
    });
  });

  test('a bone carried by its grandchild: the parents hold', () => {
    expect(
      orderOf({
        parents: [-1, 0, 1, -1],
        points: [
          [0, 2],
          [0, 3],
        ],
      }),
    ).toEqual({
      order: [3, 0, 1, 2],
      flexiCycles: [{ bone: 0, by: 2 }],
      smartCycles: [],
    });
  });

  test('a smart action that moves the parent of its own bone; that it moves the bone itself is no fault', () => {
    expect(orderOf({ parents: [-1, 0, -1], smart: [[1, 0, 1, 2]] })).toEqual({
      order: [0, 1, 2],
      flexiCycles: [],
      smartCycles: [{ bone: 0, by: 1, action: 0 }],
    });
  });

  test('smart actions that drive each other in a ring of three', () => {
    const { order, smartCycles } = orderOf({
      parents: [-1, -1, -1, -1],
      smart: [
        [0, 1],
        [1, 2],
        [2, 0, 3],
      ],
    });
    expect([...order].sort()).toEqual([0, 1, 2, 3]);
    expect(order.indexOf(3)).toBeGreaterThan(order.indexOf(2));
    expect(smartCycles.map(({ action, bone }) => [action, bone])).toEqual([
      [0, 1],
      [1, 2],
      [2, 0],
    ]);
  });

  test('smart actions first, so that points keep what carries them', () => {
    // The point of 0 hangs on 1; turning 0 would move 1.
    expect(orderOf({ parents: [-1, -1], points: [[0, 1]], smart: [[0, 1]] })).toEqual({
      order: [1, 0],
      flexiCycles: [],
      smartCycles: [{ bone: 1, by: 0, action: 0 }],
    });
  });

  test('smart actions and points with parents between them', () => {
    // 3 hangs on 2, which is carried by 1 on 0, which the action of 3 moves; 4 and 5 carry each other.
    const links = {
      parents: [-1, 0, -1, 2, 2, 4],
      points: [
        [2, 1],
        [4, 5],
      ],
      smart: [[3, 0, 5]],
    } as const;
    expect(orderOf(links)).toEqual({
      order: [0, 1, 2, 3, 4, 5],
      flexiCycles: [{ bone: 4, by: 5 }],
      smartCycles: [{ bone: 0, by: 3, action: 0 }],
    });
  });

  test('of any rig: just the links that a walk along all of them finds to lead back', () => {
    const pair = fc.tuple(fc.nat(6), fc.nat(6));
    const links = fc.record({
      // Each bone's parent is an earlier one, so that parents form no ring.
      parents: fc.tuple(...[0, 1, 2, 3, 4, 5, 6].map((bone) => fc.integer({ min: -1, max: bone - 1 }))),
      points: fc.uniqueArray(pair, { maxLength: 4, selector: String }),
      lists: fc.uniqueArray(pair, { maxLength: 3, selector: String }),
      smart: fc.array(fc.tuple(fc.nat(6), fc.nat(6), fc.nat(6)), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(links, ({ parents, points, lists, smart }) => {
        const { order, flexiCycles, smartCycles } = orderOf({ parents, points, lists, smart });
        const up = parents.flatMap((by, bone) => (by >= 0 ? [[bone, by]] : []));
        const key = (pairs: readonly (readonly number[])[]) => [...new Set(pairs.map(String))].sort();

        const flexi = [...points, ...lists];
        const inRing = (pairs: readonly (readonly number[])[], all: readonly (readonly number[])[]) =>
          pairs.filter(([bone, by]) => leads(by, bone, all));
        const flexiRing = inRing(flexi, [...up, ...flexi]);
        expect(key(flexiCycles.map(({ bone, by }) => [bone, by]))).toEqual(key(flexiRing));

        const carried = [...up, ...flexi.filter((link) => !flexiRing.includes(link))];
        const driven = smart.flatMap(([by, ...moved]) => moved.filter((bone) => bone !== by).map((bone) => [bone, by]));
        const smartRing = inRing(driven, [...carried, ...driven]);
        expect(key(smartCycles.map(({ bone, by }) => [bone, by]))).toEqual(key(smartRing));

        expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
        for (const [bone, by] of [...carried, ...driven.filter((link) => !smartRing.includes(link))]) {
          expect(order.indexOf(bone)).toBeGreaterThan(order.indexOf(by));
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** Whether one comes from bone to bone along links, each from a bone to what it hangs on. */
function leads(from: number, to: number, links: readonly (readonly number[])[]): boolean {
  const reached = new Set([from]);
  for (const at of reached) for (const [bone, by] of links) if (bone === at) reached.add(by);
  return reached.has(to);
}

describe('100,000 bones take time in line with their number', () => {
  const count = 100_000;
  const every = <T>(make: (bone: number) => T) => Array.from({ length: count }, (_, bone) => make(bone));

  test.each<[string, Links]>([
    ['in one chain of parents', { parents: every((bone) => bone - 1) }],
    ['in one chain of parents, listed from its end', { parents: every((bone) => (bone < count - 1 ? bone + 1 : -1)) }],
    [
      'in a ring that carries itself',
      { parents: every(() => -1), points: every((b) => [b, (b + 1) % count] as const) },
    ],
    [
      'in a chain of parents whose root hangs on all of them',
      { parents: every((bone) => bone - 1), points: every((bone) => [0, bone] as const) },
    ],
    ['in a ring of smart actions', { parents: every(() => -1), smart: every((b) => [b, (b + 1) % count] as const) }],
    ['all moved by one bone', { parents: every((bone) => bone - 1), smart: [[count - 1, ...every((bone) => bone)]] }],
  ])('%s', async (_, links) => {
    const rig = relations(links);
    const { order } = await within(2, () => boneOrder(rig));
    expect(new Set(order).size).toBe(count);
  });
});
