import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { compilerFor } from '../../src/engine/compile/bone-part.ts';
import { cellExtents } from '../../src/engine/compile/cell-layout.ts';
import { LAYOUT } from '../../src/engine/compile/layout.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import { mohoPair, type PosePair } from '../support/moho-poses.ts';
import { smallProject } from '../support/moho-project.ts';
import { seeded } from '../support/random.ts';

/**
 * How much of its length a fill lacks where its place is too small, at worst and in how many of a hundred, over
 * mixes; and the area of all places, as a multiple of that at rest.
 */
function measureRoom(
  { compiled, pose }: PosePair,
  rounds: number,
  take: (round: number) => unknown,
): { worst: number; tooSmall: number; area: number } {
  const room = compilerFor(compiled.rig).createRoom(compiled);
  const active = new Uint8Array(compiled.rig.actions.length);
  const areaOf = (sizes: Float32Array): number => {
    let area = 0;
    for (let i = 0; i < sizes.length; i += 2) area += sizes[i] * sizes[i + 1];
    return area;
  };
  const atRest = areaOf(cellExtents(compiled, active).sizes);
  let [worst, tooSmall, count, area] = [0, 0, 0, 0];
  for (let i = 0; i < rounds; i++) {
    take(i);
    for (let a = 0; a < active.length; a++) if (pose.actions[a * 4 + 2] + pose.actions[a * 4 + 3] > 0) active[a] = 1;
    room.note(pose.bones);
    const { sizes } = room.widen(cellExtents(compiled, active));
    area = areaOf(sizes) / atRest;
    const points = posePoints(compiled, pose);
    for (let cell = 0; cell < compiled.cells.length / 4; cell++) {
      if (compiled.cells[cell * 4 + 1] === LAYOUT.CELL_STROKE) continue;
      const path = compiled.cells[cell * 4];
      const first = compiled.firstPoints[path];
      const end = first + compiled.rig.paths[path].points.length / 2;
      for (const axis of [0, 1]) {
        let [least, most] = [Infinity, -Infinity];
        for (let p = first; p < end; p++) {
          least = Math.min(least, points[p * 2 + axis]);
          most = Math.max(most, points[p * 2 + axis]);
        }
        const lacks = 1 - sizes[cell * 2 + axis] / (most - least);
        count++;
        if (lacks > 0.02) tooSmall++;
        worst = Math.max(worst, lacks);
      }
    }
  }
  return { worst, tooSmall: (100 * tooSmall) / count, area };
}

const figures = ({ worst, tooSmall, area }: ReturnType<typeof measureRoom>): string =>
  `${(100 * worst).toFixed(1)} % too short at worst, ${tooSmall.toFixed(2)} % of them; area × ${area.toFixed(2)}`;

test('places of a small project are large enough in any mix', async () => {
  const pair = await mohoPair('small.mohoproj', JSON.stringify(smallProject()));
  const random = seeded(3);
  const found = measureRoom(pair, 40, () => pair.mix(random));
  console.info(`small project: ${figures(found)}`);
  expect(found.worst).toBeLessThan(0.02);
  expect(found.area).toBeLessThan(6);
});

describe.skipIf(!globalThis.__SHARED_DATA__)('the walk project (needs ../shared)', () => {
  test('has places that are large enough, and in its own walk not much larger', async () => {
    const walk = readFileSync(fromRoot('..', 'shared', 'data', 'walk', 'walk.moho'));
    const pair = await mohoPair('walk.moho', walk);
    const { pose, skeleton, compiled } = pair;
    const last = compiled.rig.actions[0].frames;
    const own = measureRoom(pair, 60, (round) => {
      pose.actions.fill(0);
      pose.setFrames(0, Math.min(last, round * 4 + 1), 0, 0, 1);
      skeleton.solve(pose);
    });
    const random = seeded(3);
    const mixed = measureRoom(pair, 60, () => pair.mix(random));
    console.info(`walk: ${figures(own)}; mixed: ${figures(mixed)}`);
    expect(own.worst).toBeLessThan(0.02);
    expect(own.area).toBeLessThan(3);
    expect(mixed.tooSmall).toBeLessThan(1);
    expect(mixed.area).toBeLessThan(8);
  });
});
