import type { Rig, TransformTrack } from '../model/rig.ts';

/** A track and the action that it is of. */
export interface SpatialTrack {
  readonly action: number;
  readonly track: TransformTrack;
}

/** The bones that move in space. */
export interface CompiledSpatial {
  /** z of the base and of the tip of each bone at rest, px; NaN for a bone that moves in the picture plane. */
  readonly depths: Float64Array;
  /** For each bone, in the order of the actions. */
  readonly tracks: readonly (readonly SpatialTrack[])[];
}

/** Null where no bone does. */
export function compileSpatial({ bones, actions }: Rig): CompiledSpatial | null {
  if (bones.every(({ depths }) => depths === undefined)) return null;
  const tracks: SpatialTrack[][] = bones.map(() => []);
  for (const [action, { transforms = [] }] of actions.entries()) {
    for (const track of transforms) if (track.frames.length > 0) tracks[track.bone].push({ action, track });
  }
  return { depths: Float64Array.from(bones.flatMap(({ depths }) => depths ?? [NaN, NaN])), tracks };
}
