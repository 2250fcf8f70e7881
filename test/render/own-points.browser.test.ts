import { beforeEach, describe, expect, test } from 'vitest';
import { PathBuilder } from '../../src/engine/model/path-builder.ts';
import { AyatoriError } from '../../src/engine/model/problem.ts';
import type { Rig } from '../../src/engine/model/rig.ts';
import { placePoints } from '../../src/engine/reference/morph.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import { PathPoints } from '../../src/engine/stage/path-points.ts';
import type { Puppet } from '../../src/engine/stage/puppet.ts';
import type { Stage } from '../../src/engine/stage/stage.ts';
import { randomBonedRig } from '../support/bones.ts';
import { difference } from '../support/canvas-reference.ts';
import { seeded } from '../support/random.ts';
import { randomRig } from '../support/random-rig.ts';
import { compareAndKeep, contextOf, draw, pointsOnGpu, reference, sharedStage } from '../support/scene.ts';
import { morphTo, withActions } from '../support/sketch.ts';

let stage: Stage;
beforeEach(() => {
  stage = sharedStage(200, 200);
});

/** The points of a path, each moved by up to `reach` px. */
function moved(rig: Rig, path: number, random: () => number, reach: number): Float64Array {
  return rig.paths[path].points.map((value) => value + (random() - 0.5) * 2 * reach);
}

/** Greatest distance of the GPU's points of all puppets of a rig from those of the twin, canvas px. */
function farthest(puppets: readonly Puppet[]): number {
  const gpu = pointsOnGpu(stage);
  let worst = 0;
  puppets.forEach((puppet, i) => {
    const twin = placePoints(posePoints(puppet.compiled, puppet), puppet.matrix);
    for (let k = 0; k < twin.length; k++) worst = Math.max(worst, Math.abs(twin[k] - gpu[i * twin.length + k]));
  });
  return worst;
}

describe('points of a puppet of its own', () => {
  test('go on from where they are: actions add to them, on the GPU as in the twin, within 0.001 px', () => {
    const random = seeded(4);
    const rig = randomRig({ paths: 8, actions: 3, motion: 30 });
    const puppets = Array.from({ length: 5 }, (_, i) =>
      stage.add(rig, { x: 100, y: 100, scale: 0.4 + 0.2 * i, rotation: i }),
    );
    let worst = 0;
    for (let round = 0; round < 20; round++) {
      for (const puppet of puppets) {
        for (let path = 0; path < rig.paths.length; path++) {
          const points = new PathPoints(puppet, path);
          if (random() < 0.2) points.reset();
          else if (random() < 0.4) points.set(moved(rig, path, random, 40));
        }
        for (const action of puppet.actionStates) {
          action.frame = random() * action.frames;
          action.weight = random();
        }
      }
      worst = Math.max(worst, farthest(puppets));
    }
    expect(worst).toBeLessThan(0.001);
    expect(new Set(puppets.map(({ own }) => own?.paths.length)).size).toBeGreaterThan(1);
  });

  test('are carried by bones, on the GPU as in the twin, within 0.001 px', () => {
    const random = seeded(6);
    const rig = randomBonedRig();
    const puppet = stage.add(rig, { x: 100, y: 100 });
    let worst = 0;
    for (let round = 0; round < 20; round++) {
      for (let path = 0; path < rig.paths.length; path++)
        new PathPoints(puppet, path).set(moved(rig, path, random, 20));
      for (const { id } of rig.bones) puppet.bone(id).angle = random() - 0.5;
      worst = Math.max(worst, farthest([puppet]));
    }
    expect(worst).toBeLessThan(0.001);
  });

  test('belong to one puppet, until they are given back', () => {
    const rig = new PathBuilder(200, 200).rect(20, 20, 40, 40).fill('#c00').build();
    const [changed, other] = [stage.add(rig), stage.add(rig, { x: 200 })];
    const before = draw(stage);
    new PathPoints(changed, 0).set(rig.paths[0].points.map((value) => value + 30));
    const during = draw(stage);
    other.visible = false;
    expect(draw(stage)).not.toEqual(during);
    other.visible = true;
    expect(during).not.toEqual(before);
    new PathPoints(changed, 0).reset();
    expect(draw(stage)).toEqual(before);
  });

  test('may be those of the rig: nothing changes', () => {
    const rig = randomRig({ paths: 5 });
    const puppet = stage.add(rig);
    const before = draw(stage);
    rig.paths.forEach(({ points }, path) => {
      new PathPoints(puppet, path).set(points);
    });
    // Curves may come to be cut more finely.
    expect(difference(before, draw(stage)).greatest).toBeLessThan(6);
  });

  test('that do not fit are refused, and nothing has changed', () => {
    const rig = new PathBuilder(200, 200).rect(20, 20, 40, 40).fill('#c00').build();
    const puppet = stage.add(rig);
    const { points } = rig.paths[0];
    const refused: readonly (readonly [number, ArrayLike<number>, RegExp])[] = [
      [1, points, /no such path; expected 0 to 0; found 1/],
      [0.5, points, /no such path/],
      [0, points.slice(2), /20 numbers.*found 18 numbers/],
      [0, points.map((value, i) => (i === 3 ? NaN : value)), /found NaN at 3/],
    ];
    for (const [path, given, message] of refused) {
      const work = () => new PathPoints(puppet, path).set(given);
      expect(work).toThrow(AyatoriError);
      expect(work).toThrow(message);
    }
    expect(puppet.own?.paths).toEqual([]);
  });
});

