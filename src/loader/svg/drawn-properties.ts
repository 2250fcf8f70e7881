/** Properties that are read and drawn. `color` is read before all others, which may refer to it. */
export const drawnProperties = [
  'fill',
  'stroke',
  'fill-opacity',
  'stroke-opacity',
  'opacity',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-dasharray',
  'fill-rule',
  'clip-rule',
  'clip-path',
  'visibility',
  'display',
] as const;
