import { afterEach, describe, expect, test, vi } from 'vitest';
import { idleGpu } from '../../bench/idle-gpu.ts';
import { AyatoriError } from '../../src/engine/model/problem.ts';
import { readControlPoints } from '../../src/engine/render/read-back.ts';
import { Stage } from '../../src/engine/stage/stage.ts';
import { difference, type Picture, readCanvas } from '../support/canvas-reference.ts';
import { loseContext } from '../support/lost-context.ts';
import { randomRig } from '../support/random-rig.ts';
import { bareStage, contextOf, draw } from '../support/scene.ts';
import { sketchRig } from '../support/sketch.ts';

const rig = randomRig();
const SLOW = { timeout: 180_000 };

const stages: Stage[] = [];
const keep = (stage: Stage): Stage => {
  stages.push(stage);
  return stage;
};
afterEach(() => {
  for (const stage of stages.splice(0)) stage.destroy();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const brightest = (picture: Picture) => picture.data.reduce((a, b) => Math.max(a, b), 0);

describe('a lost context', () => {
  async function loseAndRestore(stage: Stage): Promise<void> {
    const restore = await loseContext(stage);
    // What goes on meanwhile must not throw, nor be lost.
    stage.update(0.1);
    stage.render();
    await restore();
  }

  test.each(['coverage', 'stencil'] as const)(
    '%s: comes back with the same picture, five times',
    SLOW,
    async (quality) => {
      const stage = keep(bareStage(200, 200, { quality }));
      for (let i = 0; i < 3; i++) stage.add(rig, { x: 60 + 40 * i, scale: 0.5, z: -i });
      for (const puppet of stage.puppets) {
        puppet.actionStates[0].play({ loop: true });
        puppet.actionStates[1].fadeTo(0.7, 1);
      }
      stage.update(0.35);
      const before = draw(stage);
      expect(brightest(before)).toBeGreaterThan(0);
      const requests = performance.getEntriesByType('resource').length;
      for (let round = 0; round < 5; round++) {
        await loseAndRestore(stage);
        stage.update(-0.1);
        expect(difference(draw(stage), before).greatest).toBe(0);
      }
      expect(performance.getEntriesByType('resource').length).toBe(requests);
    },
  );

  test('is told of, and puppets added meanwhile appear', async () => {
    const stage = keep(bareStage(100, 100));
    const told: string[] = [];
    stage.on('contextlost', () => {
      told.push('lost');
      stage.add(rig, { scale: 0.5 });
    });
    stage.on('contextrestored', () => told.push('restored'));
    await loseAndRestore(stage);
    expect(told).toEqual(['lost', 'restored']);
    expect(brightest(draw(stage))).toBeGreaterThan(0);
  });

  test('a stage made on a lost canvas waits for its context', async () => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 100;
    const first = new Stage(canvas, { autoStart: false, autoResize: false });
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    const restore = await loseContext(first);
    first.destroy();
    const second = keep(new Stage(canvas, { autoStart: false, autoResize: false }));
    second.add(rig);
    second.render();
    await restore();
    expect(brightest(draw(second))).toBeGreaterThan(0);
  });
});

describe('machines', () => {
  test('a canvas without WebGL2 is refused with a hint', () => {
    const canvas = document.createElement('canvas');
    canvas.getContext('2d');
    expect(() => new Stage(canvas)).toThrow(/no WebGL2; expected .*; found none \(ask `Stage.supported` first/);
    expect(Stage.supported).toBe(true);
  });

  test('a context without a stencil cannot serve the stencil quality', () => {
    const canvas = document.createElement('canvas');
    canvas.getContext('webgl2', { stencil: false });
    expect(() => new Stage(canvas, { quality: 'stencil' })).toThrow(/without a stencil buffer/);
  });

  test('exact coverage without float targets is refused with a hint', () => {
    expect(() => bareStage(10, 10, { quality: 'coverage', floatTargets: false })).toThrow(
      /cannot draw into float textures; expected the extension EXT_color_buffer_float; found none/,
    );
  });

  /** A context that says it can do less than it can. */
  function weakStage(parameter: 'MAX_TEXTURE_SIZE' | 'MAX_VERTEX_TEXTURE_IMAGE_UNITS', value: number): Stage {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 300;
    const gl = canvas.getContext('webgl2', { antialias: false }) as WebGL2RenderingContext;
    const original = gl.getParameter.bind(gl);
    gl.getParameter = (name: number) => (name === gl[parameter] ? value : original(name));
    return keep(new Stage(canvas, { autoStart: false, autoResize: false, view: { width: 300, height: 300 } }));
  }

  test('a texture size of 2048 is met by drawing in batches', SLOW, () => {
    const pictures = [2048, 8192].map((size) => {
      const stage = weakStage('MAX_TEXTURE_SIZE', size);
      for (let i = 0; i < 48; i++) stage.add(rig, { x: 40 + (i % 8) * 30, y: 50 + Math.floor(i / 8) * 40, scale: 1.5 });
      const picture = draw(stage);
      return { picture, batches: stage.stats.batches };
    });
    expect(pictures[0].batches).toBeGreaterThan(pictures[1].batches);
    expect(difference(pictures[0].picture, pictures[1].picture).greatest).toBe(0);
  });

  test('16 vertex textures are enough; fewer are refused with both numbers', () => {
    const stage = weakStage('MAX_VERTEX_TEXTURE_IMAGE_UNITS', 16);
    stage.add(rig);
    expect(brightest(draw(stage))).toBeGreaterThan(0);
    expect(() => weakStage('MAX_VERTEX_TEXTURE_IMAGE_UNITS', 8)).toThrow(/expected at least 16; found 8/);
  });

  test('a rig too large for the machine’s textures is refused with both numbers', () => {
    const stage = weakStage('MAX_TEXTURE_SIZE', 16);
    stage.add(rig);
    const fault = (() => {
      try {
        stage.render();
      } catch (error) {
        return error as AyatoriError;
      }
    })();
    expect(fault).toBeInstanceOf(AyatoriError);
    expect(fault?.message).toMatch(/does not fit into a texture; expected at most 16 × 16 .*; found \d+ × \d+/);
  });
});

describe('a canvas and its stage', () => {
  const square = sketchRig([{ d: 'M 0 0 L 100 0 L 100 100 L 0 100 Z', fill: [1, 0, 0, 1] }]);

  function pageStage(css: string): { canvas: HTMLCanvasElement; stage: Stage } {
    const canvas = document.createElement('canvas');
    canvas.style.cssText = css;
    document.body.append(canvas);
    return { canvas, stage: keep(new Stage(canvas, { autoStart: false })) };
  }

  test('the buffer follows the size on the page', async () => {
    const { canvas, stage } = pageStage('width: 120px; height: 60px');
    stage.add(square);
    expect([canvas.width, canvas.height]).toEqual([120 * devicePixelRatio, 60 * devicePixelRatio]);
    canvas.style.width = '200px';
    await expect.poll(() => canvas.width).toBe(200 * devicePixelRatio);
  });

  test('the buffer follows the density of the screen, from one to the next', () => {
    const queries: { media: string; target: EventTarget }[] = [];
    let density = 1;
    vi.spyOn(window, 'devicePixelRatio', 'get').mockImplementation(() => density);
    vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
      const target = new EventTarget();
      queries.push({ media, target });
      return target as MediaQueryList;
    });
    const { canvas, stage } = pageStage('width: 120px; height: 60px');
    stage.add(square);
    stage.resize();
    expect([canvas.width, canvas.height]).toEqual([120, 60]);
    for (const [next, used] of [
      [2, 2],
      [1.5, 1.5],
      // More than `maxDensity` is not drawn.
      [5, 3],
      [1, 1],
    ]) {
      const query = queries[queries.length - 1];
      expect(query.media).toBe(`(resolution: ${density}dppx)`);
      density = next;
      query.target.dispatchEvent(new Event('change'));
      expect([canvas.width, canvas.height]).toEqual([120 * used, 60 * used]);
      expect([canvas.clientWidth, canvas.clientHeight]).toEqual([120, 60]);
      expect(brightest(draw(stage))).toBe(255);
    }
    stage.destroy();
    density = 2;
    for (const { target } of queries) target.dispatchEvent(new Event('change'));
    expect(canvas.width).toBe(120);
  });

  test('without a size from CSS it keeps the size it has on the page', () => {
    const { canvas, stage } = pageStage('');
    for (let i = 0; i < 3; i++) stage.resize();
    expect([canvas.clientWidth, canvas.clientHeight]).toEqual([300, 150]);
  });

  test('a canvas of no size draws nothing, and draws again when it has one', () => {
    const stage = keep(bareStage(0, 0, { view: { width: 100, height: 100 } }));
    stage.add(square);
    stage.render();
    stage.canvas.width = stage.canvas.height = 50;
    expect(draw(stage).data.every((value, i) => i % 4 !== 3 || value === 255)).toBe(true);
  });

  test('a canvas resized each frame draws each time', () => {
    const stage = keep(bareStage(10, 10, { view: { width: 100, height: 100 } }));
    stage.add(square);
    for (let size = 1; size < 300; size += 13) {
      stage.canvas.width = stage.canvas.height = size;
      const { data } = draw(stage);
      expect(data[(Math.floor(size / 2) * size + Math.floor(size / 2)) * 4]).toBe(255);
    }
  });

  test('a stage that runs draws what is new to see, and nothing twice', async () => {
    const stage = keep(bareStage(50, 50));
    const puppet = stage.add(rig, { scale: 0.2 });
    const action = puppet.actionStates[0];
    const draws = vi.spyOn(contextOf(stage), 'drawElementsInstanced');
    let pictures = 0;
    stage.on('render', () => pictures++);
    const drawn = async (): Promise<boolean> => {
      draws.mockClear();
      const wanted = pictures + 2;
      await expect.poll(() => pictures, { timeout: 30_000 }).toBeGreaterThanOrEqual(wanted);
      return draws.mock.calls.length > 0;
    };
    stage.start();
    expect(await drawn()).toBe(true);
    expect(await drawn(), 'nothing').toBe(false);
    const changes: Record<string, () => void> = {
      'a place': () => puppet.x++,
      'an action': () => Object.assign(action, { frame: 2, weight: 1 }),
      alpha: () => Object.assign(puppet, { alpha: 0.5 }),
      tint: () => puppet.setTint(1, 0.5, 0.5),
      background: () => Object.assign(stage, { background: [1, 0, 0, 1] }),
      view: () => Object.assign(stage, { view: { width: 70, height: 50 } }),
      size: () => Object.assign(stage.canvas, { width: 60 }),
      'another puppet': () => stage.add(rig, { scale: 0.2, z: -1 }),
      'the other puppet in front': () => Object.assign(puppet, { z: -2 }),
      'a puppet less': () => stage.puppets[1].remove(),
      'none in sight': () => Object.assign(puppet, { visible: false }),
    };
    for (const [what, change] of Object.entries(changes)) {
      change();
      // Where no puppet is in sight there is only the ground to clear.
      expect(await drawn(), what).toBe(what !== 'none in sight');
      expect(await drawn(), `after ${what}`).toBe(false);
    }
    puppet.visible = true;
    action.play({ loop: true });
    for (let i = 0; i < 3; i++) expect(await drawn(), 'playing').toBe(true);
  });

  test('several stages on a page do not disturb each other', () => {
    const [a, b] = [keep(bareStage(100, 100)), keep(bareStage(100, 100, { quality: 'stencil' }))];
    a.add(square);
    const alone = draw(a);
    b.add(square, { rotation: 1 });
    draw(b);
    expect(difference(draw(a), alone).greatest).toBe(0);
  });

  test('points of the page are found on the stage', () => {
    const { canvas, stage } = pageStage('width: 200px; height: 100px; position: absolute; left: 10px; top: 20px');
    stage.add(square);
    const box = canvas.getBoundingClientRect();
    expect(stage.toStage(box.left + 100, box.top + 50)).toEqual({ x: 50, y: 50 });
    expect(stage.toStage(box.left + 50, box.top)).toEqual({ x: 0, y: 0 });
  });

  test('puppets out of sight draw nothing and cost no draw of their own', () => {
    const stage = keep(bareStage(100, 100));
    const puppet = stage.add(square);
    puppet.visible = false;
    expect(brightest(draw(stage))).toBe(0);
    puppet.visible = true;
    puppet.alpha = 0;
    expect(brightest(draw(stage))).toBe(0);
    expect(stage.stats.puppets).toBe(0);
  });

  test('wrong values are refused by name', () => {
    const stage = keep(bareStage(10, 10));
    const puppet = stage.add(rig);
    expect(() => puppet.action('acton 3')).toThrow(/did you mean action 3/);
    expect(() => puppet.action('base')).toThrow(/the base pose cannot be played/);
    expect(() => {
      puppet.x = Number.NaN;
    }).toThrow('x is out of range; expected a finite number; found NaN');
    expect(() => {
      puppet.alpha = 2;
    }).toThrow('alpha is out of range; expected a number from 0 to 1; found 2');
    expect(() => stage.add(rig, { scale: Infinity })).toThrow('the scale is out of range');
  });
});

