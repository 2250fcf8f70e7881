import type { CompiledRig } from '../compile/compiled-rig.ts';
import { actionIndex, checkNumber, type Interpolation, type Pose } from './pose.ts';

/** A pose as people and files write it: frames and weights by the names of actions. */
export interface PoseRequest {
  /** A number alone is the frame, at weight 1. Actions that are not named are off. */
  readonly actions?: Readonly<Record<string, number | ActionRequest>>;
  /** Default `linear`. */
  readonly interpolation?: Interpolation;
}

export interface ActionRequest {
  /** Fractions lie between two frames. Below 0 is rest; beyond the last frame the last one holds. */
  readonly frame: number;
  /** 0 (off) to 1. Default 1. */
  readonly weight?: number;
}

export interface RequestedAction {
  /** Index into the rig's actions. */
  readonly action: number;
  /** From 0 to the action's last frame. */
  readonly frame: number;
  readonly weight: number;
}

/**
 * Finds the actions of a request.
 * @throws AyatoriError `unknown-action`, with the nearest names; `number` for a frame or weight out of range.
 */
export function resolveRequest(compiled: CompiledRig, request: PoseRequest): RequestedAction[] {
  return Object.entries(request.actions ?? {}).map(([name, value]) => {
    const { frame, weight = 1 } = typeof value === 'number' ? { frame: value } : value;
    const action = actionIndex(compiled, name);
    const last = compiled.rig.actions[action].frames;
    return {
      action,
      frame: Math.min(Math.max(checkNumber(`the frame of ${name}`, frame), 0), last),
      weight: checkNumber(`the weight of ${name}`, weight, 0, 1),
    };
  });
}

/** Writes requested actions into a pose; all others go off. */
export function applyRequest(
  pose: Pose,
  compiled: CompiledRig,
  requested: readonly RequestedAction[],
  interpolation: Interpolation = 'linear',
): void {
  pose.clear();
  for (const { action, frame, weight } of requested) {
    pose.setAction(action, frame, weight, compiled.rig.actions[action].frames, interpolation);
  }
}
