import { dialFrame, isOpposite } from '../geometry/moho/dials.ts';
import type { LayerProgram } from './curves.ts';
import type { BoneTable, LayerTable, SkeletonTable } from './layer-tables.ts';
import { type SampledChannel, sumChannel } from './tracks.ts';

/** What turns, moves and stretches bones from outside, by bone. */
export interface BoneMotion {
  /** Radians, counter-clockwise in the space of the layer. */
  readonly turns: Float64Array;
  /** x, y in the axes of the parent at rest, units of the layer. */
  readonly moves: Float64Array;
  readonly scales: Float64Array;
}

/**
 * Bones, dials and layers in a pose: what `geometry/moho/pose.ts` does, from sampled channels and without
 * garbage. Holds one pose at a time; all puppets of a rig share it. Matrices are six numbers each.
 */
export class LayerEvaluator {
  /** Bone → space of its layer. */
  readonly boneMatrices: Float64Array;
  /** pose · rest⁻¹ of each bone. */
  readonly moves: Float64Array;
  /** Angles of each bone and all its parents added, radians, counter-clockwise, never wrapped. */
  readonly worldAngles: Float64Array;
  /** Layer → px. */
  readonly toPixels: Float64Array;
  /** Whether an action is played by hand. */
  readonly #isPlayed: Uint8Array;
  readonly #program: LayerProgram;
  readonly #own: Float64Array;
  readonly #isOff: Uint8Array;
  readonly #values = new Float64Array(8);
  readonly #camera = new Float64Array(6);
  readonly #matrix = new Float64Array(6);
  readonly #row = new Float32Array(7);
  readonly #product = new Float64Array(6);

  constructor(program: LayerProgram, actionCount: number) {
    const { layers, boneCount } = program;
    this.#program = program;
    this.boneMatrices = new Float64Array(boneCount * 6);
    this.moves = new Float64Array(boneCount * 6);
    this.worldAngles = new Float64Array(boneCount);
    this.toPixels = new Float64Array(layers.length * 6);
    this.#isPlayed = new Uint8Array(actionCount);
    this.#own = new Float64Array(layers.length * 6);
    this.#isOff = new Uint8Array(actionCount);
    for (const [index, { channels, still }] of layers.entries()) if (channels === null) this.#own.set(still, index * 6);
  }

  /**
   * @param actions As `Pose.actions`; gets the frames of dials whose actions are not played.
   * @param dialFrames Gets the frame of each action that a dial chose, else −1; null: dials choose nothing.
   */
  evaluate(actions: Float32Array, motion: BoneMotion, dialFrames: Float64Array | null): void {
    const { layers, neededLayers } = this.#program;
    for (let slot = 0; slot < this.#isPlayed.length; slot++) {
      this.#isPlayed[slot] = actions[slot * 4 + 2] !== 0 || actions[slot * 4 + 3] !== 0 ? 1 : 0;
    }
    dialFrames?.fill(-1);
    this.#evaluateCamera(actions);
    for (let i = 0; i < neededLayers.length; i++) {
      const index = neededLayers[i];
      const layer = layers[index];
      const { skeleton } = layer;
      if (skeleton !== null) {
        if (dialFrames !== null) this.#evaluateDials(skeleton, actions, motion, dialFrames);
        this.#evaluateBones(skeleton, actions, motion);
      }
      if (layer.channels !== null) this.#evaluateOwn(index, layer, layer.channels, actions);
      this.#place(index, layer);
    }
  }

