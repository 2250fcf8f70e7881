import type { MohoLayer, MohoShape } from '../../model/moho.ts';
import type { Color, LineCap } from '../../model/rig.ts';
import { type CycleRule, type Drive, evaluateChannel } from './channel.ts';
import { isLineInFill, type Outline } from './outlines.ts';

/** How a path is painted. */
export interface MohoPaint {
  readonly fill: Color | null;
  readonly stroke: Color | null;
  /** px. */
  readonly width: number;
  readonly cap: LineCap;
}

/** Of a seam, px. */
const seamWidth = 1;

/** Of the line caps of the format. Verified: 1. */
const caps: readonly LineCap[] = ['butt', 'round', 'square'];

/** What the paint of a layer hangs on beside its shapes. */
export interface PaintMoment {
  readonly frame: number;
  readonly drive: Drive;
  readonly cycles: CycleRule;
  /** px of a line's width of 1. */
  readonly lineScale: number;
  /** The factors of lines at the points of the mesh. */
  readonly widths: Float64Array;
}

/** Colours and width of a path of a mesh. Where a line's width varies along it, that of its points on average. */
export function paintOutline({ mesh, alpha }: MohoLayer, outline: Outline, moment: PaintMoment): MohoPaint {
  const { frame, drive, cycles, lineScale, widths } = moment;
  const shape = mesh?.shapes[outline.shape];
  if (mesh === undefined || shape === undefined) return { fill: null, stroke: null, width: 0, cap: 'butt' };
  const opacity = evaluateChannel(alpha, frame, drive, cycles)[0];
  const colorOf = (channel: MohoShape['style']['fill']): Color => {
    const [r, g, b, a] = evaluateChannel(channel, frame, drive, cycles);
    return [unit(r), unit(g), unit(b), unit(a * opacity)];
  };
  if (outline.kind === 'seam') {
    return { fill: null, stroke: colorOf(shape.style.fill), width: seamWidth, cap: 'butt' };
  }
  const isLine = outline.kind === 'line' || isLineInFill(mesh, shape);
  let sum = 0;
  for (const edge of shape.edges) sum += widths[mesh.curvePoints[edge]];
  const factor = shape.edges.length === 0 ? 1 : sum / shape.edges.length;
  return {
    fill: outline.kind === 'fill' ? colorOf(shape.style.fill) : null,
    stroke: isLine ? colorOf(shape.style.line) : null,
    width: isLine ? Math.max(0, shape.style.lineWidth * factor * lineScale) : 0,
    cap: caps[shape.style.lineCap] ?? 'round',
  };
}

const unit = (value: number): number => Math.min(1, Math.max(0, value));
