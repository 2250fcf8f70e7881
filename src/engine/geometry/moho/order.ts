import type { MohoLayer } from '../../model/moho.ts';
import { type CycleRule, type Drive, evaluateChannel, evaluateText } from './channel.ts';

/** Whether a layer is switched on at a time. What is around it has its own say. */
export function isShown(layer: MohoLayer, time: number, drive: Drive, cycles: CycleRule): boolean {
  return layer.enabled && evaluateChannel(layer.visibility, time, drive, cycles)[0] > 0.5;
}

/**
 * Children of a layer, back to front, as its order has them at a time. Those that it does not name
 * stand in front. Verified.
 */
export function orderedChildren(
  layer: MohoLayer,
  layers: readonly MohoLayer[],
  time: number,
  drive: Drive,
): readonly number[] {
  const { ordering, children } = layer;
  const text = ordering === undefined ? '' : evaluateText(ordering, time, drive);
  if (text === '') return children;
  const byUuid = new Map(children.map((child) => [layers[child].uuid, child]));
  const named = new Set<number>();
  for (const uuid of text.split('|')) {
    const child = byUuid.get(uuid);
    if (child !== undefined) named.add(child);
  }
  for (const child of children) named.add(child);
  return [...named];
}

/** The only child of a switch layer that is seen; undefined for other layers. Not verified. */
export function switchedChild(
  { switchKeys, children }: MohoLayer,
  layers: readonly MohoLayer[],
  time: number,
  drive: Drive,
): number | undefined {
  if (switchKeys === undefined) return undefined;
  const name = evaluateText(switchKeys, time, drive);
  return children.find((child) => layers[child].name === name) ?? children[0];
}
