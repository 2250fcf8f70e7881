/** The words of CSS `object-fit`, and two that fill one direction. */
export type Fit = 'contain' | 'cover' | 'fill' | 'none' | 'scale-down' | 'fit-width' | 'fit-height';

/** Where the picture goes in the room that is left: 0 left or top, 0.5 middle, 1 right or bottom. */
export type Align = readonly [x: number, y: number];

/**
 * Stage px → canvas px: x' = scale x · x + offset x, likewise y.
 *
 * @param out scale x, scale y, offset x, offset y.
 * @param density Canvas px for a CSS px: what `none` and `scale-down` draw a stage px at.
 */
export function fitView(
  out: Float64Array,
  fit: Fit,
  align: Align,
  view: { readonly width: number; readonly height: number },
  canvasWidth: number,
  canvasHeight: number,
  density: number,
): void {
  let x = canvasWidth / view.width;
  let y = canvasHeight / view.height;
  if (fit === 'contain') x = y = Math.min(x, y);
  else if (fit === 'cover') x = y = Math.max(x, y);
  else if (fit === 'none') x = y = density;
  else if (fit === 'scale-down') x = y = Math.min(x, y, density);
  else if (fit === 'fit-width') y = x;
  else if (fit === 'fit-height') x = y;
  out[0] = x;
  out[1] = y;
  out[2] = (canvasWidth - x * view.width) * align[0];
  out[3] = (canvasHeight - y * view.height) * align[1];
}
