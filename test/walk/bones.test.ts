import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { Pose } from '../../src/engine/animate/pose.ts';
import { applyRequest, resolveRequest } from '../../src/engine/animate/pose-request.ts';
import { Skeleton } from '../../src/engine/animate/skeleton.ts';
import { cellExtents } from '../../src/engine/compile/cell-layout.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { CompiledRig } from '../../src/engine/compile/compiled-rig.ts';
import { LAYOUT } from '../../src/engine/compile/layout.ts';
import { SkinRoom } from '../../src/engine/compile/skin-room.ts';
import { bend } from '../../src/engine/geometry/cubic.ts';
import { posedPicture } from '../../src/engine/reference/posed-picture.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import { load } from '../../src/loader/node.ts';
import { compareWithGolden, readGolden } from '../support/golden.ts';
import { seeded } from '../support/random.ts';

const data = fromRoot('..', 'shared', 'data');
const walk = `${data}/walk`;

describe.skipIf(!existsSync(walk))('the walk character with its bones (needs ../shared/data)', () => {
  let compiled: CompiledRig;
  let pose: Pose;
  let skeleton: Skeleton;

  beforeAll(async () => {
    const rigFiles = [`${walk}/bones.json`, `${walk}/bones_custom.json`];
    const { rig, report } = await load(`${walk}/filelist.csv`, { rigFiles, numbering: 'ancestor' });
    expect(report.problems).toEqual([]);
    compiled = compile(rig);
    pose = new Pose(compiled);
    skeleton = new Skeleton(compiled);
  }, 120_000);

  test.each([1, 24, 60, 100, 180])('is at frame %i of the walk as the ancestor computed it', (frame) => {
    const picture = posedPicture(compiled, new DrawOrders(compiled), { play: { 歩き: frame } });
    const golden = readGolden(`${data}/golden/svg/walk_${String(frame).padStart(3, '0')}.json`);
    const { points, bones } = compareWithGolden(picture, golden);
    console.info(`walk at ${frame}: points ${points.toFixed(4)} px, bones ${bones.toFixed(4)} px`);
    expect(points).toBeLessThan(0.02);
    expect(bones).toBeLessThan(0.02);
  });

  /** Poses: every frame of the walk; then bones turned and reaching at random. */
  function* poses(): Generator<string> {
    const { rig } = compiled;
    const random = seeded(3);
    const last = rig.actions.find(({ kind }) => kind === 'bone')?.frames ?? 0;
    for (let frame = 1; frame <= last; frame++) {
      applyRequest(pose, skeleton, compiled, resolveRequest(compiled, { play: { 歩き: frame } }));
      yield `frame ${frame}`;
    }
    for (let i = 0; i < 60; i++) {
      const bones = Object.fromEntries(rig.bones.map(({ id }) => [id, random() < 0.5 ? (random() - 0.5) * 60 : 0]));
      const ik = {
        bone_B14: [random() * 480, random() * 720] as const,
        bone_B11: [random() * 480, random() * 720] as const,
      };
      const play = { 歩き: random() * last };
      applyRequest(pose, skeleton, compiled, resolveRequest(compiled, { play, bones, ik }));
      yield `pose ${i}`;
    }
  }

  test('has room in the atlas for every cell, and chords enough for every curve', () => {
    const room = new SkinRoom(compiled);
    const { starts, points: firsts, bends } = compiled.pathSegments;
    const active = new Uint8Array(compiled.rig.actions.length).fill(1);
    const unbent = cellExtents(compiled, active);
    let extents = unbent;
    let [tightest, sharpest] = [0, 0];
    const faults: string[] = [];
    for (const name of poses()) {
      if (room.note(pose.bones)) extents = room.widen(unbent);
      const points = posePoints(compiled, pose);
      for (let cell = 0; cell < compiled.cells.length / 4; cell++) {
        if (compiled.cells[cell * 4 + 1] === LAYOUT.CELL_STROKE) continue;
        const path = compiled.cells[cell * 4];
        const from = compiled.firstPoints[path];
        const count = compiled.rig.paths[path].points.length / 2;
        for (const axis of [0, 1]) {
          let [least, greatest] = [Infinity, -Infinity];
          for (let i = from; i < from + count; i++) {
            least = Math.min(least, points[i * 2 + axis]);
            greatest = Math.max(greatest, points[i * 2 + axis]);
          }
          const share = (greatest - least) / (extents.sizes[cell * 2 + axis] + 0.1);
          tightest = Math.max(tightest, share);
          if (share > 1)
            faults.push(`${name}: cell ${cell} of ${compiled.rig.groups[compiled.rig.paths[path].group].id} ${share}`);
        }
      }
      const growth = new Float32Array(compiled.rig.paths.length).fill(1);
      compiled.skinSets.forEach((set, s) => {
        for (const path of set.paths) growth[path] = Math.max(1, room.factors[s]);
      });
      for (let path = 0; path < compiled.rig.paths.length; path++) {
        for (let s = starts[path]; s < starts[path + 1]; s++) {
          const share = bend(points, firsts[s]) / Math.max(bends[s] * growth[path], 0.5);
          sharpest = Math.max(sharpest, share);
          if (share > 2) faults.push(`${name}: segment ${s} bends ${share} times as much`);
        }
      }
    }
    console.info(
      `walk, bones: cells fill at most ${(tightest * 100).toFixed(0)} % of their room, bends ${(sharpest * 100).toFixed(0)} % of theirs; room ${[...room.factors].map((f) => f.toFixed(2)).join(' ')}`,
    );
    expect(faults.slice(0, 20)).toEqual([]);
  }, 120_000);
});
