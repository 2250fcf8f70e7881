import type { MohoChannel, MohoLayer, MohoShape } from '../../model/moho.ts';
import type { Color, LineCap } from '../../model/rig.ts';
import { evaluateChannel } from './channel.ts';
import { isLineInFill, type Outline } from './outlines.ts';
import type { MohoPose } from './pose.ts';

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

/** Whether a layer is painted the same at every moment, as long as its lines are scaled the same. */
export function isPaintStill({ mesh, alpha }: MohoLayer): boolean {
  const isStill = ({ main, actions }: MohoChannel): boolean => main.frames.length === 1 && actions.length === 0;
  const shapes = mesh?.shapes ?? [];
  return (
    isStill(alpha) &&
    (mesh?.widths.moving.length ?? 0) === 0 &&
    shapes.every(({ style }) => isStill(style.fill) && isStill(style.line))
  );
}

/** Colours and width of a path of a mesh. Where a line's width varies along it, that of its points on average. */
export function paintOutline(pose: MohoPose, layer: number, outline: Outline, widths: Float64Array): MohoPaint {
  const { mesh, alpha } = pose.prepared.project.layers[layer];
  const shape = mesh?.shapes[outline.shape];
  if (mesh === undefined || shape === undefined) return { fill: null, stroke: null, width: 0, cap: 'butt' };
  const drive = pose.drive(layer);
  const { cycles } = pose.prepared;
  const opacity = evaluateChannel(alpha, pose.frame, drive, cycles)[0];
  const colorOf = (channel: MohoShape['style']['fill']): Color => {
    const [r, g, b, a] = evaluateChannel(channel, pose.frame, drive, cycles);
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
    width: isLine ? Math.max(0, shape.style.lineWidth * factor * pose.lineScale(layer)) : 0,
    cap: caps[shape.style.lineCap] ?? 'round',
  };
}

const unit = (value: number): number => Math.min(1, Math.max(0, value));
