import { mainFrames, mainName } from '../../engine/geometry/moho/moment.ts';
import { type MohoMoment, MohoPose } from '../../engine/geometry/moho/pose.ts';
import type { PreparedMoho } from '../../engine/geometry/moho/prepare.ts';
import {
  type Action,
  type Bone,
  type Group,
  groupRef,
  type Path,
  type Rig,
  type SmartBone,
} from '../../engine/model/rig.ts';
import { type Limits, limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { type BakeTargets, bakeAction, type Snapshot, SnapshotMaker } from './bake.ts';
import { MaskBuilder } from './mask-builder.ts';

/**
 * The baked form of a project: every frame of the main timeline and of every action is finished
 * cubics, as differences from the rest pose. A frame of one action at weight 1 is exactly what Moho
 * shows. Mixes add finished control points, where Moho adds what they are made from, so they differ.
 *
 * Yields now and then.
 */
export function* buildRig(
  prepared: PreparedMoho,
  fps: number,
  file: string,
  limits: Limits,
  log: ProblemLog,
): Generator<void, Rig> {
  const { project, meshes } = prepared;
  const { layers, width, height, name } = project;
  const firstPaths: number[] = [];
  const meshLayers: number[] = [];
  let count = 0;
  for (const [layer, mesh] of meshes.entries()) {
    firstPaths.push(count);
    // A mesh without shapes is never seen.
    if (mesh === undefined || mesh.outlines.length === 0) continue;
    meshLayers.push(layer);
    count += mesh.outlines.length;
  }
  if (count > limits.paths) throw limitError(limits, 'paths', 'paths', count, file);
  let bytes = 0;
  const targets: BakeTargets = {
    firstPaths,
    groups: layers.map((_, layer) => layer + 1),
    meshes: meshLayers,
    spend(more) {
      bytes += more;
      if (bytes > limits.deltaBytes) throw limitError(limits, 'deltaBytes', 'bytes of differences', bytes, file);
    },
  };
  const maker = new SnapshotMaker(prepared, targets);
  const restMoment: MohoMoment = { frame: 0 };
  const rest = yield* maker.take(restMoment);

  const actions: Action[] = [];
  let frameCount = 0;
  const bake = function* (action: string, frames: number, momentAt: (frame: number) => MohoMoment) {
    frameCount += frames;
    if (frameCount > limits.files) throw limitError(limits, 'files', 'frames', frameCount, file);
    actions.push(yield* bakeAction(action, frames, rest, maker, momentAt, targets));
  };
  yield* bake(mainName(project), mainFrames(project), (frame) => ({ frame }));
  for (const [action, { name: own, frames }] of project.actions.entries()) {
    yield* bake(own, frames, (frame) => ({ frame: 0, plays: [{ action, frame, weight: 1 }] }));
  }

  const maskBuilder = new MaskBuilder(prepared, firstPaths, file, log);
  /** At rest, back to front. */
  const ordered = layers.map(({ children }, layer) => rest.orders.get(layer + 1)?.map((ref) => ~ref - 1) ?? children);
  const masked = maskBuilder.maskedLayers(ordered);
  const drawn: boolean[] = [];
  for (const [layer, { parent }] of layers.entries()) {
    drawn.push((drawn[parent] ?? true) && (masked.get(layer)?.draws ?? true));
  }
  const { groups, bones, smartBones } = boneParts(prepared, new MohoPose(prepared, restMoment), layers.length + 1);
  const layerGroups = layers.map(({ name: id, parent }, layer): Group => {
    const own = Array.from({ length: meshes[layer]?.outlines.length ?? 0 }, (_, i) => firstPaths[layer] + i);
    return {
      id,
      parent: parent + 1,
      children: [...(drawn[layer] ? own : []), ...ordered[layer].map((child) => groupRef(child + 1))],
      masks: maskBuilder.maskOf(layer, masked.get(layer)?.clip),
      flexi: [],
    };
  });
  const root: Group = {
    id: '',
    parent: -1,
    children: [
      ...project.roots.map((layer) => groupRef(layer + 1)),
      ...groups.map((_, i) => groupRef(layers.length + 1 + i)),
    ],
    masks: [],
    flexi: [],
  };
  return {
    name,
    width,
    height,
    fps,
    groups: [root, ...layerGroups, ...groups],
    paths: meshLayers.flatMap((layer) => pathsOf(layer, prepared, firstPaths[layer], drawn[layer], rest)),
    masks: maskBuilder.masks,
    actions,
    bones,
    smartBones,
  };
}

function pathsOf(layer: number, { meshes }: PreparedMoho, first: number, drawn: boolean, rest: Snapshot): Path[] {
  return (meshes[layer]?.outlines ?? []).map(({ contours }, index): Path => {
    const { fill = null, stroke = null, width = 0, cap = 'round' } = rest.paints.get(first + index) ?? {};
    return {
      group: layer + 1,
      index,
      points: rest.points.get(first + index) ?? new Float64Array(0),
      contours,
      fillRule: 'evenodd',
      style: { fill, stroke, strokeWidth: width, lineCap: cap, lineJoin: 'round', miterLimit: 4, visible: true },
      masks: [],
      role: drawn ? 'drawn' : 'clip',
    };
  });
}

/** Bones of dials, with groups of their own in which there is nothing: they choose frames and carry nothing. */
function boneParts(
  { project, skeletons }: PreparedMoho,
  pose: MohoPose,
  firstGroup: number,
): { groups: Group[]; bones: Bone[]; smartBones: SmartBone[] } {
  const groups: Group[] = [];
  const bones: Bone[] = [];
  const smartBones: SmartBone[] = [];
  for (const [layer, { skeleton }] of project.layers.entries()) {
    for (const [d, { bone, action }] of (skeleton?.dials ?? []).entries()) {
      const table = skeletons[layer]?.tables[d];
      const own = skeleton?.bones[bone];
      if (table === undefined || own === undefined || own.parent >= 0) continue;
      const range = straightRange(table.angles);
      if (range === undefined) continue;
      const posed = pose.bones(layer)?.matrices.subarray(bone * 6, bone * 6 + 6) ?? new Float64Array(6);
      const m = pose.toPixels(layer);
      const place = (along: number): [number, number] => {
        const [x, y] = [posed[4] + along * posed[0], posed[5] + along * posed[1]];
        return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
      };
      smartBones.push({ action: action + 1, bone: bones.length, ...range, rule: 'nearest' });
      bones.push({
        id: own.name,
        group: firstGroup + groups.length,
        parent: -1,
        base: place(0),
        tip: place(Math.max(own.length, 1e-3)),
        strength: own.strength,
        minAngle: undefined,
        maxAngle: undefined,
        isPin: false,
        fixed: true,
        flexiPoint: undefined,
      });
      groups.push({ id: own.name, parent: 0, children: [], masks: [], flexi: [] });
    }
  }
  return { groups, bones, smartBones };
}

/** Frames and angles of a dial that turns evenly, from frame 0 on or else from frame 1. Degrees. */
function straightRange(angles: Float64Array): Omit<SmartBone, 'action' | 'bone' | 'rule'> | undefined {
  const last = angles.length - 1;
  for (const firstFrame of [0, 1]) {
    const frames = last - firstFrame;
    if (frames < 1) continue;
    const step = (angles[last] - angles[firstFrame]) / frames;
    const isEven = angles
      .subarray(firstFrame)
      .every((angle, i) => Math.abs(angle - angles[firstFrame] - i * step) < 1e-5);
    // Six digits of radians are four of degrees.
    const degrees = (radians: number): number => Math.round((radians * 1.8e6) / Math.PI) / 1e4;
    if (isEven) {
      return {
        startAngle: degrees(angles[firstFrame]),
        endAngle: degrees(angles[last]),
        frames: frames + 1,
        firstFrame,
      };
    }
  }
  return undefined;
}
