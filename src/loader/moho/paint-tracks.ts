import { type Drive, evaluateText, followsTime } from '../../engine/geometry/moho/channel.ts';
import { orderedChildren } from '../../engine/geometry/moho/order.ts';
import type { Outline } from '../../engine/geometry/moho/outlines.ts';
import { type MohoPaint, paintOutline } from '../../engine/geometry/moho/paint.ts';
import { idleDrive, type PreparedMoho } from '../../engine/geometry/moho/prepare.ts';
import type { ActionSlots } from '../../engine/geometry/moho/slots.ts';
import { type MohoChannelOf, MohoMode, type MohoTiming } from '../../engine/model/moho.ts';
import { groupRef, type NodeRef, type OrderTrack, type StyleTrack } from '../../engine/model/rig.ts';
import { type LayerMoment, LayerStates } from './layer-states.ts';
import { Keys, OutlineKeys } from './paint-keys.ts';

/**
 * Colours, widths and orders: what an action does to them by itself, at full weight. Where several change the same,
 * the last one wins, as in all rigs. Nothing of a layer that is hidden has a colour.
 */
export class PaintTracks {
  readonly #prepared: PreparedMoho;
  readonly #slots: ActionSlots;
  readonly #firstPaths: readonly number[];
  /** What an action does is looked at while nothing else plays. */
  readonly #drive: Drive;
  /** At frame 0, without what actions do. */
  readonly #rest: LayerStates;

  /** The slots that change colours, widths or orders of any layer. */
  readonly #painting: ReadonlySet<number>;

  /** @param firstPaths First path of each layer's mesh, by layer. */
  constructor(prepared: PreparedMoho, slots: ActionSlots, firstPaths: readonly number[]) {
    this.#prepared = prepared;
    this.#slots = slots;
    this.#firstPaths = firstPaths;
    this.#drive = idleDrive(prepared.project.actions.length);
    this.#rest = new LayerStates(prepared);
    this.#rest.evaluate(0, this.#drive);
    this.#painting = this.#paintingSlots();
  }

  /** The paths of a layer at rest, without what dials do. */
  restPaints(layer: number): MohoPaint[] {
    const moment = this.#rest.moment(layer);
    return this.#prepared.meshes[layer]?.outlines.map((outline) => this.#paintAt(layer, outline, moment)) ?? [];
  }

