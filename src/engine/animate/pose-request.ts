import type { CompiledRig } from '../compile/compiled-rig.ts';
import { AyatoriError } from '../model/problem.ts';
import { actionIndex, boneIndex, checkNumber, type Interpolation, type Pose } from './pose.ts';
import type { PuppetSkeleton, ReachTarget } from './puppet-skeleton.ts';

/** A pose as people and files write it: frames, weights and bones by name. */
export interface PoseRequest {
  /** A number alone is the frame, at weight 1. Actions that are not named are off. */
  readonly actions?: Readonly<Record<string, number | ActionRequest>>;
  /** As `actions`, and the bones of the pose choose the frames of smart actions that are not named. */
  readonly play?: Readonly<Record<string, number | ActionRequest>>;
  /** By how much bones are turned, degrees, clockwise on screen. */
  readonly bones?: Readonly<Record<string, number>>;
  /** Where tips of bones should go, rig px. */
  readonly ik?: Readonly<Record<string, readonly [x: number, y: number] | ReachRequest>>;
  /** Default `linear`. */
  readonly interpolation?: Interpolation;
}

export interface ActionRequest {
  /** Fractions lie between two frames. Below 0 is rest; beyond the last frame the last one holds. */
  readonly frame: number;
  /** 0 (off) to 1. Default 1. */
  readonly weight?: number;
}

export interface ReachRequest {
  readonly x: number;
  readonly y: number;
  /** 0 to 1. Default 1. */
  readonly weight?: number;
  /** How many bones turn, from the bone on upwards. Default: all up to a fixed one. */
  readonly chain?: number;
}

export interface RequestedAction {
  /** Index into the rig's actions. */
  readonly action: number;
  /** From 0 to the action's last frame. */
  readonly frame: number;
  readonly weight: number;
  /** Whether the bones of the pose drive smart actions for it. */
  readonly drives: boolean;
}

/** A request whose names were found. */
export interface ResolvedRequest {
  readonly actions: readonly RequestedAction[];
  /** Radians. */
  readonly bones: readonly { readonly bone: number; readonly turn: number }[];
  readonly targets: readonly ReachTarget[];
  readonly interpolation: Interpolation;
}

/**
 * Finds what a request names.
 * @throws AyatoriError `unknown-action` or `unknown-bone`, with the nearest names; `number` for a number out of range.
 */
export function resolveRequest(compiled: CompiledRig, request: PoseRequest): ResolvedRequest {
  const { actions = {}, play = {}, bones = {}, ik = {}, interpolation = 'linear' } = request;
  const actionsOf = (record: Readonly<Record<string, number | ActionRequest>>, drives: boolean) =>
    Object.entries(record).map(([name, value]) => resolveAction(compiled, name, value, drives));
  return {
    actions: [...actionsOf(actions, false), ...actionsOf(play, true)],
    bones: Object.entries(bones).map(([name, degrees]) => ({
      bone: boneIndex(compiled, name),
      turn: (checkNumber(`the angle of ${name}`, degrees) * Math.PI) / 180,
    })),
    targets: Object.entries(ik).map(([name, value]) => resolveTarget(compiled, name, value)),
    interpolation,
  };
}

function resolveAction(
  compiled: CompiledRig,
  name: string,
  value: number | ActionRequest,
  drives: boolean,
): RequestedAction {
  const { frame, weight = 1 } = typeof value === 'number' ? { frame: value } : value;
  const action = actionIndex(compiled, name);
  const last = compiled.rig.actions[action].frames;
  return {
    action,
    frame: Math.min(Math.max(checkNumber(`the frame of ${name}`, frame), 0), last),
    weight: checkNumber(`the weight of ${name}`, weight, 0, 1),
    drives,
  };
}

function resolveTarget(
  compiled: CompiledRig,
  name: string,
  value: readonly [x: number, y: number] | ReachRequest,
): ReachTarget {
  const { x, y, weight = 1, chain = Infinity } = isPoint(value) ? { x: value[0], y: value[1] } : value;
  return {
    bone: boneIndex(compiled, name),
    x: checkNumber(`x for ${name}`, x),
    y: checkNumber(`y for ${name}`, y),
    weight: checkNumber(`the weight of ${name}`, weight, 0, 1),
    chain: checkChain(name, chain),
  };
}

const isPoint = (value: readonly [x: number, y: number] | ReachRequest): value is readonly [x: number, y: number] =>
  Array.isArray(value);

/** @throws AyatoriError `number` unless it is a whole number from 1, or Infinity. */
export function checkChain(name: string, chain: number): number {
  if (chain === Infinity || (Number.isInteger(chain) && chain > 0)) return chain;
  throw new AyatoriError({
    code: 'number',
    bone: name,
    message: 'the length of a chain is out of range',
    expected: 'a whole number of bones from 1',
    found: String(chain),
  });
}

/** Writes a request into a pose; actions that it does not name go off, bones go as their actions have them. */
export function applyRequest(
  pose: Pose,
  skeleton: PuppetSkeleton | null,
  compiled: CompiledRig,
  request: ResolvedRequest,
): void {
  pose.clear();
  for (const { action, frame, weight } of request.actions) {
    for (const [a, { part, frames }] of compiled.rig.actions.entries()) {
      if ((part?.of ?? a) === action) pose.setAction(a, frame, weight, frames, request.interpolation);
    }
  }
  if (skeleton === null) return;
  skeleton.reset();
  for (const { bone, turn } of request.bones) skeleton.turns[bone] = turn;
  skeleton.drives = request.actions.some(({ drives, weight }) => drives && weight > 0);
  skeleton.solve(pose, request.targets);
}
