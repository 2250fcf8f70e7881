import { mat4, quat } from 'gl-matrix';
import type { CompiledSpatial } from '../compile/spatial.ts';
import type { TransformTrack } from '../model/rig.ts';

/**
 * Bones that move in space, seen from the front. With b the base of a bone at rest, its axes being
 * those of the picture, the effect of a bone is
 *
 *     D = Z · D(parent) · T(b + t) · s · R · T(−b)
 *
 * t, R: what the active actions say. Translations add up by their weights; rotations are turned from
 * none by their weights (slerp) and multiplied in list order. The factor s and Z, a turn in the picture
 * plane about the base, come from outside. As a pose bone of a modelling tool has it,
 * D = pose · rest⁻¹ with pose = pose(parent) · T(b − b(parent)) · T(t) · R and rest = T(b).
 */
export class SpatialBones {
  readonly #data: CompiledSpatial;
  /** x, y of base and angle at rest, as `CompiledSkeleton.rest`. */
  readonly #rest: Float64Array;
  /** D of each bone, column after column. */
  readonly #effects: readonly Float64Array[];
  readonly #translation = new Float64Array(3);
  readonly #rotation = new Float64Array(4);

  constructor(data: CompiledSpatial, rest: Float64Array) {
    this.#data = data;
    this.#rest = rest;
    this.#effects = data.tracks.map(() => new Float64Array(16));
  }

