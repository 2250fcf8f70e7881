import type { CompiledRig } from '../compile/compiled-rig.ts';
import { type CompiledSkeleton, type Lists, wrapAngle } from '../compile/skeleton.ts';
import { weighByDistance } from '../geometry/distance-weights.ts';
import { BoneNumbers } from './bone-numbers.ts';
import type { Pose } from './pose.ts';
import type { PuppetSkeleton, ReachTarget } from './puppet-skeleton.ts';
import { Reach, reaches } from './reach.ts';
import { smartFrame } from './smart-frame.ts';
import { SpatialBones } from './spatial-bones.ts';

/**
 * The bones of one puppet. Evaluated in dependency order, for each bone:
 *
 * 1. own: rest + Σ weight · key over the active actions; blended are the base, the angle and the length;
 * 2. own motion from outside (`moves`, `turns`, `scales`), about the base;
 * 3. the parent's effect on both ends;
 * 4. a flexi point lands where its bones carry the point as it was after 1;
 * 5. the effect: T(base) · R(turn) · S(1, stretch) · T(−base at rest);
 * 6. the frames of the actions that the bone drives.
 *
 * Bones with depths go by `SpatialBones` in place of 1 to 5.
 */
export class Skeleton extends BoneNumbers implements PuppetSkeleton {
  readonly #compiled: CompiledRig;
  readonly #data: CompiledSkeleton;
  /** As `Pose.bones`; what is in it counts while a pose is solved. */
  readonly #effects: Float64Array;
  readonly #isTurned: Uint8Array;
  readonly #spatial: SpatialBones | null;
  #reach: Reach | null = null;
  /** `drives` and the poses of actions and bones are such that nothing moves, and that is evaluated. */
  #isAtRest = false;

  /** @param compiled Of a rig with bones. */
  constructor(compiled: CompiledRig) {
    const data = compiled.skeleton as CompiledSkeleton;
    super(data.count, compiled.rig.actions.length);
    this.#compiled = compiled;
    this.#data = data;
    const { effects, isTurned, spatial } = scratchOf(data);
    this.#effects = effects;
    this.#isTurned = isTurned;
    this.#spatial = spatial;
  }

