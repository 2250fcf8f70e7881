export interface Arc {
  readonly x: number;
  readonly y: number;
  readonly radiusX: number;
  readonly radiusY: number;
  /** Of the ellipse, clockwise on screen; radians, as those that follow. */
  readonly rotation: number;
  readonly start: number;
  readonly end: number;
  readonly counterclockwise: boolean;
}

/**
 * Part of an ellipse as cubics: x, y of the first point, then three points for each segment of at most a
 * quarter. Control points lie 4/3 · tan(angle / 4) of the radius along the tangents, which strays by at most
 * 0.03 % of it. Angles mean what they mean in Canvas2D: a turn or more in the given direction is the whole
 * ellipse; where the end lies the other way, it is taken as many turns on as needed.
 */
export function arcCubics({ x, y, radiusX, radiusY, rotation, start, end, counterclockwise }: Arc): number[] {
  const asked = counterclockwise ? start - end : end - start;
  const sweep = (asked < 0 ? FULL - (-asked % FULL) : Math.min(asked, FULL)) * (counterclockwise ? -1 : 1);
  const count = Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9);
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const points: number[] = [];
  const put = (u: number, v: number) => {
    points.push(x + cos * radiusX * u - sin * radiusY * v, y + sin * radiusX * u + cos * radiusY * v);
  };
  put(Math.cos(start), Math.sin(start));
  const step = count === 0 ? 0 : sweep / count;
  const reach = (4 / 3) * Math.tan(step / 4);
  for (let i = 0; i < count; i++) {
    const from = start + step * i;
    // The whole ellipse ends where it began, to the bit.
    const to = i === count - 1 && Math.abs(sweep) === FULL ? start : from + step;
    put(Math.cos(from) - reach * Math.sin(from), Math.sin(from) + reach * Math.cos(from));
    put(Math.cos(to) + reach * Math.sin(to), Math.sin(to) - reach * Math.cos(to));
    put(Math.cos(to), Math.sin(to));
  }
  return points;
}

const FULL = 2 * Math.PI;
