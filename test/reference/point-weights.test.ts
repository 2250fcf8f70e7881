import { expect, test } from 'vitest';
import { Pose } from '../../src/engine/animate/pose.ts';
import { Skeleton } from '../../src/engine/animate/skeleton.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Bone, Rig } from '../../src/engine/model/rig.ts';
import { morphPoints } from '../../src/engine/reference/morph.ts';
import { visitWeights } from '../../src/engine/reference/point-weights.ts';
import { skinPoints } from '../../src/engine/reference/skin.ts';
import { sketchRig } from '../support/sketch.ts';

const shape = 'M 10 10 C 30 0 70 20 90 10 L 80 60 L 20 70 Z';
/** Bones that carry each group, the picture first. */
const FLEXI = [[], [], [0], [0, 1], [0, 1, 2], [3]];

function bone(strength: number | undefined, ...[x0, y0, x1, y1]: [number, number, number, number]): Bone {
  const free = { minAngle: undefined, maxAngle: undefined, isPin: false, fixed: false, flexiPoint: undefined };
  return { id: `bone ${x0}`, group: 0, parent: -1, base: [x0, y0], tip: [x1, y1], strength, ...free };
}

function rig(): Rig {
  const sketch = sketchRig(['still', 'one', 'two', 'three', 'weak', 'given'].map((group) => ({ d: shape, group })));
  const points = sketch.paths[5].points.length / 2;
  const weights = {
    // All points but the last have two bones.
    starts: Uint32Array.from({ length: points + 1 }, (_, i) => Math.min(i, points - 1) * 2),
    bones: Uint32Array.from({ length: (points - 1) * 2 }, (_, i) => [2, 0][i % 2]),
    weights: Float32Array.from({ length: (points - 1) * 2 }, (_, i) => [0.25, 0.75][i % 2]),
  };
  return {
    ...sketch,
    groups: sketch.groups.map((group, g) => ({ ...group, flexi: FLEXI[g] ?? [] })),
    paths: sketch.paths.map((path, p) => (p === 5 ? { ...path, weights } : path)),
    bones: [bone(0.1, 20, 20, 60, 20), bone(0.3, 60, 20, 80, 60), bone(0.05, 15, 50, 40, 60), bone(0, 70, 70, 90, 90)],
  };
}

test('the weights that are shown carry each point to where it is drawn', () => {
  const compiled = compile(rig());
  const pose = new Pose(compiled);
  const skeleton = new Skeleton(compiled);
  skeleton.turns.set([0.5, -0.9, 1.3, 0.4]);
  skeleton.solve(pose);
  const morphed = morphPoints(compiled, pose.actions);
  const posed = skinPoints(compiled, pose.bones, morphed.slice());
  const met: number[] = [];
  compiled.rig.paths.forEach(({ points }, path) => {
    const counts = new Set<number>();
    for (let i = 0; i < points.length / 2; i++) {
      const point = compiled.firstPoints[path] + i;
      const [x, y] = morphed.subarray(point * 2, point * 2 + 2);
      let [toX, toY, sum, count] = [x, y, 0, 0];
      visitWeights(compiled, path, point, x, y, (by, weight) => {
        const [a, b, c, d, e, f] = pose.bones.subarray(by * 8, by * 8 + 6);
        toX += weight * (a * x + c * y + e);
        toY += weight * (b * x + d * y + f);
        sum += weight;
        count++;
      });
      expect(toX).toBeCloseTo(posed[point * 2], 9);
      expect(toY).toBeCloseTo(posed[point * 2 + 1], 9);
      if (count > 0) expect(sum).toBeCloseTo(1, 6);
      counts.add(count);
    }
    met.push(Math.max(...counts), Math.min(...counts));
  });
  // One point of the third path lies on one of its two bones, which has it all.
  expect(met).toEqual([0, 0, 1, 1, 2, 1, 3, 3, 0, 0, 2, 0]);
});
