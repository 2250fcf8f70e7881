import type { DialTable } from '../geometry/moho/dials.ts';
import { layerMatrix } from '../geometry/moho/layers.ts';
import { identity, inverted, type Matrix, matrixAt } from '../geometry/moho/matrix.ts';
import { idleDrive, type PreparedSkeleton } from '../geometry/moho/prepare.ts';
import type { ActionSlots } from '../geometry/moho/slots.ts';
import type { MohoLayer, MohoProject } from '../model/moho.ts';
import { isStill, type SampledChannel, sampleChannel } from './tracks.ts';

/** A layer as it is evaluated in every pose: its place, and its bones. */
export interface LayerTable {
  readonly parent: number;
  /** The bone that carries it, among all bones, or -1. */
  readonly parentBone: number;
  readonly origin: readonly [x: number, y: number];
  /** Translation, scale, rotation, flips; null where the layer never moves by itself. */
  readonly channels: readonly SampledChannel[] | null;
  /** Its own matrix where it never moves. */
  readonly still: Matrix;
  readonly skeleton: SkeletonTable | null;
}

export interface SkeletonTable {
  /** Of its bones among all. */
  readonly firstBone: number;
  /** Parents before children. */
  readonly order: readonly number[];
  readonly bones: readonly BoneTable[];
  readonly dials: readonly DialSlot[];
}

/** A bone of a skeleton; its parent is one of the same. */
export interface BoneTable {
  readonly parent: number;
  readonly length: number;
  readonly isUniform: boolean;
  readonly position: SampledChannel;
  readonly angle: SampledChannel;
  readonly scale: SampledChannel;
  /** Slots of its own dials: what they do to it is only seen when they are played by hand. */
  readonly ownSlots: readonly number[];
  /** Takes points from where they are at rest into its own space: the rest matrix the other way. */
  readonly restInverse: Matrix | undefined;
}

export interface DialSlot {
  readonly bone: number;
  readonly slot: number;
  readonly table: DialTable;
  /** The other of two opposite dials. */
  readonly opposite: DialTable | undefined;
}

/** The last version in which scaling mode 0 is known to stretch a bone along its axis only. */
const lastAlongOnly = 1039;

export function layerTables(
  project: MohoProject,
  skeletons: readonly (PreparedSkeleton | undefined)[],
  slots: ActionSlots,
  frames: readonly number[],
): LayerTable[] {
  const idle = idleDrive(project.actions.length);
  const firstBones: number[] = [];
  let count = 0;
  for (const { skeleton } of project.layers) {
    firstBones.push(count);
    count += skeleton?.bones.length ?? 0;
  }
  return project.layers.map((layer, index) => {
    const { transforms, parent, parentBone, boneLayer, origin } = layer;
    const { translation, scale, rotation, flipH, flipV } = transforms;
    const sampling = { slots, slotOf: slots.byLayer[index], frames };
    const channels = [translation, scale, rotation, flipH, flipV].map((channel) => sampleChannel(channel, sampling));
    const isMoving = channels.some((channel) => !isStill(channel));
    return {
      parent,
      parentBone: parentBone < 0 || boneLayer < 0 ? -1 : firstBones[boneLayer] + parentBone,
      origin,
      channels: isMoving ? channels : null,
      still: layerMatrix(layer, 0, idle, 'plain'),
      skeleton: skeletonTable(layer, firstBones[index], skeletons[index], project.version, sampling),
    };
  });

  function skeletonTable(
    { skeleton }: MohoLayer,
    firstBone: number,
    prepared: PreparedSkeleton | undefined,
    version: number,
    sampling: { slots: ActionSlots; slotOf: Int32Array; frames: readonly number[] },
  ): SkeletonTable | null {
    if (skeleton === undefined || prepared === undefined) return null;
    const { rest, tables } = prepared;
    return {
      firstBone,
      order: skeleton.order,
      bones: skeleton.bones.map(({ parent, length, scalingMode, position, angle, scale }, b) => ({
        parent,
        length,
        isUniform: scalingMode === 0 && version > lastAlongOnly,
        position: sampleChannel(position, sampling),
        angle: sampleChannel(angle, sampling),
        scale: sampleChannel(scale, sampling),
        ownSlots: skeleton.dials.flatMap((dial) => (dial.bone === b ? [sampling.slotOf[dial.action]] : [])),
        restInverse: inverted(matrixAt(rest.matrices, b)),
      })),
      dials: skeleton.dials.map(({ bone, action, opposite }, d) => ({
        bone,
        slot: sampling.slotOf[action],
        table: tables[d],
        opposite: opposite < 0 ? undefined : tables[opposite],
      })),
    };
  }
}

/** Whether a layer leaves everything where its parent has it, in every pose. */
export const isIdentity = ({ channels, parentBone, still }: LayerTable): boolean =>
  channels === null && parentBone < 0 && still.every((number, i) => number === identity[i]);
