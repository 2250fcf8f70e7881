import { type Drive, evaluateText, evaluateValues, followsTime } from '../../engine/geometry/moho/channel.ts';
import { cameraMatrix, layerMatrix } from '../../engine/geometry/moho/layers.ts';
import { scaleOf } from '../../engine/geometry/moho/matrix.ts';
import { isShown, orderedChildren, switchedChild } from '../../engine/geometry/moho/order.ts';
import type { Outline } from '../../engine/geometry/moho/outlines.ts';
import { type MohoPaint, type PaintMoment, paintOutline } from '../../engine/geometry/moho/paint.ts';
import { idleDrive, type PreparedMoho } from '../../engine/geometry/moho/prepare.ts';
import type { ActionSlots } from '../../engine/geometry/moho/slots.ts';
import { type MohoChannelOf, MohoMode, type MohoTiming } from '../../engine/model/moho.ts';
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
    const moment = this.#momentAt(layer, 0, this.#driveAt(0, 0));
    return this.#prepared.meshes[layer]?.outlines.map((outline) => this.#paintAt(layer, outline, moment)) ?? [];
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
      if (mesh === undefined || mesh.outlines.length === 0) continue;
      const isWholeLayer = this.#isPaintedBy(layer, slot);
      const outlines = mesh.outlines.flatMap((outline, i) =>
        isWholeLayer || this.#isColoredBy(layer, outline, slot) ? [{ outline, path: this.#firstPaths[layer] + i }] : [],
      );
      if (outlines.length === 0) continue;
      yield;
      // A switch is set by the last action that has a say, even to what it shows at rest.
      const isForced = this.#wayOf(layer).some((each) =>
        this.#hasSay(each, this.#prepared.project.layers[each].switchKeys, slot),
      );
      const restMoment = this.#momentAt(layer, 0, this.#driveAt(0, 0));
      const moments: LayerMoment[] = [];
      for (let frame = 1; frame <= frames; frame++) {
        const drive = this.#driveAt(slot, frame);
        const time = slot === 0 ? frame : 0;
        moments.push(isWholeLayer ? this.#momentAt(layer, time, drive) : { ...restMoment, frame: time, drive });
      }
      for (const { outline, path } of outlines) {
        const rest = this.#paintAt(layer, outline, restMoment);
        const fill = new Keys<Color | null>();
        const stroke = new Keys<Color | null>();
        const width = new Keys<number>();
        for (const [i, moment] of moments.entries()) {
          const now = this.#paintAt(layer, outline, moment);
          const isFirst = isForced && i === 0;
          fill.note(i + 1, now.fill, rest.fill, isSameColor, isFirst);
          stroke.note(i + 1, now.stroke, rest.stroke, isSameColor, isFirst);
          width.note(i + 1, now.width, rest.width, isSameWidth);
        }
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
      if (layer.ordering === undefined || !this.#hasSay(index, layer.ordering, slot)) continue;
      yield;
      const keys = new Keys<readonly NodeRef[]>();
      /** By the text that says it. */
      const known = new Map<string, readonly NodeRef[]>();
      for (let frame = 1; frame <= frames; frame++) {
        const drive = this.#driveAt(slot, frame);
        const time = slot === 0 ? frame : 0;
        const text = evaluateText(layer.ordering, time, drive);
        const refs = known.get(text) ?? orderedChildren(layer, layers, time, drive).map((child) => groupRef(child + 1));
        known.set(text, refs);
        keys.note(frame, refs, refs, isSameOrder, frame === 1);
      }
      if (keys.values.length > 0) tracks.push({ group: index + 1, ...keys.track });
    }
    return tracks;
  }

  /** A layer and those around it, from the inside out. */
  #wayOf(layer: number): number[] {
    const way: number[] = [];
    for (let each = layer; each >= 0; each = this.#prepared.project.layers[each].parent) way.push(each);
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

  /** Whether an action changes what all paths of a layer hang on. */
  #isPaintedBy(layer: number, slot: number): boolean {
    const { layers, camera } = this.#prepared.project;
    const { mesh, alpha } = layers[layer];
    if (this.#hasSay(layer, alpha, slot)) return true;
    if (mesh?.widths.moving.some(({ channel }) => this.#hasSay(layer, channel, slot))) return true;
    for (const each of this.#wayOf(layer)) {
      const { visibility, transforms, parent } = layers[each];
      if (this.#hasSay(each, visibility, slot) || this.#hasSay(each, transforms.scale, slot)) return true;
      if (parent >= 0 && this.#hasSay(parent, layers[parent].switchKeys, slot)) return true;
    }
    return [camera.track, camera.zoom].some((channel) =>
      slot === 0 ? followsTime(channel) : channel.actions.some(({ action }) => this.#slots.root[action] === slot),
    );
  }

  #isColoredBy(layer: number, { shape }: Outline, slot: number): boolean {
    const style = this.#prepared.project.layers[layer].mesh?.shapes[shape]?.style;
    return this.#hasSay(layer, style?.fill, slot) || this.#hasSay(layer, style?.line, slot);
  }

  #momentAt(layer: number, frame: number, drive: Drive): LayerMoment {
    const { project, cycles } = this.#prepared;
    const { layers, camera, width, height } = project;
    const { mesh } = layers[layer];
    let isSeen = true;
    let scale = 1;
    for (const each of this.#wayOf(layer)) {
      const around = layers[layers[each].parent];
      isSeen &&= isShown(layers[each], frame, drive, cycles);
      isSeen &&= around?.switchKeys === undefined || switchedChild(around, layers, frame, drive) === each;
      scale *= scaleOf(layerMatrix(layers[each], frame, drive, cycles));
    }
    const lineScale = scale * 2 * scaleOf(cameraMatrix(camera, width, height, frame, drive, cycles));
    const widths = mesh === undefined ? new Float64Array(0) : evaluateValues(mesh.widths, frame, drive, cycles);
    return { frame, drive, cycles, lineScale, widths, isSeen };
  }

  #paintAt(layer: number, outline: Outline, moment: LayerMoment): MohoPaint {
    const paint = paintOutline(this.#prepared.project.layers[layer], outline, moment);
    return moment.isSeen ? paint : { ...paint, fill: null, stroke: null };
  }
}

interface LayerMoment extends PaintMoment {
  readonly isSeen: boolean;
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
