import type { Color } from '../../engine/model/rig.ts';
import type { Sheet } from './declarations.ts';
import type { SvgDocument } from './document.ts';
import { maxCoordinate, widthScale } from './matrix.ts';
import { resolvePaint } from './paint.ts';
import type { Context } from './style.ts';

/** What of a path's style can change from frame to frame. */
export interface Look {
  /** Null where nothing is painted. */
  readonly fill: Color | null;
  readonly stroke: Color | null;
  /** px of the picture. */
  readonly strokeWidth: number;
  readonly visible: boolean;
}

/** Told about a paint that stands in for something not supported: `linearGradient`, `pattern`, … */
export type PaintReporter = (property: 'fill' | 'stroke', id: string, element: string | undefined) => void;

export function lookOf(context: Context, document: SvgDocument, sheet: Sheet, report: PaintReporter): Look {
  const { fill, stroke, fillOpacity, strokeOpacity, opacity } = context;
  const filled = resolvePaint(fill, fillOpacity * opacity, document, sheet);
  const stroked = resolvePaint(stroke, strokeOpacity * opacity, document, sheet);
  if (fill.kind === 'reference') report('fill', fill.id, filled.element);
  if (stroke.kind === 'reference') report('stroke', stroke.id, stroked.element);
  return {
    fill: filled.color,
    stroke: stroked.color,
    strokeWidth: Math.min(context.strokeWidth * widthScale(context.matrix), maxCoordinate),
    visible: context.displayed && context.visibility,
  };
}
