import { mainFrames, mainName } from '../../engine/geometry/moho/moment.ts';
import { gather } from '../../engine/geometry/moho/picture.ts';
import { MohoPose } from '../../engine/geometry/moho/pose.ts';
import type { PreparedMoho } from '../../engine/geometry/moho/prepare.ts';
import { type ActionSlots, actionSlots } from '../../engine/geometry/moho/slots.ts';
import type { MohoChannel, MohoValues } from '../../engine/model/moho.ts';
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
import { MaskBuilder } from './mask-builder.ts';
import { PaintTracks } from './paint-tracks.ts';

/**
 * A project as a rig: its layers are groups, its outlines paths, its bones bones. Curves, bones and layers stay as the
 * project has them, to be evaluated in every pose; colours, widths and orders become tracks.
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
  const { project, meshes, dials } = prepared;
  const { layers, width, height, name } = project;
  // For each layer with dials there are tables of all actions.
  const dialLayers = layers.filter(({ skeleton }) => skeleton !== undefined && skeleton.dials.length > 0);
  checkBytes(dialLayers.length * project.actions.length * BYTES_OF_A_DIAL, limits, file);
  const slots = actionSlots(project);
  const firstPaths: number[] = [];
  let count = 0;
  for (const mesh of meshes) {
    firstPaths.push(count);
    count += mesh?.outlines.length ?? 0;
  }
  if (count > limits.paths) throw limitError(limits, 'paths', 'paths', count, file);
  const paints = new PaintTracks(prepared, slots, firstPaths);
  const actions = yield* buildActions(prepared, slots, paints, file, limits);

  const maskBuilder = new MaskBuilder(prepared, firstPaths, file, log);
  const ordered = layers.map((_, layer) => paints.restOrder(layer));
  const masked = maskBuilder.maskedLayers(ordered);
  const drawn: boolean[] = [];
  for (const [layer, { parent }] of layers.entries()) {
    drawn.push((drawn[parent] ?? true) && (masked.get(layer)?.draws ?? true));
  }
  // Dials that are played at frame 0 do nothing.
  const plays = project.actions.map((_, action) => ({ action, frame: 0, weight: 1 }));
  const rest = new MohoPose(prepared, { frame: 0, plays });
  const root: Group = {
    id: '',
    parent: -1,
    children: project.roots.map((layer) => groupRef(layer + 1)),
    masks: [],
    flexi: [],
  };
  const groups = layers.map(({ name: id, parent }, layer): Group => {
    const own = Array.from({ length: meshes[layer]?.outlines.length ?? 0 }, (_, i) => firstPaths[layer] + i);
    return {
      id,
      parent: parent + 1,
      children: [...(drawn[layer] ? own : []), ...ordered[layer].map((child) => groupRef(child + 1))],
      masks: maskBuilder.maskOf(layer, masked.get(layer)?.clip),
      flexi: [],
    };
  });
  const paths: Path[] = [];
  for (const layer of layers.keys()) {
    yield;
    for (const path of pathsOf(layer, prepared, drawn[layer], rest, paints)) paths.push(path);
  }
  return {
    name,
    width,
    height,
    fps,
    groups: [root, ...groups],
    paths,
    masks: maskBuilder.masks,
    actions,
    bones: bonesOf(rest),
    smartBones: smartBonesOf(prepared, slots, rest),
    moho: { project, dials },
  };
}

/** A slot twice, and a frame and a weight in the rest pose. */
const BYTES_OF_A_DIAL = 25;

function checkBytes(bytes: number, limits: Limits, file: string): void {
  if (bytes > limits.deltaBytes) throw limitError(limits, 'deltaBytes', 'bytes of differences', bytes, file);
}

function* buildActions(
  { project }: PreparedMoho,
  slots: ActionSlots,
  paints: PaintTracks,
  file: string,
  limits: Limits,
): Generator<void, Action[]> {
  const frames = slots.slots.map(({ action }) => (action < 0 ? mainFrames(project) : project.actions[action].frames));
  const frameCount = frames.reduce((sum, each) => sum + each, 0);
  if (frameCount > limits.files) throw limitError(limits, 'files', 'frames', frameCount, file);
  const { bytes: motionBytes, movesBones } = motionOf(project.layers, slots, frames);
  checkBytes(motionBytes, limits, file);
  checkBytes(motionBytes + (yield* paints.bytes(frames, limits.deltaBytes)), limits, file);
  const actions: Action[] = [];
  for (const [slot, { action, of, dialOf }] of slots.slots.entries()) {
    const own = action < 0 ? mainName(project) : project.actions[action].name;
    const where = dialOf < 0 ? '' : ` in ${project.layers[dialOf].name}`;
    actions.push({
      name: of === slot ? own : `${own}${where || ' elsewhere'}`,
      kind: movesBones.has(slot) ? 'bone' : 'morph',
      frames: frames[slot],
      morphs: [],
      styles: yield* paints.styles(slot, frames[slot]),
      visibility: [],
      orders: yield* paints.orders(slot, frames[slot]),
      bones: [],
      ...(of !== slot && { part: { of, regions: 0 } }),
    });
  }
  return actions;
}

