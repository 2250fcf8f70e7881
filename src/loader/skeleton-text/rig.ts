import {
  type Action,
  type Bone,
  type Group,
  groupRef,
  type Path,
  pathRef,
  type Rig,
  type SkinWeights,
  type TransformTrack,
} from '../../engine/model/rig.ts';
import { keyOrder, type TextAction, type TextInterpolation, type TextTrack } from './motions.ts';
import type { Outline } from './outlines.ts';
import type { Placement } from './placement.ts';
import type { SkeletonText } from './read.ts';

/**
 * Puts what a text says into the picture: with o where the origin lies and s the scale, a point x, y, z
 * comes to o.x + s·x, o.y − s·y, at the depth −s·z. This turns the axes by half a turn about x, so
 * that a quaternion w, x, y, z becomes w, x, −y, −z. Yields between outlines.
 */
export function* buildRig(
  text: SkeletonText,
  name: string,
  fps: number,
  interpolation: TextInterpolation,
  placement: Placement,
): Generator<void, Rig> {
  const groups: Group[] = [{ id: '', parent: -1, children: [], masks: [], flexi: [] }];
  const addGroup = (id: string, parent: number): number => {
    const group = groups.push({ id, parent, children: [], masks: [], flexi: [] }) - 1;
    (groups[parent].children as number[]).push(groupRef(group));
    return group;
  };
  const paths: Path[] = [];
  for (const outline of text.outlines) {
    if (outline.curves.length === 0) continue;
    const group = addGroup(outline.name, 0);
    (groups[group].children as number[]).push(pathRef(paths.length));
    paths.push(pathOf(outline, group, text, placement));
    if (paths.length % 100 === 0) yield;
  }
  const armatures = text.armatures.map((armature) => addGroup(armature, 0));
  const bones: Bone[] = [];
  for (const { name: id, armature, parent, ends } of text.bones) {
    bones.push({
      id,
      group: addGroup(id, armatures[armature]),
      parent,
      base: [placeX(placement, ends[0]), placeY(placement, ends[1])],
      tip: [placeX(placement, ends[3]), placeY(placement, ends[4])],
      depths: [depth(placement, ends[2]), depth(placement, ends[5])],
      strength: undefined,
      minAngle: undefined,
      maxAngle: undefined,
      isPin: false,
      fixed: false,
      flexiPoint: undefined,
    });
  }
  const actions: Action[] = [{ ...still, name: 'base', kind: 'base', frames: 0 }];
  for (const action of text.actions) {
    actions.push(yield* actionOf(action, interpolation, placement));
  }
  const { width, height } = placement;
  return { name, width, height, fps, groups, paths, masks: [], actions, bones, smartBones: [] };
}

const still = { morphs: [], styles: [], visibility: [], orders: [], bones: [] };

const placeX = ({ x, scale }: Placement, value: number): number => x + scale * value;
const placeY = ({ y, scale }: Placement, value: number): number => y - scale * value;
/** Taken from 0, so that 0 does not become −0. */
const depth = ({ scale }: Placement, value: number): number => 0 - scale * value;

function pathOf(outline: Outline, group: number, text: SkeletonText, placement: Placement): Path {
  const { vertices } = text;
  const count = outline.curves.reduce((sum, curve) => sum + curve.vertices.length, 0);
  const points = new Float64Array(count * 2);
  const depths = new Float64Array(count);
  const own = new Uint32Array(count);
  let next = 0;
  const contours = outline.curves.map(({ vertices: list, closed }) => {
    const start = next;
    for (const vertex of list) {
      points[next * 2] = placeX(placement, vertices[vertex * 3]);
      points[next * 2 + 1] = placeY(placement, vertices[vertex * 3 + 1]);
      depths[next] = depth(placement, vertices[vertex * 3 + 2]);
      own[next++] = vertex;
    }
    return { start, segments: (list.length - 1) / 3, closed };
  });
  const weights = weightsOf(own, depths, text);
  return {
    group,
    index: 0,
    points,
    contours,
    fillRule: outline.fillRule,
    style: { ...outline.style, strokeWidth: outline.style.strokeWidth * placement.scale },
    masks: [],
    role: 'drawn',
    ...(weights && { weights }),
  };
}

/** Undefined where no bone carries any of the points. */
function weightsOf(own: Uint32Array, depths: Float64Array, { weights: all }: SkeletonText): SkinWeights | undefined {
  const starts = new Uint32Array(own.length + 1);
  for (let i = 0; i < own.length; i++) {
    starts[i + 1] = starts[i] + all.starts[own[i] + 1] - all.starts[own[i]];
  }
  const count = starts[own.length];
  if (count === 0) return undefined;
  const bones = new Uint32Array(count);
  const weights = new Float32Array(count);
  for (let i = 0; i < own.length; i++) {
    const [from, to] = [all.starts[own[i]], all.starts[own[i] + 1]];
    bones.set(all.bones.subarray(from, to), starts[i]);
    weights.set(all.weights.subarray(from, to), starts[i]);
  }
  return { starts, bones, weights, ...(depths.some((value) => value !== 0) && { depths }) };
}

function* actionOf(
  { name, frames, interpolation, lastFrame, tracks }: TextAction,
  byDefault: TextInterpolation,
  placement: Placement,
): Generator<void, Action> {
  const transforms: TransformTrack[] = [];
  for (const [bone, track] of [...tracks].sort(([a], [b]) => a - b)) {
    transforms.push(trackOf(bone, track, interpolation ?? byDefault, placement));
    yield;
  }
  return { ...still, name, kind: 'bone', frames: Math.max(frames ?? 0, lastFrame), transforms };
}

function trackOf(
  bone: number,
  track: TextTrack,
  interpolation: TextInterpolation,
  placement: Placement,
): TransformTrack {
  const { scale } = placement;
  const order = keyOrder(track);
  const frames = new Int32Array(order.length);
  const translations = new Float64Array(order.length * 3);
  const rotations = new Float64Array(order.length * 4);
  for (let i = 0; i < order.length; i++) {
    const key = order[i];
    frames[i] = track.frames.at(key);
    translations[i * 3] = scale * track.translations.at(key * 3);
    translations[i * 3 + 1] = depth(placement, track.translations.at(key * 3 + 1));
    translations[i * 3 + 2] = depth(placement, track.translations.at(key * 3 + 2));
    rotations[i * 4] = track.rotations.at(key * 4 + 1);
    rotations[i * 4 + 1] = 0 - track.rotations.at(key * 4 + 2);
    rotations[i * 4 + 2] = 0 - track.rotations.at(key * 4 + 3);
    rotations[i * 4 + 3] = track.rotations.at(key * 4);
  }
  return { bone, frames, interpolation, translations, rotations };
}
