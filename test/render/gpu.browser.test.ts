import { beforeEach, describe, expect, test } from 'vitest';
import { idleGpu } from '../../bench/idle-gpu.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Rig } from '../../src/engine/model/rig.ts';
import { morphPoints, placePoints } from '../../src/engine/reference/morph.ts';
import { readControlPoints } from '../../src/engine/render/read-back.ts';
import type { Stage } from '../../src/engine/stage/stage.ts';
import { difference } from '../support/canvas-reference.ts';
import { seeded } from '../support/random.ts';
import { randomRig } from '../support/random-rig.ts';
import { bareStage, compareAndKeep, contextOf, draw, pointsOnGpu, reference, sharedStage } from '../support/scene.ts';
import { singles } from '../support/singles.ts';
import { sketchRig } from '../support/sketch.ts';

/** Sets every action of every puppet to a random frame; each is off with probability `off`. */
function scramble(stage: Stage, random: () => number, off = 0.3): void {
  for (const puppet of stage.puppets) {
    for (const action of puppet.actionStates) {
      action.interpolation = random() < 0.5 ? 'hold' : 'linear';
      action.frame = random() * action.frames;
      action.weight = random() < off ? 0 : random();
    }
  }
}

/** Software rendering on a busy machine. */
const SLOW = { timeout: 300_000 };

let stage: Stage;
beforeEach(() => {
  stage = sharedStage(200, 200);
});

/** A stage on which nearly nothing is covered or painted: what remains is the work of the other passes and of the CPU. */
function keyhole(): Stage {
  stage = sharedStage(8, 8);
  return stage;
}

describe('the shader agrees with the twin', () => {
  test('control points of 500 random poses are equal within 0.001 px', SLOW, () => {
    keyhole();
    const random = seeded(7);
    let worst = 0;
    for (let round = 0; round < 100; round++) {
      if (round % 20 === 0) {
        const rig = randomRig({ seed: round, actions: 1 + (round / 20) * 2, motion: 40 });
        for (const puppet of [...stage.puppets]) puppet.remove();
        for (let i = 0; i < 5; i++) {
          stage.add(rig, { x: random() * 200, y: random() * 200, scale: 0.3 + random(), rotation: random() * 6 });
        }
      }
      scramble(stage, random);
      const compiled = stage.puppets[0].compiled;
      const gpu = pointsOnGpu(stage);
      expect(gpu.length).toBe(compiled.pointCount * 2 * 5);
      stage.puppets.forEach((puppet, i) => {
        const twin = placePoints(morphPoints(compiled, puppet.actions), puppet.matrix);
        for (let k = 0; k < twin.length; k++) worst = Math.max(worst, Math.abs(twin[k] - gpu[i * twin.length + k]));
      });
    }
    expect(worst).toBeLessThan(0.001);
  });

  test('with the delta texture zeroed every puppet falls back to rest', () => {
    const rig = randomRig();
    for (let i = 0; i < 3; i++) stage.add(rig);
    scramble(stage, seeded(3), 0);
    stage.render();
    const compiled = stage.puppets[0].compiled;
    const rest = morphPoints(compiled, new Float32Array(rig.actions.length * 4));
    const farthest = () => {
      const gpu = readControlPoints(stage.renderer, compiled);
      return Math.max(...gpu.map((value, i) => Math.abs(value - rest[i % rest.length])));
    };
    expect(farthest()).toBeGreaterThan(1);
    zeroDeltas(stage);
    stage.render();
    expect(farthest()).toBeLessThan(0.001);
  });
});

/** Overwrites the only texture of signed integers. */
function zeroDeltas(target: Stage): void {
  const gl = contextOf(target);
  const spy = gl.bindTexture;
  const seen = new Set<WebGLTexture>();
  gl.bindTexture = (kind, texture) => {
    if (texture) seen.add(texture);
    spy.call(gl, kind, texture);
  };
  target.render();
  gl.bindTexture = spy;
  let zeroed = 0;
  const framebuffer = gl.createFramebuffer();
  for (const texture of seen) {
    gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    if (gl.checkFramebufferStatus(gl.FRAMEBUFFER) !== gl.FRAMEBUFFER_COMPLETE) continue;
    if (gl.getParameter(gl.IMPLEMENTATION_COLOR_READ_FORMAT) !== gl.RG_INTEGER) continue;
    if (gl.getParameter(gl.IMPLEMENTATION_COLOR_READ_TYPE) !== gl.SHORT) continue;
    gl.clearBufferiv(gl.COLOR, 0, [0, 0, 0, 0]);
    zeroed++;
  }
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.deleteFramebuffer(framebuffer);
  expect(zeroed).toBe(1);
}

