import type { Storyboard } from './storyboard.ts';

/** What can be listened to: a DOM element or `pointerOf(stage, puppet)` … */
export interface EventTargetLike {
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
}

/** … or a puppet or a stage … */
export interface EmitterLike<Name extends string = string> {
  on(name: Name, listener: () => void): () => void;
}

export type TriggerAct = 'play' | 'pause' | 'resume' | 'stop';

/**
 * Lets an event set a storyboard going, or whatever else: `pointerenter`, `pointerleave`, `pointerdown`
 * of an element or a puppet, `complete` of a puppet …
 * @param source For `loaded`, also a promise, such as that of a loader; one that fails triggers nothing.
 * @returns A function that ends this.
 */
export function trigger<Name extends string>(
  source: EventTargetLike | EmitterLike<Name> | PromiseLike<unknown>,
  event: Name | 'loaded',
  storyboard: Storyboard,
  act: TriggerAct = 'play',
): () => void {
  const listener = () => {
    storyboard[act]();
  };
  if ('on' in source) return source.on(event as Name, listener);
  if ('addEventListener' in source) {
    source.addEventListener(event, listener);
    return () => source.removeEventListener(event, listener);
  }
  let ended = false;
  source.then(
    () => {
      if (!ended) listener();
    },
    () => {},
  );
  return () => {
    ended = true;
  };
}
