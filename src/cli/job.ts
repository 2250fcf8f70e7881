import type { ActionRequest, PoseRequest, ReachRequest } from '../engine/animate/pose-request.ts';
import { AyatoriError, nearestNames } from '../engine/model/problem.ts';
import type { FrameRule } from '../engine/model/rig.ts';
import type { Quality } from '../engine/render/painters.ts';
import { frameRules, type LoadOptions } from '../loader/options.ts';
import type { LoadFlags } from './options.ts';

/** What to load, and how. */
export interface RigChoice {
  readonly src: string;
  readonly options: LoadOptions;
}

/** One pose or picture that is asked for. */
export interface Job {
  readonly choice: RigChoice;
  readonly request: PoseRequest;
  readonly out: string | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly quality: Quality | undefined;
}

/** The keys of a line, all optional; what is not there is as the command line says. */
export interface JobRecord {
  readonly src?: string;
  readonly rig?: string | readonly string[];
  readonly bakeBones?: boolean;
  readonly nameMasks?: boolean;
  readonly bonePrefix?: string;
  readonly numbering?: 'file' | 'ancestor';
  readonly fps?: number;
  readonly smartBones?: FrameRule;
  /** Frame of the main timeline of a Moho project. */
  readonly time?: number;
  readonly actions?: Readonly<Record<string, number | ActionRequest>>;
  readonly play?: Readonly<Record<string, number | ActionRequest>>;
  readonly bones?: Readonly<Record<string, number>>;
  readonly ik?: Readonly<Record<string, readonly [x: number, y: number] | ReachRequest>>;
  readonly interpolation?: 'hold' | 'linear';
  readonly out?: string;
  readonly width?: number;
  readonly height?: number;
  readonly quality?: Quality;
}

/** A job as the flags of the command line say it. */
export function flagsToRecord(src: string | undefined, flags: LoadFlags): JobRecord {
  const { rig, bakeBones, nameMasks, bonePrefix, numbering, smartBones, fps } = flags;
  const record: { [K in keyof JobRecord]: JobRecord[K] | undefined } = {
    src,
    rig,
    bakeBones,
    nameMasks,
    bonePrefix,
    numbering,
    smartBones,
    fps,
  };
  return withoutUndefined(record) as JobRecord;
}

/** @throws AyatoriError `job` when there is nothing to load. */
export function makeJob(record: JobRecord): Job {
  const {
    src,
    rig = [],
    time,
    actions: named,
    play,
    bones,
    ik,
    interpolation,
    out,
    width,
    height,
    quality,
    ...options
  } = record;
  // The main timeline is an action like any other.
  const actions = time === undefined ? named : { ...named, main: time };
  const request = withoutUndefined({ actions, play, bones, ik, interpolation });
  if (src === undefined) throw missing('src', 'what to load');
  return {
    choice: { src, options: { ...options, rigFiles: typeof rig === 'string' ? [rig] : rig } },
    request,
    out,
    width,
    height,
    quality,
  };
}

export function missing(key: keyof JobRecord, what: string): AyatoriError {
  return new AyatoriError({ code: 'job', message: `"${key}" is missing`, expected: what });
}

type Check = readonly [fits: (value: unknown) => boolean, expected: string];

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const yesOrNo: Check = [(value) => typeof value === 'boolean', 'true or false'];
const pixels: Check = [(value) => Number.isInteger(value) && (value as number) > 0, 'a whole number of pixels'];
const oneOf = (...names: string[]): Check => [(value) => names.includes(value as string), names.join(' or ')];

const actionForm = '{"frame": number, "weight": number from 0 to 1}';
const reachForm = '[x, y], or {"x", "y", "weight": from 0 to 1, "chain": bones}';

const checks: Readonly<Record<keyof JobRecord, Check>> = {
  src: [isText, 'a path or address'],
  rig: [(value) => isText(value) || (Array.isArray(value) && value.every(isText)), 'a path, or an array of paths'],
  bakeBones: yesOrNo,
  nameMasks: yesOrNo,
  bonePrefix: [(value) => typeof value === 'string', 'a string'],
  numbering: oneOf('file', 'ancestor'),
  smartBones: oneOf(...frameRules),
  fps: [(value) => isNumber(value) && (value as number) > 0, 'a positive number'],
  time: [isNumber, 'a frame'],
  actions: [isObject, `{"NAME": ${actionForm}}`],
  play: [isObject, `{"NAME": ${actionForm}}`],
  bones: [isObject, '{"BONE": degrees}'],
  ik: [isObject, `{"BONE": ${reachForm}}`],
  interpolation: oneOf('hold', 'linear'),
  out: [isText, 'a path'],
  width: pixels,
  height: pixels,
  quality: oneOf('coverage', 'stencil'),
};