/** Counts the bytes of every call that sends data, and the draw calls, of what `work` does. */
function watch(target: Stage, work: () => void): { bytes: number; draws: number } {
  const gl = contextOf(target) as unknown as Record<string, unknown>;
  const found = { bytes: 0, draws: 0 };
  const names = [
    ['texImage2D', 'texSubImage2D', 'texStorage2D', 'bufferData', 'bufferSubData'],
    ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced', 'drawRangeElements'],
  ];
  const originals = new Map<string, unknown>();
  names.forEach((group, kind) => {
    for (const name of group) {
      const original = gl[name] as (...args: unknown[]) => unknown;
      originals.set(name, original);
      gl[name] = (...args: unknown[]) => {
        if (kind === 1) found.draws++;
        for (const arg of args) if (ArrayBuffer.isView(arg)) found.bytes += arg.byteLength;
        return original.apply(gl, args);
      };
    }
  });
  work();
  for (const [name] of originals) delete gl[name];
  return found;
}

describe('cost of a frame', () => {
  test.each([1, 7, 100])('%i puppets: at most 8 draws, at most 1 KB sent a puppet', (count) => {
    const rig = randomRig();
    const random = seeded(count);
    for (let i = 0; i < count; i++) stage.add(rig, { x: random() * 200, y: random() * 200, scale: 0.25 });
    scramble(stage, random, 0);
    stage.render();
    for (let frame = 0; frame < 5; frame++) {
      scramble(stage, random, 0);
      for (const puppet of stage.puppets) puppet.x = random() * 200;
      const { bytes, draws } = watch(stage, () => stage.render());
      expect(draws).toBeLessThanOrEqual(8);
      expect(bytes).toBeLessThanOrEqual(1024 * count);
      expect(bytes).toBeGreaterThan(0);
      expect(stage.stats.draws).toBe(draws);
      expect(stage.stats.uploadBytes).toBe(bytes);
    }
  });

  test('ten times the control points: JS time grows by no more than a half', SLOW, () => {
    const time = (segments: number) => {
      const other = bareStage(8, 8);
      const rig = randomRig({ segments });
      for (let i = 0; i < 20; i++) other.add(rig, { scale: 0.05 });
      for (const puppet of other.puppets) for (const action of puppet.actionStates) action.play({ loop: true });
      other.render();
      // Else the software GPU has minutes of work in its queue, and takes the cores from what is measured.
      idleGpu(contextOf(other));
      const rounds: number[] = [];
      for (let round = 0; round < 45; round++) {
        const start = performance.now();
        for (let i = 0; i < 4; i++) {
          other.update(1 / 60);
          other.render();
        }
        rounds.push(performance.now() - start);
        contextOf(other).finish();
      }
      other.destroy();
      return rounds.sort((a, b) => a - b)[15];
    };
    time(5);
    const [small, large] = [time(5), time(50)];
    expect(large / small).toBeLessThan(1.5);
  });

  test('2,000 frames leave the heap as it was', SLOW, () => {
    const collect = (globalThis as { gc?: () => void }).gc;
    const heap = () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize;
    expect(collect).toBeTypeOf('function');
    const stage = bareStage(8, 8);
    const rig = randomRig({ paths: 4, segments: 2 });
    for (let i = 0; i < 2; i++) stage.add(rig, { x: 4 * i, scale: 0.05 });
    stage.render();
    // It would take the cores, and time, from what makes the garbage.
    idleGpu(contextOf(stage));
    for (const puppet of stage.puppets) {
      for (const action of puppet.actionStates) action.play({ loop: true, weight: 0.5 });
    }
    const run = (frames: number) => {
      for (let i = 0; i < frames; i++) {
        stage.update(1 / 60);
        stage.render();
      }
      contextOf(stage).finish();
    };
    run(500);
    // The test runner shares the page and its heap: what leaks shows every time, its noise does not.
    const growths: number[] = [];
    do {
      collect?.();
      const before = heap();
      run(2000);
      collect?.();
      growths.push(heap() - before);
    } while (growths.length < 3 && Math.min(...growths) >= 64 * 1024);
    stage.destroy();
    expect(Math.min(...growths)).toBeLessThan(64 * 1024);
  });
});

