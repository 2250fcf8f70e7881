import type { MohoLayer } from '../../model/moho.ts';

/** What a layer does with the mask of its container. */
interface Masking {
  readonly draws: boolean;
  readonly clips: boolean;
  readonly clears: boolean;
  readonly adds: -1 | 0 | 1;
}

/** By the numbers of the format's `masking`. Verified: 0 and 2. */
const maskings: readonly Masking[] = [
  { draws: true, clips: true, clears: false, adds: 0 },
  { draws: true, clips: false, clears: false, adds: 0 },
  { draws: true, clips: false, clears: false, adds: 1 },
  { draws: true, clips: false, clears: false, adds: -1 },
  { draws: false, clips: false, clears: false, adds: 1 },
  { draws: false, clips: false, clears: false, adds: -1 },
  { draws: true, clips: false, clears: true, adds: 1 },
  { draws: false, clips: false, clears: true, adds: 1 },
];

/** A mask while it is built: what was added or taken away last, and what was before it. */
export interface MaskStep {
  readonly layer: number;
  readonly adds: boolean;
  readonly before: MaskStep | undefined;
}

/** All that went into a mask so far. */
export interface MaskState {
  readonly startsFull: boolean;
  readonly last: MaskStep | undefined;
}

/** How a layer stands to the mask of its container. */
export interface Masked {
  /** False for what only shapes the mask. */
  readonly draws: boolean;
  /** Undefined: it is not cut. */
  readonly clip: MaskState | undefined;
}

/**
 * The mask for each child of a container in draw order. A container's `groupMask` is 0: there is
 * none; 1: it begins full; 2: it begins empty.
 */
export function maskChildren(
  { groupMask }: MohoLayer,
  children: readonly number[],
  layers: readonly MohoLayer[],
): Map<number, Masked> {
  const isMasked = groupMask === 1 || groupMask === 2;
  const result = new Map<number, Masked>();
  let state: MaskState = { startsFull: groupMask === 1, last: undefined };
  for (const child of children) {
    const { draws, clips, clears, adds } = (isMasked ? maskings[layers[child].masking] : undefined) ?? maskings[0];
    const cuts = isMasked && clips && !(state.startsFull && state.last === undefined);
    result.set(child, { draws, clip: cuts ? state : undefined });
    if (clears) state = { startsFull: false, last: undefined };
    if (adds !== 0) state = { ...state, last: { layer: child, adds: adds > 0, before: state.last } };
  }
  return result;
}
