import type { SvgNode } from './document.ts';
import { loadedExtras } from './extras-part.ts';
import type { ShapeData } from './geometry.ts';
import { readPathData } from './path-data.ts';
import type { Viewport } from './viewport.ts';

/** Characters that say where the points of a path or basic shape lie. */
export function outlineLength({ attributes }: SvgNode): number {
  return attributes.d?.length ?? attributes.points?.length ?? 0;
}

/** The control points of a path or basic shape, in its own coordinates. See {@link readPathData}. */
export function* readShape(
  node: SvgNode,
  viewport: Viewport,
  maxPoints: number,
): Generator<void, ShapeData | undefined> {
  if (node.name === 'path') return yield* readPathData(node.attributes.d ?? '', maxPoints);
  return yield* loadedExtras().readBasicShape(node, viewport, maxPoints);
}
