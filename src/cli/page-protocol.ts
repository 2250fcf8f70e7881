import type { PoseRequest } from '../engine/animate/pose-request.ts';
import type { Problem } from '../engine/model/problem.ts';
import type { Quality } from '../engine/render/painters.ts';

/** What came of a call into the page. Errors cross over as data: a thrown one would lose its type. */
export type Reply<Value> = { readonly value: Value } | { readonly problem: Problem };

export interface DrawRequest extends PoseRequest {
  /** px. */
  readonly width: number;
  readonly height: number;
  /** Default: the best that the machine can. */
  readonly quality?: Quality;
}

/** What the page offers, as `globalThis.ayatoriPage`. Bytes travel as base64. */
export interface RenderPage {
  /** Takes the next part of an encoded rig. */
  receive(base64: string): void;
  /** Draws the rig received from now on, instead of the one before. */
  useRig(): Reply<null>;
  /** The drawing buffer: bottom row first, colours times alpha. */
  draw(request: DrawRequest): Reply<string>;
}

declare global {
  var ayatoriPage: RenderPage;
}
