import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { type Action, isGroupRef, type Rig } from '../../src/engine/model/rig.ts';
import { posedPicture } from '../../src/engine/reference/posed-picture.ts';
import { type Loaded, load } from '../../src/loader/node.ts';
import { watchBlockedTime } from '../support/blocked-time.ts';
import { checkRig } from '../support/check-rig.ts';
import { compareWithGolden, readGolden } from '../support/golden.ts';
import { decodeBin, encodeBin } from '../support/path-data-bin.ts';

const data = fromRoot('..', 'shared', 'data');
const file = `${data}/walk/path_data.bin`;
/** One unit of the file, px: its writer cuts numbers to whole ones and does not round. */
const unit = 720 / 30_000;
/** The group into which path_control puts the shapes of a clip path that are drawn as well. */
const clipGroup = 'cmn_f3906406-f197-4bf1-91d8-744c09cca836';

const pathKey = (rig: Rig, path: number) => {
  const { group, index } = rig.paths[path];
  const { id } = rig.groups[group];
  return `${id === clipGroup ? 'eyes' : id}/${index}`;
};

/** Drawn paths by group and place. */
const pathsByKey = (rig: Rig) =>
  new Map(rig.paths.flatMap(({ role }, path) => (role === 'drawn' ? [[pathKey(rig, path), path] as const] : [])));

/** What is set at each frame of an action, from 0 on. */
function held<T>(frames: ArrayLike<number>, values: (key: number) => T, rest: T, last: number): T[] {
  const all: T[] = [];
  let key = -1;
  for (let frame = 0; frame <= last; frame++) {
    while (key + 1 < frames.length && frames[key + 1] <= frame) key++;
    all.push(key < 0 ? rest : values(key));
  }
  return all;
}

/** The numbers of a morph at each frame. */
function morphs(rig: Rig, action: Action, path: number): Float32Array[] {
  const width = rig.paths[path].points.length;
  const track = action.morphs.find((each) => each.path === path);
  const deltas = track?.deltas ?? new Float32Array(0);
  const at = (key: number) => deltas.subarray(key * width, (key + 1) * width);
  return held(track?.frames ?? [], at, new Float32Array(width), action.frames);
}

const greatest = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  let worst = a.length === b.length ? 0 : Infinity;
  for (let i = 0; i < a.length; i++) worst = Math.max(worst, Math.abs(a[i] - b[i]));
  return worst;
};

