import type { Color, FillRule, LineCap, LineJoin } from '../../engine/model/rig.ts';
import { parseColor, sameColor } from './color.ts';
import { readStyleAttribute, type Sheet } from './css.ts';
import { parseLength, parseShare } from './length.ts';
import { identity, type Matrix, multiply, parseTransform } from './matrix.ts';
import { hrefOf, type SvgDocument, type SvgNode } from './xml.ts';

export type Paint =
  | { readonly kind: 'none' }
  | { readonly kind: 'color'; readonly color: Color }
  /** A gradient or pattern, and what to paint where there is none of that id. */
  | { readonly kind: 'reference'; readonly id: string; readonly fallback: Color | null };

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

/** No honest value is longer; a hostile one shall not keep the patterns busy. */
const maxValue = 1000;
const maxStyle = 1 << 16;

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
      if (width === undefined || width < 0) return false;
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
      into.miterLimit = limit;
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
  } satisfies Record<string, Reader>),
);

/** Properties that change the picture and that we do not draw, with the value that changes nothing. */
const unsupported = new Map(
  Object.entries({
    mask: 'none',
    filter: 'none',
    'marker-start': 'none',
    'marker-mid': 'none',
    'marker-end': 'none',
    marker: 'none',
    'mix-blend-mode': 'normal',
    'paint-order': 'normal',
    'vector-effect': 'none',
    // As a property; the attribute is read.
    transform: 'none',
  }),
);

/** Properties that an element does not hand on to its children. */
const notInherited = new Set(['opacity', 'display', 'clip-path']);

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
  const values = declaredValues(node, sheet);

  const transform = attributes.transform;
  if (transform !== undefined) {
    const matrix = parseTransform(transform);
    if (matrix === undefined) report('transform', transform, 'invalid');
    else into.matrix = multiply(parent.matrix, matrix);
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
      const harmless = unsupported.get(name);
      if (harmless !== undefined && value !== harmless) report(name, value, 'unsupported');
    } else if (value === 'inherit') {
      // What is handed on stands in the copy already.
      if (notInherited.has(name)) report(name, value, 'unsupported');
    } else if (value.length > maxValue || !read({ value, parent, into, diagonal })) report(name, value, 'invalid');
  }
  return into;
}

/** What is said about an element's properties: the style attribute goes before rules, they before attributes. */
function declaredValues(node: SvgNode, sheet: Sheet): ReadonlyMap<string, string> {
  const { attributes } = node;
  const values = new Map<string, string>();
  for (const name in attributes) {
    const isProperty = readers.has(name) || unsupported.has(name) || name === 'color';
    if (isProperty && name !== 'transform') values.set(name, attributes[name].trim());
  }
  const layers = [...sheet.declarationsOf(node)];
  if (attributes.style !== undefined) layers.push(readStyleAttribute(attributes.style.slice(0, maxStyle)));
  const important = new Set<string>();
  for (const layer of layers) {
    for (const [name, text] of layer) {
      const value = withoutMark(text);
      if (value === undefined && important.has(name)) continue;
      if (value !== undefined) important.add(name);
      values.set(name, (value ?? text).trim());
    }
  }
  return values;
}

/** The value of a declaration marked `!important`; undefined for others. */
function withoutMark(value: string): string | undefined {
  const mark = value.lastIndexOf('!');
  return mark >= 0 &&
    value
      .slice(mark + 1)
      .trim()
      .toLowerCase() === 'important'
    ? value.slice(0, mark)
    : undefined;
}

/** `after`, or `before` itself where both say the same, so that what is inside can be told to be unchanged. */
export function keepContext(before: Context, after: Context): Context {
  for (const key of contextKeys) {
    const a = before[key];
    const b = after[key];
    if (a !== b && !sameValue(a, b)) return after;
  }
  return before;
}

const contextKeys = Object.keys(initialContext) as (keyof Context)[];

function sameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.every((value, i) => value === b[i]);
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  const [paint, other] = [a as Paint, b as Paint];
  if (paint.kind === 'none' && other.kind === 'none') return true;
  if (paint.kind === 'color' && other.kind === 'color') return sameColor(paint.color, other.color);
  if (paint.kind !== 'reference' || other.kind !== 'reference') return false;
  return paint.id === other.id && sameColor(paint.fallback, other.fallback);
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** `url(#id)` with or without quotes, and what follows it. */
export function parseReference(value: string): { id: string; rest: string } | undefined {
  const match = /^url\(\s*(?:"\s*#([^"]*)"|'\s*#([^']*)'|#([^)]*?))\s*\)\s*(.*)$/is.exec(value);
  if (match === null) return undefined;
  return { id: (match[1] ?? match[2] ?? match[3]).trimEnd(), rest: match[4] };
}

function isCurrentColor(value: string): boolean {
  return value.toLowerCase() === 'currentcolor';
}

function parsePaint(value: string, currentColor: Color): Paint | undefined {
  if (value === 'none') return { kind: 'none' };
  if (isCurrentColor(value)) return { kind: 'color', color: currentColor };
  const reference = parseReference(value);
  if (reference !== undefined) {
    const { id, rest } = reference;
    return { kind: 'reference', id, fallback: rest === '' || rest === 'none' ? null : (parseColor(rest) ?? null) };
  }
  const color = parseColor(value);
  return color === undefined ? undefined : { kind: 'color', color };
}

/** The colour to paint with, and the element (a gradient, a pattern) that it stands in for, if any. */
export interface ResolvedPaint {
  readonly color: Color | null;
  readonly element: string | undefined;
}

/** The one colour of a paint, with all opacities in its alpha. */
export function resolvePaint(paint: Paint, opacity: number, document: SvgDocument, sheet: Sheet): ResolvedPaint {
  let color: Color | null = null;
  let element: string | undefined;
  if (paint.kind === 'color') color = paint.color;
  else if (paint.kind === 'reference') {
    const server = document.byId.get(paint.id);
    element = server?.name;
    color = server === undefined ? paint.fallback : middleStop(server, document, sheet);
  }
  if (color !== null && opacity !== 1) color = [color[0], color[1], color[2], color[3] * opacity];
  return { color, element };
}

/** The colour of the middle stop of a gradient (the first of two); its stops may be those of another one. */
function middleStop(server: SvgNode, document: SvgDocument, sheet: Sheet): Color | null {
  const seen = new Set<SvgNode>();
  for (let node: SvgNode | undefined = server; node !== undefined && !seen.has(node); ) {
    seen.add(node);
    const stops = node.children.filter(({ name }) => name === 'stop');
    if (stops.length > 0) return stopColor(stops[Math.floor((stops.length - 1) / 2)], sheet);
    const href = hrefOf(node);
    node = href?.startsWith('#') ? document.byId.get(href.slice(1)) : undefined;
  }
  return null;
}

function stopColor(stop: SvgNode, sheet: Sheet): Color {
  const values = declaredValues(stop, sheet);
  const { attributes } = stop;
  const [r, g, b, a] = parseColor(values.get('stop-color') ?? attributes['stop-color'] ?? 'black') ?? black;
  const opacity = parseShare(values.get('stop-opacity') ?? attributes['stop-opacity'] ?? '1') ?? 1;
  return [r, g, b, a * clamp(opacity)];
}