describe('the end of a stage', () => {
  test('destroying twice is as destroying once; the stage says so when it is used on', () => {
    const stage = bareStage(10, 10);
    stage.add(rig);
    stage.render();
    stage.destroy();
    stage.destroy();
    stage.render();
    stage.resize();
    expect(() => stage.add(rig)).toThrow('the stage was destroyed (make a new one)');
    expect(() => stage.start()).toThrow('the stage was destroyed (make a new one)');
  });

  test('may come while its context is lost', async () => {
    const stage = bareStage(50, 50);
    stage.add(rig, { scale: 0.3 });
    stage.render();
    const restore = await loseContext(stage);
    stage.destroy();
    stage.destroy();
    await restore();
    stage.render();
    expect(stage.renderer).toBeNull();
  });

  test('its canvas can have another one', () => {
    const first = bareStage(50, 50);
    first.add(rig, { scale: 0.3 });
    const picture = draw(first);
    first.destroy();
    const second = keep(
      new Stage(first.canvas, { autoStart: false, autoResize: false, view: { width: 50, height: 50 }, fit: 'fill' }),
    );
    second.add(rig, { scale: 0.3 });
    expect(difference(draw(second), picture).greatest).toBe(0);
  });

  test('500 stages with a rig each leave no GL object and no heap behind', SLOW, async () => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 8;
    const gl = canvas.getContext('webgl2', { antialias: false }) as WebGL2RenderingContext;
    let alive = 0;
    const kinds = ['Texture', 'Buffer', 'Framebuffer', 'Program', 'Shader', 'VertexArray', 'TransformFeedback'];
    for (const kind of kinds) {
      const api = gl as unknown as Record<string, (...args: unknown[]) => unknown>;
      const [create, remove] = [api[`create${kind}`].bind(gl), api[`delete${kind}`].bind(gl)];
      api[`create${kind}`] = (...args) => {
        alive++;
        return create(...args);
      };
      api[`delete${kind}`] = (object) => {
        if (object) alive--;
        return remove(object);
      };
    }
    // Objects are made and deleted all the same; a software GPU would translate every program anew.
    idleGpu(gl);
    const collect = (globalThis as { gc?: () => void }).gc;
    const heap = () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize;
    const cycle = async (rounds: number) => {
      for (let i = 0; i < rounds; i++) {
        const stage = new Stage(canvas, { autoStart: false, autoResize: false });
        stage.add(randomRig({ paths: 4, actions: 2, segments: 2 }), { scale: 0.05 });
        stage.render();
        stage.destroy();
      }
      gl.finish();
      collect?.();
      // The last parts of what is collected go between tasks.
      await new Promise((done) => setTimeout(done));
      collect?.();
    };
    // The first ones also leave compiled code behind.
    await cycle(250);
    expect(alive).toBe(0);
    const before = heap();
    await cycle(250);
    expect(alive).toBe(0);
    expect(heap() - before).toBeLessThan(256 * 1024);
    expect(readCanvas(gl).width).toBe(8);
  });

  test('a rig whose last puppet goes frees its memory on the GPU', () => {
    const stage = keep(bareStage(20, 20));
    const puppets = [stage.add(rig), stage.add(rig)];
    stage.render();
    puppets[0].remove();
    puppets[0].remove();
    stage.render();
    expect(stage.stats.puppets).toBe(1);
    puppets[1].remove();
    expect(readControlPoints(stage.renderer, puppets[1].compiled).length).toBe(0);
  });
});
