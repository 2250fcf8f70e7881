import { fetchPart } from '../../loader/part.ts';
import { DrawOrders } from '../animate/draw-orders.ts';
import { compile } from '../compile/compile.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import { AyatoriError } from '../model/problem.ts';
import type { Rig } from '../model/rig.ts';
import { painters, type Quality } from '../render/painters.ts';
import { Renderer, type RenderStats } from '../render/renderer.ts';
import { CanvasSize } from './canvas-size.ts';
import { Emitter } from './events.ts';
import { type Align, type Fit, fitView } from './fit.ts';
import { LastPicture } from './last-picture.ts';
import { Puppet, type PuppetHost, type PuppetOptions } from './puppet.ts';

export interface StageOptions {
  /** How the stage's view fills the canvas. Default `contain`. */
  readonly fit?: Fit;
  /** Default: the middle. */
  readonly align?: Align;
  /** The part of the stage that is shown, from its origin, stage px. Default: the size of the first rig. */
  readonly view?: { readonly width: number; readonly height: number };
  /** Colour behind everything: red, green, blue, alpha, 0 to 1. Default: transparent. */
  readonly background?: readonly [red: number, green: number, blue: number, alpha: number] | null;
  /** Default: `coverage` where the machine can, else `stencil`. */
  readonly quality?: Quality;
  /** false: do as if the machine had no float targets (needs `stencil`); for tests. Default true. */
  readonly floatTargets?: boolean;
  /** Begin to run at once. Default true. */
  readonly autoStart?: boolean;
  /** Keep the drawing buffer as large as the canvas on the screen. Default true. */
  readonly autoResize?: boolean;
  /** Most canvas px for a CSS px. Default 3. */
  readonly maxDensity?: number;
}

export interface StageEvents {
  /** Before each picture while the stage runs: seconds since the last. */
  frame: number;
  /** After each picture; while the stage runs also where it would be the one that is shown already. */
  render: Readonly<StageStats>;
  /** The graphics context is gone; nothing is drawn until it comes back. */
  contextlost: undefined;
  contextrestored: undefined;
}

export interface StageStats extends RenderStats {
  puppets: number;
}

/** A canvas with puppets on it. */
export class Stage extends Emitter<StageEvents> {
  readonly canvas: HTMLCanvasElement | OffscreenCanvas;
  readonly quality: Quality;
  fit: Fit;
  align: Align;
  background: readonly [red: number, green: number, blue: number, alpha: number];

  /**
   * Settled when the stage can draw: at once, but where the quality is `stencil` and its part of the library has to be
   * fetched. Then it draws by itself; before, nothing. It fails with an AyatoriError `part-missing`.
   */
  readonly ready: Promise<void>;

