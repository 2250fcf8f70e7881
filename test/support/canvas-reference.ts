import type { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import type { OwnPoints } from '../../src/engine/animate/own-points.ts';
import type { CompiledRig } from '../../src/engine/compile/compiled-rig.ts';
import { LAYOUT } from '../../src/engine/compile/layout.ts';
import type { Color, Path } from '../../src/engine/model/rig.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import { resolveStyle } from '../../src/engine/reference/style.ts';

/**
 * What Canvas2D draws from the posed outlines: at six times the size, averaged down to the asked one.
 * Canvas2D at the size itself is too noisy a judge: 0.18 % of a character's pixels differ by more than 32.
 */
const OVERSAMPLING = 6;

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Premultiplied red, green, blue, alpha, 0 to 255. */
  readonly data: Float32Array;
}

export interface ReferencePuppet {
  readonly compiled: CompiledRig;
  readonly orders: DrawOrders;
  readonly actions: Float32Array;
  readonly bones: Float32Array;
  readonly own?: OwnPoints | null;
  /** Rig px → picture px. */
  readonly matrix: readonly [number, number, number, number, number, number];
  readonly masks?: boolean;
}

export function drawReference(puppets: readonly ReferencePuppet[], width: number, height: number): Picture {
  return drawLarge(width, height, (context) => {
    for (const puppet of puppets) drawPuppet(context, puppet);
  });
}

/** One for all pictures: a character's takes 50 MB. */
let large: OffscreenCanvas | undefined;

/** A picture drawn at {@link OVERSAMPLING} times its size and averaged down. */
export function drawLarge(
  width: number,
  height: number,
  paint: (context: OffscreenCanvasRenderingContext2D) => void,
): Picture {
  large ??= new OffscreenCanvas(1, 1);
  // This empties it, and sets back all state.
  large.width = width * OVERSAMPLING;
  large.height = height * OVERSAMPLING;
  const context = large.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
  paint(context);
  return average(context.getImageData(0, 0, large.width, large.height), OVERSAMPLING);
}

function drawPuppet(context: OffscreenCanvasRenderingContext2D, puppet: ReferencePuppet): void {
  const { compiled, orders, actions, matrix } = puppet;
  const points = posePoints(compiled, puppet);
  const path2d = (p: number) => pathOf(compiled.rig.paths[p], points, compiled.firstPoints[p]);
  const s = OVERSAMPLING;
  const place = (to: OffscreenCanvasRenderingContext2D, left = 0, top = 0) => {
    const [a, b, c, d, e, f] = matrix;
    to.setTransform(a * s, b * s, c * s, d * s, e * s - left, f * s - top);
  };
  for (const item of orders.row(orders.find(actions))) {
    const [cell, firstMask, maskCount] = compiled.items.slice(item * 4, item * 4 + 3);
    const [p, kind] = compiled.cells.slice(cell * 4, cell * 4 + 2);
    const path = compiled.rig.paths[p];
    const style = resolveStyle(compiled, p, actions);
    if (!style.visible) continue;
    const paint = (to: OffscreenCanvasRenderingContext2D, left = 0, top = 0) => {
      place(to, left, top);
      if (kind === LAYOUT.CELL_STROKE) {
        if (!style.stroke || style.strokeWidth === 0) return;
        to.strokeStyle = css(style.stroke);
        to.lineWidth = style.strokeWidth;
        to.lineCap = path.style.lineCap;
        to.lineJoin = path.style.lineJoin;
        to.miterLimit = path.style.miterLimit;
        to.stroke(path2d(p));
      } else if (style.fill) {
        to.fillStyle = css(style.fill);
        to.fill(path2d(p), path.fillRule);
      }
    };
    if (maskCount === 0 || puppet.masks === false) {
      paint(context);
      continue;
    }
    // Painted apart, cut by each mask's union, then laid on top; all of it within the masks' box.
    const cut = unions(compiled.masks.slice(firstMask, firstMask + maskCount));
    const box = boxOf(
      cut.flat().map((maskCell) => compiled.cells[maskCell * 4]),
      compiled,
      points,
      matrix,
    );
    if (cut.some((union) => union.length === 0) || box.width <= 0 || box.height <= 0) continue;
    const layerOf = (draw: (to: OffscreenCanvasRenderingContext2D) => void) => {
      const layer = new OffscreenCanvas(box.width, box.height);
      // A layer on the GPU would have to be read back for the picture, which is not.
      const inLayer = layer.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
      draw(inLayer);
      return inLayer;
    };
    const layer = layerOf((to) => paint(to, box.x, box.y));
    for (const union of cut) {
      const mask = layerOf((to) => {
        place(to, box.x, box.y);
        for (const maskCell of union) {
          const member = compiled.cells[maskCell * 4];
          to.fill(path2d(member), compiled.rig.paths[member].fillRule);
        }
      });
      layer.setTransform(1, 0, 0, 1, 0, 0);
      layer.globalCompositeOperation = 'destination-in';
      layer.drawImage(mask.canvas, 0, 0);
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(layer.canvas, box.x, box.y);
  }
}

/** The box of some paths on the large canvas, whole px with room for antialiasing. */
function boxOf(paths: readonly number[], compiled: CompiledRig, points: Float64Array, m: ReferencePuppet['matrix']) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const p of paths) {
    for (let i = 0; i < compiled.rig.paths[p].points.length / 2; i++) {
      const [x, y] = [points[(compiled.firstPoints[p] + i) * 2], points[(compiled.firstPoints[p] + i) * 2 + 1]];
      left = Math.min(left, m[0] * x + m[2] * y + m[4]);
      right = Math.max(right, m[0] * x + m[2] * y + m[4]);
      top = Math.min(top, m[1] * x + m[3] * y + m[5]);
      bottom = Math.max(bottom, m[1] * x + m[3] * y + m[5]);
    }
  }
  const [x, y] = [Math.floor(left * OVERSAMPLING) - 2, Math.floor(top * OVERSAMPLING) - 2];
  return { x, y, width: Math.ceil(right * OVERSAMPLING) + 2 - x, height: Math.ceil(bottom * OVERSAMPLING) + 2 - y };
}