describe.skipIf(!globalThis.__SHARED_DATA__)('the binary of the walk (needs ../shared)', () => {
  let bin: Loaded;
  let svg: Loaded;
  /** ms. */
  let blocked = 0;

  beforeAll(async () => {
    const stop = watchBlockedTime();
    bin = await load(file);
    blocked = stop();
    svg = await load(`${data}/walk/filelist.csv`, {
      rigFiles: [`${data}/walk/bones.json`, `${data}/walk/bones_custom.json`],
      numbering: 'ancestor',
    });
  }, 120_000);

  test('is read to its last byte, with all that is in it', () => {
    const { rig, report } = bin;
    expect(report.problems).toEqual([]);
    checkRig(rig);
    expect({
      name: rig.name,
      size: [rig.width, rig.height, rig.fps],
      groups: rig.groups.length,
      drawn: rig.paths.filter(({ role }) => role === 'drawn').length,
      paths: rig.paths.length,
      fills: rig.paths.filter(({ style, fillRule }) => style.fill !== null && fillRule === 'evenodd').length,
      points: rig.paths.reduce((sum, { points }) => sum + points.length / 2, 0),
      bones: rig.bones.length,
    }).toEqual({
      name: 'walk',
      size: [480, 720, 24],
      groups: 1 + 51,
      drawn: 323,
      paths: 323,
      fills: 54,
      points: 3600,
      bones: 20,
    });
  });

  test('does not block for long', () => {
    console.info(
      `the binary of the walk: blocked ${blocked.toFixed(1)} ms, took ${bin.report.milliseconds.toFixed()} ms`,
    );
    expect(blocked).toBeLessThan(50);
  });

  test('is the same after the test writer has read and written it', () => {
    const bytes = readFileSync(file);
    const described = decodeBin(bytes);
    const written = encodeBin(described);
    // A little shorter: its own writer compared numbers before it cut them.
    expect(written.length).toBeGreaterThan(0.99 * bytes.length);
    expect(JSON.stringify(decodeBin(written)) === JSON.stringify(described)).toBe(true);
  });

  test('has the actions of the frames, of the same kinds', () => {
    const describeAction = ({ name, kind, frames }: Action) => `${name} ${kind} ${frames}`;
    expect(bin.rig.actions.map(describeAction)).toEqual(svg.rig.actions.map(describeAction));
    expect(bin.rig.actions.length).toBe(9);
  });

  test('has the rest pose of the frames', () => {
    const own = pathsByKey(bin.rig);
    const other = pathsByKey(svg.rig);
    // In painting order, even.
    expect([...own.keys()]).toEqual([...other.keys()]);
    let worst = 0;
    for (const [key, path] of own) {
      const a = bin.rig.paths[path];
      const b = svg.rig.paths[other.get(key) ?? -1];
      worst = Math.max(worst, greatest(a.points, b.points));
      expect({ key, contours: a.contours, fill: a.style.fill, stroke: a.style.stroke }).toEqual({
        key,
        contours: b.contours,
        fill: b.style.fill,
        stroke: b.style.stroke,
      });
      if (a.style.fill !== null) expect(a.fillRule).toBe(b.fillRule);
      if (a.style.stroke !== null) expect(a.style.strokeWidth).toBe(b.style.strokeWidth);
    }
    console.info(`at rest the points differ by at most ${worst.toFixed(4)} px`);
    expect(worst).toBeLessThan(unit + 1e-6);
  });

  test('has the bones of the frames and rig files', () => {
    const plain = ({ rig }: Loaded) =>
      rig.bones.map(({ id, parent, strength, minAngle, maxAngle, isPin, fixed, flexiPoint }) => ({
        id,
        parent: rig.bones[parent]?.id,
        strength: Math.fround(strength ?? 0),
        minAngle,
        maxAngle,
        isPin,
        fixed,
        flexiPoint: flexiPoint && [flexiPoint.point, ...flexiPoint.bones.map((bone) => rig.bones[bone].id)],
      }));
    expect(plain(bin)).toEqual(plain(svg));
    const flexi = ({ rig }: Loaded) =>
      rig.groups.flatMap(({ id, flexi }) => (flexi.length > 0 ? [[id, flexi.map((bone) => rig.bones[bone].id)]] : []));
    expect(flexi(bin)).toEqual(flexi(svg));
    const smart = ({ rig }: Loaded) =>
      Object.fromEntries(
        rig.smartBones.map(({ action, bone, ...rest }) => [rig.actions[action].name, [rig.bones[bone].id, rest]]),
      );
    expect(smart(bin)).toEqual(smart(svg));
    expect(bin.rig.smartBones.length).toBe(7);
    bin.rig.bones.forEach(({ base, tip }, i) => {
      const other = svg.rig.bones[i];
      expect(greatest([...base, ...tip], [...other.base, ...other.tip])).toBeLessThan(unit + 1e-6);
    });
  });

  test('moves points as the frames do', () => {
    const other = pathsByKey(svg.rig);
    let worst = 0;
    let compared = 0;
    for (const [a, action] of bin.rig.actions.entries()) {
      for (const [key, path] of pathsByKey(bin.rig)) {
        const own = morphs(bin.rig, action, path);
        const theirs = morphs(svg.rig, svg.rig.actions[a], other.get(key) ?? -1);
        for (const [frame, numbers] of own.entries()) worst = Math.max(worst, greatest(numbers, theirs[frame]));
        compared += own.length;
      }
    }
    console.info(`the differences from rest differ by at most ${worst.toFixed(4)} px, ${compared} paths in frames`);
    expect(compared).toBeGreaterThan(300_000);
    expect(worst).toBeLessThan(0.03);
  });

  test('moves bones as the frames do', () => {
    let worst = 0;
    for (const [a, { bones, frames: last }] of bin.rig.actions.entries()) {
      for (let bone = 0; bone < bin.rig.bones.length; bone++) {
        const [own, theirs] = [bones, svg.rig.actions[a].bones].map((tracks) => {
          const track = tracks.find((each) => each.bone === bone);
          const at = (key: number) => track?.deltas.subarray(4 * key, 4 * key + 4) ?? new Float64Array(4);
          return held(track?.frames ?? [], at, new Float64Array(4), last);
        });
        for (const [frame, numbers] of own.entries()) worst = Math.max(worst, greatest(numbers, theirs[frame]));
      }
    }
    console.info(`the bones differ by at most ${worst.toFixed(4)} px`);
    expect(worst).toBeLessThan(0.05);
  });

  test('paints and orders as the frames do', () => {
    const other = pathsByKey(svg.rig);
    let keys = 0;
    for (const [a, action] of bin.rig.actions.entries()) {
      const theirs = svg.rig.actions[a];
      const styles = (rig: Rig, { styles: tracks, frames: last }: Action) =>
        tracks
          .map(({ path, property, frames, values }) => {
            keys += frames.length;
            const at = (key: number) => values[key];
            return [pathKey(rig, path), property, held<unknown>(frames, at, rig.paths[path].style[property], last)];
          })
          .sort();
      expect(styles(bin.rig, action)).toEqual(styles(svg.rig, theirs));
      const orders = (rig: Rig, { orders: tracks, frames: last }: Action) => {
        const name = (ref: number) => (isGroupRef(ref) ? rig.groups[~ref].id : pathKey(rig, ref));
        return tracks.map(({ group, frames, values }) => {
          keys += frames.length;
          const at = (key: number) => values[key].map(name);
          return [rig.groups[group].id, held(frames, at, rig.groups[group].children.map(name), last)];
        });
      };
      expect(orders(bin.rig, action)).toEqual(orders(svg.rig, theirs));
      expect([action.visibility, theirs.visibility]).toEqual([[], []]);
    }
    expect(other.size).toBe(323);
    expect(keys).toBeGreaterThan(2 * (45 + 11));
  });

  test.each([1, 24, 60, 100, 180])('is bent at frame %i as by the ancestor', (frame) => {
    const compiled = compile(bin.rig);
    const name = `${data}/golden/bin/walk_${String(frame).padStart(3, '0')}.json`;
    const picture = posedPicture(compiled, new DrawOrders(compiled), { play: { 歩き: frame } });
    const { points, bones } = compareWithGolden(picture, readGolden(name));
    console.info(`walk at ${frame}: points ${points.toFixed(4)} px, bones ${bones.toFixed(4)} px`);
    expect(points).toBeLessThan(0.02);
    expect(bones).toBeLessThan(0.02);
  });
});
