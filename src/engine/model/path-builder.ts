import { colord, extend } from 'colord';
import names from 'colord/plugins/names';
import { arcCubics } from './arc.ts';
import { vouchFor } from './known-rig.ts';
import { AyatoriError } from './problem.ts';
import type { Color, Contour, FillRule, Group, LineCap, LineJoin, Mask, Path, Rig, Style } from './rig.ts';
import { groupRef, pathRef } from './rig.ts';

extend([names]);

/** Four numbers from 0 to 1, a CSS colour, or null for none. */
export type Paint = Color | string | null;

export interface FillOptions {
  /** Default `nonzero`. */
  readonly rule?: FillRule;
  /** px over which the edge fades, half of it on either side. Default 0. */
  readonly feather?: number;
}

export interface StrokeOptions {
  /** Default `butt`. */
  readonly cap?: LineCap;
  /** Default `miter`. */
  readonly join?: LineJoin;
  /** Default 10. */
  readonly miterLimit?: number;
}

/** What a path or a group is cut by. */
export interface MaskOptions {
  /** Numbers that {@link PathBuilder.mask} gave. */
  readonly masks?: readonly number[];
}

export interface PathBuilderOptions {
  readonly name?: string;
  /** Frames a second of actions that are added later. Default 24. */
  readonly fps?: number;
}

interface OpenPath {
  readonly group: number;
  readonly masks: readonly number[];
  readonly points: number[];
  readonly contours: { start: number; segments: number; closed: boolean }[];
  style: Style;
  fillRule: FillRule;
  isMask: boolean;
}

/**
 * A rig that is drawn by code, with the calls of Canvas2D and what they mean there: an arc begins with a
 * line from where the pen is, a closed contour goes on from its first point, what has no contour yet
 * begins one.
 *
 *     const drawing = new PathBuilder(200, 100);
 *     drawing.beginPath().ellipse(50, 50, 40, 30).fill('teal', { feather: 4 }).stroke('#123', 2);
 *     stage.add(drawing.build());
 *
 * Lengths are px of the rig, angles radians, clockwise on screen. A number that is not finite is an
 * AyatoriError `number`, a call that has no sense where it stands one of the code `path-builder`.
 */