describe('what is drawn from them', () => {
  /** A blob with a stroke, in a mask, and what an action does to it. */
  function scene(): Rig {
    const drawing = new PathBuilder(200, 200);
    const mask = drawing.arc(100, 100, 70).mask();
    drawing.beginPath({ masks: [mask] });
    drawing.moveTo(90, 90).quadTo(100, 80, 110, 90).quadTo(120, 100, 110, 110).quadTo(100, 120, 90, 110).close();
    drawing.fill('#27c', { feather: 0 }).stroke('#820', 2);
    const rig = drawing.build();
    const base = { name: 'base', kind: 'base' } as const;
    const key = { 1: 'M 70 90 C 100 80 100 80 110 90 C 120 100 120 100 110 110 C 100 120 100 120 90 140 Z' };
    const empty = withActions({ ...rig, actions: [{ ...EMPTY, ...base }] }, []);
    return withActions(empty, [{ name: 'pull', frames: 1, morphs: [morphTo(rig, 1, key)] }]);
  }

  const EMPTY = { frames: 1, morphs: [], styles: [], visibility: [], orders: [], bones: [] };

  /** The blob about the middle, `size` times as large, its curves bulging. */
  function blob(rig: Rig, size: number, bulge = 1): Float64Array {
    return rig.paths[1].points.map(
      (value, i) => 100 + (value - 100) * size * (Math.floor(i / 2) % 3 === 0 ? 1 : bulge),
    );
  }

  test.each([
    ['small', 0.2, 1],
    ['as it was', 1, 1],
    ['large', 5, 1],
    ['bulging', 3, 2.5],
  ])('%s: as Canvas2D draws it, with mask, stroke and action', async (name, size, bulge) => {
    const rig = scene();
    const puppet = stage.add(rig);
    new PathPoints(puppet, 1).set(blob(rig, size, bulge));
    puppet.action('pull').frame = 1;
    puppet.action('pull').weight = 0.6;
    const found = await compareAndKeep(`own/${name}`, draw(stage), reference(stage));
    expect(found.over32).toBeLessThan(0.2);
    expect(found.mean).toBeLessThan(0.6);
  });

  test('on its way from small to large it is never coarser than at once, at any size', async () => {
    const rig = scene();
    const puppet = stage.add(rig);
    stage.render();
    for (let size = 0.1; size < 8; size *= 1.13) {
      new PathPoints(puppet, 1).set(blob(rig, size, 1.4));
      const found = await compareAndKeep('own/way', draw(stage), reference(stage));
      expect(found.over32, `${size}`).toBeLessThan(0.2);
    }
  });

  test('a path moved anywhere by its own points is drawn there, also in pages', async () => {
    stage = sharedStage(600, 600);
    const drawing = new PathBuilder(200, 200);
    for (let i = 0; i < 120; i++)
      drawing
        .beginPath()
        .rect(i, i, 80, 80)
        .fill(`hsl(${i * 3} 80% 50% / 30%)`);
    const rig = drawing.build();
    const puppet = stage.add(rig, { x: 300, y: 300, scale: 9 });
    rig.paths.forEach(({ points }, path) => {
      new PathPoints(puppet, path).set(
        points.map((value, i) => 100 + (value - path - 40) * 0.6 + (i % 2 === 0 ? 20 : -20)),
      );
    });
    const picture = draw(stage);
    expect(stage.stats.batches).toBeGreaterThan(1);
    const found = await compareAndKeep('own/pages', picture, reference(stage));
    expect(found.greatest).toBeLessThan(40);
    expect(found.mean).toBeLessThan(0.6);
  });
});

describe('what they cost', () => {
  test('one upload a frame, of what was set', () => {
    const rig = randomRig({ paths: 40 });
    const puppet = stage.add(rig);
    stage.render();
    stage.render();
    const { uploadBytes: before, draws } = stage.stats;
    const points = rig.paths[3].points;
    // The first time makes room.
    new PathPoints(puppet, 3).set(points);
    stage.render();
    stage.render();
    expect(stage.stats.draws).toBe(draws);
    expect(stage.stats.uploadBytes - before).toBe(16 * (1 + Math.ceil(points.length / 4)));
    const gl = contextOf(stage);
    let uploads = 0;
    const original = gl.texSubImage2D;
    gl.texSubImage2D = ((...given: never[]) => {
      uploads++;
      return (original as (...all: never[]) => void).apply(gl, given);
    }) as typeof gl.texSubImage2D;
    for (let i = 0; i < 5; i++) {
      new PathPoints(puppet, 3).set(points.map((value) => value + i * 0.1));
      uploads = 0;
      stage.render();
      expect(uploads).toBe(2); // the puppet's row, and the points
    }
  });

  test('in a repeated motion no new layout is made after the first round', () => {
    const rig = new PathBuilder(200, 200).arc(100, 100, 20).fill('#333').build();
    const puppet = stage.add(rig);
    const { points } = rig.paths[0];
    const own = new Float64Array(points.length);
    const round = () => {
      const sent = new Set<number>();
      for (let i = 0; i < 40; i++) {
        const size = 1 + 0.8 * Math.sin(i * 0.157);
        for (let k = 0; k < own.length; k++) own[k] = 100 + (points[k] - 100) * size;
        new PathPoints(puppet, 0).set(own);
        stage.render();
        sent.add(stage.stats.uploadBytes);
      }
      return [...sent];
    };
    round();
    expect(round()).toHaveLength(1);
  });
});