  /** No action plays, no dial chooses, no bone is moved. */
  evaluateRest(): void {
    const { boneCount } = this.#program;
    const still = {
      turns: new Float64Array(boneCount),
      moves: new Float64Array(boneCount * 2),
      scales: new Float64Array(boneCount).fill(1),
    };
    this.evaluate(new Float32Array(this.#isPlayed.length * 4), still, null);
  }

  /** Writes the rows of a pose: see `layout.ts`. @returns Whether one has changed. */
  writeRows(rows: Float32Array): boolean {
    const { boneCount, layerRows, bonesRows } = this.#program;
    const { moves, toPixels } = this;
    const values = this.#row;
    let changed = false;
    values[6] = 0;
    for (let bone = 0; bone < boneCount; bone++) {
      const at = bone * 6;
      const [a, b, c, d, e, f] = [moves[at], moves[at + 1], moves[at + 2], moves[at + 3], moves[at + 4], moves[at + 5]];
      set(values, 0, a - 1, b, c, d - 1, e, f);
      if (writeRow(rows, bone, values)) changed = true;
    }
    for (let r = 0; r < layerRows.length; r++) {
      const at = layerRows[r].layer * 6;
      for (let i = 0; i < 6; i++) values[i] = toPixels[at + i];
      if (writeRow(rows, layerRows[r].row, values)) changed = true;
    }
    for (let r = 0; r < bonesRows.length; r++) {
      const { row, way, elbow } = bonesRows[r];
      const m = this.#matrix;
      setIdentity(m);
      for (let w = 0; w < way.length; w++) {
        multiply(this.#own, way[w] * 6, m, 0, this.#product, 0);
        m.set(this.#product);
      }
      // What flattens has no way back.
      if (Math.abs(m[0] * m[3] - m[1] * m[2]) < 1e-12) setIdentity(m);
      values.set(m);
      values[6] = elbow === undefined ? 0 : this.#bend(elbow[0], elbow[1]);
      if (writeRow(rows, row, values)) changed = true;
    }
    return changed;
  }

  /** How far an elbow is bent from rest: −π to π. */
  #bend(parent: number, child: number): number {
    const bend = this.#turnOf(child) - this.#turnOf(parent);
    return bend - 2 * Math.PI * Math.round(bend / (2 * Math.PI));
  }

  #turnOf(bone: number): number {
    return this.worldAngles[bone] - this.#program.restAngles[bone];
  }

  #evaluateCamera(actions: Float32Array): void {
    const { camera, width, height } = this.#program;
    const values = this.#values;
    sumChannel(camera[0], actions, values, 0);
    sumChannel(camera[1], actions, values, 3);
    const span = values[2] * Math.tan(Math.PI / (6 * values[3]));
    const scale = height / 2 / (Number.isFinite(span) && span > 1e-9 ? span : 1);
    set(this.#camera, 0, scale, 0, 0, -scale, width / 2 - values[0] * scale, height / 2 + values[1] * scale);
  }

  #evaluateDials(
    { dials, bones, firstBone }: SkeletonTable,
    actions: Float32Array,
    motion: BoneMotion,
    dialFrames: Float64Array,
  ): void {
    const rule = this.#program.dials;
    for (let d = 0; d < dials.length; d++) {
      const { bone, slot, table, opposite } = dials[d];
      if (this.#isPlayed[slot] === 1) continue;
      sumChannel(bones[bone].angle, actions, this.#values, 0, 'plain');
      const angle = this.#values[0] + motion.turns[firstBone + bone];
      if (opposite !== undefined && isOpposite(table, opposite, angle)) continue;
      const frame = dialFrame(table, angle, rule);
      if (frame !== undefined) dialFrames[slot] = frame;
    }
    for (let d = 0; d < dials.length; d++) {
      const { slot, table } = dials[d];
      const frame = dialFrames[slot];
      if (this.#isPlayed[slot] === 1 || frame < 0) continue;
      const first = Math.floor(frame);
      actions[slot * 4] = first;
      actions[slot * 4 + 1] = Math.min(first + 1, table.angles.length - 1);
      actions[slot * 4 + 2] = 1 - (frame - first);
      actions[slot * 4 + 3] = frame - first;
    }
  }

  #evaluateBones({ order, bones, firstBone }: SkeletonTable, actions: Float32Array, motion: BoneMotion): void {
    for (let i = 0; i < order.length; i++) this.#evaluateBone(bones[order[i]], order[i], firstBone, actions, motion);
  }

  #evaluateBone(bone: BoneTable, b: number, firstBone: number, actions: Float32Array, motion: BoneMotion): void {
    const { parent, position, angle, scale, ownSlots, isUniform, restInverse } = bone;
    const values = this.#values;
    const at = firstBone + b;
    sumChannel(position, actions, values, 0);
    // A dial that its bone drives does not turn the bone in turn.
    for (let k = 0; k < ownSlots.length; k++) if (this.#isPlayed[ownSlots[k]] === 0) this.#isOff[ownSlots[k]] = 1;
    sumChannel(angle, actions, values, 2, 'all', this.#isOff);
    for (let k = 0; k < ownSlots.length; k++) this.#isOff[ownSlots[k]] = 0;
    sumChannel(scale, actions, values, 3);
    const along = values[3] * motion.scales[at];
    const across = isUniform ? along : 1;
    let x = values[0] + motion.moves[at * 2];
    let y = values[1] + motion.moves[at * 2 + 1];
    let world = values[2] + motion.turns[at];
    const m = this.boneMatrices;
    if (parent >= 0) {
      const p = (firstBone + parent) * 6;
      const px = m[p] * x + m[p + 2] * y + m[p + 4];
      y = m[p + 1] * x + m[p + 3] * y + m[p + 5];
      x = px;
      world += this.worldAngles[firstBone + parent];
    }
    this.worldAngles[at] = world;
    const [cos, sin] = [Math.cos(world), Math.sin(world)];
    set(m, at * 6, along * cos, along * sin, -across * sin, across * cos, x, y);
    // A bone of no size at rest carries nothing.
    if (restInverse === undefined) set(this.moves, at * 6, 1, 0, 0, 1, 0, 0);
    else multiply(m, at * 6, restInverse, 0, this.moves, at * 6);
  }

  #evaluateOwn(
    index: number,
    { origin }: LayerTable,
    channels: readonly SampledChannel[],
    actions: Float32Array,
  ): void {
    const values = this.#values;
    const [translation, scale, rotation, flipH, flipV] = channels;
    sumChannel(translation, actions, values, 0);
    sumChannel(scale, actions, values, 2);
    sumChannel(rotation, actions, values, 4);
    sumChannel(flipH, actions, values, 5);
    sumChannel(flipV, actions, values, 6);
    const [cos, sin] = [Math.cos(values[4]), Math.sin(values[4])];
    const sx = values[5] > 0.5 ? -values[2] : values[2];
    const sy = values[6] > 0.5 ? -values[3] : values[3];
    const [a, b, c, d] = [cos * sx, sin * sx, -sin * sy, cos * sy];
    const [ox, oy] = origin;
    set(this.#own, index * 6, a, b, c, d, ox + values[0] - a * ox - c * oy, oy + values[1] - b * ox - d * oy);
  }

  #place(index: number, { parent, parentBone }: LayerTable): void {
    const at = index * 6;
    const [around, from] = parent < 0 ? [this.#camera, 0] : [this.toPixels, parent * 6];
    if (parentBone < 0) {
      multiply(around, from, this.#own, at, this.toPixels, at);
      return;
    }
    multiply(this.moves, parentBone * 6, this.#own, at, this.#product, 0);
    multiply(around, from, this.#product, 0, this.toPixels, at);
  }
}

/** @param values The first numbers of the row; the others stay. @returns Whether the row was another. */
function writeRow(rows: Float32Array, row: number, values: Float32Array): boolean {
  let changed = false;
  for (let i = 0; i < values.length; i++) {
    if (rows[row * 8 + i] === values[i]) continue;
    rows[row * 8 + i] = values[i];
    changed = true;
  }
  return changed;
}

type Numbers = Float32Array | Float64Array;

function set(m: Numbers, at: number, a: number, b: number, c: number, d: number, e: number, f: number): void {
  m[at] = a;
  m[at + 1] = b;
  m[at + 2] = c;
  m[at + 3] = d;
  m[at + 4] = e;
  m[at + 5] = f;
}

const setIdentity = (m: Float64Array): void => set(m, 0, 1, 0, 0, 1, 0, 0);

/** `right` first, then `left`. `out` is neither of them. */
function multiply(
  left: ArrayLike<number>,
  l: number,
  right: ArrayLike<number>,
  r: number,
  out: Float64Array,
  at: number,
): void {
  const [a, b, c, d] = [left[l], left[l + 1], left[l + 2], left[l + 3]];
  out[at] = a * right[r] + c * right[r + 1];
  out[at + 1] = b * right[r] + d * right[r + 1];
  out[at + 2] = a * right[r + 2] + c * right[r + 3];
  out[at + 3] = b * right[r + 2] + d * right[r + 3];
  out[at + 4] = a * right[r + 4] + c * right[r + 5] + left[l + 4];
  out[at + 5] = b * right[r + 4] + d * right[r + 5] + left[l + 5];
}