describe('many puppets in one picture', () => {
  const crowd = (rigs: readonly Rig[], count: number) => {
    const random = seeded(11);
    for (let i = 0; i < count; i++) {
      stage.add(rigs[i % rigs.length], {
        x: 30 + random() * 140,
        y: 30 + random() * 140,
        scale: 0.25,
        rotation: i % 5 === 0 ? random() * 6 : 0,
        z: Math.floor(random() * 10),
        tint: i % 6 === 0 ? [1, 0.5, 0.5] : [1, 1, 1],
      });
    }
    scramble(stage, random);
  };

  test('100 puppets equal 100 single pictures laid over each other in z order', SLOW, async () => {
    crowd([randomRig({ motion: 3 })], 100);
    const together = draw(stage);
    expect(stage.stats.draws).toBeLessThanOrEqual(8);
    const orders = new Set(stage.puppets.map((puppet) => puppet.orders.find(puppet.actions)));
    expect(orders.size).toBeGreaterThanOrEqual(4);
    const found = await compareAndKeep('crowd/one rig', together, singles(stage));
    expect(found.greatest).toBeLessThanOrEqual(4);
    expect(found.mean).toBeLessThanOrEqual(0.2);
  });

  test('puppets of two rigs interleaved in z paint in the right order', SLOW, async () => {
    crowd([randomRig({ seed: 1 }), randomRig({ seed: 2, paths: 8 })], 30);
    const found = await compareAndKeep('crowd/two rigs', draw(stage), singles(stage));
    expect(found.greatest).toBeLessThanOrEqual(4);
  });

  test('an atlas that is too small is filled several times', SLOW, async () => {
    const rig = randomRig({ motion: 5 });
    const wide = bareStage(1600, 1600);
    for (let i = 0; i < 9; i++) wide.add(rig, { x: 550 + 60 * i, y: 800, scale: 7, rotation: i });
    const together = draw(wide);
    expect(wide.stats.batches).toBeGreaterThan(1);
    const found = difference(together, singles(wide));
    wide.destroy();
    expect(found.greatest).toBeLessThanOrEqual(4);
  });

  test('a puppet larger than the atlas is drawn in pages, as sharp as a small one', SLOW, async () => {
    const rig = randomRig({ motion: 5 });
    const large = bareStage(2400, 2400);
    const puppet = large.add(rig, { x: 1200, y: 1200, scale: 12 });
    for (const action of puppet.actionStates) action.weight = 0.3;
    const picture = draw(large);
    const { batches } = large.stats;
    large.destroy();
    expect(batches).toBeGreaterThan(1);
    // A window onto the middle needs no pages.
    const window = bareStage(200, 200);
    const inside = window.add(rig, { x: 100, y: 100, scale: 12 });
    for (const action of inside.actionStates) action.weight = 0.3;
    const part = draw(window);
    window.destroy();
    const cut = new Float32Array(part.data.length);
    for (let y = 0; y < 200; y++) {
      const from = ((y + 1100) * 2400 + 1100) * 4;
      cut.set(picture.data.subarray(from, from + 800), y * 800);
    }
    const found = await compareAndKeep('crowd/pages', { width: 200, height: 200, data: cut }, part);
    expect(found.greatest).toBeLessThanOrEqual(4);
  });

  test('mixes agree with Canvas2D', SLOW, async () => {
    const rig = randomRig({ motion: 12 });
    stage.add(rig);
    const random = seeded(5);
    for (let round = 0; round < 6; round++) {
      scramble(stage, random);
      const found = await compareAndKeep(`crowd/mix ${round}`, draw(stage), reference(stage));
      expect(found.mean).toBeLessThan(0.6);
      expect(found.over32).toBeLessThan(0.3);
    }
  });
});

test('masks: unions, intersections, holes, and one without paths', async () => {
  const disc = (x: number, y: number, r: number) =>
    `M ${x} ${y - r} C ${x + 1.1 * r} ${y - r} ${x + 1.1 * r} ${y + r} ${x} ${y + r} C ${x - 1.1 * r} ${y + r} ${x - 1.1 * r} ${y - r} ${x} ${y - r} Z`;
  const rig = sketchRig(
    [
      { d: disc(40, 40, 30), role: 'clip' },
      { d: disc(70, 60, 25), role: 'clip' },
      { d: `${disc(50, 50, 40)} ${disc(50, 50, 15)}`, role: 'clip', fillRule: 'evenodd' },
      { d: 'M 0 0 L 100 0 L 100 100 L 0 100 Z', fill: [0.2, 0.6, 0.3, 1], group: 'cut', masks: [1] },
      { d: 'M 0 30 L 100 40', fill: null, stroke: [0, 0, 0, 1], strokeWidth: 8, group: 'cut' },
      { d: 'M 0 0 L 100 0 L 100 100 L 0 100 Z', fill: [1, 0, 0, 1], masks: [2] },
    ],
    {
      masks: [
        { id: 'two discs', paths: [0, 1], masks: [] },
        { id: 'ring', paths: [2], masks: [] },
        { id: 'nothing', paths: [], masks: [] },
      ],
      groupMasks: { cut: [0] },
    },
  );
  stage.add(rig, { x: 100, y: 100, scale: 2 });
  const found = await compareAndKeep('masks', draw(stage), reference(stage));
  expect(found.mean).toBeLessThan(0.35);
  expect(found.over32).toBeLessThan(0.12);
});

test('a rig is compiled to 16-bit deltas that are right to 0.005 px, however far they reach', () => {
  const rig = randomRig({ motion: 400 });
  const compiled = compile(rig);
  const actions = new Float32Array(rig.actions.length * 4);
  rig.actions.forEach((action, a) => {
    for (let frame = 1; frame <= action.frames; frame++) {
      actions.fill(0);
      actions.set([frame, frame, 1, 0], a * 4);
      const points = morphPoints(compiled, actions);
      for (const track of action.morphs) {
        const row = track.frames.filter((key) => key <= frame).length - 1;
        const path = rig.paths[track.path];
        path.points.forEach((rest, i) => {
          const delta = row < 0 ? 0 : track.deltas[row * path.points.length + i];
          expect(Math.abs(points[compiled.firstPoints[track.path] * 2 + i] - rest - delta)).toBeLessThan(0.005);
        });
      }
    }
  });
});
