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

/** Properties that change the picture and that are not drawn, with the value that changes nothing. */
export const unsupportedProperties: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mask: 'none',
    filter: 'none',
    'marker-start': 'none',
    'marker-mid': 'none',
    'marker-end': 'none',
    marker: 'none',
    'mix-blend-mode': 'normal',
    'paint-order': 'normal',
    'vector-effect': 'none',
    // As a property; the attribute is read.
    transform: 'none',
  }),
);

/** Whether it is a property of the stops of gradients. */
export function isStopProperty(name: string): boolean {
  return name === 'stop-color' || name === 'stop-opacity';
}

const known = new Set<string>([...drawnProperties, 'color', ...unsupportedProperties.keys()]);

/** Whether a property has any say in a picture; others count as not written. */
export function isKnownProperty(name: string): boolean {
  return known.has(name) || isStopProperty(name);
}