/** How many bytes tables of all frames take, and which actions move bones (dials their own one aside). */
function motionOf(
  layers: PreparedMoho['project']['layers'],
  { byLayer }: ActionSlots,
  frames: readonly number[],
): { bytes: number; movesBones: ReadonlySet<number> } {
  let bytes = 0;
  const movesBones = new Set<number>();
  for (const [layer, { skeleton, mesh, transforms }] of layers.entries()) {
    const slotsOf = ({ main, actions }: MohoChannel): number[] => [
      ...(main.frames.length > 1 || actions.length > 0 ? [0] : []),
      ...actions.map(({ action }) => byLayer[layer][action]),
    ];
    for (const [bone, { position, angle, scale }] of (skeleton?.bones ?? []).entries()) {
      const own = new Set(skeleton?.dials.flatMap((dial) => (dial.bone === bone ? [byLayer[layer][dial.action]] : [])));
      for (const channel of [position, angle, scale]) {
        for (const slot of slotsOf(channel)) {
          bytes += frames[slot] * channel.components * 8;
          if (!own.has(slot)) movesBones.add(slot);
        }
      }
    }
    for (const channel of Object.values(transforms) as MohoChannel[]) {
      for (const slot of slotsOf(channel)) bytes += frames[slot] * channel.components * 8;
    }
    if (mesh === undefined) continue;
    const { positions, smoothness, weightIn, weightOut, offsetIn, offsetOut } = mesh;
    const movers = (kinds: readonly MohoValues[]) =>
      new Set(kinds.flatMap(({ moving }) => moving.flatMap(({ channel }) => slotsOf(channel))));
    for (const slot of movers([positions])) bytes += frames[slot] * mesh.pointCount * 8;
    for (const slot of movers([smoothness, weightIn, weightOut, offsetIn, offsetOut])) {
      bytes += frames[slot] * mesh.curvePoints.length * 24;
    }
  }
  return { bytes, movesBones };
}

function pathsOf(layer: number, { meshes }: PreparedMoho, drawn: boolean, rest: MohoPose, paints: PaintTracks): Path[] {
  const outlines = meshes[layer]?.outlines ?? [];
  if (outlines.length === 0) return [];
  const handles = rest.handles(layer);
  const own = paints.restPaints(layer);
  return outlines.map(({ contours, points }, index): Path => {
    const { fill, stroke, width, cap } = own[index];
    return {
      group: layer + 1,
      index,
      points: gather(handles, points),
      contours,
      fillRule: 'evenodd',
      style: { fill, stroke, strokeWidth: width, lineCap: cap, lineJoin: 'round', miterLimit: 4, visible: true },
      masks: [],
      role: drawn ? 'drawn' : 'clip',
      curve: { layer, points },
    };
  });
}

/** All bones of all skeletons, at rest. */
function bonesOf(rest: MohoPose): Bone[] {
  const bones: Bone[] = [];
  for (const [layer, { skeleton }] of rest.prepared.project.layers.entries()) {
    const first = bones.length;
    const m = rest.toPixels(layer);
    for (const [b, { name, parent, length, strength }] of (skeleton?.bones ?? []).entries()) {
      const own = rest.bones(layer)?.matrices.subarray(b * 6, b * 6 + 6) ?? new Float64Array(6);
      const place = (along: number): [number, number] => {
        const [x, y] = [own[4] + along * own[0], own[5] + along * own[1]];
        return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
      };
      bones.push({
        id: name,
        group: layer + 1,
        parent: parent < 0 ? -1 : first + parent,
        base: place(0),
        tip: place(length),
        strength,
        minAngle: undefined,
        maxAngle: undefined,
        isPin: length === 0,
        fixed: false,
        flexiPoint: undefined,
      });
    }
  }
  return bones;
}

/** Dials that turn evenly, for whoever wants to show their range. */
function smartBonesOf(
  { project, skeletons, dials: rule }: PreparedMoho,
  slots: ActionSlots,
  rest: MohoPose,
): SmartBone[] {
  const smartBones: SmartBone[] = [];
  let first = 0;
  for (const [layer, { skeleton }] of project.layers.entries()) {
    const posed = rest.bones(layer);
    for (const [d, { bone, action }] of (skeleton?.dials ?? []).entries()) {
      const table = skeletons[layer]?.tables[d];
      if (table === undefined || posed === undefined) continue;
      // What its parents add at rest.
      const around = posed.worldAngles[bone] - posed.angles[bone];
      const range = straightRange(table.angles.map((angle) => angle + around));
      if (range !== undefined)
        smartBones.push({ action: slots.byLayer[layer][action], bone: first + bone, ...range, rule });
    }
    first += skeleton?.bones.length ?? 0;
  }
  return smartBones;
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
