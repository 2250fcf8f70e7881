import type { Color, FillRule, LineCap, LineJoin } from '../../engine/model/rig.ts';
import { declaredValues } from './cascade.ts';
import { parseColor } from './color.ts';
import type { Sheet } from './declarations.ts';
import type { SvgNode } from './document.ts';
import type { drawnProperties } from './drawn-properties.ts';
import { clamp, parseLength, parseShare } from './length.ts';
import { identity, isInRange, type Matrix, maxCoordinate, multiply, parseTransform } from './matrix.ts';
import { isCurrentColor, type Paint, parsePaint, parseReference } from './paint.ts';
import { unsupportedProperties } from './properties.ts';

/** What an element gives on to its children, computed, and where it stands. */
export interface Context {
  /** From the element's own coordinates to px of the picture. */
  readonly matrix: Matrix;
  readonly color: Color;
  readonly fill: Paint;
  readonly stroke: Paint;
  readonly fillOpacity: number;
  readonly strokeOpacity: number;
  /** Product of the opacities of the element and all around it. */
  readonly opacity: number;
  /** In the element's own coordinates. */
  readonly strokeWidth: number;
  readonly lineCap: LineCap;
  readonly lineJoin: LineJoin;
  readonly miterLimit: number;
  readonly fillRule: FillRule;
  readonly clipRule: FillRule;
  readonly visibility: boolean;
  /** False inside anything that has `display: none`. */
  readonly displayed: boolean;
  readonly dashed: boolean;
  /** Id of the element's own clip path, not handed on. */
  readonly clip: string | undefined;
}

const black: Color = [0, 0, 0, 1];

export const initialContext: Context = {
  matrix: identity,
  color: black,
  fill: { kind: 'color', color: black },
  stroke: { kind: 'none' },
  fillOpacity: 1,
  strokeOpacity: 1,
  opacity: 1,
  strokeWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  miterLimit: 4,
  fillRule: 'nonzero',
  clipRule: 'nonzero',
  visibility: true,
  displayed: true,
  dashed: false,
  clip: undefined,
};

/** Told about a property that has no effect, and why. */
export type StyleReporter = (property: string, value: string, why: 'invalid' | 'unsupported') => void;

/** No two lines can tell a greater one from this, and its square must stay a 32-bit float. */
const maxMiterLimit = 1e6;

/** No honest value is longer; a hostile one shall not keep the patterns busy. */
const maxValue = 1000;

type Mutable = { -readonly [Key in keyof Context]: Context[Key] };

interface Input {
  readonly value: string;
  readonly parent: Context;
  readonly into: Mutable;
  /** What a percentage of a length is one of, in user units. */
  readonly diagonal: number;
}

/** Sets a property from its text. Says whether the text is valid; an invalid one is not written. */
type Reader = (input: Input) => boolean;

const readers = new Map<string, Reader>(
  Object.entries({
    fill: ({ value, into }) => {
      const paint = parsePaint(value, into.color);
      if (paint !== undefined) into.fill = paint;
      return paint !== undefined;
    },
    stroke: ({ value, into }) => {
      const paint = parsePaint(value, into.color);
      if (paint !== undefined) into.stroke = paint;
      return paint !== undefined;
    },
    'fill-opacity': ({ value, into }) => {
      const share = parseShare(value);
      if (share !== undefined) into.fillOpacity = clamp(share);
      return share !== undefined;
    },
    'stroke-opacity': ({ value, into }) => {
      const share = parseShare(value);
      if (share !== undefined) into.strokeOpacity = clamp(share);
      return share !== undefined;
    },
    opacity: ({ value, parent, into }) => {
      const share = parseShare(value);
      if (share !== undefined) into.opacity = parent.opacity * clamp(share);
      return share !== undefined;
    },
    'stroke-width': ({ value, into, diagonal }) => {
      const width = parseLength(value, diagonal);
      if (width === undefined || width < 0 || width > maxCoordinate) return false;
      into.strokeWidth = width;
      return true;
    },
    'stroke-linecap': ({ value, into }) => {
      if (value !== 'butt' && value !== 'round' && value !== 'square') return false;
      into.lineCap = value;
      return true;
    },
    'stroke-linejoin': ({ value, into }) => {
      if (value !== 'miter' && value !== 'round' && value !== 'bevel') return false;
      into.lineJoin = value;
      return true;
    },
    'stroke-miterlimit': ({ value, into }) => {
      const limit = parseLength(value, 1);
      if (limit === undefined || limit < 1) return false;
      into.miterLimit = Math.min(limit, maxMiterLimit);
      return true;
    },
    'fill-rule': ({ value, into }) => {
      if (value !== 'nonzero' && value !== 'evenodd') return false;
      into.fillRule = value;
      return true;
    },
    'clip-rule': ({ value, into }) => {
      if (value !== 'nonzero' && value !== 'evenodd') return false;
      into.clipRule = value;
      return true;
    },
    visibility: ({ value, into }) => {
      into.visibility = value === 'visible';
      return value === 'visible' || value === 'hidden' || value === 'collapse';
    },
    display: ({ value, parent, into }) => {
      into.displayed = parent.displayed && value !== 'none';
      return true;
    },
    'stroke-dasharray': ({ value, into }) => {
      if (value === 'none') {
        into.dashed = false;
        return true;
      }
      const lengths = value.split(/[\s,]+/).map((each) => parseLength(each, 100));
      // A list with a negative length, or of nothing but zeros, means a solid line.
      into.dashed = lengths.every((each) => each !== undefined && each >= 0) && lengths.some((each) => each !== 0);
      return lengths.every((each) => each !== undefined);
    },
    'clip-path': ({ value, into }) => {
      const id = parseReference(value)?.id;
      into.clip = id;
      return id !== undefined || value === 'none';
    },
  } satisfies Record<(typeof drawnProperties)[number], Reader>),
);

/** Properties that an element does not hand on to its children. */
const notInherited = new Set(['opacity', 'display', 'clip-path']);

/** Attributes that are properties; `transform` is read as an attribute, and is not supported as a property. */
function isProperty(name: string): boolean {
  return readers.has(name) || name === 'color' || (unsupportedProperties.has(name) && name !== 'transform');
}

/** The context inside an element: presentation attributes, then rules, then the style attribute. */
export function computeContext(
  parent: Context,
  node: SvgNode,
  sheet: Sheet,
  diagonal: number,
  report: StyleReporter,
): Context {
  const { attributes } = node;
  const into: Mutable = { ...parent, clip: undefined };
  const values = declaredValues(node, sheet, isProperty);

  const transform = attributes.transform;
  if (transform !== undefined) {
    const matrix = parseTransform(transform);
    const whole = matrix && multiply(parent.matrix, matrix);
    if (whole === undefined || !isInRange(whole)) report('transform', transform, 'invalid');
    else into.matrix = whole;
  }
  // Before all others, which may refer to it.
  const color = values.get('color');
  if (color !== undefined && color !== 'inherit' && !isCurrentColor(color)) {
    const parsed = parseColor(color);
    if (parsed === undefined) report('color', color, 'invalid');
    else into.color = parsed;
  }
  for (const [name, value] of values) {
    const read = readers.get(name);
    if (read === undefined) {
      const harmless = unsupportedProperties.get(name);
      if (harmless !== undefined && value !== harmless) report(name, value, 'unsupported');
    } else if (value === 'inherit') {
      // What is handed on stands in the copy already.
      if (notInherited.has(name)) report(name, value, 'unsupported');
    } else if (value.length > maxValue || !read({ value, parent, into, diagonal })) report(name, value, 'invalid');
  }
  return into;
}
