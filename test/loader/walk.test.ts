import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { formatProblem } from '../../src/engine/model/problem.ts';
import type { Action, Rig } from '../../src/engine/model/rig.ts';
import { type Loaded, load } from '../../src/loader/node.ts';
import { watchBlockedTime } from '../support/blocked-time.ts';

const walk = fromRoot('..', 'shared', 'data', 'walk');
const rigFiles = [`${walk}/bones.json`];

/** A second reader, as small as can be: numbers of every path, by `group/index`, in file order. */
function readNumbers(file: string): Map<string, number[]> {
  const numbers = new Map<string, number[]>();
  const open: { name: string; id: string; count: number }[] = [];
  for (const [, end, name, rest, alone] of readFileSync(file, 'utf8').matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g)) {
    if (end === '/') open.pop();
    else if (name === 'path') {
      const parent = open[open.length - 1];
      const d = / d="([^"]*)"/.exec(rest)?.[1] ?? '';
      numbers.set(`${parent.name} ${parent.id}/${parent.count++}`, (d.match(/-?[\d.]+/g) ?? []).map(Number));
    } else if (alone !== '/') open.push({ name, id: / id="([^"]*)"/.exec(rest)?.[1] ?? '', count: 0 });
  }
  return numbers;
}

const fileOf = (action: string, frame: number) =>
  `${walk}/walk_${action}/walk_${action}_${String(frame).padStart(5, '0')}.svg`;

/** Where the paths of the rig stand in a file. */
function keysOf(rig: Rig): string[] {
  const clips = new Map(rig.masks.flatMap(({ id, paths }) => paths.map((path) => [path, id])));
  return rig.paths.map(({ role, group, index }, path) =>
    role === 'clip' ? `clipPath ${clips.get(path)}/${index}` : `g ${rig.groups[group].id}/${index}`,
  );
}

/** The greatest distance of rest + delta from the files' own numbers, over all frames; the frames in which a path is off. */
function compareAction(rig: Rig, action: Action, keys: readonly string[]) {
  const points = rig.paths.map((path) => path.points.slice());
  const next = new Map(action.morphs.map((track) => [track, 0]));
  let worst = 0;
  let compared = 0;
  const off: string[] = [];
  for (let frame = 1; frame <= action.frames; frame++) {
    for (const [track, key] of next) {
      if (track.frames[key] !== frame) continue;
      const { points: rest } = rig.paths[track.path];
      for (let i = 0; i < rest.length; i++) points[track.path][i] = rest[i] + track.deltas[key * rest.length + i];
      next.set(track, key + 1);
    }
    const numbers = readNumbers(fileOf(action.name, frame));
    points.forEach((values, path) => {
      const own = numbers.get(keys[path]) ?? [];
      if (own.length !== values.length) {
        off.push(`${frame} ${keys[path]}`);
        return;
      }
      for (let i = 0; i < own.length; i++) worst = Math.max(worst, Math.abs(own[i] - values[i]));
      compared++;
    });
  }
  return { worst, compared, off };
}