  has(bone: number): boolean {
    return !Number.isNaN(this.#data.depths[bone * 2]);
  }

  /**
   * Evaluates a bone whose parent was evaluated before.
   * @param actions See `Pose.actions`.
   * @param turn Radians, clockwise on screen.
   * @param ends Base x, base y, tip x, tip y of all bones.
   * @param out As `Pose.bones`.
   */
  evaluate(
    bone: number,
    parent: number,
    actions: Float32Array,
    turn: number,
    moveX: number,
    moveY: number,
    scale: number,
    ends: Float64Array,
    out: Float64Array,
  ): void {
    const rest = this.#rest;
    const { depths } = this.#data;
    const length = rest[bone * 4 + 3];
    BASE[0] = rest[bone * 4];
    BASE[1] = rest[bone * 4 + 1];
    BASE[2] = depths[bone * 2];
    TIP[0] = BASE[0] + length * Math.cos(rest[bone * 4 + 2]);
    TIP[1] = BASE[1] + length * Math.sin(rest[bone * 4 + 2]);
    TIP[2] = depths[bone * 2 + 1];
    this.#mix(bone, actions);
    const effect = this.#effects[bone];
    const translation = this.#translation;
    mat4.fromRotationTranslation(effect, this.#rotation, BASE);
    for (let k = 0; k < 12; k++) effect[k] *= scale;
    carry(effect, BASE, AWAY);
    for (let k = 0; k < 3; k++) effect[12 + k] += BASE[k] - AWAY[k] + translation[k];
    effect[12] += moveX;
    effect[13] += moveY;
    if (parent >= 0) carryAll(this.#effects[parent], effect);
    if (turn !== 0) turnAbout(effect, turn);
    carry(effect, BASE, BASE);
    carry(effect, TIP, TIP);
    for (let k = 0; k < 2; k++) {
      ends[bone * 4 + k] = BASE[k];
      ends[bone * 4 + 2 + k] = TIP[k];
    }
    const o = bone * 8;
    out[o] = effect[0] - 1;
    out[o + 1] = effect[1];
    out[o + 2] = effect[4];
    out[o + 3] = effect[5] - 1;
    out[o + 4] = effect[12];
    out[o + 5] = effect[13];
    out[o + 6] = effect[8];
    out[o + 7] = effect[9];
  }

  /** Sets `#translation` and `#rotation` to what the actions say together. */
  #mix(bone: number, actions: Float32Array): void {
    const translation = this.#translation;
    const rotation = this.#rotation;
    translation.fill(0);
    rotation.set(NO_TURN);
    const tracks = this.#data.tracks[bone];
    for (let i = 0; i < tracks.length; i++) {
      const { action, track } = tracks[i];
      const weight = actions[action * 4 + 2] + actions[action * 4 + 3];
      if (weight === 0) continue;
      sample(track, actions[action * 4], FIRST, FIRST_TURN);
      let blend = actions[action * 4 + 3] / weight;
      if (track.interpolation === 'step') blend = Math.floor(blend);
      if (blend > 0) {
        sample(track, actions[action * 4 + 1], NEXT, NEXT_TURN);
        lerp(FIRST, NEXT, blend);
        slerp(FIRST_TURN, FIRST_TURN, NEXT_TURN, blend);
      }
      for (let k = 0; k < 3; k++) translation[k] += weight * FIRST[k];
      slerp(FIRST_TURN, NO_TURN, FIRST_TURN, weight);
      quat.multiply(rotation, rotation, FIRST_TURN);
    }
  }
}

const BASE = new Float64Array(3);
const TIP = new Float64Array(3);
const AWAY = new Float64Array(3);
const FIRST = new Float64Array(3);
const NEXT = new Float64Array(3);
const FIRST_TURN = new Float64Array(4);
const NEXT_TURN = new Float64Array(4);
const KEY = new Float64Array(4);
const NO_TURN = Float64Array.of(0, 0, 0, 1);

/** What a track says at a whole frame. */
function sample(track: TransformTrack, frame: number, translation: Float64Array, rotation: Float64Array): void {
  if (frame < 1) {
    translation.fill(0);
    rotation.set(NO_TURN);
    return;
  }
  const { frames, interpolation } = track;
  const key = lastKey(frames, frame);
  readKey(track, key, translation, rotation);
  if (interpolation === 'step' || key + 1 === frames.length || frame <= frames[key]) return;
  const t = (frame - frames[key]) / (frames[key + 1] - frames[key]);
  readKey(track, key + 1, AWAY, KEY);
  lerp(translation, AWAY, t);
  slerp(rotation, rotation, KEY, t);
}

/** The last key at or before a frame; before the first one the first. */
function lastKey(frames: Int32Array, frame: number): number {
  let low = 0;
  let high = frames.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (frames[middle] <= frame) low = middle;
    else high = middle;
  }
  return low;
}

function readKey(
  { translations, rotations }: TransformTrack,
  key: number,
  translation: Float64Array,
  rotation: Float64Array,
): void {
  for (let k = 0; k < 3; k++) translation[k] = translations[key * 3 + k];
  for (let k = 0; k < 4; k++) rotation[k] = rotations[key * 4 + k];
}

function lerp(from: Float64Array, to: Float64Array, t: number): void {
  for (let k = 0; k < 3; k++) from[k] += t * (to[k] - from[k]);
}

/** Where an effect carries a point. */
function carry(effect: Float64Array, point: Float64Array, out: Float64Array): void {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  for (let k = 0; k < 3; k++) out[k] = effect[k] * x + effect[k + 4] * y + effect[k + 8] * z + effect[k + 12];
}

/** Puts the effect of a parent over that of a bone. */
function carryAll(parent: Float64Array, effect: Float64Array): void {
  for (let column = 0; column < 16; column += 4) {
    for (let k = 0; k < 3; k++) AWAY[k] = effect[column + k];
    carry(parent, AWAY, AWAY);
    for (let k = 0; k < 3; k++) effect[column + k] = AWAY[k] - (column < 12 ? parent[12 + k] : 0);
  }
}

/**
 * The short way from one unit quaternion to another. Half a turn has two short ways: which one must not
 * hang on how the numbers were rounded, so a hair beyond counts as half. Changes `to` by as much.
 */
function slerp(out: Float64Array, from: Float64Array, to: Float64Array, t: number): void {
  const cos = from[0] * to[0] + from[1] * to[1] + from[2] * to[2] + from[3] * to[3];
  if (cos < 0 && cos > -HAIR) for (let k = 0; k < 4; k++) to[k] += 2 * HAIR * from[k];
  quat.slerp(out, from, to, t);
}

/** Half the angle of rounding in files of six digits. */
const HAIR = 1e-6;

/** Turns an effect in the picture plane about where it carries `BASE`. */
function turnAbout(effect: Float64Array, turn: number): void {
  carry(effect, BASE, AWAY);
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  for (let column = 0; column < 16; column += 4) {
    const centerX = column < 12 ? 0 : AWAY[0];
    const centerY = column < 12 ? 0 : AWAY[1];
    const x = effect[column] - centerX;
    const y = effect[column + 1] - centerY;
    effect[column] = centerX + cos * x - sin * y;
    effect[column + 1] = centerY + sin * x + cos * y;
  }
}
