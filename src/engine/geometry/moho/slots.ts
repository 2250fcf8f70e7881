import type { MohoChannelOf, MohoLayer, MohoProject, MohoTiming, MohoValues } from '../../model/moho.ts';

/**
 * An action as a rig has it. 0 is the main timeline, then come those of the project. An action that is the
 * dial of several bone layers, or has a say outside of the one whose dial it is, has another frame in each: then
 * a further slot for each of them stands behind.
 */
export interface ActionSlot {
  /** Of the project; -1: the main timeline. */
  readonly action: number;
  /** The slot that it is a part of, or its own index. */
  readonly of: number;
  /** The bone layer whose dial it is, or -1. */
  readonly dialOf: number;
}

export interface ActionSlots {
  readonly slots: readonly ActionSlot[];
  /** For each layer the slot of each action of the project. */
  readonly byLayer: readonly Int32Array[];
  /** The same for the camera. */
  readonly root: Int32Array;
}

export function actionSlots({ actions, layers, camera }: MohoProject): ActionSlots {
  const slots: ActionSlot[] = [{ action: -1, of: 0, dialOf: -1 }];
  for (const action of actions.keys()) slots.push({ action, of: action + 1, dialOf: -1 });
  const isTaken = new Uint8Array(actions.length);
  const take = (action: number, dialOf: number): number => {
    const slot = { action, of: action + 1, dialOf };
    if (isTaken[action] === 1) return slots.push(slot) - 1;
    isTaken[action] = 1;
    slots[action + 1] = slot;
    return action + 1;
  };
  /** Slots of dials by layer; -1: no bone layer around has the action as one. */
  const dials: Int32Array[] = [];
  const none = new Int32Array(actions.length).fill(-1);
  for (const [index, { parent, skeleton }] of layers.entries()) {
    let own = dials[parent] ?? none;
    if (skeleton !== undefined && skeleton.dials.length > 0) {
      own = own.slice();
      for (const action of new Set(skeleton.dials.map((dial) => dial.action))) own[action] = take(action, index);
    }
    dials.push(own);
  }
  const root = Int32Array.from(actions, (_, action) => action + 1);
  const isFree = new Uint8Array(actions.length);
  const useFreely = (action: number): void => {
    if (isFree[action] === 1) return;
    isFree[action] = 1;
    root[action] = take(action, -1);
  };
  for (const channel of [camera.track, camera.zoom]) for (const { action } of channel.actions) useFreely(action);
  for (const [index, layer] of layers.entries()) {
    for (const action of layerActions(layer)) if (dials[index][action] < 0) useFreely(action);
  }
  // One table for all layers in which the same dials have a say.
  const slotsOf = (own: Int32Array) => own.map((slot, action) => (slot < 0 ? root[action] : slot));
  const tables = new Map([...new Set(dials)].map((own) => [own, slotsOf(own)]));
  return { slots, root, byLayer: dials.map((own) => tables.get(own) as Int32Array) };
}

/** Whether an action is the dial of a bone layer around a layer. */
export const isDialSlot = ({ slots }: ActionSlots, slot: number): boolean => slots[slot].dialOf >= 0;

/** Actions that have a say in a layer by itself. */
function layerActions({ transforms, visibility, alpha, ordering, switchKeys, mesh, skeleton }: MohoLayer): Set<number> {
  const found = new Set<number>();
  const add = (channel: MohoChannelOf<MohoTiming> | undefined): void => {
    for (const { action } of channel?.actions ?? []) found.add(action);
  };
  const addAll = ({ moving }: MohoValues): void => {
    for (const { channel } of moving) add(channel);
  };
  for (const channel of [...Object.values(transforms), visibility, alpha, ordering, switchKeys]) add(channel);
  for (const { position, angle, scale } of skeleton?.bones ?? [])
    for (const each of [position, angle, scale]) add(each);
  if (mesh === undefined) return found;
  for (const values of [mesh.positions, mesh.widths]) addAll(values);
  for (const values of [mesh.smoothness, mesh.weightIn, mesh.weightOut, mesh.offsetIn, mesh.offsetOut]) addAll(values);
  for (const { style } of mesh.shapes) for (const channel of [style.fill, style.line]) add(channel);
  return found;
}
