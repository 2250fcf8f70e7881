import type { Color } from '../../engine/model/rig.ts';
import { parseColor } from './color.ts';
import type { Sheet } from './declarations.ts';
import type { SvgDocument } from './document.ts';
import { loadedExtras } from './extras-part.ts';

export type Paint =
  | { readonly kind: 'none' }
  | { readonly kind: 'color'; readonly color: Color }
  /** A gradient or pattern, and what to paint where there is none of that id. */
  | { readonly kind: 'reference'; readonly id: string; readonly fallback: Color | null };

/** `url(#id)` with or without quotes, and what follows it; an id with blanks needs quotes. */
export function parseReference(value: string): { id: string; rest: string } | undefined {
  const match = /^url\(\s*(?:"\s*#([^"]*)"\s*|'\s*#([^']*)'\s*|#([^\s"'()]*)\s*)\)\s*(.*)$/is.exec(value);
  if (match === null) return undefined;
  return { id: (match[1] ?? match[2] ?? match[3]).trimEnd(), rest: match[4] };
}

export function isCurrentColor(value: string): boolean {
  return value.toLowerCase() === 'currentcolor';
}

/** A paint; undefined where the text is none. */
export function parsePaint(value: string, currentColor: Color): Paint | undefined {
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
    if (server === undefined) color = paint.fallback;
    // Without stops there is nothing to find.
    else if (document.needsExtras) color = loadedExtras().middleStop(server, document, sheet);
  }
  if (color !== null && opacity !== 1) color = [color[0], color[1], color[2], color[3] * opacity];
  return { color, element };
}
