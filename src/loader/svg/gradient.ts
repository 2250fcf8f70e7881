import type { Color } from '../../engine/model/rig.ts';
import { declaredValues } from './cascade.ts';
import { readCssColor } from './css-color.ts';
import type { Sheet } from './declarations.ts';
import { hrefOf, type SvgDocument, type SvgNode } from './document.ts';
import { clamp, parseShare } from './length.ts';
import { isStopProperty } from './properties.ts';

/** What was found so far; a document has one style sheet, and many paths may share a gradient. */
const middleStops = new WeakMap<SvgNode, Color | null>();

/** The colour of the middle stop of a gradient (the first of two); its stops may be those of another one. */
export function middleStop(server: SvgNode, document: SvgDocument, sheet: Sheet): Color | null {
  const chain = new Set<SvgNode>();
  let color: Color | null = null;
  for (let node: SvgNode | undefined = server; node !== undefined && !chain.has(node); ) {
    const known = middleStops.get(node);
    if (known !== undefined) {
      color = known;
      break;
    }
    chain.add(node);
    const stops = node.children.filter(({ name }) => name === 'stop');
    if (stops.length > 0) {
      color = stopColor(stops[Math.floor((stops.length - 1) / 2)], sheet);
      break;
    }
    const href = hrefOf(node);
    node = href?.startsWith('#') ? document.byId.get(href.slice(1)) : undefined;
  }
  for (const node of chain) middleStops.set(node, color);
  return color;
}

function stopColor(stop: SvgNode, sheet: Sheet): Color {
  const values = declaredValues(stop, sheet, isStopProperty);
  const [r, g, b, a] = readCssColor(values.get('stop-color') ?? 'black') ?? [0, 0, 0, 1];
  const opacity = parseShare(values.get('stop-opacity') ?? '1') ?? 1;
  return [r, g, b, a * clamp(opacity)];
}
