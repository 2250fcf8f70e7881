import type { SvgNode } from './document.ts';
import { parseLength } from './length.ts';
import { identity, type Matrix } from './matrix.ts';
import { fitBox, readBox, type Viewport } from './viewport.ts';

/** Where an inner `svg`, a `symbol` or a `use` puts its content. */
export function placement(node: SvgNode, viewport: Viewport): Matrix {
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