  solve(pose: Pose, targets: readonly ReachTarget[] = NONE): void {
    const hasTargets = targets.some(reaches);
    const wasAtRest = this.#isAtRest;
    this.#isAtRest = !hasTargets && !this.drives && this.#isIdle(pose.actions);
    if (wasAtRest && this.#isAtRest) return;
    this.#reach?.turns.fill(0);
    this.#evaluate(pose);
    if (hasTargets) {
      const { order, parents } = this.#data;
      const { ends, angles } = this;
      this.#reach ??= new Reach({ bones: this.#compiled.rig.bones, order, parents, ends, angles });
      this.#reach.solve(targets, () => this.#evaluate(pose));
    }
    pose.bones.set(this.#effects);
    pose.noteBones();
  }

  #isIdle(actions: Float32Array): boolean {
    for (const action of this.#data.actions) {
      if (actions[action * 4 + 2] !== 0 || actions[action * 4 + 3] !== 0) return false;
    }
    const { turns, moves, scales } = this;
    for (let i = 0; i < turns.length; i++) {
      if (turns[i] !== 0 || moves[i * 2] !== 0 || moves[i * 2 + 1] !== 0 || scales[i] !== 1) return false;
    }
    return true;
  }

  #evaluate(pose: Pose): void {
    const { order } = this.#data;
    const { drivenFrames } = this;
    for (let action = 0; action < drivenFrames.length; action++) {
      if (drivenFrames[action] < 0) continue;
      // What is not as a bone left it was played since, and stays.
      const isOwn = pose.isAt(action, drivenFrames[action], 1, this.#compiled.rig.actions[action].frames);
      drivenFrames[action] = -1;
      if (isOwn) pose.setFrames(action, 0, 0, 0, 0);
    }
    const spatial = this.#spatial;
    for (let i = 0; i < order.length; i++) {
      const bone = order[i];
      if (spatial?.has(bone)) this.#evaluateSpatial(spatial, bone, pose);
      else this.#evaluateBone(bone, pose);
    }
  }

  #evaluateSpatial(spatial: SpatialBones, bone: number, pose: Pose): void {
    const { rest, parents } = this.#data;
    const { turns, scales, moves, ends, angles } = this;
    const parent = parents[bone];
    const added = turns[bone] + (this.#reach?.turns[bone] ?? 0);
    const e = bone * 4;
    const [moveX, moveY] = [moves[bone * 2], moves[bone * 2 + 1]];
    spatial.evaluate(bone, parent, pose.actions, added, moveX, moveY, scales[bone], ends, this.#effects);
    const [dx, dy] = [ends[e + 2] - ends[e], ends[e + 3] - ends[e + 1]];
    let angle = rest[e + 2] + added;
    if (parent >= 0) angle += angles[parent] - rest[parent * 4 + 2];
    // One that points at the viewer shows no angle.
    if (distance(dx, dy) > 1e-9) angle += wrapAngle(Math.atan2(dy, dx) - angle);
    angles[bone] = angle;
    this.#isTurned[bone] = added !== 0 || (parent >= 0 && this.#isTurned[parent] !== 0) ? 1 : 0;
    this.#drive(bone, pose);
  }

  #evaluateBone(bone: number, pose: Pose): void {
    const { rest, parents, tracks, frameRows, keys, skinners, carriers, flexiPoints } = this.#data;
    const { turns, scales, moves, ends, angles } = this;
    const parent = parents[bone];
    const restAngle = rest[bone * 4 + 2];
    let baseX = rest[bone * 4];
    let baseY = rest[bone * 4 + 1];
    let turn = 0;
    let length = rest[bone * 4 + 3];
    const { starts, items } = tracks;
    const { actions } = pose;
    for (let t = starts[bone]; t < starts[bone + 1]; t += 3) {
      const i = items[t] * 4;
      if (actions[i + 2] === 0 && actions[i + 3] === 0) continue;
      const first = frameRows[items[t + 1] + actions[i]];
      const next = frameRows[items[t + 1] + actions[i + 1]];
      const a = (items[t + 2] + first - 1) * 4;
      const b = (items[t + 2] + next - 1) * 4;
      const weight = actions[i + 2];
      const nextWeight = actions[i + 3];
      const angle = first === 0 ? 0 : keys[a + 2];
      if (first !== 0) {
        baseX += weight * keys[a];
        baseY += weight * keys[a + 1];
        length += weight * keys[a + 3];
      }
      turn += (weight + nextWeight) * angle;
      if (nextWeight === 0) continue;
      if (next !== 0) {
        baseX += nextWeight * keys[b];
        baseY += nextWeight * keys[b + 1];
        length += nextWeight * keys[b + 3];
      }
      // Between two frames the short way round.
      turn += nextWeight * wrapAngle((next === 0 ? 0 : keys[b + 2]) - angle);
    }
    length = Math.max(0, length);
    let angle = restAngle + turn;
    let cos = Math.cos(angle);
    let sin = Math.sin(angle);
    const ownX = baseX;
    const ownY = baseY;
    const ownTipX = baseX + length * cos;
    const ownTipY = baseY + length * sin;

    const added = turns[bone] + (this.#reach?.turns[bone] ?? 0);
    let isTurned = added !== 0;
    if (isTurned) {
      angle += added;
      cos = Math.cos(angle);
      sin = Math.sin(angle);
    }
    length *= scales[bone];
    baseX += moves[bone * 2];
    baseY += moves[bone * 2 + 1];
    let tipX = baseX + length * cos;
    let tipY = baseY + length * sin;
    if (parent >= 0) {
      this.#carry(parent, baseX, baseY);
      baseX = found[0];
      baseY = found[1];
      this.#carry(parent, tipX, tipY);
      tipX = found[0];
      tipY = found[1];
      angle += angles[parent] - rest[parent * 4 + 2];
      isTurned ||= this.#isTurned[parent] !== 0;
    }
    if (skinners.starts[bone] < skinners.starts[bone + 1]) {
      this.#skin(skinners, bone, ownX, ownY);
      baseX = found[0];
      baseY = found[1];
      this.#skin(skinners, bone, ownTipX, ownTipY);
      tipX = found[0];
      tipY = found[1];
    }
    if (carriers.starts[bone] < carriers.starts[bone + 1]) {
      const isTip = flexiPoints[bone] === 1;
      this.#skin(carriers, bone, isTip ? ownTipX : ownX, isTip ? ownTipY : ownY);
      const dx = found[0] - (isTip ? tipX : baseX);
      const dy = found[1] - (isTip ? tipY : baseY);
      baseX += dx;
      baseY += dy;
      tipX += dx;
      tipY += dy;
    }
    const e = bone * 4;
    ends[e] = baseX;
    ends[e + 1] = baseY;
    ends[e + 2] = tipX;
    ends[e + 3] = tipY;
    // The sum of the turns says how often it went round; where it points now says the rest.
    if (tipX !== baseX || tipY !== baseY) angle += wrapAngle(Math.atan2(tipY - baseY, tipX - baseX) - angle);
    angles[bone] = angle;
    this.#isTurned[bone] = isTurned ? 1 : 0;
    this.#setEffect(bone);
    this.#drive(bone, pose);
  }

  #setEffect(bone: number): void {
    const { rest } = this.#data;
    const { ends, angles } = this;
    const e = bone * 4;
    const length = distance(ends[e + 2] - ends[e], ends[e + 3] - ends[e + 1]);
    const effects = this.#effects;
    const restX = rest[e];
    const restY = rest[e + 1];
    const restAngle = rest[e + 2];
    const restLength = rest[e + 3];
    const stretch = restLength === 0 ? 1 : withoutNoise(length / restLength, 1);
    const turn = withoutNoise(angles[bone] - restAngle, 0);
    const cos = Math.cos(turn);
    const sin = Math.sin(turn);
    const o = bone * 8;
    effects[o] = cos - 1;
    effects[o + 1] = sin;
    effects[o + 2] = -sin * stretch;
    effects[o + 3] = cos * stretch - 1;
    effects[o + 4] = ends[e] - cos * restX + sin * stretch * restY;
    effects[o + 5] = ends[e + 1] - sin * restX - cos * stretch * restY;
  }

  /** Sets `found` to where a bone carries a point. */
  #carry(bone: number, x: number, y: number): void {
    const effects = this.#effects;
    const o = bone * 8;
    found[0] = x + effects[o] * x + effects[o + 2] * y + effects[o + 4];
    found[1] = y + effects[o + 1] * x + effects[o + 3] * y + effects[o + 5];
  }

