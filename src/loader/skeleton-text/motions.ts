import type { TransformTrack } from '../../engine/model/rig.ts';
import { nameKey } from '../names.ts';
import { type Limits, limitError } from '../options.ts';
import type { Armatures } from './armatures.ts';
import { floats, Growable } from './growable.ts';
import { type Line, quote } from './line.ts';

export type TextInterpolation = TransformTrack['interpolation'];

/** Keys of one bone in one action, as the file has them. */
export class TextTrack {
  readonly frames = new Growable((length) => new Int32Array(length));
  /** x, y, z for each key. */
  readonly translations = floats();
  /** w, x, y, z for each key, of length 1. */
  readonly rotations = floats();
}

export interface TextAction {
  readonly name: string;
  readonly interpolation: TextInterpolation | undefined;
  /** The last frame, where the line says it. */
  readonly frames: number | undefined;
  lastFrame: number;
  /** By bone. */
  readonly tracks: Map<number, TextTrack>;
}

/** As the model has it. */
const mostKeys = 65_535;
const mostFrames = 1_000_000;
/** Frame, translation and rotation. */
const keyBytes = 4 + 7 * 8;

/** Lengths of quaternions that are 1 but for the rounding of numbers of four digits, and those that are 1. */
const slack = 2e-4;
const exact = 1e-7;

/** Actions and their keyframes, line by line. */
export class Motions {
  readonly list: TextAction[] = [];
  readonly #line: Line;
  readonly #limits: Limits;
  readonly #armatures: Armatures;
  readonly #names = new Set<string>();
  #keys = 0;
  readonly #rotation: [number, number, number, number] = [1, 0, 0, 0];

  constructor(line: Line, limits: Limits, armatures: Armatures) {
    this.#line = line;
    this.#limits = limits;
    this.#armatures = armatures;
  }

  /** `action name [last frame] [linear|step]` */
  action(): void {
    const line = this.#line;
    if (!line.has(2, 'action name [last frame] [linear|step]')) return;
    const name = line.name(1);
    if (this.#names.has(nameKey(name))) {
      const message = 'there is an action of this name already; only the first can be reached by name';
      line.report('skel-name', message, 1, { action: name });
    }
    this.#names.add(nameKey(name));
    let frames: number | undefined;
    let interpolation: TextInterpolation | undefined;
    for (let k = 2; k < line.words.length; k++) {
      const word = line.words[k];
      if (word === 'linear' || word === 'step') interpolation = word;
      else frames = this.#frame(k, 0);
    }
    this.list.push({ name, interpolation, frames, lastFrame: 0, tracks: new Map() });
  }

  /** `keyframe frame bone x y z qw qx qy qz bone …` */
  keyframe(): void {
    const line = this.#line;
    const action = this.list.at(-1);
    if (this.#armatures.names.length === 0) {
      const hint = 'the bones of an armature stand before what moves them';
      line.report('skel-place', 'a keyframe stands before any armature; it is skipped', 0, { hint });
      return;
    }
    if (action === undefined) {
      const hint = 'begin the motion with a line: action name';
      line.report('skel-place', 'a keyframe stands before any action; it is skipped', 0, { hint });
      return;
    }
    if (!line.has(2, 'keyframe frame bone x y z qw qx qy qz …')) return;
    const frame = this.#frame(1, 1);
    if (frame === undefined) return;
    if (frame < action.lastFrame) {
      line.report('skel-frame-order', 'the keyframe comes after a later one; it is put in its place', 1, {
        action: action.name,
        frame,
        expected: `${action.lastFrame} or later`,
      });
    }
    action.lastFrame = Math.max(action.lastFrame, frame);
    for (let k = 2; k < line.words.length; k += 8) {
      if (k + 8 > line.words.length) {
        const expected = 'bone x y z qw qx qy qz';
        line.report('skel-truncated', 'the line ends too early', line.words.length, {
          expected,
          action: action.name,
          frame,
        });
        return;
      }
      const bone = this.#armatures.find(k);
      if (bone !== undefined) this.#key(action, frame, bone, k);
    }
  }

  #key(action: TextAction, frame: number, bone: number, word: number): void {
    const line = this.#line;
    const at = { action: action.name, frame, bone: this.#armatures.bones[bone].name };
    const [x, y, z] = [line.value(word + 1), line.value(word + 2), line.value(word + 3)];
    const rotation = this.#rotation;
    for (let k = 0; k < 4; k++) rotation[k] = line.value(word + 4 + k);
    if (Number.isNaN(x + y + z + rotation[0] + rotation[1] + rotation[2] + rotation[3])) return;
    this.#normalise(word + 4, at);
    let track = action.tracks.get(bone);
    if (track === undefined) {
      track = new TextTrack();
      action.tracks.set(bone, track);
    }
    if (track.frames.length >= mostKeys) {
      line.report('skel-keys', 'the bone has more keys than an action holds; the rest is left out', word, {
        expected: `at most ${mostKeys}`,
        ...at,
      });
      return;
    }
    if (track.frames.length > 0 && track.frames.at(track.frames.length - 1) === frame) {
      line.report('skel-key-twice', 'the bone has a key at this frame already; the later one counts', word, at);
    }
    this.#keys++;
    if (this.#keys * keyBytes > this.#limits.deltaBytes) {
      throw limitError(this.#limits, 'deltaBytes', 'bytes of keys', undefined, line.file);
    }
    track.frames.push(frame);
    track.translations.push(x);
    track.translations.push(y);
    track.translations.push(z);
    for (const value of rotation) track.rotations.push(value);
  }

  #normalise(word: number, at: { action: string; frame: number; bone: string }): void {
    const rotation = this.#rotation;
    // Of numbers so small or large the squares would be none.
    const largest = Math.max(...rotation.map(Math.abs));
    if (largest < 1e-9) {
      this.#line.report(
        'skel-quaternion-zero',
        'a quaternion of length 0 is no rotation; the bone is not turned',
        word,
        {
          ...at,
          expected: 'a quaternion of length 1: qw qx qy qz',
        },
      );
      rotation.splice(0, 4, 1, 0, 0, 0);
      return;
    }
    const length = largest * Math.hypot(...rotation.map((value) => value / largest));
    if (Math.abs(length - 1) <= exact) return;
    if (Math.abs(length - 1) > slack) {
      this.#line.report('skel-quaternion-length', 'the quaternion is not of length 1; it is normalised', word, {
        ...at,
        expected: '1',
        found: String(Number(length.toPrecision(6))),
      });
    }
    for (let k = 0; k < 4; k++) rotation[k] /= length;
  }

  #frame(word: number, least: number): number | undefined {
    const line = this.#line;
    const frame = line.value(word);
    if (Number.isInteger(frame) && frame >= least && frame <= mostFrames) return frame;
    if (Number.isNaN(frame)) return undefined;
    line.report('skel-frame', 'this is no frame', word, {
      expected: `a whole number from ${least} to ${mostFrames}`,
      found: quote(line.words[word]),
      hint: 'frame 0 is the rest pose; motion begins at frame 1',
    });
    return undefined;
  }
}

/** Which keys of a track count, in the order of their frames: of those at one frame the last. */
export function keyOrder({ frames }: TextTrack): Uint32Array {
  const order = Uint32Array.from({ length: frames.length }, (_, i) => i);
  order.sort((a, b) => frames.at(a) - frames.at(b) || a - b);
  return order.filter((key, i) => i + 1 === order.length || frames.at(order[i + 1]) !== frames.at(key));
}
