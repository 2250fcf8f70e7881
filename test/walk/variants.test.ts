import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { posedPicture } from '../../src/engine/reference/posed-picture.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { ancestorPose } from '../support/ancestor.ts';
import { type Animated, type BinDescription, decodeBin, encodeBin, type List } from '../support/path-data-bin.ts';

const file = `${fromRoot('..', 'shared', 'data')}/walk/path_data.bin`;
const frames = [1, 12, 24, 60, 100, 180, 210, 237];

/** Values by action in another order; that at rest stands with the first. */
function reordered<T>(value: Animated<T>, order: readonly number[]): Animated<T> {
  if ('value' in value) return value;
  const [rest] = value.actions[0] ?? [];
  return {
    actions: order.map((from, a): List<T> => {
      const [, ...keys] = value.actions[from] ?? [];
      const own = [a === 0 ? rest : undefined, ...keys];
      return own.some((item) => item !== undefined) ? own : [];
    }),
  };
}

/** Only the actions' order changes; `base` stays first, since it has the rest pose. */
function withActionOrder(bin: BinDescription): BinDescription {
  const [base, ...others] = bin.actions.map((_, a) => a);
  const order = [base, ...others.reverse()];
  return {
    ...bin,
    actions: order.map((a, id) => ({ ...bin.actions[a], id })),
    groups: bin.groups.map((group) => ({
      ...group,
      children: reordered(group.children, order),
      paths: group.paths.map(
        (path) =>
          path && {
            ...path,
            width: reordered(path.width, order),
            fill: reordered(path.fill, order),
            stroke: reordered(path.stroke, order),
            deltas: reordered(path.deltas, order),
          },
      ),
    })),
  };
}

const variants: Readonly<Record<string, (bin: BinDescription) => BinDescription>> = {
  'as it is': (bin) => bin,
  'groups renamed': (bin) => ({
    ...bin,
    groups: bin.groups.map((group, g) => ({ ...group, id: group.id.startsWith('bone') ? `bone Ω${g}` : `"${g}" é` })),
  }),
  'actions in another order': withActionOrder,
  // A longer side of 1000 px makes everything larger.
  'a canvas of 1000 × 300': (bin) => ({ ...bin, width: 1000, height: 300 }),
  'everything moved': (bin) => ({
    ...bin,
    groups: bin.groups.map((group) => ({
      ...group,
      paths: group.paths.map(
        (path) =>
          path && {
            ...path,
            data: path.data.map(([name, ...numbers]) => [
              name,
              ...numbers.map((n, i) => n + (i % 2 === 0 ? 700 : -450)),
            ]),
          },
      ),
    })),
  }),
  'angle ranges reversed': (bin) => ({
    ...bin,
    actions: bin.actions.map((action) =>
      action.smart === undefined
        ? action
        : {
            ...action,
            smart: { ...action.smart, startAngle: action.smart.endAngle, endAngle: action.smart.startAngle },
          },
    ),
  }),
  'four flexi bones on an arm': (bin) => {
    const bones = ['bone_B2', 'bone_B3', 'bone_B9', 'bone_B11'].map((id) => bin.groups.findIndex((g) => g.id === id));
    return {
      ...bin,
      groups: bin.groups.map((group) => (group.id === 'left_arm' ? { ...group, flexi: bones } : group)),
    };
  },
};

describe.skipIf(!existsSync(file))('variants of a binary pose as a second evaluator has them (needs ../shared)', () => {
  let original: BinDescription;
  beforeAll(() => {
    original = decodeBin(readFileSync(file));
  });

  test.each(Object.keys(variants))('%s', { timeout: 120_000 }, async (name) => {
    const bin = variants[name](original);
    const loaded = await load(memorySource([['x/path_data.bin', encodeBin(bin)]], 'test'), {});
    expect(loaded.report.problems).toEqual([]);
    const compiled = compile(loaded.rig);
    const orders = new DrawOrders(compiled);
    let [points, bones] = [0, 0];
    for (const frame of frames) {
      const expected = ancestorPose(bin, '歩き', frame);
      const picture = posedPicture(compiled, orders, { play: { 歩き: frame } });
      expect(picture.actions).toEqual(expected.actions);
      expect(picture.paths.length).toBeGreaterThan(300);
      for (const { group, index, points: found } of picture.paths) {
        const own = expected.paths.get(`${group} ${index}`) ?? [];
        expect(found.length, `${group} ${index}`).toBe(own.length);
        for (let i = 0; i < own.length; i++) points = Math.max(points, Math.abs(found[i] - own[i]));
      }
      expect(Object.keys(picture.bones).sort()).toEqual(Object.keys(expected.bones).sort());
      for (const [id, [from, to]] of Object.entries(expected.bones)) {
        const found = [...picture.bones[id].from, ...picture.bones[id].to];
        [...from, ...to].forEach((value, i) => {
          bones = Math.max(bones, Math.abs(found[i] - value));
        });
      }
    }
    console.info(`${name}: points ${points.toFixed(4)} px, bones ${bones.toFixed(4)} px`);
    expect(points).toBeLessThan(0.02);
    expect(bones).toBeLessThan(0.02);
  });
});
