import { evaluateMain, followsTime } from '../geometry/moho/channel.ts';
import { isDialSlot } from '../geometry/moho/slots.ts';
import type { MohoMesh, MohoValues } from '../model/moho.ts';
import { channelSources, type Sampling } from './tracks.ts';

/** What an action does to the points of a mesh. */
export interface MeshTrack {
  readonly action: number;
  /** Ascending, from 1; each holds until the next. */
  readonly frames: Int32Array;
  /** A row of differences from rest for each. */
  readonly deltas: Float32Array;
  readonly isTurned: boolean;
}

/** All that moves a mesh, and where it is without. */
export interface MeshTracks {
  readonly mesh: MohoMesh;
  readonly anchors: readonly MeshTrack[];
  readonly parameters: readonly MeshTrack[];
  /** x, y of each point. */
  readonly restAnchors: Float64Array;
  /** For each curve point {@link PARAMETERS} numbers. */
  readonly restParameters: Float64Array;
  /** How far a handle can come if what a parameter says grows by 1, units of the mesh, more or less. */
  readonly longestHandle: number;
}

/** Smoothness, weight in, weight out, offset in, offset out, and one that means nothing. */
export const PARAMETERS = 6;

const kindsOf = ({ smoothness, weightIn, weightOut, offsetIn, offsetOut }: MohoMesh): readonly MohoValues[] => [
  smoothness,
  weightIn,
  weightOut,
  offsetIn,
  offsetOut,
];

/** @param isBent Whether bones bend the mesh: then what dials do to its anchors is turned with the skin. */
export function meshTracks(mesh: MohoMesh, sampling: Sampling, isBent: boolean): MeshTracks {
  const { positions, pointCount, curvePoints } = mesh;
  const restAnchors = restOf(positions);
  const restParameters = new Float64Array(curvePoints.length * PARAMETERS);
  for (const [k, kind] of kindsOf(mesh).entries()) {
    const rest = restOf(kind);
    for (let i = 0; i < rest.length; i++) restParameters[i * PARAMETERS + k] = rest[i];
  }
  const anchors = sampleTracks([positions], 2, pointCount * 2, sampling);
  return {
    mesh,
    anchors: anchors.map((track) => ({ ...track, isTurned: isBent && isDialSlot(sampling.slots, track.action) })),
    parameters: sampleTracks(kindsOf(mesh), PARAMETERS, restParameters.length, sampling),
    restAnchors,
    restParameters,
    longestHandle: longestHandle(mesh, restAnchors, restParameters),
  };
}

function restOf({ components, rest, moving }: MohoValues): Float64Array {
  const values = rest.slice();
  for (const { index, channel } of moving) {
    if (followsTime(channel)) evaluateMain(channel, 0, values, index * components);
  }
  return values;
}

/** @param width Numbers of all kinds for one point, which stand side by side. */
function sampleTracks(kinds: readonly MohoValues[], width: number, stride: number, sampling: Sampling): MeshTrack[] {
  const bySlot = new Map<number, ((rows: Float64Array, last: number) => void)[]>();
  for (const [k, { moving }] of kinds.entries()) {
    for (const { index, channel } of moving) {
      for (const { slot, sample } of channelSources(channel, sampling)) {
        const write = (rows: Float64Array, last: number) => sample(rows, stride, index * width + k, last);
        const known = bySlot.get(slot);
        if (known === undefined) bySlot.set(slot, [write]);
        else known.push(write);
      }
    }
  }
  const tracks: MeshTrack[] = [];
  for (const [slot, writers] of [...bySlot].sort(([a], [b]) => a - b)) {
    const last = sampling.frames[slot];
    const rows = new Float64Array((last + 1) * stride);
    for (const write of writers) write(rows, last);
    const track = keysOf(rows, stride, last);
    if (track !== undefined) tracks.push({ action: slot, ...track, isTurned: false });
  }
  return tracks;
}

/** Keys where a row is another than the one before, as differences from the first row, which is rest. */
function keysOf(
  rows: Float64Array,
  stride: number,
  last: number,
): { frames: Int32Array; deltas: Float32Array } | undefined {
  const frames: number[] = [];
  for (let frame = 1; frame <= last; frame++) {
    for (let i = frame * stride; i < (frame + 1) * stride; i++) {
      if (rows[i] === rows[i - stride]) continue;
      frames.push(frame);
      break;
    }
  }
  if (frames.length === 0) return undefined;
  const deltas = new Float32Array(frames.length * stride);
  for (const [key, frame] of frames.entries()) {
    for (let i = 0; i < stride; i++) deltas[key * stride + i] = rows[frame * stride + i] - rows[i];
  }
  return { frames: Int32Array.from(frames), deltas };
}

function longestHandle({ curves, curvePoints }: MohoMesh, anchors: Float64Array, parameters: Float64Array): number {
  let longest = 0;
  for (const { start, count } of curves) {
    for (let i = 0; i < count; i++) {
      const [a, b] = [curvePoints[start + i] * 2, curvePoints[start + ((i + 1) % count)] * 2];
      longest = Math.max(longest, Math.hypot(anchors[a] - anchors[b], anchors[a + 1] - anchors[b + 1]));
    }
  }
  let factor = 1;
  for (let i = 0; i < parameters.length; i += PARAMETERS) {
    factor = Math.max(factor, Math.abs(parameters[i + 1]), Math.abs(parameters[i + 2]));
  }
  return longest * factor;
}