  /** Sets `found` to where the bones of a list carry a point together. */
  #skin({ starts, items }: Lists, bone: number, x: number, y: number): void {
    const from = starts[bone];
    const count = (starts[bone + 1] - from) / 2;
    weighByDistance(items, from, count, this.#compiled.boneRests, x, y, weights);
    let sumX = x;
    let sumY = y;
    for (let k = 0; k < count; k++) {
      this.#carry(items[from + k * 2], x, y);
      sumX += weights[k] * (found[0] - x);
      sumY += weights[k] * (found[1] - y);
    }
    found[0] = sumX;
    found[1] = sumY;
  }

  #drive(bone: number, pose: Pose): void {
    const { starts, items } = this.#data.drives;
    if (starts[bone] === starts[bone + 1] || (!this.drives && this.#isTurned[bone] === 0)) return;
    const { smartBones, actions } = this.#compiled.rig;
    for (let s = starts[bone]; s < starts[bone + 1]; s++) {
      const smart = smartBones[items[s]];
      const { action } = smart;
      const i = action * 4;
      if (this.drivenFrames[action] < 0 && (pose.actions[i + 2] !== 0 || pose.actions[i + 3] !== 0)) continue;
      const frame = smartFrame(smart, this.angles[bone], this.#data.rest[bone * 4 + 2]);
      this.drivenFrames[action] = frame;
      pose.setAction(action, frame, 1, actions[action].frames, 'linear');
    }
  }
}

/** What is used while a pose is solved and means nothing afterwards: all puppets of a rig have the same. */
interface Scratch {
  readonly effects: Float64Array;
  readonly isTurned: Uint8Array;
  readonly spatial: SpatialBones | null;
}

const scratches = new WeakMap<CompiledSkeleton, Scratch>();

function scratchOf(data: CompiledSkeleton): Scratch {
  let scratch = scratches.get(data);
  if (scratch === undefined) {
    const { count, spatial, rest } = data;
    scratch = {
      effects: new Float64Array(count * 8),
      isTurned: new Uint8Array(count),
      spatial: spatial && new SpatialBones(spatial, rest),
    };
    scratches.set(data, scratch);
  }
  return scratch;
}

/** The point that `#carry` and `#skin` found. */
const found = new Float64Array(2);
const weights: number[] = [];

/** `Math.hypot` makes garbage. */
const distance = (x: number, y: number): number => Math.sqrt(x * x + y * y);

const NONE: readonly ReachTarget[] = [];

/** A bone at rest must do exactly nothing, however its ends were come by. */
const withoutNoise = (value: number, exact: number): number => (Math.abs(value - exact) < 1e-12 ? exact : value);
