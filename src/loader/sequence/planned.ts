import type { RowKind } from './csv.ts';
import type { Located } from './locate.ts';

/** An action and its files, before any of them is read. */
export interface PlannedAction {
  readonly name: string;
  readonly kind: RowKind;
  /** The number of the last file. */
  readonly frames: number;
  readonly located: Located;
}

export interface SequencePlan {
  /** The rest pose: the first file of these. */
  readonly base: Located;
  /** In list order, the base as one of them where it is named. */
  readonly actions: readonly PlannedAction[];
}
