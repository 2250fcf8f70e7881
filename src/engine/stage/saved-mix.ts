import type { ActionState } from '../animate/action-state.ts';
import type { BoneState } from '../animate/bone-state.ts';
import type { Direction } from '../animate/playhead.ts';
import type { Puppet } from './puppet.ts';

/** What a puppet does at a moment, as plain values that JSON keeps exactly. What is at rest is left out. */
export interface SavedMix {
  readonly actions: Readonly<Record<string, SavedAction>>;
  readonly bones?: Readonly<Record<string, SavedBone>>;
}

export interface SavedAction {
  /** From 0; beyond the last frame on the way to the first one again. */
  readonly frame: number;
  /** Default 1. */
  readonly weight?: number;
  /** Default false. */
  readonly playing?: boolean;
  /** Default 1. */
  readonly speed?: number;
  /** Default `forward`. */
  readonly direction?: Direction;
  /** Default false. */
  readonly loop?: boolean | number;
  /** Between two frames it holds the earlier one. Default false. */
  readonly holds?: boolean;
  /** Default false. */
  readonly drives?: boolean;
}

export interface SavedBone {
  /** Radians. */
  readonly angle?: number;
  readonly x?: number;
  readonly y?: number;
  readonly scale?: number;
  /** Where its tip should go, stage px, and how much. */
  readonly reach?: { readonly x: number; readonly y: number; readonly weight?: number; readonly chain?: number };
}

/**
 * Takes down what a puppet does: its actions with their frames and weights, in the midst of a fade
 * too, and its bones. Given to {@link restoreMix} of a puppet of the same rig, on this stage or another one,
 * it shows the same picture. Fades end there, and what waits, layers and markers are not part of it.
 */
export function saveMix(puppet: Puppet): SavedMix {
  const actions: Record<string, SavedAction> = {};
  for (const action of puppet.actionStates) {
    if (action.weight > 0 || action.playing) actions[action.name] = saveAction(action);
  }
  const bones: Record<string, SavedBone> = {};
  for (const { id } of puppet.rig.bones) {
    const saved = saveBone(puppet.bone(id));
    if (Object.keys(saved).length > 0) bones[id] = saved;
  }
  return { actions, ...(Object.keys(bones).length > 0 && { bones }) };
}

function saveAction(action: ActionState): SavedAction {
  const { frame, weight, playing, speed, direction, loop, interpolation, drives } = action;
  return {
    frame,
    ...(weight !== 1 && { weight }),
    ...(playing && { playing }),
    ...(speed !== 1 && { speed }),
    ...(direction !== 'forward' && { direction }),
    ...(loop !== false && { loop }),
    ...(interpolation === 'hold' && { holds: true }),
    ...(drives && { drives }),
  };
}

function saveBone({ angle, x, y, scale, reachWeight, chain, targetX, targetY }: BoneState): SavedBone {
  return {
    ...(angle !== 0 && { angle }),
    ...(x !== 0 && { x }),
    ...(y !== 0 && { y }),
    ...(scale !== 1 && { scale }),
    ...(reachWeight > 0 && {
      reach: {
        x: targetX,
        y: targetY,
        ...(reachWeight !== 1 && { weight: reachWeight }),
        ...(chain !== Infinity && { chain }),
      },
    }),
  };
}

/**
 * Lets a puppet do what another one did.
 * @throws AyatoriError `unknown-action`, `unknown-bone` or `number`.
 */
export function restoreMix(puppet: Puppet, { actions, bones = {} }: SavedMix): void {
  puppet.stop();
  for (const [name, saved] of Object.entries(actions)) restoreAction(puppet, puppet.action(name), saved);
  for (const [name, { angle = 0, x = 0, y = 0, scale = 1, reach }] of Object.entries(bones)) {
    const bone = Object.assign(puppet.bone(name), { angle, x, y, scale });
    if (reach) bone.reach(reach.x, reach.y, { weight: 1, chain: Infinity, ...reach });
  }
}

function restoreAction(puppet: Puppet, action: ActionState, saved: SavedAction): void {
  const { frame, weight = 1, playing = false, speed = 1, direction = 'forward', loop = false, holds = false } = saved;
  const interpolation = holds ? 'hold' : 'linear';
  const { frames } = action;
  if (playing || frame > frames) {
    // No frame lies behind the last one, but the way between it and the first one does: what plays comes there
    // from either of them.
    const isForward = speed >= 0 === (direction !== 'reverse');
    const [from, way] = frame <= frames ? [frame, 0] : isForward ? [frames, frame - frames] : [1, frames + 1 - frame];
    action.play({ frame: from, offset: way / puppet.rig.fps, weight, speed, direction, loop, interpolation });
    if (!playing) action.pause();
  } else Object.assign(action, { speed, direction, loop, interpolation, frame, weight });
  action.drives = saved.drives ?? false;
}
