import { hitTest } from '../reference/hit-test.ts';
import type { Puppet } from './puppet.ts';
import type { Stage } from './stage.ts';

/** What is painted at a point of a stage. */
export interface Picked {
  readonly puppet: Puppet;
  /** Index of the path in the rig. */
  readonly path: number;
  /** Id of the path's group. */
  readonly group: string;
}

/**
 * What is painted topmost at a point, on the posed outlines of the last picture.
 * @param x Stage px; see `Stage.toStage`.
 * @param margin How far beside the paint still counts, stage px: for fingers.
 */
export function pick(stage: Stage, x: number, y: number, margin = 0): Picked | null {
  const { puppets } = stage;
  for (let i = puppets.length - 1; i >= 0; i--) {
    const puppet = puppets[i];
    if (!puppet.visible || puppet.alpha === 0) continue;
    const { compiled, orders, rig } = puppet;
    const at = puppet.toRig(x, y);
    const scale = Math.max(Math.abs(puppet.scaleX), Math.abs(puppet.scaleY));
    const path = scale === 0 ? -1 : hitTest(compiled, orders, puppet, at.x, at.y, margin / scale);
    if (path >= 0) return { puppet, path, group: rig.groups[rig.paths[path].group].id };
  }
  return null;
}

/** What a puppet tells of pointers, under the names that elements use. */
export type PuppetPointerEvent =
  | 'pointerenter'
  | 'pointerleave'
  | 'pointermove'
  | 'pointerdown'
  | 'pointerup'
  | 'click';

/** Listens as an element does, for one puppet. */
export interface PuppetPointer {
  addEventListener(type: PuppetPointerEvent, listener: (event: PointerEvent) => void): void;
  removeEventListener(type: PuppetPointerEvent, listener: (event: PointerEvent) => void): void;
  /** Listens no more. */
  destroy(): void;
}

/**
 * Pointer events of one puppet: those of the canvas that hit what is painted of it and is not covered
 * by another puppet.
 */
export function pointerOf(stage: Stage, puppet: Puppet): PuppetPointer {
  const canvas = stage.canvas as HTMLCanvasElement;
  const listeners = new Map<PuppetPointerEvent, Set<(event: PointerEvent) => void>>();
  const tell = (type: PuppetPointerEvent, event: PointerEvent) => {
    for (const listener of [...(listeners.get(type) ?? [])]) listener(event);
  };
  let isOver = false;
  const setOver = (over: boolean, event: PointerEvent) => {
    if (over === isOver) return;
    isOver = over;
    tell(over ? 'pointerenter' : 'pointerleave', event);
  };
  const onEvent = (event: Event) => {
    const pointer = event as PointerEvent;
    const { x, y } = stage.toStage(pointer.clientX, pointer.clientY);
    const isHit = pick(stage, x, y)?.puppet === puppet;
    setOver(isHit, pointer);
    if (isHit) tell(pointer.type as PuppetPointerEvent, pointer);
  };
  const onLeave = (event: Event) => setOver(false, event as PointerEvent);
  for (const type of HEARD) canvas.addEventListener(type, onEvent);
  for (const type of LOST) canvas.addEventListener(type, onLeave);
  return {
    addEventListener(type, listener) {
      const known = listeners.get(type) ?? new Set();
      listeners.set(type, known.add(listener));
    },
    removeEventListener(type, listener) {
      listeners.get(type)?.delete(listener);
    },
    destroy() {
      listeners.clear();
      for (const type of HEARD) canvas.removeEventListener(type, onEvent);
      for (const type of LOST) canvas.removeEventListener(type, onLeave);
    },
  };
}

const HEARD = ['pointermove', 'pointerdown', 'pointerup', 'click'] as const;
const LOST = ['pointerleave', 'pointercancel'] as const;
