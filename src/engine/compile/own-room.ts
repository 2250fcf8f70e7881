import { bend } from '../geometry/cubic.ts';
import type { CompiledRig } from './compiled-rig.ts';
import { LAYOUT } from './layout.ts';

/** Control points that a puppet has of its own, of one path. */
export interface OwnPath {
  readonly path: number;
  /** x, y, x, y, … at rest, rig px. */
  readonly points: Float32Array;
  /** Another one after each change. */
  readonly version: number;
}

/** How large a path with points of its own has become so far. */
export interface OwnExtent {
  /** Greatest width and height at rest, rig px, in wide steps. */
  width: number;
  height: number;
  /** Bones carry it from farther away than the paths that they were made for: nothing is known of its size. */
  isAnywhere: boolean;
}

interface Learnt extends OwnExtent {
  version: number;
  /** Greatest bend of a segment, px, in wide steps. */
  bend: number;
  /** Of all paths that the same bones carry, at rest: left, top, right, bottom. */
  readonly carried: readonly [left: number, top: number, right: number, bottom: number] | undefined;
}

/**
 * How much room the own points of one puppet have needed so far, and how finely their curves must be cut.
 * It grows only and in wide steps, so that a motion seldom makes a new layout and a repeated one none.
 */
export class OwnRoom {
  /** The same for rooms that are alike. */
  name = '';
  readonly #compiled: CompiledRig;
  readonly #learnt = new Map<number, Learnt>();

  constructor(compiled: CompiledRig) {
    this.#compiled = compiled;
  }

  /**
   * Takes in points that have changed.
   * @returns Whether the room has grown.
   */
  note(own: readonly OwnPath[]): boolean {
    let grown = false;
    for (let i = 0; i < own.length; i++) {
      let learnt = this.#learnt.get(own[i].path);
      if (learnt === undefined) {
        learnt = this.#unknown(own[i].path);
        this.#learnt.set(own[i].path, learnt);
      }
      if (learnt.version === own[i].version) continue;
      learnt.version = own[i].version;
      if (this.#learn(learnt, own[i])) grown = true;
    }
    if (grown) {
      const names = [...this.#learnt].map(([path, { width, height, isAnywhere }]) => [path, width, height, isAnywhere]);
      this.name = names.join();
    }
    return grown;
  }

  /** What is known of a path; undefined: it never had points of its own. */
  extent(path: number): OwnExtent | undefined {
    return this.#learnt.get(path);
  }

  /** Writes for each path the greater one of the bend that is there and its own. @returns Whether one was greater. */
  mergeBends(bends: Float32Array): boolean {
    let grown = false;
    for (const [path, learnt] of this.#learnt) {
      if (learnt.bend <= bends[path]) continue;
      bends[path] = learnt.bend;
      grown = true;
    }
    return grown;
  }

  #learn(learnt: Learnt, { path, points }: OwnPath): boolean {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < points.length; i += 2) {
      left = Math.min(left, points[i]);
      right = Math.max(right, points[i]);
      top = Math.min(top, points[i + 1]);
      bottom = Math.max(bottom, points[i + 1]);
    }
    const { contours } = this.#compiled.rig.paths[path];
    let most = 0;
    for (let c = 0; c < contours.length; c++) {
      for (let s = 0; s < contours[c].segments; s++) most = Math.max(most, bend(points, contours[c].start + 3 * s));
    }
    let grown = false;
    if (right - left > learnt.width) {
      learnt.width = stepped(right - left, SIZE_STEP);
      grown = true;
    }
    if (bottom - top > learnt.height) {
      learnt.height = stepped(bottom - top, SIZE_STEP);
      grown = true;
    }
    if (most > learnt.bend) {
      learnt.bend = stepped(most, BEND_STEP);
      grown = true;
    }
    const { carried } = learnt;
    const isOutside =
      carried !== undefined && (left < carried[0] || top < carried[1] || right > carried[2] || bottom > carried[3]);
    if (isOutside && !learnt.isAnywhere) {
      learnt.isAnywhere = true;
      grown = true;
    }
    return grown;
  }

  #unknown(path: number): Learnt {
    const { skinSets } = this.#compiled;
    const set = skinSets.find(({ paths }) => paths.includes(path));
    const carried = set && boxOf(this.#compiled, set.paths);
    return { width: 0, height: 0, isAnywhere: false, version: -1, bend: 0, carried };
  }
}

/** A cell grows by a quarter. */
const SIZE_STEP = 1.25;
/** The number of chords goes with the root of the bend. */
const BEND_STEP = 2;

/** The least power of the step that is not below a length; lengths of less than a hundredth of a px are all alike. */
const stepped = (length: number, step: number): number =>
  step ** Math.ceil(Math.log(Math.max(length, 0.01)) / Math.log(step) - 1e-9);

function boxOf({ paths: table, points }: CompiledRig, paths: readonly number[]): [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const path of paths) {
    const texel = path * LAYOUT.PATH_TEXELS * 4;
    for (let i = table[texel + 4]; i < table[texel + 4] + table[texel + 5]; i++) {
      left = Math.min(left, points[i * 4]);
      right = Math.max(right, points[i * 4]);
      top = Math.min(top, points[i * 4 + 1]);
      bottom = Math.max(bottom, points[i * 4 + 1]);
    }
  }
  return [left, top, right, bottom];
}