function unions(entries: Uint32Array): number[][] {
  const all: number[][] = [[]];
  entries.forEach((entry, i) => {
    const cell = (entry & ~LAYOUT.MASK_LAST) >>> 0;
    if (cell !== LAYOUT.MASK_EMPTY) all[all.length - 1].push(cell);
    if (entry & LAYOUT.MASK_LAST && i < entries.length - 1) all.push([]);
  });
  return all;
}

function pathOf(path: Path, points: Float64Array, first: number): Path2D {
  const result = new Path2D();
  for (const contour of path.contours) {
    let i = (first + contour.start) * 2;
    result.moveTo(points[i], points[i + 1]);
    for (let s = 0; s < contour.segments; s++, i += 6) {
      result.bezierCurveTo(points[i + 2], points[i + 3], points[i + 4], points[i + 5], points[i + 6], points[i + 7]);
    }
    if (contour.closed) result.closePath();
  }
  return result;
}

const css = ([r, g, b, a]: Color) => `rgba(${r * 255}, ${g * 255}, ${b * 255}, ${a})`;

/** Straight 8-bit pixels, averaged over squares of `k`, premultiplied. */
export function average(image: { width: number; height: number; data: ArrayLike<number> }, k: number): Picture {
  const [width, height] = [image.width / k, image.height / k];
  const data = new Float32Array(width * height * 4);
  let from = 0;
  for (let y = 0; y < image.height; y++) {
    const row = Math.floor(y / k) * width * 4;
    for (let to = row; to < row + width * 4; to += 4) {
      for (let i = 0; i < k; i++, from += 4) {
        const alpha = image.data[from + 3];
        if (alpha === 0) continue;
        data[to] += (image.data[from] * alpha) / 255;
        data[to + 1] += (image.data[from + 1] * alpha) / 255;
        data[to + 2] += (image.data[from + 2] * alpha) / 255;
        data[to + 3] += alpha;
      }
    }
  }
  for (let i = 0; i < data.length; i++) data[i] /= k * k;
  return { width, height, data };
}

export interface Difference {
  /** Mean over all channels of all pixels. */
  readonly mean: number;
  /** Share of pixels with a channel off by more than 32, in %. */
  readonly over32: number;
  readonly greatest: number;
}

export function difference(a: Picture, b: Picture): Difference {
  if (a.width !== b.width || a.height !== b.height) throw new Error('pictures of different sizes');
  let sum = 0;
  let over = 0;
  let greatest = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    let worst = 0;
    for (let c = i; c < i + 4; c++) {
      const d = Math.abs(a.data[c] - b.data[c]);
      sum += d;
      worst = Math.max(worst, d);
    }
    if (worst > 32) over++;
    greatest = Math.max(greatest, worst);
  }
  return { mean: sum / a.data.length, over32: (over / (a.width * a.height)) * 100, greatest };
}

/** The canvas' present content, top row first, premultiplied as the context holds it. */
export function readCanvas(gl: WebGL2RenderingContext): Picture {
  const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
  const bytes = new Uint8Array(width * height * 4);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  const data = new Float32Array(bytes.length);
  for (let y = 0; y < height; y++) {
    data.set(bytes.subarray(y * width * 4, (y + 1) * width * 4), (height - 1 - y) * width * 4);
  }
  return { width, height, data };
}

/** A picture over white, as a PNG in base64. */
export async function toPng(picture: Picture): Promise<string> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  const image = context.createImageData(picture.width, picture.height);
  for (let i = 0; i < image.data.length; i += 4) {
    for (let c = 0; c < 3; c++) image.data[i + c] = picture.data[i + c] + 255 - picture.data[i + 3];
    image.data[i + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