export class PathBuilder {
  readonly width: number;
  readonly height: number;
  readonly #name: string;
  readonly #fps: number;
  readonly #groups: { id: string; parent: number; children: number[]; masks: readonly number[] }[] = [
    { id: '', parent: -1, children: [], masks: [] },
  ];
  readonly #paths: OpenPath[] = [];
  readonly #masks: Mask[] = [];
  #group = 0;
  /** Where the pen is. */
  #x = 0;
  #y = 0;
  /** The next line begins a contour where the pen is: the last one is closed. */
  #isLifted = false;

  /** @param width Natural size of the picture, px. */
  constructor(width: number, height: number, { name = 'drawing', fps = 24 }: PathBuilderOptions = {}) {
    this.width = positive('the width', width);
    this.height = positive('the height', height);
    this.#name = name;
    this.#fps = positive('fps', fps);
  }

  /** The number of the present path in `Rig.paths`, for `PathPoints`, masks and tracks. */
  get path(): number {
    return Math.max(0, this.#paths.length - 1);
  }

  /** What follows belongs to a new path, in front of the others of the group. A path without points is none. */
  beginPath({ masks = [] }: MaskOptions = {}): this {
    if (this.#paths.at(-1)?.points.length === 0) this.#paths.pop();
    const used = this.#checkMasks(masks);
    const path = { group: this.#group, masks: used, points: [], contours: [], style: REST, isMask: false };
    this.#paths.push({ ...path, fillRule: 'nonzero' });
    this.#isLifted = false;
    return this;
  }

  /** What follows stands in a group, until {@link endGroup}. */
  beginGroup(id: string, { masks = [] }: MaskOptions = {}): this {
    const group = this.#groups.push({ id, parent: this.#group, children: [], masks: this.#checkMasks(masks) }) - 1;
    this.#groups[this.#group].children.push(groupRef(group));
    this.#group = group;
    return this.beginPath();
  }

  endGroup(): this {
    const { parent } = this.#groups[this.#group];
    if (parent < 0) throw misuse('there is no group to end', 'one endGroup for each beginGroup', 'one more');
    this.#group = parent;
    return this.beginPath();
  }

  moveTo(x: number, y: number): this {
    check(x, y);
    const { group, points, contours } = this.#open();
    if (contours.length === 0) this.#groups[group].children.push(pathRef(this.path));
    // A pen that only moves leaves nothing behind.
    if (contours.at(-1)?.segments === 0) points.length = (contours.pop() as Contour).start * 2;
    contours.push({ start: points.length / 2, segments: 0, closed: false });
    points.push(x, y);
    return this.#at(x, y);
  }

  lineTo(x: number, y: number): this {
    check(x, y);
    if (!this.#hasContour) return this.moveTo(x, y);
    const [dx, dy] = [x - this.#x, y - this.#y];
    return this.#segment(this.#x + dx / 3, this.#y + dy / 3, x - dx / 3, y - dy / 3, x, y);
  }

  /** A quadratic curve; it is kept as the cubic that is the same. */
  quadTo(controlX: number, controlY: number, x: number, y: number): this {
    check(controlX, controlY, x, y);
    if (!this.#hasContour) this.moveTo(controlX, controlY);
    const [x1, y1] = [this.#x + (2 / 3) * (controlX - this.#x), this.#y + (2 / 3) * (controlY - this.#y)];
    return this.#segment(x1, y1, x + (2 / 3) * (controlX - x), y + (2 / 3) * (controlY - y), x, y);
  }

  cubicTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): this {
    check(x1, y1, x2, y2, x, y);
    if (!this.#hasContour) this.moveTo(x1, y1);
    return this.#segment(x1, y1, x2, y2, x, y);
  }

  /** Part of a circle, or all of it; a line leads there from where the pen is. */
  arc(x: number, y: number, radius: number, start = 0, end = FULL, counterclockwise = false): this {
    return this.ellipse(x, y, radius, radius, 0, start, end, counterclockwise);
  }

  /** Part of an ellipse that is turned by `rotation`, or all of it; a line leads there from where the pen is. */
  ellipse(
    x: number,
    y: number,
    radiusX: number,
    radiusY: number,
    rotation = 0,
    start = 0,
    end = FULL,
    counterclockwise = false,
  ): this {
    check(x, y, rotation, start, end);
    checkSize('a radius', radiusX, radiusY);
    const cubics = arcCubics({ x, y, radiusX, radiusY, rotation, start, end, counterclockwise });
    this.lineTo(cubics[0], cubics[1]);
    for (let i = 2; i < cubics.length; i += 6) {
      this.#segment(cubics[i], cubics[i + 1], cubics[i + 2], cubics[i + 3], cubics[i + 4], cubics[i + 5]);
    }
    return this;
  }

  /** A contour of its own. */
  rect(x: number, y: number, width: number, height: number): this {
    check(x, y, width, height);
    const [right, bottom] = [x + width, y + height];
    return this.moveTo(x, y).lineTo(right, y).lineTo(right, bottom).lineTo(x, bottom).close();
  }

  /**
   * A contour of its own.
   * @param radii One for all corners, or as in CSS one to four, clockwise from the first corner. All shrink
   * alike where they do not fit.
   */
  roundRect(x: number, y: number, width: number, height: number, radii: number | readonly number[]): this {
    const given = typeof radii === 'number' ? [radii] : radii;
    check(x, y, width, height);
    checkSize('a radius', ...given);
    if (given.length < 1 || given.length > 4) throw misuse('roundRect has other radii', 'one to four', given.length);
    const [first, second = first, third = first, fourth = second] = given;
    const wide = Math.abs(width);
    const high = Math.abs(height);
    const shrink = Math.min(
      1,
      ...[
        [first + second, wide],
        [second + third, high],
        [third + fourth, wide],
        [fourth + first, high],
      ].map(([needed, there]) => (needed > there ? there / needed : 1)),
    );
    const [a, b, c, d] = [first, second, third, fourth].map((radius) => radius * shrink);
    const [sx, sy] = [Math.sign(width) || 1, Math.sign(height) || 1];
    const [right, bottom] = [x + width, y + height];
    const corner = (r: number, fromX: number, fromY: number, x: number, y: number, toX: number, toY: number) => {
      const [ax, ay] = [x + fromX * r * sx, y + fromY * r * sy];
      const [bx, by] = [x + toX * r * sx, y + toY * r * sy];
      this.lineTo(ax, ay);
      if (r === 0) return;
      const [x1, y1] = [ax + (x - ax) * QUARTER, ay + (y - ay) * QUARTER];
      this.cubicTo(x1, y1, bx + (x - bx) * QUARTER, by + (y - by) * QUARTER, bx, by);
    };
    this.moveTo(x + a * sx, y);
    corner(b, -1, 0, right, y, 0, 1);
    corner(c, 0, -1, right, bottom, -1, 0);
    corner(d, 1, 0, x, bottom, 0, -1);
    corner(a, 0, 1, x, y, 1, 0);
    return this.close().#at(x, y, true);
  }

  /** Leads the contour back to its first point. */
  close(): this {
    const { points, contours } = this.#open();
    const contour = contours.at(-1);
    if (contour === undefined) return this;
    contour.closed = true;
    return this.#at(points[contour.start * 2], points[contour.start * 2 + 1], true);
  }

  /** Fills the present path, all of it. */
  fill(color: Paint, { rule = 'nonzero', feather = 0 }: FillOptions = {}): this {
    checkSize('feather', feather);
    const path = this.#open();
    path.fillRule = rule;
    path.style = { ...path.style, fill: colorOf(color), feather };
    return this;
  }

  /** Strokes the present path, all of it, over its fill. */
  stroke(color: Paint, width = 1, { cap = 'butt', join = 'miter', miterLimit = 10 }: StrokeOptions = {}): this {
    checkSize('the width of a stroke', width);
    if (!(miterLimit >= 1 && miterLimit < Infinity)) throw notANumber('the limit of miters', 'from 1', miterLimit);
    const path = this.#open();
    const stroke = { stroke: colorOf(color), strokeWidth: width, lineCap: cap, lineJoin: join, miterLimit };
    path.style = { ...path.style, ...stroke };
    return this;
  }

  /**
   * Makes the present path the shape of a mask instead of painting it. What comes next is a new path.
   * @returns The number of the mask, for paths and groups that it is to cut.
   */
  mask({ rule = 'nonzero', feather = 0 }: FillOptions = {}, id = ''): number {
    const path = this.#open();
    if (path.points.length === 0) throw misuse('the mask has no shape', 'a path that was drawn', 'none');
    this.fill(null, { rule, feather });
    path.isMask = true;
    // It was the last to come.
    this.#groups[path.group].children.pop();
    const mask = this.#masks.push({ id, paths: [this.path], masks: path.masks }) - 1;
    this.beginPath();
    return mask;
  }

  /** What was drawn so far. The builder may go on and build again. */
  build(): Rig {
    const counts = this.#groups.map(() => 0);
    return vouchFor({
      name: this.#name,
      width: this.width,
      height: this.height,
      fps: this.#fps,
      groups: this.#groups.map((group): Group => ({ ...group, children: [...group.children], flexi: [] })),
      paths: this.#paths
        .filter(({ points }) => points.length > 0)
        .map(({ group, masks, points, contours, style, fillRule, isMask }): Path => {
          // Nor does one that moved last.
          const isLoose = contours.length > 1 && contours.at(-1)?.segments === 0;
          return {
            group,
            index: isMask ? 0 : counts[group]++,
            points: Float64Array.from(isLoose ? points.slice(0, -2) : points),
            contours: (isLoose ? contours.slice(0, -1) : contours).map((contour) => ({ ...contour })),
            fillRule,
            style,
            masks: isMask ? [] : masks,
            role: isMask ? 'clip' : 'drawn',
          };
        }),
      masks: [...this.#masks],
      actions: [],
      bones: [],
      smartBones: [],
    });
  }

  #open(): OpenPath {
    if (this.#paths.length === 0) this.beginPath();
    return this.#paths[this.#paths.length - 1];
  }

  #at(x: number, y: number, isLifted = false): this {
    this.#x = x;
    this.#y = y;
    this.#isLifted = isLifted;
    return this;
  }

  get #hasContour(): boolean {
    return this.#open().contours.length > 0;
  }

  #segment(x1: number, y1: number, x2: number, y2: number, x: number, y: number): this {
    if (this.#isLifted) this.moveTo(this.#x, this.#y);
    const { points, contours } = this.#open();
    points.push(x1, y1, x2, y2, x, y);
    contours[contours.length - 1].segments++;
    return this.#at(x, y);
  }

  #checkMasks(masks: readonly number[]): readonly number[] {
    for (const mask of masks) {
      if (this.#masks[mask] === undefined) throw misuse('there is no such mask', 'a number that mask() gave', mask);
    }
    return [...masks];
  }
}

const FULL = 2 * Math.PI;

/** How far the control points of a quarter of a circle reach to its corner. */
const QUARTER = (4 / 3) * Math.tan(Math.PI / 8);

/** As Canvas2D has it at first. */
const REST: Style = {
  fill: null,
  stroke: null,
  strokeWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  miterLimit: 10,
  visible: true,
};

function colorOf(paint: Paint): Color | null {
  if (paint === null) return null;
  if (typeof paint !== 'string') {
    const isColor = paint.length === 4 && paint.every((channel) => channel >= 0 && channel <= 1);
    if (!isColor) throw misuse('the colour is none', 'four numbers from 0 to 1', paint.join());
    return paint;
  }
  const color = colord(paint.trim().toLowerCase());
  if (!color.isValid()) throw misuse('the colour is none', 'a CSS colour', paint.slice(0, 60));
  const { r, g, b, a } = color.rgba;
  return [r / 255, g / 255, b / 255, a];
}

function check(...values: number[]): void {
  for (const value of values) if (!Number.isFinite(value)) throw notANumber('a coordinate', 'finite', value);
}

function checkSize(what: string, ...values: number[]): void {
  for (const value of values) if (!(value >= 0 && value < Infinity)) throw notANumber(what, 'from 0', value);
}

function positive(what: string, value: number): number {
  if (value > 0 && value < Infinity) return value;
  throw notANumber(what, 'greater than 0', value);
}

const notANumber = (what: string, range: string, found: unknown): AyatoriError =>
  new AyatoriError({
    code: 'number',
    message: `${what} is out of range`,
    expected: `a number, ${range}`,
    found: String(found),
  });

const misuse = (message: string, expected: string, found: unknown): AyatoriError =>
  new AyatoriError({ code: 'path-builder', message, expected, found: String(found) });
