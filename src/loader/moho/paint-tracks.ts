import { type Drive, evaluateValues, followsTime } from '../../engine/geometry/moho/channel.ts';
import { cameraMatrix, layerMatrix } from '../../engine/geometry/moho/layers.ts';
import { scaleOf } from '../../engine/geometry/moho/matrix.ts';
import { isShown, orderedChildren, switchedChild } from '../../engine/geometry/moho/order.ts';
import { type MohoPaint, paintOutline } from '../../engine/geometry/moho/paint.ts';
import { idleDrive, type PreparedMoho } from '../../engine/geometry/moho/prepare.ts';
import type { ActionSlots } from '../../engine/geometry/moho/slots.ts';
import {
  type MohoChannel,
  type MohoChannelOf,
  MohoMode,
  type MohoText,
  type MohoTiming,
} from '../../engine/model/moho.ts';
import { type Color, groupRef, type NodeRef, type OrderTrack, type StyleTrack } from '../../engine/model/rig.ts';

/**
 * Colours, widths and orders: what an action does to them by itself, at full weight. Where several change the same,
 * the last one wins, as in all rigs. Nothing of a layer that is hidden has a colour.
 */
export class PaintTracks {
  readonly #prepared: PreparedMoho;
  readonly #slots: ActionSlots;
  readonly #firstPaths: readonly number[];

  /** @param firstPaths First path of each layer's mesh, by layer. */
  constructor(prepared: PreparedMoho, slots: ActionSlots, firstPaths: readonly number[]) {
    this.#prepared = prepared;
    this.#slots = slots;
    this.#firstPaths = firstPaths;
  }

  /** The paths of a layer at rest, without what dials do. */
  restPaints(layer: number): MohoPaint[] {
    return this.#paintsAt(layer, 0, this.#driveAt(0, 0));
  }

