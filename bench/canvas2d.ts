import { DrawOrders } from '../src/engine/animate/draw-orders.ts';
import type { CompiledRig } from '../src/engine/compile/compiled-rig.ts';
import { type PosedPath, posedPicture } from '../src/engine/reference/posed-picture.ts';
import { crowdScale, size } from './scene.ts';

/**
 * The baseline: Canvas2D with an outline made ready for each path and frame, so that a frame costs
 * one call a fill and stroke and their colours. It can play one action at whole frames, and cannot
 * mix; masks, caps and joins are left out.
 */
export class Canvas2dCrowd {
  readonly context: CanvasRenderingContext2D;
  readonly #frames: readonly Look[][];
  readonly #places: readonly (readonly [x: number, y: number])[];
  readonly #scale: number;
  #time = 0;

  constructor(compiled: CompiledRig, count: number) {
    const { rig } = compiled;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = size;
    this.context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const orders = new DrawOrders(compiled);
    const longest = rig.actions.reduce((a, b) => (b.frames > a.frames ? b : a));
    this.#frames = Array.from({ length: frameCount }, (_, i) => {
      const frame = 1 + Math.floor((i * longest.frames) / frameCount);
      return posedPicture(compiled, orders, { actions: { [longest.name]: frame } })
        .paths.filter(({ visible }) => visible)
        .map(lookOf);
    });
    const columns = Math.ceil(Math.sqrt(count));
    this.#scale = crowdScale(count) * Math.min(size[0] / rig.width, size[1] / rig.height);
    this.#places = Array.from({ length: count }, (_, i) => [
      (((i % columns) + 0.5) / columns) * size[0] - (this.#scale * rig.width) / 2,
      ((Math.floor(i / columns) + 0.5) / columns) * size[1] - (this.#scale * rig.height) / 2,
    ]);
  }

  /**
   * Draws the next frame.
   * @param pause Called after every tenth puppet.
   */
  draw(pause: () => void = () => undefined): void {
    const { context } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, size[0], size[1]);
    this.#places.forEach(([x, y], i) => {
      if (i > 0 && i % 10 === 0) pause();
      context.setTransform(this.#scale, 0, 0, this.#scale, x, y);
      for (const { path, rule, fill, stroke, width } of this.#frames[(this.#time + i * 7) % frameCount]) {
        if (fill !== 'none') {
          context.fillStyle = fill;
          context.fill(path, rule);
        }
        if (stroke !== 'none' && width > 0) {
          context.strokeStyle = stroke;
          context.lineWidth = width;
          context.stroke(path);
        }
      }
    });
    this.#time++;
  }

  /**
   * ms that the calls of the next frame take. Nothing is painted: a long record would be painted
   * while it grows, so it is dropped before it is long.
   */
  timeCalls(): number {
    const drop = () => {
      // Setting the size empties canvas and record.
      this.context.canvas.width = size[0];
    };
    let sum = 0;
    let start = performance.now();
    this.draw(() => {
      sum += performance.now() - start;
      drop();
      start = performance.now();
    });
    sum += performance.now() - start;
    drop();
    return sum;
  }

  /** What was drawn. By way of another canvas: one that is itself read back goes another way from then on. */
  pixels(): Uint8ClampedArray {
    const copy = new OffscreenCanvas(size[0], size[1]).getContext('2d') as OffscreenCanvasRenderingContext2D;
    copy.drawImage(this.context.canvas, 0, 0);
    return copy.getImageData(0, 0, size[0], size[1]).data;
  }
}

/** So many frames of the action are made ready; more would cost no more to draw. */
const frameCount = 16;

interface Look {
  readonly path: Path2D;
  readonly rule: CanvasFillRule;
  readonly fill: string;
  readonly stroke: string;
  readonly width: number;
}

function lookOf({ commands, points, fillRule, fill, stroke, width }: PosedPath): Look {
  const path = new Path2D();
  let at = 0;
  const next = () => points[at++];
  for (const command of commands) {
    if (command === 'M') path.moveTo(next(), next());
    else if (command === 'C') path.bezierCurveTo(next(), next(), next(), next(), next(), next());
    else path.closePath();
  }
  return { path, rule: fillRule, fill, stroke, width };
}
