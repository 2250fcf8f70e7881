import type { SvgNode } from './document.ts';
import { parseLength } from './length.ts';
import { identity, isInRange, type Matrix, maxCoordinate, parseNumbers } from './matrix.ts';

/** Size of the picture in user units, for percentages. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  /** Root mean square of both. */
  readonly diagonal: number;
}

export interface PictureSize {
  /** Natural size, px. */
  readonly width: number;
  readonly height: number;
  /** From user units to px. */
  readonly matrix: Matrix;
  /** In user units. */
  readonly viewport: Viewport;
  /** What of it could not be read. */
  readonly fault: string | undefined;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What browsers give a picture that does not say its size. */
const defaultWidth = 300;
const defaultHeight = 150;

/** Natural size and coordinates of a picture, from `width`, `height`, `viewBox` and `preserveAspectRatio`. */
export function pictureSize(root: SvgNode): PictureSize {
  const { width: widthText = 'auto', height: heightText = 'auto', viewBox } = root.attributes;
  const box = viewBox === undefined ? undefined : readBox(viewBox);
  let fault: string | undefined;
  if (viewBox !== undefined && box === undefined) fault = `the viewBox "${viewBox.slice(0, 60)}" is not valid`;
  const read = (text: string): number | undefined => {
    // A percentage is one of the page, which has no say in the natural size.
    if (text === 'auto' || text.endsWith('%')) return undefined;
    const length = parseLength(text, 1);
    if (length !== undefined && isSize(length)) return length;
    fault ??= `the size "${text.slice(0, 60)}" is not valid`;
    return undefined;
  };
  let width = read(widthText);
  let height = read(heightText);
  if (box !== undefined) {
    width ??= height === undefined ? box.width : (height * box.width) / box.height;
    height ??= (width * box.height) / box.width;
  } else if (width === undefined || height === undefined) {
    fault ??= 'the picture has neither a size nor a viewBox';
  }
  width ??= defaultWidth;
  height ??= defaultHeight;
  if (!isSize(width) || !isSize(height)) {
    fault ??= 'the picture is too wide for its height or too high for its width';
    [width, height] = [defaultWidth, defaultHeight];
  }
  const inner = box ?? { x: 0, y: 0, width, height };
  return {
    width,
    height,
    matrix: box === undefined ? identity : fitBox(box, width, height, root.attributes.preserveAspectRatio),
    viewport: {
      width: inner.width,
      height: inner.height,
      diagonal: Math.hypot(inner.width, inner.height) / Math.SQRT2,
    },
    fault,
  };
}

/** Reads a viewBox; undefined where it is not valid. */
export function readBox(text: string): Box | undefined {
  const numbers = text.length > 200 ? undefined : parseNumbers(text);
  if (numbers?.length !== 4) return undefined;
  const [x, y, width, height] = numbers;
  return isInRange(numbers) && isSize(width) && isSize(height) ? { x, y, width, height } : undefined;
}

/** Whether a picture can have this width, and be scaled up from it. */
function isSize(length: number): boolean {
  return length >= 1 / maxCoordinate && length <= maxCoordinate;
}

/** From the box to an area of the given size, as `preserveAspectRatio` says. */
export function fitBox(box: Box, width: number, height: number, ratio = 'xMidYMid meet'): Matrix {
  let scaleX = width / box.width;
  let scaleY = height / box.height;
  const match = /^\s*x(Min|Mid|Max)Y(Min|Mid|Max)(?:\s+(meet|slice))?\s*$/.exec(ratio.slice(0, 100));
  let shiftX = 0;
  let shiftY = 0;
  if (ratio.trim() !== 'none') {
    const scale = match?.[3] === 'slice' ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY);
    shiftX = (width - box.width * scale) * share(match?.[1]);
    shiftY = (height - box.height * scale) * share(match?.[2]);
    scaleX = scale;
    scaleY = scale;
  }
  const e = shiftX - box.x * scaleX;
  const f = shiftY - box.y * scaleY;
  if (scaleX === 1 && scaleY === 1 && e === 0 && f === 0) return identity;
  return [scaleX, 0, 0, scaleY, e, f];
}

function share(word: string | undefined): number {
  return word === 'Min' ? 0 : word === 'Max' ? 1 : 0.5;
}
