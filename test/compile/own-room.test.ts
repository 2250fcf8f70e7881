import { describe, expect, test } from 'vitest';
import { OwnPoints } from '../../src/engine/animate/own-points.ts';
import { Pose } from '../../src/engine/animate/pose.ts';
import { cellExtents } from '../../src/engine/compile/cell-layout.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { tessellate } from '../../src/engine/compile/tessellate.ts';
import { PathBuilder } from '../../src/engine/model/path-builder.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import { randomBonedRig } from '../support/bones.ts';
import { seeded } from '../support/random.ts';
import { randomRig } from '../support/random-rig.ts';

describe('the room of own points', () => {
  test('holds every path, with whatever actions add to it', () => {
    const random = seeded(3);
    const rig = randomRig({ paths: 10, actions: 4 });
    const compiled = compile(rig);
    const own = new OwnPoints(compiled);
    const room = own.createRoom();
    const pose = new Pose(compiled);
    const active = new Uint8Array(rig.actions.length).fill(1);
    let farther = 0;
    for (let round = 0; round < 30; round++) {
      rig.paths.forEach(({ points }, path) => {
        if (random() < 0.5)
          own.set(
            path,
            points.map((value) => value + (random() - 0.5) * round * 10),
          );
      });
      room.note(own.paths);
      rig.actions.forEach(({ frames }, a) => {
        pose.setAction(a, random() * frames, random(), frames, 'linear');
      });
      const posed = posePoints(compiled, { ...pose, own });
      const { sizes } = cellExtents(compiled, active, room);
      const unaware = cellExtents(compiled, active).sizes;
      for (let cell = 0; cell < sizes.length / 2; cell++) {
        const path = compiled.cells[cell * 4];
        const first = compiled.firstPoints[path];
        for (const axis of [0, 1]) {
          const values = Array.from(
            { length: rig.paths[path].points.length / 2 },
            (_, i) => posed[(first + i) * 2 + axis],
          );
          const extent = Math.max(...values) - Math.min(...values);
          expect(extent).toBeLessThanOrEqual(sizes[cell * 2 + axis] + 1e-3);
          if (extent > unaware[cell * 2 + axis]) farther++;
        }
      }
    }
    expect(farther).toBeGreaterThan(0);
  });

  test('grows in steps, and not by what it has had', () => {
    const rig = new PathBuilder(100, 100).arc(50, 50, 20).fill('red').build();
    const own = new OwnPoints(compile(rig));
    const room = own.createRoom();
    const { points } = rig.paths[0];
    const sized = (size: number) => {
      own.set(
        0,
        points.map((value) => 50 + (value - 50) * size),
      );
      return room.note(own.paths);
    };
    let growths = 0;
    for (let size = 0.1; size < 10; size += 0.01) if (sized(size)) growths++;
    expect(growths).toBeGreaterThan(5);
    expect(growths).toBeLessThan(30);
    const { name } = room;
    for (let size = 0.1; size < 10; size += 0.1) expect(sized(size)).toBe(false);
    expect(room.note(own.paths)).toBe(false);
    expect(room.name).toBe(name);
  });

  test('is that of the canvas where bones carry a path from farther away than those they were made for', () => {
    const rig = randomBonedRig();
    const compiled = compile(rig);
    const own = new OwnPoints(compiled);
    const room = own.createRoom();
    const { path } = compiled.skinSets.map(({ paths }) => ({ path: paths[0] }))[0];
    const { points } = rig.paths[path];
    own.set(path, points);
    room.note(own.paths);
    expect(room.extent(path)?.isAnywhere).toBe(false);
    own.set(
      path,
      points.map((value) => value + 500),
    );
    expect(room.note(own.paths)).toBe(true);
    expect(room.extent(path)?.isAnywhere).toBe(true);
    expect(own.find(path)?.[0]).toBeCloseTo(points[0] + 500, 3);
  });

  test('cuts curves as finely as they bend', () => {
    const rig = new PathBuilder(100, 100).arc(50, 50, 2).fill('red').build();
    const compiled = compile(rig);
    const own = new OwnPoints(compiled);
    const room = own.createRoom();
    const bends = new Float32Array(1);
    own.set(
      0,
      rig.paths[0].points.map((value) => 50 + (value - 50) * 20),
    );
    room.note(own.paths);
    expect(room.mergeBends(bends)).toBe(true);
    expect(room.mergeBends(bends)).toBe(false);
    const large = new PathBuilder(100, 100).arc(50, 50, 40).fill('red').build();
    const needed = tessellate(compile(large), 1).vertexCount;
    expect(tessellate(compiled, 1).vertexCount).toBeLessThan(needed);
    expect(tessellate(compiled, 1, undefined, bends).vertexCount).toBeGreaterThanOrEqual(needed);
  });
});