  /** Children of a layer at rest, back to front. */
  restOrder(layer: number): readonly number[] {
    const { layers } = this.#prepared.project;
    return orderedChildren(layers[layer], layers, 0, this.#driveAt(0, 0));
  }

  /** @param frames Last frame of the slot. Yields between layers. */
  *styles(slot: number, frames: number): Generator<void, StyleTrack[]> {
    const tracks: StyleTrack[] = [];
    for (const [layer, mesh] of this.#prepared.meshes.entries()) {
      if (mesh === undefined || mesh.outlines.length === 0 || !this.#isPaintedBy(layer, slot)) continue;
      yield;
      // A switch is set by the last action that has a say, even to what it shows at rest.
      const isForced = this.#ways(layer).some(({ switchKeys }) => this.#hasSay(layer, switchKeys, slot));
      const keys = mesh.outlines.map(() => ({
        fill: new Keys<Color | null>(),
        stroke: new Keys<Color | null>(),
        width: new Keys<number>(),
      }));
      const rest = this.restPaints(layer);
      for (let frame = 1; frame <= frames; frame++) {
        const paints = this.#paintsAt(layer, slot === 0 ? frame : 0, this.#driveAt(slot, frame));
        for (const [i, { fill, stroke, width }] of paints.entries()) {
          const isFirst = isForced && frame === 1;
          keys[i].fill.note(frame, fill, rest[i].fill, isSameColor, isFirst);
          keys[i].stroke.note(frame, stroke, rest[i].stroke, isSameColor, isFirst);
          keys[i].width.note(frame, width, rest[i].width, isSameWidth);
        }
      }
      for (const [i, { fill, stroke, width }] of keys.entries()) {
        const path = this.#firstPaths[layer] + i;
        if (fill.values.length > 0) tracks.push({ path, property: 'fill', ...fill.track });
        if (stroke.values.length > 0) tracks.push({ path, property: 'stroke', ...stroke.track });
        if (width.values.length > 0) tracks.push({ path, property: 'strokeWidth', ...width.track });
      }
    }
    return tracks;
  }

  /** An action that has an order replaces those of others, from its first frame on. */
  *orders(slot: number, frames: number): Generator<void, OrderTrack[]> {
    const { layers } = this.#prepared.project;
    const tracks: OrderTrack[] = [];
    for (const [index, layer] of layers.entries()) {
      if (!this.#hasSay(index, layer.ordering, slot)) continue;
      yield;
      const keys = new Keys<readonly NodeRef[]>();
      for (let frame = 1; frame <= frames; frame++) {
        const drive = this.#driveAt(slot, frame);
        const children = orderedChildren(layer, layers, slot === 0 ? frame : 0, drive);
        const refs = children.map((child) => groupRef(child + 1));
        keys.note(frame, refs, refs, isSameOrder, frame === 1);
      }
      if (keys.values.length > 0) tracks.push({ group: index + 1, ...keys.track });
    }
    return tracks;
  }

  /** A layer and those around it, from the inside out. */
  #ways(layer: number): PreparedMoho['project']['layers'][number][] {
    const { layers } = this.#prepared.project;
    const way = [];
    for (let each = layer; each >= 0; each = layers[each].parent) way.push(layers[each]);
    return way;
  }

  #driveAt(slot: number, frame: number): Drive {
    const drive = idleDrive(this.#prepared.project.actions.length);
    const { action } = this.#slots.slots[slot];
    if (action < 0) return drive;
    drive.frames[action] = frame;
    drive.weights[action] = 1;
    return drive;
  }

  /** Whether an action changes a channel of a layer. */
  #hasSay(layer: number, channel: MohoChannelOf<MohoTiming> | undefined, slot: number): boolean {
    if (channel === undefined) return false;
    if (slot === 0) return channel.main.frames.length > 1 || channel.main.modes[0] === MohoMode.pose;
    return channel.actions.some(({ action }) => this.#slots.byLayer[layer][action] === slot);
  }

  #isPaintedBy(layer: number, slot: number): boolean {
    const { layers, camera } = this.#prepared.project;
    const { mesh, alpha } = layers[layer];
    const channels: (MohoChannel | MohoText | undefined)[] = [alpha];
    for (const { channel } of mesh?.widths.moving ?? []) channels.push(channel);
    for (const { style } of mesh?.shapes ?? []) channels.push(style.fill, style.line);
    if (channels.some((channel) => this.#hasSay(layer, channel, slot))) return true;
    for (let each = layer; each >= 0; each = layers[each].parent) {
      const { visibility, switchKeys, transforms } = layers[each];
      if ([visibility, switchKeys, transforms.scale].some((channel) => this.#hasSay(each, channel, slot))) return true;
    }
    const { slots, root } = this.#slots;
    return [camera.track, camera.zoom].some((channel) =>
      slot === 0
        ? followsTime(channel)
        : channel.actions.some(({ action }) => root[action] === slot && slots[slot].dialOf < 0),
    );
  }

  #paintsAt(layer: number, frame: number, drive: Drive): MohoPaint[] {
    const { project, meshes, cycles } = this.#prepared;
    const { layers, camera, width, height } = project;
    const { mesh } = layers[layer];
    if (mesh === undefined) return [];
    let isSeen = true;
    let scale = 1;
    for (let each = layer; each >= 0; each = layers[each].parent) {
      const around = layers[layers[each].parent];
      isSeen &&= isShown(layers[each], frame, drive, cycles);
      isSeen &&= around?.switchKeys === undefined || switchedChild(around, layers, frame, drive) === each;
      scale *= scaleOf(layerMatrix(layers[each], frame, drive, cycles));
    }
    const lineScale = scale * 2 * scaleOf(cameraMatrix(camera, width, height, frame, drive, cycles));
    const widths = evaluateValues(mesh.widths, frame, drive, cycles);
    const moment = { frame, drive, cycles, lineScale, widths };
    return (meshes[layer]?.outlines ?? []).map((outline) => {
      const paint = paintOutline(layers[layer], outline, moment);
      return isSeen ? paint : { ...paint, fill: null, stroke: null };
    });
  }
}

/** Collects keys where a value is another than before. */
class Keys<T> {
  readonly frames: number[] = [];
  readonly values: T[] = [];

  note(frame: number, value: T, rest: T, isSame: (a: T, b: T) => boolean, always = false): void {
    const before = this.values.length === 0 ? rest : this.values[this.values.length - 1];
    if (!always && isSame(before, value)) return;
    this.frames.push(frame);
    this.values.push(value);
  }

  get track(): { readonly frames: Int32Array; readonly values: readonly T[] } {
    return { frames: Int32Array.from(this.frames), values: this.values };
  }
}

const isSameWidth = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6;

const isSameColor = (a: Color | null, b: Color | null): boolean =>
  a === b || (a !== null && b !== null && a.every((share, i) => Math.abs(share - b[i]) < 1e-6));

const isSameOrder = (a: readonly number[], b: readonly number[]): boolean => a.every((ref, i) => ref === b[i]);
