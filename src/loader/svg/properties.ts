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
