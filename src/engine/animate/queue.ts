import type { ActionState } from './action-state.ts';
import type { Layer, QueueOptions } from './layer.ts';
import { HISTORY } from './timeline.ts';

/** An action that waits for another one. */
export interface Waiting {
  readonly layer: Layer;
  readonly from: ActionState;
  readonly to: ActionState;
  readonly options: QueueOptions;
  /** When it was asked for, seconds. */
  readonly asked: number;
  /** Comes before it on its layer, and must have had its turn. */
  readonly previous: Waiting | null;
  /** When it had its turn, or was dropped; NaN: it waits. */
  over: number;
  dropped: boolean;
}

/** Actions that wait for others, in the order they were asked for, and those of late that do not any more. */
export class Queue {
  #items: Waiting[] = [];

  add(item: Omit<Waiting, 'over' | 'dropped'>): void {
    this.#items.push({ ...item, over: Number.NaN, dropped: false });
    if (this.#items.length <= HISTORY) return;
    const old = this.#items.findIndex(({ over }) => !Number.isNaN(over));
    if (old >= 0) this.#items.splice(old, 1);
  }

  /** The last one that waits on a layer, or there for a certain action to come. */
  last(layer: Layer, to?: ActionState): Waiting | null {
    return (
      this.#items.findLast(
        (item) => Number.isNaN(item.over) && item.layer === layer && (to === undefined || item.to === to),
      ) ?? null
    );
  }

  /** Whose turn is next; `turnTime` tells when. */
  next(): Waiting | null {
    let next: Waiting | null = null;
    let time = Infinity;
    for (const item of this.#items) {
      const turn = turnTime(item);
      if (turn >= time) continue;
      next = item;
      time = turn;
    }
    return next;
  }

  /** When an action that is waited for next changes its way, after a time, as was asked for before. */
  nextChange(after: number): number {
    let next = Infinity;
    for (const { from, over } of this.#items) if (Number.isNaN(over)) next = Math.min(next, from.nextChange(after));
    return next;
  }

  /** Those that wait on a layer, or anywhere, need not wait longer. */
  drop(time: number, layer?: Layer): void {
    for (const item of this.#items) {
      if (!Number.isNaN(item.over) || (layer !== undefined && item.layer !== layer)) continue;
      item.over = time;
      item.dropped = true;
    }
  }

  /** Forgets what happened after a time. */
  cut(time: number): void {
    if (this.#items.length === 0) return;
    this.#items = this.#items.filter(({ asked }) => asked <= time);
    for (const item of this.#items) {
      if (!(item.over > time)) continue;
      item.over = Number.NaN;
      item.dropped = false;
    }
  }
}

/** When an action that waits will have its turn, as far as is known; Infinity: not yet known, or it has had it. */
export function turnTime({ from, options, asked, previous, over }: Waiting): number {
  if (!Number.isNaN(over) || (previous !== null && Number.isNaN(previous.over))) return Infinity;
  const since = Math.max(asked, previous?.over ?? asked);
  const end = from.roundEnd(since);
  return end === -Infinity ? Infinity : Math.max(end + (options.delay ?? 0), since);
}