  /** Children of a layer at rest, back to front. */
  restOrder(layer: number): readonly number[] {
    const { layers } = this.#prepared.project;
    return orderedChildren(layers[layer], layers, 0, this.#drive);
  }

  /**
   * Bytes that tracks of colours and widths take at most. What is only looked at for them counts by how long it takes.
   * Yields now and then.
   * @param frames Last frame of each slot.
   * @param most Counts no further than just beyond it.
   */
  *bytes(frames: readonly number[], most: number): Generator<void, number> {
    const { layers } = this.#prepared.project;
    let bytes = this.#painting.size * layers.length * BYTES.layer;
    for (const [slot, last] of frames.entries()) {
      if (bytes > most) return bytes;
      const painted = yield* this.#paintedBy(slot);
      if (painted.some(({ isWhole }) => isWhole)) bytes += last * layers.length * BYTES.layer;
      for (const { layer, outlines } of painted) {
        bytes += last * (outlines.length * BYTES.outline + (layers[layer].mesh?.pointCount ?? 0) * BYTES.point);
      }
    }
    return bytes;
  }

  /** @param last Frame of the slot. Yields now and then. */
  *styles(slot: number, last: number): Generator<void, StyleTrack[]> {
    const painted = yield* this.#paintedBy(slot);
    if (painted.length === 0) return [];
    const hasWhole = painted.some(({ isWhole }) => isWhole);
    const states = new LayerStates(this.#prepared);
    const rests = painted.map(({ layer }) => this.#rest.moment(layer));
    const keys = painted.flatMap(({ layer, outlines }, i) =>
      outlines.map(({ outline, path }) => new OutlineKeys(path, this.#paintAt(layer, outline, rests[i]))),
    );
    for (let frame = 1; frame <= last; frame++) {
      const time = slot === 0 ? frame : 0;
      const drive = this.#play(slot, frame);
      if (hasWhole) states.evaluate(time, drive);
      let next = 0;
      for (const [i, { layer, outlines, isWhole, isForced }] of painted.entries()) {
        const moment = isWhole ? states.moment(layer) : { ...rests[i], frame: time, drive };
        for (const { outline } of outlines) {
          if (next % IN_ONE_TURN === 0) yield;
          keys[next++].note(frame, this.#paintAt(layer, outline, moment), isForced && frame === 1);
        }
      }
    }
    this.#stop(slot);
    return keys.flatMap((each) => each.tracks);
  }

  /** An action that has an order replaces those of others, from its first frame on. Yields now and then. */
  *orders(slot: number, last: number): Generator<void, OrderTrack[]> {
    const { layers } = this.#prepared.project;
    const tracks: OrderTrack[] = [];
    if (!this.#painting.has(slot)) return tracks;
    for (const [index, layer] of layers.entries()) {
      if (index % IN_ONE_TURN === 0) yield;
      if (layer.ordering === undefined || !this.#hasSay(index, layer.ordering, slot)) continue;
      const keys = new Keys<readonly NodeRef[]>();
      /** By the text that says it. */
      const known = new Map<string, readonly NodeRef[]>();
      for (let frame = 1; frame <= last; frame++) {
        yield;
        const drive = this.#play(slot, frame);
        const time = slot === 0 ? frame : 0;
        const text = evaluateText(layer.ordering, time, drive);
        const refs = known.get(text) ?? orderedChildren(layer, layers, time, drive).map((child) => groupRef(child + 1));
        known.set(text, refs);
        keys.note(frame, refs, refs, isSameOrder, frame === 1);
      }
      if (last > 0) tracks.push({ group: index + 1, ...keys.track });
    }
    this.#stop(slot);
    return tracks;
  }

  #paintingSlots(): Set<number> {
    const { layers, camera } = this.#prepared.project;
    const { byLayer, root } = this.#slots;
    // The main timeline is looked at in any case.
    const found = new Set([0]);
    const add = (channel: MohoChannelOf<MohoTiming> | undefined, slotOf: Int32Array): void => {
      for (const { action } of channel?.actions ?? []) found.add(slotOf[action]);
    };
    for (const channel of [camera.track, camera.zoom]) add(channel, root);
    for (const [index, { visibility, transforms, switchKeys, ordering, alpha, mesh }] of layers.entries()) {
      const slotOf = byLayer[index];
      for (const channel of [visibility, transforms.scale, switchKeys, ordering, alpha]) add(channel, slotOf);
      for (const { channel } of mesh?.widths.moving ?? []) add(channel, slotOf);
      for (const { style } of mesh?.shapes ?? []) for (const channel of [style.fill, style.line]) add(channel, slotOf);
    }
    return found;
  }

  #play(slot: number, frame: number): Drive {
    const { action } = this.#slots.slots[slot];
    if (action >= 0) {
      this.#drive.frames[action] = frame;
      this.#drive.weights[action] = 1;
    }
    return this.#drive;
  }

  #stop(slot: number): void {
    const { action } = this.#slots.slots[slot];
    if (action < 0) return;
    this.#drive.frames[action] = 0;
    this.#drive.weights[action] = 0;
  }

  /** Whether an action changes a channel of a layer. */
  #hasSay(layer: number, channel: MohoChannelOf<MohoTiming> | undefined, slot: number): boolean {
    if (channel === undefined) return false;
    if (slot === 0) return channel.main.frames.length > 1 || channel.main.modes[0] === MohoMode.pose;
    return channel.actions.some(({ action }) => this.#slots.byLayer[layer][action] === slot);
  }

  /** The outlines that an action may paint in another way than at rest. Yields now and then. */
  *#paintedBy(slot: number): Generator<void, PaintedLayer[]> {
    if (!this.#painting.has(slot)) return [];
    const { layers, camera } = this.#prepared.project;
    const isFilmed = [camera.track, camera.zoom].some((channel) =>
      slot === 0 ? followsTime(channel) : channel.actions.some(({ action }) => this.#slots.root[action] === slot),
    );
    // Parents stand before their children.
    const isChanged = new Uint8Array(layers.length);
    const isSwitched = new Uint8Array(layers.length);
    const painted: PaintedLayer[] = [];
    for (const [layer, { parent, visibility, transforms, switchKeys, alpha, mesh }] of layers.entries()) {
      if (layer % IN_ONE_TURN === 0) yield;
      const says = (channel: MohoChannelOf<MohoTiming> | undefined) => this.#hasSay(layer, channel, slot);
      const isAround = parent < 0 ? isFilmed : isChanged[parent] === 1;
      isSwitched[layer] = isSwitched[parent] === 1 || says(switchKeys) ? 1 : 0;
      isChanged[layer] = isAround || isSwitched[parent] === 1 || says(visibility) || says(transforms.scale) ? 1 : 0;
      const own = this.#prepared.meshes[layer]?.outlines ?? [];
      const isWhole =
        isChanged[layer] === 1 || says(alpha) || (mesh?.widths.moving.some(({ channel }) => says(channel)) ?? false);
      const outlines = own.flatMap((outline, i) => {
        const style = mesh?.shapes[outline.shape]?.style;
        const isPainted = isWhole || says(style?.fill) || says(style?.line);
        return isPainted ? [{ outline, path: this.#firstPaths[layer] + i }] : [];
      });
      if (outlines.length > 0) painted.push({ layer, outlines, isWhole, isForced: isSwitched[layer] === 1 });
    }
    return painted;
  }

  #paintAt(layer: number, outline: Outline, moment: LayerMoment): MohoPaint {
    const paint = paintOutline(this.#prepared.project.layers[layer], outline, moment);
    return moment.isSeen ? paint : { ...paint, fill: null, stroke: null };
  }
}

/** For each frame: a colour and a width of an outline, the state of a layer, the width at a point. */
const BYTES = { outline: 64, layer: 16, point: 1 };
/** So many layers or outlines are looked at before others have their turn. */
const IN_ONE_TURN = 64;

interface PaintedLayer {
  readonly layer: number;
  readonly outlines: readonly { readonly outline: Outline; readonly path: number }[];
  /** Whether the action changes what all outlines of the layer hang on. */
  readonly isWhole: boolean;
  /** A switch is set by the last action that has a say, even to what it shows at rest. */
  readonly isForced: boolean;
}

const isSameOrder = (a: readonly number[], b: readonly number[]): boolean =>
  a === b || a.every((ref, i) => ref === b[i]);
