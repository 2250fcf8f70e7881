import { colord, extend } from 'colord';
import names from 'colord/plugins/names';
import type { Color } from '../../engine/model/rig.ts';

extend([names]);

/** A CSS colour: hex, rgb(), hsl(), names and `transparent`. Undefined for any other text. */
export function readCssColor(text: string): Color | undefined {
  // No colour is longer; the patterns of the library need not see anything else.
  if (text === '' || text.length > 100) return undefined;
  const color = colord(text.toLowerCase());
  if (!color.isValid()) return undefined;
  const { r, g, b, a } = color.rgba;
  return [r / 255, g / 255, b / 255, a];
}
