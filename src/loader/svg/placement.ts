import { parseLength } from './length.ts';
import { identity, type Matrix, multiply } from './matrix.ts';
import type { Context } from './style.ts';
import { fitBox, type PictureSize, readBox, type Viewport } from './viewport.ts';
import type { SvgNode } from './xml.ts';

/** Puts the content of `use`, an inner `svg` or a `symbol` in its place; the picture's own has its viewBox. */
export function placed(context: Context, node: SvgNode, size: PictureSize): Context {
  if (node.name !== 'use' && node.name !== 'symbol' && (node.name !== 'svg' || node.parent === undefined))
    return context;
  const matrix = placement(node, size.viewport);
  return matrix === identity ? context : { ...context, matrix: multiply(context.matrix, matrix) };
}

/** Where an inner `svg`, a `symbol` or a `use` puts its content. */
function placement(node: SvgNode, viewport: Viewport): Matrix {
  const { attributes } = node;
  const length = (text: string | undefined, whole: number, otherwise: number) =>
    text === undefined ? otherwise : (parseLength(text, whole) ?? otherwise);
  const x = node.name === 'symbol' ? 0 : length(attributes.x, viewport.width, 0);
  const y = node.name === 'symbol' ? 0 : length(attributes.y, viewport.height, 0);
  const shift: Matrix = x === 0 && y === 0 ? identity : [1, 0, 0, 1, x, y];
  if (node.name === 'use' || attributes.viewBox === undefined) return shift;
  const box = readBox(attributes.viewBox);
  if (box === undefined) return shift;
  const width = length(attributes.width, viewport.width, viewport.width);
  const height = length(attributes.height, viewport.height, viewport.height);
  const [a, b, c, d, e, f] = fitBox(box, width, height, attributes.preserveAspectRatio);
  return [a, b, c, d, e + x, f + y];
}
