import { BoneNumbers } from '../animate/bone-numbers.ts';
import type { Pose } from '../animate/pose.ts';
import type { PuppetSkeleton, ReachTarget } from '../animate/puppet-skeleton.ts';
import { Reach, reaches } from '../animate/reach.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import type { LayerProgram, MohoCurves } from './curves.ts';
import { type BoneMotion, LayerEvaluator } from './evaluate-layers.ts';

/** The bones and layers of one puppet from a Moho project. Dials always choose frames, as in Moho. */
export class MohoSkeleton extends BoneNumbers implements PuppetSkeleton {
  readonly #compiled: CompiledRig;
  #reach: Reach | null = null;
  readonly #program: LayerProgram;
  readonly #shared: Shared;
  /** What dials wrote into the pose: what is still there is not played by hand. */
  readonly #written: Float32Array;

  constructor(compiled: CompiledRig) {
    const { program } = compiled.curves as MohoCurves;
    const actionCount = compiled.rig.actions.length;
    super(program.boneCount, actionCount);
    this.#compiled = compiled;
    this.#program = program;
    this.#shared = sharedOf(program, actionCount);
    this.#written = new Float32Array(actionCount * 4);
    this.#shared.evaluator.evaluateRest();
    this.#readBones();
  }

  solve(pose: Pose, targets: readonly ReachTarget[] = NONE): void {
    this.#reach?.turns.fill(0);
    this.#evaluate(pose.actions);
    if (targets.some(reaches)) {
      this.#reach ??= this.#createReach();
      this.#reach.solve(targets, () => this.#evaluate(pose.actions));
    }
    if (this.#shared.evaluator.writeRows(pose.bones)) pose.noteBones();
  }

  #createReach(): Reach {
    const { bones } = this.#compiled.rig;
    const order = this.#program.layers.flatMap(({ skeleton }) =>
      skeleton === null ? [] : skeleton.order.map((bone) => skeleton.firstBone + bone),
    );
    const { ends, angles } = this;
    return new Reach({ bones, order, parents: bones.map(({ parent }) => parent), ends, angles });
  }

  #evaluate(actions: Float32Array): void {
    this.#forgetDials(actions);
    const { evaluator, motion, toParents } = this.#shared;
    const { turns, moves, scales } = motion;
    for (let bone = 0; bone < turns.length; bone++) {
      turns[bone] = -this.turns[bone] - (this.#reach?.turns[bone] ?? 0);
      scales[bone] = this.scales[bone];
      const [x, y] = [this.moves[bone * 2], this.moves[bone * 2 + 1]];
      const m = bone * 4;
      moves[bone * 2] = toParents[m] * x + toParents[m + 2] * y;
      moves[bone * 2 + 1] = toParents[m + 1] * x + toParents[m + 3] * y;
    }
    evaluator.evaluate(actions, motion, this.drivenFrames);
    for (let slot = 0; slot < this.drivenFrames.length; slot++) {
      if (this.drivenFrames[slot] < 0) continue;
      for (let i = slot * 4; i < slot * 4 + 4; i++) this.#written[i] = actions[i];
    }
    this.#readBones();
  }

  /** Takes out of a pose what dials wrote into it the last time. */
  #forgetDials(actions: Float32Array): void {
    for (let slot = 0; slot < this.drivenFrames.length; slot++) {
      if (this.drivenFrames[slot] < 0) continue;
      const i = slot * 4;
      let isOwn = true;
      for (let k = i; k < i + 4; k++) isOwn &&= actions[k] === this.#written[k];
      if (isOwn) for (let k = i; k < i + 4; k++) actions[k] = 0;
    }
  }

  /** Ends and angles, as the pose has them. */
  #readBones(): void {
    const { layers } = this.#program;
    const { toPixels, boneMatrices, worldAngles } = this.#shared.evaluator;
    for (let layer = 0; layer < layers.length; layer++) {
      const { skeleton } = layers[layer];
      if (skeleton === null) continue;
      const l = layer * 6;
      const [a, b, c, d] = [toPixels[l], toPixels[l + 1], toPixels[l + 2], toPixels[l + 3]];
      for (let k = 0; k < skeleton.bones.length; k++) {
        const bone = skeleton.firstBone + k;
        const m = bone * 6;
        const [x, y, length] = [boneMatrices[m + 4], boneMatrices[m + 5], skeleton.bones[k].length];
        const [dx, dy] = [boneMatrices[m] * length, boneMatrices[m + 1] * length];
        const e = bone * 4;
        this.ends[e] = a * x + c * y + toPixels[l + 4];
        this.ends[e + 1] = b * x + d * y + toPixels[l + 5];
        this.ends[e + 2] = this.ends[e] + a * dx + c * dy;
        this.ends[e + 3] = this.ends[e + 1] + b * dx + d * dy;
        // How often it went round, and where it points now.
        const [cos, sin] = [Math.cos(worldAngles[bone]), Math.sin(worldAngles[bone])];
        const now = Math.atan2(b * cos + d * sin, a * cos + c * sin);
        const turned = -worldAngles[bone];
        this.angles[bone] = turned + (now - turned - 2 * Math.PI * Math.round((now - turned) / (2 * Math.PI)));
      }
    }
  }
}

/** What is used while a pose is solved and means nothing afterwards: all puppets of a rig have the same. */
interface Shared {
  readonly evaluator: LayerEvaluator;
  /** What the evaluator is given: counter-clockwise, and moves in the axes of the parent at rest. */
  readonly motion: BoneMotion;
  /** Four numbers for each bone that take a move of a px to the axes of its parent at rest. */
  readonly toParents: Float64Array;
}

const known = new WeakMap<LayerProgram, Shared>();

function sharedOf(program: LayerProgram, actionCount: number): Shared {
  let shared = known.get(program);
  if (shared === undefined) {
    const { boneCount } = program;
    const evaluator = new LayerEvaluator(program, actionCount);
    evaluator.evaluateRest();
    const motion = {
      turns: new Float64Array(boneCount),
      moves: new Float64Array(boneCount * 2),
      scales: new Float64Array(boneCount),
    };
    shared = { evaluator, motion, toParents: parentAxes(program, evaluator) };
    known.set(program, shared);
  }
  return shared;
}

/** @param evaluator Holds the rest pose. */
function parentAxes({ layers, boneCount }: LayerProgram, { toPixels, worldAngles }: LayerEvaluator): Float64Array {
  const axes = new Float64Array(boneCount * 4);
  for (const [layer, { skeleton }] of layers.entries()) {
    const [a, b, c, d] = toPixels.subarray(layer * 6, layer * 6 + 4);
    const determinant = a * d - b * c;
    if (skeleton === null || determinant === 0) continue;
    for (const [k, { parent }] of skeleton.bones.entries()) {
      const angle = parent < 0 ? 0 : worldAngles[skeleton.firstBone + parent];
      const [cos, sin] = [Math.cos(angle) / determinant, Math.sin(angle) / determinant];
      // The layer the other way, then the turn of the parent the other way.
      const own = [d * cos - b * sin, -d * sin - b * cos, -c * cos + a * sin, c * sin + a * cos];
      axes.set(own, (skeleton.firstBone + k) * 4);
    }
  }
  return axes;
}

const NONE: readonly ReachTarget[] = [];