describe.skipIf(!globalThis.__SHARED_DATA__)('the walk data (needs ../shared)', () => {
  describe('as it is meant', () => {
    let loaded: Loaded;
    /** ms. */
    let blocked = 0;

    beforeAll(async () => {
      const stop = watchBlockedTime();
      loaded = await load(`${walk}/filelist.csv`, { rigFiles });
      blocked = stop();
    }, 60_000);

    test('has no problem and its counts', () => {
      const { rig, report } = loaded;
      expect(report.problems.map(formatProblem)).toEqual([]);
      expect(report.files).toBe(1 + 1 + 1139 + 1);
      const drawn = rig.paths.filter(({ role }) => role === 'drawn');
      expect({
        name: rig.name,
        size: [rig.width, rig.height, rig.fps],
        drawn: drawn.length,
        fills: drawn.filter(({ style }) => style.fill !== null).length,
        evenodd: drawn.filter(({ style, fillRule }) => style.fill !== null && fillRule === 'evenodd').length,
        strokes: drawn.filter(({ style }) => style.stroke !== null && style.strokeWidth === 1).length,
        clips: rig.paths.length - drawn.length,
        points: drawn.reduce((sum, { points }) => sum + points.length / 2, 0),
        bones: rig.bones.length,
        smartBones: rig.smartBones.length,
        flexi: rig.groups.filter(({ flexi }) => flexi.length > 0).length,
      }).toEqual({
        name: 'walk',
        size: [480, 720, 24],
        drawn: 323,
        fills: 54,
        evenodd: 54,
        strokes: 269,
        clips: 12,
        points: 3600,
        bones: 20,
        smartBones: 7,
        flexi: 10,
      });
    });

    test('has the actions of the list, in its order', () => {
      expect(loaded.rig.actions.map(({ name, kind, frames }) => `${name} ${kind} ${frames}`)).toEqual([
        'base base 0',
        '右足 morph 200',
        '左腕 morph 100',
        '左足 morph 200',
        '服 morph 100',
        '歩き bone 239',
        '目 morph 100',
        '瞼 morph 100',
        '顔 morph 100',
      ]);
    });

    test('masks the pupils by the clip path and the eyes by name', () => {
      const { rig } = loaded;
      const [clip, face] = rig.masks;
      expect([clip.id, clip.paths.length, face.id]).toEqual(['f3906406-f197-4bf1-91d8-744c09cca836', 12, 'face_Mask']);
      const masked = rig.groups.flatMap(({ id, masks }) => masks.map((mask) => `${id} ${mask}`));
      expect(masked).toEqual(['layer_eyes_Mtarget 1']);
      const pupils = rig.paths.filter(({ masks }) => masks.length > 0).map(({ group }) => rig.groups[group].id);
      expect(pupils).toEqual(['pupil', 'pupil']);
      expect(face.paths.map((path) => rig.groups[rig.paths[path].group].id)).toEqual(['face', 'face']);
      expect(clip.paths.every((path) => rig.paths[path].fillRule === 'nonzero')).toBe(true);
    });

    test('takes only bones and order from the bone action', () => {
      const action = loaded.rig.actions[5];
      expect([action.morphs, action.styles, action.visibility]).toEqual([[], [], []]);
      expect(action.bones.length).toBe(20);
      const bone = loaded.rig.bones.findIndex(({ id }) => id === 'bone_B9');
      const track = action.bones.find((each) => each.bone === bone);
      const key = track?.frames.indexOf(25) ?? -1;
      // From the worked example: B9 in file 25, without the motion of its parent B3.
      const expected = [-0.241, 2.967, 23.946, -4.63];
      const found = Array.from(track?.deltas.subarray(4 * key, 4 * key + 4) ?? []);
      expect(found.length).toBe(4);
      for (const [i, value] of found.entries()) expect(Math.abs(value - expected[i])).toBeLessThan(1e-3);
    });

    test('has every frame of every smart action as the file has it', () => {
      const { rig } = loaded;
      const keys = keysOf(rig);
      for (const action of rig.actions.filter(({ kind }) => kind === 'morph')) {
        const { worst, compared, off } = compareAction(rig, action, keys);
        expect(off).toEqual([]);
        expect(compared).toBe(action.frames * 335);
        expect(worst).toBeLessThan(1e-4);
      }
    }, 120_000);

    test('loads in time, in little memory, and lets the event loop turn', () => {
      expect(loaded.report.milliseconds).toBeLessThan(20_000);
      expect(blocked).toBeGreaterThan(1);
      expect(blocked).toBeLessThan(50);
      expect(process.memoryUsage().rss).toBeLessThan(1e9);
    });
  });

  describe('baked', () => {
    let loaded: Loaded;

    beforeAll(async () => {
      loaded = await load(`${walk}/filelist.csv`, { rigFiles, bakeBones: true });
    }, 60_000);

    test('has the one frame of other topology as its only problems', () => {
      const clip = 'f3906406-f197-4bf1-91d8-744c09cca836';
      const known = {
        code: 'morph-topology',
        action: '歩き',
        frame: 211,
        path: 0,
        file: 'walk_歩き/walk_歩き_00211.svg',
      };
      const commands = {
        expected: 'M C×4 M C×7 M C×5 M C×8 Z',
        found: 'M C×3 M C M C×7 M C×5 M C×8 Z',
      };
      expect(loaded.report.problems).toMatchObject([
        { ...known, ...commands, group: 'eyes' },
        { ...known, ...commands, group: clip },
      ]);
      expect(loaded.report.problems.length).toBe(2);
    });

    test('has every frame as the file has it', () => {
      const { rig } = loaded;
      const { worst, compared, off } = compareAction(rig, rig.actions[5], keysOf(rig));
      expect(off).toEqual(['211 g eyes/0', '211 clipPath f3906406-f197-4bf1-91d8-744c09cca836/0']);
      expect(compared).toBe(239 * 335 - 2);
      expect(worst).toBeLessThan(1e-4);
    }, 60_000);

    test('has the distinct draw orders of its files', () => {
      const orders = new Set<string>();
      for (let frame = 1; frame <= 239; frame++) {
        const ids = [...readNumbers(fileOf('歩き', frame)).keys()].filter(
          (key) => key.startsWith('g ') && key.endsWith('/0'),
        );
        orders.add(ids.filter((id) => !id.startsWith('g bone')).join());
      }
      const { rig } = loaded;
      const [action] = rig.actions.filter(({ name }) => name === '歩き');
      const found = new Set<string>();
      for (let frame = 1; frame <= 239; frame++) found.add(drawOrder(rig, action, frame).join());
      expect(found).toEqual(orders);
    });
  });
});

/** Groups with drawn paths in painting order at a frame, as {@link readNumbers} names their first paths. */
function drawOrder(rig: Rig, action: Action, frame: number): string[] {
  const ids: string[] = [];
  const visit = (group: number) => {
    const track = action.orders.find((each) => each.group === group);
    const key = (track?.frames.filter((each) => each <= frame).length ?? 0) - 1;
    const children = key < 0 ? rig.groups[group].children : (track?.values[key] ?? []);
    if (rig.paths.some((path) => path.group === group && path.role === 'drawn'))
      ids.push(`g ${rig.groups[group].id}/0`);
    for (const child of children) if (child < 0) visit(~child);
  };
  visit(0);
  return ids;
}
