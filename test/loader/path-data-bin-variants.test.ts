import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { posedPicture } from '../../src/engine/reference/posed-picture.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { moved, renamed, reordered, reversed } from '../support/bin-variants.ts';
import { compareWithGolden, type Golden, readGolden } from '../support/golden.ts';
import { type BinDescription, decodeBin, encodeBin } from '../support/path-data-bin.ts';

const data = fromRoot('..', 'shared', 'data');
const frames = [1, 24, 60, 100, 180];
/** Those that set the same order stay in their own; the rest pose is not in front. */
const order = [8, 7, 1, 0, 6, 3, 5, 2, 4];
/** In 1/30000 of the longer side. */
const by = [700, -400] as const;
const [width, height] = [1000, 300];

/** A pose of the sample as a variant shows it. */
type Change = (golden: Golden) => Golden;

const withNames =
  (nameOf: ReadonlyMap<string, string>): Change =>
  (golden) => {
    const name = (id: string) => nameOf.get(id) ?? id;
    return {
      ...golden,
      drawOrder: golden.drawOrder.map(name),
      bones: Object.fromEntries(Object.entries(golden.bones).map(([id, bone]) => [name(id), bone])),
      paths: golden.paths.map((path) => ({ ...path, group: name(path.group) })),
    };
  };

const withPoints =
  (scale: number, [dx, dy]: readonly [number, number]): Change =>
  (golden) => {
    const place = (numbers: readonly number[]) => numbers.map((each, i) => each * scale + (i % 2 === 0 ? dx : dy));
    return {
      ...golden,
      bones: Object.fromEntries(
        Object.entries(golden.bones).map(([id, { from, to }]) => [id, { from: place(from), to: place(to) }]),
      ),
      paths: golden.paths.map((path) => ({ ...path, points: place(path.points) })),
    };
  };

const withReversedFrames =
  ({ actions }: BinDescription): Change =>
  (golden) => ({
    ...golden,
    actions: Object.fromEntries(
      actions.map(({ name, smart }) => [name, smart ? smart.frames + 1 - golden.actions[name] : golden.actions[name]]),
    ),
  });

describe.skipIf(!globalThis.__SHARED_DATA__)('variants of the binary of the walk (needs ../shared)', () => {
  let sample: BinDescription;

  beforeAll(() => {
    sample = decodeBin(readFileSync(`${data}/walk/path_data.bin`));
  });

  /** Holds a variant to the ancestor's own poses, as it has to show them. */
  async function check(variant: BinDescription, change: Change): Promise<void> {
    const { rig, report } = await load(memorySource([['path_data.bin', encodeBin(variant)]]));
    expect(report.problems).toEqual([]);
    const compiled = compile(rig);
    const orders = new DrawOrders(compiled);
    for (const frame of frames) {
      const golden = readGolden(`${data}/golden/bin/walk_${String(frame).padStart(3, '0')}.json`);
      const picture = posedPicture(compiled, orders, { play: { 歩き: frame } });
      const { points, bones } = compareWithGolden(picture, change(golden));
      expect(points, `frame ${frame}`).toBeLessThan(0.02);
      expect(bones, `frame ${frame}`).toBeLessThan(0.02);
    }
  }

  test('groups renamed', async () => {
    const { file, nameOf } = renamed(sample);
    await check(file, withNames(nameOf));
  });

  test('actions in another order', async () => {
    await check(reordered(sample, order), (golden) => golden);
  });

  test('a canvas of another size', async () => {
    await check({ ...sample, width, height }, withPoints(width / 720, [0, 0]));
  });

  test('everything moved', async () => {
    const [dx, dy] = by;
    await check(moved(sample, by), withPoints(1, [(dx * 720) / 30_000, (dy * 720) / 30_000]));
  });

  test('ranges of angles reversed', async () => {
    await check(reversed(sample), withReversedFrames(sample));
  });

  test('all of it together', async () => {
    const { file, nameOf } = renamed({ ...reordered(reversed(moved(sample, by)), order), width, height });
    const [dx, dy] = by;
    const offset = [(dx * width) / 30_000, (dy * width) / 30_000] as const;
    await check(file, (golden) =>
      withNames(nameOf)(withPoints(width / 720, offset)(withReversedFrames(sample)(golden))),
    );
  });
});