const actionKeys = ['frame', 'weight'];

/** @throws AyatoriError `job`, naming the action. */
function checkActions(actions: Readonly<Record<string, unknown>>): void {
  for (const [action, request] of Object.entries(actions)) {
    const fault = (message: string, expected: string, found: string, hint?: string) =>
      new AyatoriError({ code: 'job', action, message, expected, found, ...(hint !== undefined && { hint }) });
    if (typeof request !== 'number' && !isObject(request)) {
      throw fault('neither a frame nor an object', actionForm, shortJson(request));
    }
    const { frame, weight = 1, ...others } = typeof request === 'number' ? { frame: request } : request;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) {
      const [near] = nearestNames(unknown, actionKeys, 1);
      const hint = near === undefined ? undefined : `did you mean ${near}?`;
      throw fault('there is a key that means nothing', actionKeys.join(', '), JSON.stringify(unknown), hint);
    }
    if (!isNumber(frame)) throw fault('the frame is wrong', 'a number', shortJson(frame));
    if (!isNumber(weight) || (weight as number) < 0 || (weight as number) > 1) {
      throw fault('the weight is wrong', 'a number from 0 to 1', shortJson(weight));
    }
  }
}

const isReach = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length === 2 && value.every(isNumber);
  if (!isObject(value)) return false;
  const { x, y, weight = 1, chain = 1, ...others } = value;
  const isShare = isNumber(weight) && (weight as number) >= 0 && (weight as number) <= 1;
  const isLength = Number.isInteger(chain) && (chain as number) > 0;
  return isNumber(x) && isNumber(y) && isShare && isLength && Object.keys(others).length === 0;
};

/** @throws AyatoriError `job`, naming the bone. */
function checkBones(
  bones: Readonly<Record<string, unknown>>,
  fits: (value: unknown) => boolean,
  message: string,
  expected: string,
): void {
  for (const [bone, value] of Object.entries(bones)) {
    if (!fits(value)) throw new AyatoriError({ code: 'job', bone, message, expected, found: shortJson(value) });
  }
}

/**
 * Checks a line of a file of poses or jobs.
 * @returns The record, and the keys that mean nothing.
 * @throws AyatoriError `job`, naming the key, the action or the bone.
 */
export function checkRecord(value: unknown): { record: JobRecord; unknown: string[] } {
  if (!isObject(value)) {
    throw new AyatoriError({ code: 'job', message: 'the line is not an object', found: shortJson(value) });
  }
  const unknown: string[] = [];
  const known: [string, unknown][] = [];
  for (const [key, part] of Object.entries(value)) {
    if (!Object.hasOwn(checks, key)) {
      unknown.push(key);
      continue;
    }
    const [fits, expected] = checks[key as keyof JobRecord];
    if (!fits(part)) {
      throw new AyatoriError({ code: 'job', message: `"${key}" is wrong`, expected, found: shortJson(part) });
    }
    if (key === 'actions' || key === 'play') checkActions(part as Record<string, unknown>);
    if (key === 'bones') checkBones(part as Record<string, unknown>, isNumber, 'the angle is wrong', 'degrees');
    if (key === 'ik') checkBones(part as Record<string, unknown>, isReach, 'the target is wrong', reachForm);
    known.push([key, part]);
  }
  return { record: Object.fromEntries(known), unknown };
}

/** One line about keys that mean nothing. */
export function describeUnknown(keys: readonly string[]): string {
  const near = keys.flatMap((key) => nearestNames(key, Object.keys(checks), 1));
  const hint = near.length > 0 ? ` (did you mean ${near.join(', ')}?)` : '';
  return `unknown ${keys.length === 1 ? 'key' : 'keys'} ${keys.join(', ')}${hint}`;
}

function shortJson(value: unknown): string {
  // JSON has no word for numbers that it cannot hold, such as 1e999, nor for what is not there.
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function withoutUndefined<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never;
}
