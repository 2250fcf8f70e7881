import type { SvgNode } from './document.ts';
import { emptyGeometry, type Geometry, GeometryBuilder, type ShapeData } from './geometry.ts';
import { parseLength } from './length.ts';
import { NumberReader } from './matrix.ts';
import type { Viewport } from './viewport.ts';

/** The control points of any shape but a path. See {@link readPathData}. */
export function* readBasicShape(
  node: SvgNode,
  viewport: Viewport,
  maxPoints: number,
): Generator<void, ShapeData | undefined> {
  const { name, attributes } = node;
  if (name === 'polyline' || name === 'polygon') {
    return yield* readPolygon(attributes.points ?? '', name === 'polygon', maxPoints);
  }
  const data = readSimple(node, viewport);
  return data.geometry.points.length / 2 > maxPoints ? undefined : data;
}

function* readPolygon(text: string, isClosed: boolean, maxPoints: number): Generator<void, ShapeData | undefined> {
  const builder = new GeometryBuilder();
  const reader = new NumberReader(text);
  let fault: string | undefined;
  for (let i = 0; ; i++) {
    const x = reader.next();
    if (x === undefined) break;
    const y = reader.next();
    if (y === undefined) {
      fault = 'The last of the points has no y.';
      break;
    }
    if (i === 0) builder.moveTo(x, y);
    else builder.lineTo(x, y);
    if (builder.points > maxPoints) return undefined;
    if (i % 1024 === 1023) yield;
  }
  if (isClosed) builder.close();
  const rest = reader.rest(40).trim();
  if (rest !== '' && rest !== ',') fault = `Unexpected "${rest.slice(0, 20)}" in points.`;
  return { geometry: yield* builder.buildInTurns(), fault };
}

function readSimple({ name, attributes }: SvgNode, { width, height, diagonal }: Viewport): ShapeData {
  let fault: string | undefined;
  const read = (attribute: string, whole: number): number | undefined => {
    const text = attributes[attribute];
    if (text === undefined || text === 'auto') return undefined;
    const value = parseLength(text, whole);
    if (value === undefined) fault ??= `The ${attribute} "${text.slice(0, 40)}" is not a length.`;
    return value;
  };
  let geometry: Geometry;
  if (name === 'line') {
    const builder = new GeometryBuilder();
    builder.moveTo(read('x1', width) ?? 0, read('y1', height) ?? 0);
    builder.lineTo(read('x2', width) ?? 0, read('y2', height) ?? 0);
    geometry = builder.build();
  } else if (name === 'rect') {
    const rx = read('rx', width);
    const ry = read('ry', height);
    geometry = rectangle(
      read('x', width) ?? 0,
      read('y', height) ?? 0,
      read('width', width) ?? 0,
      read('height', height) ?? 0,
      rx ?? ry ?? 0,
      ry ?? rx ?? 0,
    );
  } else {
    const r = name === 'circle' ? read('r', diagonal) : undefined;
    const rx = r ?? read('rx', width);
    const ry = r ?? read('ry', height);
    geometry = ellipse(read('cx', width) ?? 0, read('cy', height) ?? 0, rx ?? ry ?? 0, ry ?? rx ?? 0);
  }
  return { geometry, fault };
}

/** Handle of a quarter of the unit circle. */
const kappa = (4 / 3) * Math.tan(Math.PI / 8);

function ellipse(cx: number, cy: number, rx: number, ry: number): Geometry {
  if (!(rx > 0 && ry > 0)) return emptyGeometry;
  const builder = new GeometryBuilder();
  const kx = kappa * rx;
  const ky = kappa * ry;
  builder.moveTo(cx + rx, cy);
  builder.cubicTo(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry);
  builder.cubicTo(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy);
  builder.cubicTo(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry);
  builder.cubicTo(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy);
  builder.close();
  return builder.build();
}

function rectangle(x: number, y: number, width: number, height: number, radiusX: number, radiusY: number): Geometry {
  if (!(width > 0 && height > 0)) return emptyGeometry;
  const right = x + width;
  const bottom = y + height;
  const rx = Math.min(Math.max(0, radiusX), width / 2);
  const ry = Math.min(Math.max(0, radiusY), height / 2);
  const builder = new GeometryBuilder();
  if (rx === 0 || ry === 0) {
    builder.moveTo(x, y);
    builder.lineTo(right, y);
    builder.lineTo(right, bottom);
    builder.lineTo(x, bottom);
  } else {
    // Distance of a corner's handles from the corner.
    const hx = rx * (1 - kappa);
    const hy = ry * (1 - kappa);
    builder.moveTo(x + rx, y);
    builder.lineTo(right - rx, y);
    builder.cubicTo(right - hx, y, right, y + hy, right, y + ry);
    builder.lineTo(right, bottom - ry);
    builder.cubicTo(right, bottom - hy, right - hx, bottom, right - rx, bottom);
    builder.lineTo(x + rx, bottom);
    builder.cubicTo(x + hx, bottom, x, bottom - hy, x, bottom - ry);
    builder.lineTo(x, y + ry);
    builder.cubicTo(x, y + hy, x + hx, y, x + rx, y);
  }
  builder.close();
  return builder.build();
}
