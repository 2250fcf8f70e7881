import { createSkeleton } from '../../src/engine/animate/bone-part.ts';
import { Pose } from '../../src/engine/animate/pose.ts';
import type { PuppetSkeleton } from '../../src/engine/animate/puppet-skeleton.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { CompiledRig } from '../../src/engine/compile/compiled-rig.ts';
import { gather } from '../../src/engine/geometry/moho/picture.ts';
import { type MohoMoment, MohoPose } from '../../src/engine/geometry/moho/pose.ts';
import type { PreparedMoho } from '../../src/engine/geometry/moho/prepare.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { loadMohoProject } from '../../src/loader/moho/open.ts';
import { openIn } from '../../src/loader/open.ts';

/** A project as its rig and as itself. */
export async function mohoPair(name: string, content: string | Uint8Array): Promise<PosePair> {
  const source = memorySource([[name, content]]);
  const { rig } = await load(name, { source });
  const loaded = await loadMohoProject(openIn(source), name, {});
  if (loaded === undefined) throw new Error('it is taken for something else');
  return new PosePair(compile(rig), loaded.prepared);
}

/** Poses a rig of a project and the project itself. */
export class PosePair {
  readonly compiled: CompiledRig;
  readonly prepared: PreparedMoho;
  readonly pose: Pose;
  readonly skeleton: PuppetSkeleton;

  constructor(compiled: CompiledRig, prepared: PreparedMoho) {
    this.compiled = compiled;
    this.prepared = prepared;
    this.pose = new Pose(compiled);
    this.skeleton = createSkeleton(compiled) as PuppetSkeleton;
  }

  /** Lets a few actions play, at whole frames, and turns a few bones. Gives the same to the project. */
  mix(random: () => number, turnsBones = true): MohoMoment {
    const { project } = this.prepared;
    const { actions, bones } = this.compiled.rig;
    const { pose, skeleton } = this;
    pose.actions.fill(0);
    skeleton.reset();
    const frame = random() < 0.3 ? 0 : Math.floor(random() * (actions[0].frames + 1));
    if (frame > 0) pose.setFrames(0, frame, frame, 0, 1);
    const plays = project.actions.flatMap((action, index) => {
      if (random() < 0.7) return [];
      const weight = Math.fround(random() < 0.5 ? 1 : random());
      return [{ action: index, frame: Math.floor(random() * (action.frames + 1)), weight }];
    });
    for (const { action, frame: at, weight } of plays) {
      for (const [slot, { part }] of actions.entries()) {
        if (slot === action + 1 || part?.of === action + 1) pose.setFrames(slot, at, at, 0, weight);
      }
    }
    const turns = new Map<string, number>();
    for (const [b, { id }] of bones.entries()) {
      if (!turnsBones || random() < 0.6 || bones.findIndex((bone) => bone.id === id) !== b) continue;
      // A dial that goes all the way round, or a bone that is turned a little.
      const turn = (random() - 0.5) * (random() < 0.3 ? 6 : 0.6);
      skeleton.turns[b] = turn;
      turns.set(id, -turn);
    }
    skeleton.solve(pose);
    return { frame, plays, turns };
  }

  /** The exact control points of the project at a moment, in the order of the rig's. */
  exact(moment: MohoMoment): Float64Array {
    const { rig, firstPoints, pointCount } = this.compiled;
    const pose = new MohoPose(this.prepared, moment);
    const handles = new Map<number, Float64Array>();
    const points = new Float64Array(pointCount * 2);
    for (const [p, { curve }] of rig.paths.entries()) {
      if (curve === undefined) continue;
      const own = handles.get(curve.layer) ?? pose.handles(curve.layer);
      handles.set(curve.layer, own);
      points.set(gather(own, curve.points), firstPoints[p] * 2);
    }
    return points;
  }
}

/** The greatest distance of two lists of points, and where. */
export function farthest(a: ArrayLike<number>, b: ArrayLike<number>): { distance: number; point: number } {
  let [distance, point] = [0, -1];
  for (let i = 0; i < a.length; i += 2) {
    const apart = Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1]);
    if (apart <= distance) continue;
    distance = apart;
    point = i / 2;
  }
  return { distance, point };
}
