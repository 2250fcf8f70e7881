import type { GeometryBuilder } from './geometry.ts';

/**
 * Appends an elliptical arc as cubics, by the endpoint to centre conversion of SVG's implementation
 * notes (SVG 2, B.2.4 and B.2.5). `rotation` in degrees.
 *
 * The count of cubics must not waver between frames: a half circle, whose angle comes out a hair
 * above or below 180°, always gives two.
 */
export function arcTo(
  builder: GeometryBuilder,
  radiusX: number,
  radiusY: number,
  rotation: number,
  isLarge: boolean,
  isSweep: boolean,
  x: number,
  y: number,
): void {
  const { x: x0, y: y0 } = builder;
  if (x === x0 && y === y0) return;
  let rx = Math.abs(radiusX);
  let ry = Math.abs(radiusY);
  if (rx === 0 || ry === 0) {
    builder.lineTo(x, y);
    return;
  }
  const phi = (rotation * Math.PI) / 180;
  const cos = Math.cos(phi);
  const sin = Math.sin(phi);
  // Half of the chord, in the axes of the ellipse and with radius 1.
  const dx = (x0 - x) / 2;
  const dy = (y0 - y) / 2;
  const reach = Math.hypot((cos * dx + sin * dy) / rx, (cos * dy - sin * dx) / ry);
  // Radii that are too small to span the chord grow until they do.
  if (reach > 1) {
    rx *= reach;
    ry *= reach;
  }
  const ux = (cos * dx + sin * dy) / rx;
  const uy = (cos * dy - sin * dx) / ry;
  const square = ux * ux + uy * uy;
  const away = Math.sqrt(Math.max(0, 1 / square - 1)) * (isLarge === isSweep ? -1 : 1);
  const cx = away * uy;
  const cy = -away * ux;
  const from = Math.atan2(uy - cy, ux - cx);
  let angle = Math.atan2(-uy - cy, -ux - cx) - from;
  if (isSweep && angle < 0) angle += 2 * Math.PI;
  if (!isSweep && angle > 0) angle -= 2 * Math.PI;

  const count = Math.max(1, Math.ceil(Math.abs(angle) / (Math.PI / 2) - 1e-6));
  const step = angle / count;
  const handle = (4 / 3) * Math.tan(step / 4);
  const middleX = (x0 + x) / 2;
  const middleY = (y0 + y) / 2;
  const placeX = (u: number, v: number) => middleX + cos * rx * (u + cx) - sin * ry * (v + cy);
  const placeY = (u: number, v: number) => middleY + sin * rx * (u + cx) + cos * ry * (v + cy);
  for (let i = 0; i < count; i++) {
    const a = from + step * i;
    const b = from + step * (i + 1);
    const u1 = Math.cos(a) - handle * Math.sin(a);
    const v1 = Math.sin(a) + handle * Math.cos(a);
    const u2 = Math.cos(b) + handle * Math.sin(b);
    const v2 = Math.sin(b) - handle * Math.cos(b);
    const isLast = i === count - 1;
    builder.cubicTo(
      placeX(u1, v1),
      placeY(u1, v1),
      placeX(u2, v2),
      placeY(u2, v2),
      isLast ? x : placeX(Math.cos(b), Math.sin(b)),
      isLast ? y : placeY(Math.cos(b), Math.sin(b)),
    );
  }
}
