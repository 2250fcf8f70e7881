/** Six numbers: x' = m0·x + m2·y + m4, y' = m1·x + m3·y + m5. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Matrix `index` of many in a row. */
export function matrixAt(matrices: ArrayLike<number>, index: number): Matrix {
  const i = index * 6;
  return [matrices[i], matrices[i + 1], matrices[i + 2], matrices[i + 3], matrices[i + 4], matrices[i + 5]];
}

/** b first, then a. */
export function multiplied(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[2] * b[1],
    a[1] * b[0] + a[3] * b[1],
    a[0] * b[2] + a[2] * b[3],
    a[1] * b[2] + a[3] * b[3],
    a[0] * b[4] + a[2] * b[5] + a[4],
    a[1] * b[4] + a[3] * b[5] + a[5],
  ];
}

/** Undefined for a matrix that flattens. */
export function inverted(m: Matrix): Matrix | undefined {
  const determinant = m[0] * m[3] - m[1] * m[2];
  if (Math.abs(determinant) < 1e-12) return undefined;
  const [a, b, c, d] = [m[3] / determinant, -m[1] / determinant, -m[2] / determinant, m[0] / determinant];
  return [a, b, c, d, -(a * m[4] + c * m[5]), -(b * m[4] + d * m[5])];
}

/** Moves points in place. */
export function movePoints(points: Float64Array, m: Matrix): void {
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i], points[i + 1]];
    points[i] = m[0] * x + m[2] * y + m[4];
    points[i + 1] = m[1] * x + m[3] * y + m[5];
  }
}

/** How much larger lengths become on average. */
export const scaleOf = (m: Matrix): number => Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2]));
