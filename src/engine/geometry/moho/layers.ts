import type { MohoCamera, MohoLayer } from '../../model/moho.ts';
import { type CycleRule, type Drive, evaluateChannel } from './channel.ts';
import type { Matrix } from './matrix.ts';

/** p → O + τ + Rot(r)·diag(±sx, ±sy)·(p − O). Scale and translation are verified; rotation, flips and origin are not. */
export function layerMatrix(layer: MohoLayer, time: number, drive: Drive, cycles: CycleRule): Matrix {
  const { transforms, origin } = layer;
  const [tx, ty] = evaluateChannel(transforms.translation, time, drive, cycles);
  const [sx, sy] = evaluateChannel(transforms.scale, time, drive, cycles);
  const [rotation] = evaluateChannel(transforms.rotation, time, drive, cycles);
  const [flipH] = evaluateChannel(transforms.flipH, time, drive, cycles);
  const [flipV] = evaluateChannel(transforms.flipV, time, drive, cycles);
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const [x, y] = [flipH > 0.5 ? -sx : sx, flipV > 0.5 ? -sy : sy];
  const m = [cos * x, sin * x, -sin * y, cos * y] as const;
  const [ox, oy] = origin;
  return [...m, ox + tx - m[0] * ox - m[2] * oy, oy + ty - m[1] * ox - m[3] * oy];
}

/** Stage 5: document units → px, y down. The resting camera of Moho 12 is verified; others are not. */
export function cameraMatrix(
  { track, zoom }: MohoCamera,
  width: number,
  height: number,
  time: number,
  drive: Drive,
  cycles: CycleRule,
): Matrix {
  const [x, y, z] = evaluateChannel(track, time, drive, cycles);
  const [lens] = evaluateChannel(zoom, time, drive, cycles);
  const span = z * Math.tan(Math.PI / (6 * lens));
  const scale = height / 2 / (Number.isFinite(span) && span > 1e-9 ? span : 1);
  return [scale, 0, 0, -scale, width / 2 - x * scale, height / 2 + y * scale];
}
