import type { CompiledRig } from '../compile/compiled-rig.ts';
import { LAYOUT } from '../compile/layout.ts';
import type { Color } from '../model/rig.ts';

/** Colours and width of a path in a pose. */
export interface PosedStyle {
  readonly fill: Color | null;
  readonly stroke: Color | null;
  readonly strokeWidth: number;
  readonly visible: boolean;
}

/**
 * The CPU twin of `shaders/style.glsl`: the last action, in list order, that has a key at or before
 * its frame wins; an action of weight 0 has no say.
 * @param actions See `Pose.actions`.
 */
export function resolveStyle(compiled: CompiledRig, path: number, actions: Float32Array): PosedStyle {
  const { paths, paints, styles, values, frameRows } = compiled;
  const rest = path * LAYOUT.PAINT_TEXELS * 4;
  let fill = readColor(paints, rest);
  let stroke = readColor(paints, rest + 4);
  let strokeWidth = paints[rest + 8];
  let hidden = 0;
  const texel = path * LAYOUT.PATH_TEXELS * 4;
  for (let s = paths[texel + 2]; s < paths[texel + 2] + paths[texel + 3]; s++) {
    const [firstRow, action, property, firstValue] = [
      styles[s * 4],
      styles[s * 4 + 1],
      styles[s * 4 + 2],
      styles[s * 4 + 3],
    ];
    if (actions[action * 4 + 2] === 0 && actions[action * 4 + 3] === 0) continue;
    const row = frameRows[firstRow + actions[action * 4]];
    if (row === 0) continue;
    const value = (firstValue + row - 1) * 4;
    if (property === LAYOUT.STYLE_FILL) fill = readColor(values, value);
    else if (property === LAYOUT.STYLE_STROKE) stroke = readColor(values, value);
    else if (property === LAYOUT.STYLE_WIDTH) strokeWidth = values[value];
    else {
      const bit = 1 << (property - LAYOUT.STYLE_VISIBLE);
      hidden = values[value] > 0.5 ? hidden & ~bit : hidden | bit;
    }
  }
  return { fill, stroke, strokeWidth, visible: paints[rest + 9] > 0.5 && hidden === 0 };
}

/** A fully transparent colour and none look alike. */
function readColor(table: Float32Array, index: number): Color | null {
  const alpha = table[index + 3];
  return alpha === 0 ? null : [table[index], table[index + 1], table[index + 2], alpha];
}
