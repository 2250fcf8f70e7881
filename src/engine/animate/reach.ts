import { wrapAngle } from '../compile/skeleton.ts';
import type { Bone } from '../model/rig.ts';
import { ReachSolver } from './ik.ts';
import type { ReachTarget } from './puppet-skeleton.ts';

/** Bones as reaching sees them. */
export interface ReachingBones {
  readonly bones: readonly Bone[];
  /** All bones, parents before children. */
  readonly order: ArrayLike<number>;
  readonly parents: ArrayLike<number>;
  /** See `PuppetSkeleton`. */
  readonly ends: Float64Array;
  readonly angles: Float64Array;
}

/** Turns chains of bones so that their tips come to targets. */
export class Reach {
  /** What it adds to the turn of each bone: radians, clockwise on screen. To be emptied before a pose. */
  readonly turns: Float64Array;
  readonly #data: ReachingBones;
  readonly #weights: Float64Array;
  readonly #jointOf: Int32Array;
  readonly #joints: number[] = [];
  readonly #solver = new ReachSolver();

  constructor(data: ReachingBones) {
    const count = data.bones.length;
    this.#data = data;
    this.turns = new Float64Array(count);
    this.#weights = new Float64Array(count);
    this.#jointOf = new Int32Array(count);
  }

  /**
   * Turns the bones of all chains so that their tips come to the targets together. A chain is solved
   * as if its bones were rigid; what flexi points and stretched bones add is met by solving again.
   * @param evaluate Brings ends and angles to where the turns have them. They are so before.
   */
  solve(targets: readonly ReachTarget[], evaluate: () => void): void {
    const solver = this.#solver;
    this.#weights.fill(0);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.#jointOf.fill(-1);
      this.#joints.length = 0;
      for (const target of targets) if (reaches(target)) this.#markChain(target);
      this.#addJoints(solver);
      for (const { bone, x, y, weight } of targets) {
        if (weight > 0 && this.#jointOf[bone] >= 0) solver.addTarget(this.#jointOf[bone], x, y, weight);
      }
      solver.solve();
      let greatest = 0;
      this.#joints.forEach((bone, joint) => {
        this.turns[bone] += solver.turns[joint];
        greatest = Math.max(greatest, Math.abs(solver.turns[joint]));
      });
      evaluate();
      if (greatest < 1e-6) break;
    }
    if (targets.every(({ weight }) => weight === 0 || weight === 1)) return;
    for (const bone of this.#joints) this.turns[bone] = wrapAngle(this.turns[bone]) * this.#weights[bone];
    evaluate();
  }

  /** Marks the bones that turn for a target; a bone of several chains follows the strongest. */
  #markChain({ bone, weight, chain }: ReachTarget): void {
    const { bones, parents } = this.#data;
    let at = bone;
    for (let length = 0; length < chain && at >= 0 && !bones[at].fixed; length++) {
      this.#jointOf[at] = 0;
      this.#weights[at] = Math.max(this.#weights[at], weight);
      at = parents[at];
    }
  }

  #addJoints(solver: ReachSolver): void {
    const { bones, order, parents, ends, angles } = this.#data;
    solver.begin();
    for (let i = 0; i < order.length; i++) {
      const bone = order[i];
      if (this.#jointOf[bone] < 0) continue;
      const { minAngle, maxAngle, isPin } = bones[bone];
      const parent = parents[bone];
      this.#jointOf[bone] = solver.addJoint(
        parent < 0 ? -1 : this.#jointOf[parent],
        parent < 0 ? 0 : angles[parent],
        ends[bone * 4],
        ends[bone * 4 + 1],
        ends[bone * 4 + 2],
        ends[bone * 4 + 3],
        minAngle === undefined ? -Infinity : (minAngle * Math.PI) / 180,
        maxAngle === undefined ? Infinity : (maxAngle * Math.PI) / 180,
        !isPin,
        angles[bone],
      );
      this.#joints.push(bone);
    }
  }
}

/** Rounds of reaching; a rigid chain needs one, and a second that finds nothing to do. */
const MOST_ROUNDS = 8;

/** Whether a target has a say. */
export const reaches = ({ weight }: ReachTarget): boolean => weight > 0;
