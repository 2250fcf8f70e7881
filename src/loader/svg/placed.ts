import type { SvgNode } from './document.ts';
import { loadedExtras } from './extras-part.ts';
import { identity, multiply } from './matrix.ts';
import type { Context } from './style.ts';
import type { PictureSize } from './viewport.ts';

/** Puts the content of `use`, an inner `svg` or a `symbol` in its place; the picture's own has its viewBox. */
export function placed(context: Context, node: SvgNode, size: PictureSize): Context {
  if (node.name !== 'use' && node.name !== 'symbol' && (node.name !== 'svg' || node.parent === undefined))
    return context;
  const matrix = loadedExtras().placement(node, size.viewport);
  return matrix === identity ? context : { ...context, matrix: multiply(context.matrix, matrix) };
}
