import type { SvgNode } from './document.ts';
import { loadedExtras } from './extras-part.ts';
import type { ShapeData } from './geometry.ts';
import { readPathData } from './path-data.ts';
import type { Viewport } from './viewport.ts';

/** The control points of a path or basic shape, in its own coordinates. See {@link readPathData}. */
export function* readShape(
  node: SvgNode,
  viewport: Viewport,
  maxPoints: number,
): Generator<void, ShapeData | undefined> {
  if (node.name === 'path') return yield* readPathData(node.attributes.d ?? '', maxPoints);
  const data = loadedExtras().readBasicShape(node, viewport);
  return data.geometry.points.length / 2 > maxPoints ? undefined : data;
}