  readonly #gl: WebGL2RenderingContext;
  readonly #size: CanvasSize | null;
  readonly #host: PuppetHost = {
    orderChanged: () => {
      this.#sorted = false;
    },
    remove: (puppet) => this.remove(puppet),
  };
  readonly #floatTargets: boolean | undefined;
  #renderer: Renderer | null = null;
  #puppets: Puppet[] = [];
  #sorted = true;
  readonly #shown: Puppet[] = [];
  readonly #lastPicture = new LastPicture();
  #view: { readonly width: number; readonly height: number } | null;
  /** Stage px → canvas px: scale x, scale y, offset x, offset y. */
  readonly #viewMatrix = new Float64Array([1, 1, 0, 0]);
  readonly #stats: StageStats = { draws: 0, uploadBytes: 0, batches: 0, atlasBytes: 0, puppets: 0 };
  #request = 0;
  #lastTime = 0;
  #running = false;
  #destroyed = false;

  /** Whether this machine can show a stage. */
  static get supported(): boolean {
    return abilities().webgl2;
  }

  /** @throws AyatoriError `no-webgl2`, or `no-float-targets` where the quality asked for needs them. */
  constructor(canvas: HTMLCanvasElement | OffscreenCanvas, options: StageOptions = {}) {
    super();
    this.canvas = canvas;
    this.fit = options.fit ?? 'contain';
    this.align = options.align ?? [0.5, 0.5];
    this.background = options.background ?? [0, 0, 0, 0];
    this.#view = options.view ?? null;
    this.quality = options.quality ?? (abilities().floatTargets ? 'coverage' : 'stencil');
    const gl = canvas.getContext('webgl2', CONTEXT[this.quality]) as WebGL2RenderingContext | null;
    if (!gl) {
      throw new AyatoriError({
        code: 'no-webgl2',
        message: 'this canvas has no WebGL2',
        expected: 'a browser with WebGL2, and a canvas without another kind of context',
        found: 'none',
        hint: 'ask `Stage.supported` first, and show a picture where it is false',
      });
    }
    this.#gl = gl;
    this.#floatTargets = options.floatTargets;
    if (this.quality === 'stencil' && gl.getContextAttributes()?.stencil === false) {
      throw new AyatoriError({
        code: 'context-attributes',
        message: 'the canvas has a context without a stencil buffer',
        expected: 'a context with a stencil, or a canvas without a context',
        found: 'a context that was made for something else',
        hint: 'take another canvas for the quality `stencil`',
      });
    }
    this.#makeRenderer();
    this.ready = painters[this.quality] ? Promise.resolve() : this.#fetchPainter();
    canvas.addEventListener('webglcontextlost', this.#contextLost);
    canvas.addEventListener('webglcontextrestored', this.#contextRestored);
    this.#size =
      (options.autoResize ?? true) ? new CanvasSize(canvas, options.maxDensity ?? 3, () => this.resize()) : null;
    this.#size?.apply();
    if (options.autoStart ?? true) this.start();
  }

  /** Puppets back to front. */
  get puppets(): readonly Puppet[] {
    this.#sort();
    return this.#puppets;
  }

  /** The part of the stage that is shown; null: nothing was added yet. */
  get view(): { readonly width: number; readonly height: number } | null {
    return this.#view;
  }

  set view(view: { readonly width: number; readonly height: number } | null) {
    this.#view = view;
  }

  get running(): boolean {
    return this.#running;
  }

  /** Numbers of the last picture; always the same object. */
  get stats(): Readonly<StageStats> {
    return this.#stats;
  }

  /** For tests and tools that look behind the canvas. */
  get renderer(): Renderer | null {
    return this.#renderer;
  }

  /**
   * Puts a new puppet on the stage. The rig is compiled the first time it is used.
   * @throws AyatoriError `rig-invalid`; `rig-unchecked` for a rig that nothing here can check; `part-missing` for bones
   *   that nothing here can move; `limit`; `number`.
   */
  add(rig: Rig, options: PuppetOptions = {}): Puppet {
    this.#assertAlive();
    const { compiled, orders } = prepare(rig);
    const puppet = new Puppet(compiled, orders, options, this.#host);
    this.#view ??= { width: rig.width, height: rig.height };
    this.#puppets.push(puppet);
    this.#sorted = false;
    return puppet;
  }

  /** Takes a puppet off; the last one of a rig frees the rig's memory on the GPU. */
  remove(puppet: Puppet): void {
    const index = this.#puppets.indexOf(puppet);
    if (index < 0) return;
    this.#puppets.splice(index, 1);
    this.#lastPicture.forget();
    if (!this.#puppets.some((other) => other.compiled === puppet.compiled)) this.#renderer?.forget(puppet.compiled);
  }

  /** Lets time pass and draws, on each frame of the screen. */
  start(): void {
    this.#assertAlive();
    if (this.#running) return;
    this.#running = true;
    this.#lastTime = 0;
    this.#request = requestAnimationFrame(this.#tick);
  }

  stop(): void {
    this.#running = false;
    cancelAnimationFrame(this.#request);
  }

  /** Lets time pass for all puppets. */
  update(seconds: number): void {
    for (const puppet of this.#puppets) puppet.advance(seconds);
  }

  /**
   * Draws the present state. Without a context, or on a canvas of no size, it does nothing. A stage that runs does it
   * by itself, as far as there is something new to see; what reads the canvas calls it just before.
   */
  render(): void {
    this.#show(true);
  }

  /** @param always Draw even what is shown already. */
  #show(always: boolean): void {
    const { width, height } = this.canvas;
    if (this.#destroyed || !this.#renderer || this.#gl.isContextLost() || width === 0 || height === 0) return;
    this.#sort();
    this.#shown.length = 0;
    this.#fitView();
    for (const puppet of this.#puppets) {
      if (!puppet.visible || puppet.alpha === 0) continue;
      puppet.updatePose();
      puppet.updateMatrix(this.#viewMatrix);
      this.#shown.push(puppet);
    }
    // A canvas that nobody draws on goes on showing what it shows.
    const isShown = this.#lastPicture.note(this.#shown, width, height, this.background);
    if (always || !isShown) this.#draw(this.#renderer);
    this.emit('render', this.#stats);
  }

  #draw(renderer: Renderer): void {
    try {
      renderer.render(this.#shown, this.background);
    } catch (error) {
      this.#lastPicture.forget();
      // A context may go while a frame is drawn: what failed then is no fault of the frame.
      if (this.#gl.isContextLost()) return;
      throw error;
    }
    const { stats } = renderer;
    this.#stats.draws = stats.draws;
    this.#stats.uploadBytes = stats.uploadBytes;
    this.#stats.batches = stats.batches;
    this.#stats.atlasBytes = stats.atlasBytes;
    this.#stats.puppets = this.#shown.length;
  }

  #fitView(): void {
    const { width, height } = this.canvas;
    fitView(this.#viewMatrix, this.fit, this.align, this.#view ?? this.canvas, width, height, this.#size?.density ?? 1);
  }

  /** Fits the drawing buffer to the canvas' size on the screen. Called by itself unless `autoResize` is off. */
  resize(): void {
    if (this.#destroyed) return;
    this.#size?.apply();
    // A new size empties the buffer; drawing at once keeps the page from flashing.
    this.render();
  }

  /** A point of the page (`clientX`, `clientY`) in stage px. */
  toStage(clientX: number, clientY: number): { x: number; y: number } {
    const canvas = this.canvas as HTMLCanvasElement;
    const box = canvas.getBoundingClientRect();
    this.#fitView();
    const [scaleX, scaleY, offsetX, offsetY] = this.#viewMatrix;
    return {
      x: (((clientX - box.left) / box.width) * canvas.width - offsetX) / scaleX,
      y: (((clientY - box.top) / box.height) * canvas.height - offsetY) / scaleY,
    };
  }

  /** Frees everything. Calling it again does nothing. */
  destroy(): void {
    if (this.#destroyed) return;
    this.stop();
    this.#destroyed = true;
    this.#size?.destroy();
    this.canvas.removeEventListener('webglcontextlost', this.#contextLost);
    this.canvas.removeEventListener('webglcontextrestored', this.#contextRestored);
    this.#renderer?.destroy();
    this.#renderer = null;
    this.#puppets = [];
    this.#shown.length = 0;
    this.#lastPicture.forget();
  }

  /** There is none without a painter; and a canvas whose context is lost just now will have it back. */
  #makeRenderer(): void {
    const makePainter = painters[this.quality];
    if (!makePainter || this.#gl.isContextLost()) return;
    this.#renderer = new Renderer(this.#gl, makePainter, this.#floatTargets);
  }

  async #fetchPainter(): Promise<void> {
    const { provideStencil } = await fetchPart(() => import('../render/stencil.ts'));
    provideStencil();
    if (this.#destroyed || this.#renderer) return;
    this.#makeRenderer();
    this.render();
  }

  #assertAlive(): void {
    if (!this.#destroyed) return;
    throw new AyatoriError({ code: 'destroyed', message: 'the stage was destroyed', hint: 'make a new one' });
  }

  #sort(): void {
    if (this.#sorted) return;
    this.#puppets.sort((a, b) => a.z - b.z);
    this.#sorted = true;
  }

  readonly #tick = (now: number): void => {
    if (!this.#running) return;
    this.#request = requestAnimationFrame(this.#tick);
    // A hidden page stops the clock; what was missed is not made up for in one step.
    const seconds = this.#lastTime === 0 ? 0 : Math.min((now - this.#lastTime) / 1000, LONGEST_STEP);
    this.#lastTime = now;
    this.update(seconds);
    this.emit('frame', seconds);
    this.#show(false);
  };

  readonly #contextLost = (event: Event): void => {
    // Without this the browser never gives the context back.
    event.preventDefault();
    this.#renderer = null;
    this.emit('contextlost', undefined);
  };

  readonly #contextRestored = (): void => {
    this.#makeRenderer();
    this.render();
    this.emit('contextrestored', undefined);
  };
}

/** Seconds. */
const LONGEST_STEP = 0.25;

const COMMON: WebGLContextAttributes = { depth: false, alpha: true, premultipliedAlpha: true };
const CONTEXT: Record<Quality, WebGLContextAttributes> = {
  // Coverage is exact: multisampling would cost and gain nothing.
  coverage: { ...COMMON, antialias: false, stencil: false },
  stencil: { ...COMMON, antialias: true, stencil: true },
};

interface Abilities {
  readonly webgl2: boolean;
  readonly floatTargets: boolean;
}

let known: Abilities | undefined;

/** What contexts of this machine can do, found out once on one that is thrown away. */
function abilities(): Abilities {
  if (known) return known;
  const canvas = typeof OffscreenCanvas === 'undefined' ? document.createElement('canvas') : new OffscreenCanvas(1, 1);
  const gl = canvas.getContext('webgl2') as WebGL2RenderingContext | null;
  known = { webgl2: gl !== null, floatTargets: gl?.getExtension('EXT_color_buffer_float') != null };
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return known;
}

const prepared = new WeakMap<Rig, { compiled: CompiledRig; orders: DrawOrders }>();

/** Stages share the compiled form of a rig. */
function prepare(rig: Rig): { compiled: CompiledRig; orders: DrawOrders } {
  let entry = prepared.get(rig);
  if (!entry) {
    const compiled = compile(rig);
    entry = { compiled, orders: new DrawOrders(compiled) };
    prepared.set(rig, entry);
  }
  return entry;
}
