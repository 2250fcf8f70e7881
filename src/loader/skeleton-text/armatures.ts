import { nearestNames } from '../../engine/model/problem.ts';
import { nameKey } from '../names.ts';
import { type Limits, limitError } from '../options.ts';
import { Growable, indices } from './growable.ts';
import { type Line, quote } from './line.ts';
import type { Outlines } from './outlines.ts';

export interface TextBone {
  readonly name: string;
  /** Index of its armature. */
  readonly armature: number;
  /** -1: none. */
  parent: number;
  /** Head x, y, z, tail x, y, z, as the file has them. */
  readonly ends: readonly number[];
  readonly parentName: string | undefined;
  readonly line: number;
  readonly parentColumn: number;
}

/** What bones carry each vertex: those of vertex v from `starts[v]` to `starts[v + 1]`. */
export interface VertexWeights {
  readonly starts: Uint32Array;
  readonly bones: Uint32Array;
  readonly weights: Float32Array;
}

/** How far from 1 the weights of a vertex may be by rounding; what reads rigs allows twice that. */
const slack = 5e-5;

/** Bones and the weights of vertices, line by line. */
export class Armatures {
  readonly names: string[] = [];
  readonly bones: TextBone[] = [];
  readonly #line: Line;
  readonly #limits: Limits;
  readonly #outlines: Outlines;
  readonly #indices = new Map<string, number>();
  /** undefined: there was no bone yet; −1: it was left out, and so are its weights. */
  #bone: number | undefined;
  readonly #vertices = indices();
  readonly #weightBones = indices();
  readonly #weights = new Growable((length) => new Float32Array(length));
  /** For each vertex the bone that named it last, + 1. */
  readonly #lastBones = indices();

  constructor(line: Line, limits: Limits, outlines: Outlines) {
    this.#line = line;
    this.#limits = limits;
    this.#outlines = outlines;
  }

