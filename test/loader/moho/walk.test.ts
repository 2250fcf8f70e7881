import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/lib/paths.mjs';
import { orderedChildren } from '../../../src/engine/geometry/moho/order.ts';
import { MohoPose } from '../../../src/engine/geometry/moho/pose.ts';
import type { PreparedMoho } from '../../../src/engine/geometry/moho/prepare.ts';
import type { MohoProject } from '../../../src/engine/model/moho.ts';
import { ProblemLog } from '../../../src/loader/report.ts';
import { addResults, compareFrame, greatestDistance, momentOf, prepare, readMoho } from '../../support/compare-moho.ts';

const walk = fromRoot('..', 'shared', 'data', 'walk');

describe.skipIf(!globalThis.__SHARED_DATA__)('the walk project (needs ../shared)', () => {
  let project: MohoProject;
  let prepared: PreparedMoho;
  const log = new ProblemLog();

  beforeAll(async () => {
    project = await readMoho(readFileSync(`${walk}/walk.moho`), log);
    prepared = prepare(project);
  });

  const layerOf = (name: string): number => project.layers.findIndex((layer) => layer.name === name);
  const actionOf = (name: string): number => project.actions.findIndex((action) => action.name === name);
  const at = (frame: number) => new MohoPose(prepared, { frame });
  const near = (found: ArrayLike<number>, expected: readonly number[], tolerance = 0.001) => {
    for (const [i, number] of expected.entries()) {
      expect(Math.abs(found[i] - number), `${Array.from(found)} is not ${expected}`).toBeLessThan(tolerance);
    }
  };
  /** Control points of a segment of a mesh, px. */
  const segmentOf = (pose: MohoPose, name: string, curve: number, segment: number): number[] => {
    const handles = pose.handles(layerOf(name));
    const { start, count } = project.layers[layerOf(name)].mesh?.curves[curve] ?? { start: 0, count: 1 };
    const from = (start + segment) * 6;
    const to = (start + ((segment + 1) % count)) * 6;
    return [
      ...handles.slice(from, from + 2),
      ...handles.slice(from + 4, from + 6),
      ...handles.slice(to + 2, to + 4),
      ...handles.slice(to, to + 2),
    ];
  };
  /** Frame of each dial; 0 where it has no say. */
  const dialsAt = (frame: number): Record<string, number> => {
    const { frames, weights } = at(frame).drive(layerOf('main_bone'));
    return Object.fromEntries(project.actions.map(({ name }, a) => [name, weights[a] === 0 ? 0 : frames[a]]));
  };

  test('nothing of it is unsupported', () => {
    expect(log.list()).toEqual([]);
    expect([project.width, project.height, project.fps, project.version]).toEqual([480, 720, 24, 1039]);
    expect(project.actions.map(({ name, frames }) => `${name} ${frames}`).sort()).toEqual(
      ['右足 200', '左腕 100', '左足 200', '服 100', '目 100', '瞼 100', '顔 100', '歩き 239'].sort(),
    );
  });

  test('a point at rest', () => {
    near(at(0).handles(layerOf('right_arm')), [180.115, 249.546]);
  });

  test('points of an action', () => {
    const pose = new MohoPose(prepared, momentOf(project, '右足', 122));
    near(pose.anchors(layerOf('right_leg')).subarray(6, 8), [-0.115326, -0.127679], 2e-6);
    near(pose.handles(layerOf('right_leg')).subarray(18, 20), [157.124, 451.753]);
  });

  test('the frames that dials choose', () => {
    expect(dialsAt(1)).toMatchObject({ 右足: 7, 目: 51, 顔: 51, 服: 0 });
    expect(dialsAt(2)).toMatchObject({ 服: 1, 左腕: 1 });
    expect(dialsAt(10)).toMatchObject({ 右足: 45, 左腕: 54, 顔: 47 });
    expect(dialsAt(164)).toMatchObject({ 瞼: 20, 顔: 18, 目: 33 });
    expect(dialsAt(211)).toMatchObject({ 顔: 1 });
  });

  test('sums of several dials', () => {
    const pose = at(164);
    const { curvePoints } = project.layers[layerOf('eyes')].mesh ?? { curvePoints: [] };
    near(pose.anchors(layerOf('eyes')).subarray(curvePoints[8] * 2), [0.001337, 0.282821], 2e-6);
    const [x0, y0, ...others] = segmentOf(pose, 'eyes', 1, 0);
    near([x0, y0], [245.659, 163.356]);
    near(others, [248.588, 163.769, 247.844, 167.286, 247.863, 175.258]);
  });

  test('draw orders', () => {
    const orderOf = (name: string, pose: MohoPose): string =>
      orderedChildren(project.layers[layerOf(name)], project.layers, pose.frame, pose.drive(layerOf(name)))
        .map((child) => project.layers[child].name)
        .join(', ');
    const changes = (name: string, last: number): number[] => {
      const found: number[] = [];
      for (let frame = 2; frame <= last; frame++) {
        if (orderOf(name, at(frame)) !== orderOf(name, at(frame - 1))) found.push(frame);
      }
      return found;
    };
    expect(changes('main_bone', 62)).toEqual([11, 14, 23, 27, 46, 49, 58, 62]);
    expect(changes('layer_left_leg', 44)).toEqual([8, 9, 29, 43, 44]);
    const raised = 'right_sole, right_heel, right_toe, right_leg';
    const leg = (frame: number) => orderOf('layer_right_leg', new MohoPose(prepared, momentOf(project, '右足', frame)));
    expect([60, 100, 145].map(leg)).toEqual([raised, raised, raised]);
    expect([59, 146].map(leg)).not.toContain(raised);
  });

  test('bones of a pose', () => {
    const bones = at(13).bones(layerOf('main_bone'));
    const skeleton = project.layers[layerOf('main_bone')].skeleton?.bones ?? [];
    const boneAt = (name: string): number[] => {
      const b = skeleton.findIndex((bone) => bone.name === name);
      return [...(bones?.matrices.subarray(b * 6 + 4, b * 6 + 6) ?? []), bones?.worldAngles[b] ?? NaN];
    };
    near(boneAt('B1'), [-0.00214, -0.0399, 0], 2e-6);
    near(boneAt('B2').slice(2), [1.465518], 2e-6);
    near(boneAt('B3'), [0.006561, 0.042434, 1.575723], 2e-6);
    near(boneAt('B4'), [0.00606, 0.144018, 7.832464], 2e-6);
    near(boneAt('B5'), [0.007321, 0.20259, 8.023505], 2e-6);
    near(segmentOf(at(13), 'bone_B5', 0, 0), [245.26, 214.415]);
    near(segmentOf(at(13), 'bone_B5', 0, 0).slice(6), [231.748, 135.47]);
  });

  test('a bone that is scaled', () => {
    const expected = [320.602, 589.421, 302.082, 608.97, 310.977, 652.607, 343.808, 640.376];
    near(segmentOf(at(208), 'left_heel', 0, 0), expected);
  });

  test('points on two bones, and on an elbow', () => {
    const pixels = (frame: number, name: string, point: number): number[] => {
      const pose = at(frame);
      const [x, y] = pose.anchors(layerOf(name)).subarray(point * 2, point * 2 + 2);
      const m = pose.toPixels(layerOf(name));
      return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
    };
    near(pixels(10, 'right_arm', 0), [183.071, 250.815]);
    near(pixels(10, 'right_arm', 12), [180.777, 392.295]);
    near(pixels(20, 'jacket', 13), [271.06, 388.466], 0.002);
    near(pixels(1, 'left_arm', 4), [284.958, 337.822], 0.002);
    near(pixels(1, 'left_arm', 5), [285.512, 365.179], 0.002);
    near(pixels(1, 'left_arm', 16), [332.192, 339.858], 0.002);
    near(pixels(1, 'left_arm', 22), [326.073, 365.961], 0.002);
  });

  test('an action played for itself is as its bone turned to that frame', () => {
    const played = new MohoPose(prepared, { frame: 0, plays: [{ action: actionOf('左足'), frame: 120, weight: 1 }] });
    const turned = new MohoPose(prepared, momentOf(project, '左足', 120));
    near(played.handles(layerOf('left_leg')), [...turned.handles(layerOf('left_leg'))], 1e-9);
    near(played.handles(layerOf('bone_左足')), [...turned.handles(layerOf('bone_左足'))], 1e-9);
  });

  // `node scripts/compare-moho.mjs` holds all 1,140 frames to the same.
  test('40 frames are as Moho exports them', { timeout: 60_000 }, () => {
    const frames: [folder: string, frame: number][] = [['base', 1]];
    for (const folder of ['右足', '左足']) for (const frame of [1, 60, 122, 189, 200]) frames.push([folder, frame]);
    for (const folder of ['左腕', '服', '目', '瞼', '顔'])
      for (const frame of [1, 50, 90]) frames.push([folder, frame]);
    for (const frame of [1, 2, 11, 23, 35, 36, 49, 71, 100, 144, 164, 208, 211, 239]) frames.push(['歩き', frame]);
    expect(frames.length).toBe(40);
    const total = addResults(
      frames.map(([folder, frame]) => {
        const file = `${walk}/walk_${folder}/walk_${folder}_${String(frame).padStart(5, '0')}.svg`;
        return compareFrame(prepared, momentOf(project, folder, frame), readFileSync(file, 'utf8'));
      }),
    );
    expect(total.faults).toEqual([]);
    expect(total.paths).toBe(40 * 343);
    expect(total.sum / total.points).toBeLessThanOrEqual(0.0006);
    expect(total.greatest).toBeLessThanOrEqual(greatestDistance);
    expect([...new Set(total.quirks.map(({ name }) => name))].sort()).toEqual(['eyes 0', 'left_sole 0']);
    expect(Math.max(...total.quirks.map(({ distance }) => distance))).toBeLessThan(0.67);
  });
});
