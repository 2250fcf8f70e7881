import { nearestNames } from '../../engine/model/problem.ts';
import type { Limits } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { Armatures, type TextBone, type VertexWeights } from './armatures.ts';
import { Line, quote } from './line.ts';
import { Motions, type TextAction } from './motions.ts';
import { type Outline, Outlines } from './outlines.ts';
import type { PlacementWishes } from './placement.ts';

/** What a text says, in its own units: y up, z towards the viewer. */
export interface SkeletonText {
  readonly name: string | undefined;
  readonly fps: number | undefined;
  readonly placement: PlacementWishes;
  readonly outlines: readonly Outline[];
  /** x, y, z of each vertex. */
  readonly vertices: Float64Array;
  readonly armatures: readonly string[];
  readonly bones: readonly TextBone[];
  readonly weights: VertexWeights;
  readonly actions: readonly TextAction[];
}

/**
 * Reads a text line by line; docs/skeleton-text.md has the grammar. What is wrong is reported with its
 * line and column, and the rest is read. Yields between chunks of the file.
 */
export function* readSkeletonText(
  bytes: Uint8Array,
  file: string,
  limits: Limits,
  log: ProblemLog,
): Generator<void, SkeletonText> {
  const line = new Line(file, log);
  const outlines = new Outlines(line, limits);
  const armatures = new Armatures(line, limits, outlines);
  const motions = new Motions(line, limits, armatures);
  let name: string | undefined;
  let fps: number | undefined;
  let placement: PlacementWishes = {};
  const kinds: Readonly<Record<string, () => void>> = {
    outline: () => outlines.outline(),
    vertex: () => outlines.vertex(),
    curve: () => outlines.curve(),
    fill: () => outlines.fill(),
    stroke: () => outlines.stroke(),
    hidden: () => outlines.hidden(),
    armature: () => armatures.armature(),
    bone: () => armatures.bone(),
    weight: () => armatures.weight(),
    action: () => motions.action(),
    keyframe: () => motions.keyframe(),
    name: () => {
      if (line.has(2, 'name and a name')) name = line.name(1);
    },
    fps: () => {
      const value = line.has(2, 'fps and a number') ? line.value(1, 1e-3) : NaN;
      if (!Number.isNaN(value)) fps = value;
    },
    picture: () => {
      placement = readPicture(line) ?? placement;
    },
  };
  yield* line.each(bytes, () => {
    const [kind] = line.words;
    if (Object.hasOwn(kinds, kind)) {
      kinds[kind]();
      return;
    }
    const near = log.keeps('skel-line', kind) ? nearestNames(kind, Object.keys(kinds)) : [];
    line.report('skel-line', 'this kind of line is not known; it is skipped', 0, {
      expected: Object.keys(kinds).join(', '),
      found: quote(kind),
      ...(near.length > 0 && { hint: `did you mean ${near.join(' or ')}?` }),
    });
  });
  outlines.end();
  outlines.checkAny(armatures.bones.length);
  armatures.resolveParents();
  return {
    name,
    fps,
    placement,
    outlines: outlines.list,
    vertices: outlines.vertices.toArray(),
    armatures: armatures.names,
    bones: armatures.bones,
    weights: armatures.vertexWeights(),
    actions: motions.list,
  };
}

function readPicture(line: Line): PlacementWishes | undefined {
  const { length } = line.words;
  if (!line.has(3, 'picture width height [x y [scale]]')) return undefined;
  const size = [line.value(1, 1e-3), line.value(2, 1e-3)] as const;
  const origin = length > 4 ? ([line.value(3), line.value(4)] as const) : undefined;
  const scale = length > 5 ? line.value(5, 1e-9) : undefined;
  if ([...size, ...(origin ?? []), scale ?? 1].some(Number.isNaN)) return undefined;
  return { size, origin, scale };
}