  armature(): void {
    const line = this.#line;
    if (!line.has(2, 'armature name')) return;
    const name = line.name(1);
    if (this.names.some((other) => nameKey(other) === nameKey(name))) {
      line.report('skel-name', 'there is an armature of this name already; both are kept', 1, { group: name });
    }
    if (this.names.length >= this.#limits.paths) {
      throw limitError(this.#limits, 'paths', 'armatures', undefined, line.file);
    }
    this.names.push(name);
  }

  bone(): void {
    const line = this.#line;
    this.#bone = -1;
    if (this.names.length === 0) {
      const hint = 'begin the bones with a line: armature name';
      line.report('skel-place', 'a bone stands before any armature; it is skipped', 0, { hint });
      return;
    }
    if (!line.has(9, 'bone name parent hx hy hz tx ty tz; the parent is - where there is none')) return;
    const name = line.name(1);
    const ends = [3, 4, 5, 6, 7, 8].map((word) => line.value(word));
    if (ends.some(Number.isNaN)) return;
    if (this.#indices.has(nameKey(name))) {
      const message = 'there is a bone of this name already; this one is left out';
      line.report('skel-name', message, 1, { severity: 'error', bone: name });
      return;
    }
    if (this.bones.length >= this.#limits.paths) {
      throw limitError(this.#limits, 'paths', 'bones', undefined, line.file);
    }
    if (ends.every((value, k) => value === ends[(k + 3) % 6])) {
      line.report('bone-length', 'the head and the tail of the bone are one point, so it shows no angle', 3, {
        bone: name,
        hint: 'give it a length',
      });
    }
    this.#bone = this.bones.length;
    this.#indices.set(nameKey(name), this.#bone);
    this.bones.push({
      name,
      armature: this.names.length - 1,
      parent: -1,
      ends,
      parentName: line.words[2] === '-' ? undefined : line.name(2),
      line: line.number,
      parentColumn: line.column(2),
    });
  }

  weight(): void {
    const line = this.#line;
    const bone = this.#bone;
    if (bone === undefined) {
      const hint = 'the weights of a bone stand behind its own line';
      line.report('skel-place', 'a weight stands before any bone; it is skipped', 0, { hint });
      return;
    }
    if (bone < 0) return;
    const at = { bone: this.bones[bone].name };
    const { words } = line;
    for (let k = 1; k < words.length; k += 2) {
      if (k + 1 === words.length) {
        line.report('skel-truncated', 'the line ends too early', k + 1, { expected: 'weight vertex share …', ...at });
        return;
      }
      const vertex = this.#outlines.index(k);
      const share = line.value(k + 1, 0);
      if (vertex === undefined || Number.isNaN(share)) continue;
      // Weights are kept as 32-bit floats: what is nothing there would leave nothing to divide by.
      if (Math.fround(share) === 0) {
        line.report('skel-weight-zero', 'a weight of zero; it is left out', k + 1, { severity: 'info', ...at });
        continue;
      }
      while (this.#lastBones.length <= vertex) this.#lastBones.push(0);
      if (this.#lastBones.at(vertex) === bone + 1) {
        const message = 'the bone has a weight for this vertex already; this one is left out';
        line.report('skel-weight-twice', message, k, { found: words[k], ...at });
        continue;
      }
      this.#lastBones.set(vertex, bone + 1);
      this.#vertices.push(vertex);
      this.#weightBones.push(bone);
      this.#weights.push(share);
    }
  }

  /** The bone of a name; undefined where there is none, which is reported. */
  find(word: number): number | undefined {
    const line = this.#line;
    const name = line.name(word);
    const bone = this.#indices.get(nameKey(name));
    if (bone === undefined) this.#reportBone(name, line.number, line.column(word));
    return bone;
  }

  #reportBone(name: string, line: number, column: number): void {
    const { log, file } = this.#line;
    // To look for names that are near takes time.
    const near = log.keeps('skel-bone', name) ? nearestNames(name, this.#indices.keys()) : [];
    log.add({
      severity: 'error',
      code: 'skel-bone',
      file,
      line,
      column,
      message: 'there is no bone of this name',
      found: quote(name),
      ...(near.length > 0 && { hint: `did you mean ${near.join(' or ')}?` }),
    });
  }

  /** Finds the parents, which may stand in later lines than their children. */
  resolveParents(): void {
    const { bones } = this;
    for (const bone of bones) {
      if (bone.parentName === undefined) continue;
      const parent = this.#indices.get(nameKey(bone.parentName));
      if (parent === undefined) this.#reportBone(bone.parentName, bone.line, bone.parentColumn);
      else bone.parent = parent;
    }
    /** How many bones each hangs on; −1: not known yet; −2: on the way. */
    const depths = new Int32Array(bones.length).fill(-1);
    for (let start = 0; start < bones.length; start++) {
      const way: number[] = [];
      let at = start;
      while (at >= 0 && depths[at] === -1) {
        depths[at] = -2;
        way.push(at);
        at = bones[at].parent;
      }
      if (at >= 0 && depths[at] === -2) {
        this.#reportCycle(bones[at]);
        bones[at].parent = -1;
        // Begins anew from the bone that hangs on none now.
        for (const each of way) depths[each] = -1;
        start--;
        continue;
      }
      let depth = at < 0 ? 0 : depths[at] + 1;
      for (const each of way.reverse()) depths[each] = depth++;
      if (depth > this.#limits.depth)
        throw limitError(this.#limits, 'depth', 'bones on one another', depth, this.#line.file);
    }
  }

  #reportCycle({ name, line, parentColumn }: TextBone): void {
    this.#line.log.add({
      severity: 'error',
      code: 'skel-cycle',
      file: this.#line.file,
      line,
      column: parentColumn,
      bone: name,
      message: 'the parents of the bone lead back to it; it has none now',
    });
  }

  /** The weights by vertices, those of each adding up to 1. */
  vertexWeights(): VertexWeights {
    const count = this.#outlines.vertexCount;
    const starts = new Uint32Array(count + 1);
    for (let i = 0; i < this.#vertices.length; i++) starts[this.#vertices.at(i) + 1]++;
    for (let v = 0; v < count; v++) starts[v + 1] += starts[v];
    const next = starts.slice();
    const bones = new Uint32Array(this.#vertices.length);
    const weights = new Float32Array(this.#vertices.length);
    for (let i = 0; i < bones.length; i++) {
      const place = next[this.#vertices.at(i)]++;
      bones[place] = this.#weightBones.at(i);
      weights[place] = this.#weights.at(i);
    }
    for (let v = 0; v < count; v++) this.#normalise(weights.subarray(starts[v], starts[v + 1]), v);
    return { starts, bones, weights };
  }

  #normalise(weights: Float32Array, vertex: number): void {
    let sum = 0;
    let most = 0;
    for (const weight of weights) {
      sum += weight;
      most = Math.max(most, weight);
    }
    if (weights.length === 0 || (Math.abs(sum - 1) <= slack && most <= 1)) return;
    if (Math.abs(sum - 1) > slack) {
      this.#line.log.add({
        severity: 'warning',
        code: 'skel-weight-sum',
        file: this.#line.file,
        line: this.#outlines.vertexLines.at(vertex),
        column: 1,
        message: `the weights of vertex ${vertex} do not add up to one; they are scaled`,
        expected: '1',
        found: String(Number(sum.toPrecision(6))),
      });
    }
    for (let k = 0; k < weights.length; k++) weights[k] /= sum;
  }
}
