/** Attributes that give the shape of each drawn element. */
const geometryAttributes = new Map<string, readonly string[]>(
  Object.entries({
    path: ['d'],
    rect: ['x', 'y', 'width', 'height', 'rx', 'ry'],
    circle: ['cx', 'cy', 'r'],
    ellipse: ['cx', 'cy', 'rx', 'ry'],
    line: ['x1', 'y1', 'x2', 'y2'],
    polyline: ['points'],
    polygon: ['points'],
  }),
);

export function isShape(name: string): boolean {
  return geometryAttributes.has(name);
}

export function shapeAttributes(name: string): readonly string[] {
  return geometryAttributes.get(name) ?? [];
}
