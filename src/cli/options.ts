import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ActionRequest } from '../engine/animate/pose-request.ts';
import type { FrameRule } from '../engine/model/rig.ts';
import { frameRules } from '../loader/options.ts';

/** What every command can be told about loading. */
export interface LoadFlags {
  readonly rig: readonly string[];
  readonly bakeBones?: boolean;
  readonly nameMasks: boolean;
  readonly bonePrefix?: string;
  readonly numbering?: 'file' | 'ancestor';
  readonly smartBones?: FrameRule;
  readonly fps?: number;
}

/** What makes a pose. */
export interface PoseFlags {
  readonly time?: number;
  readonly action?: Readonly<Record<string, ActionRequest>>;
  readonly play?: Readonly<Record<string, ActionRequest>>;
  readonly bone?: Readonly<Record<string, number>>;
  readonly ik?: Readonly<Record<string, readonly [x: number, y: number]>>;
}

/** The keys of a pose that the flags give. */
export function poseOf({ time, action: actions, play, bone: bones, ik }: PoseFlags) {
  return {
    ...(time !== undefined && { time }),
    ...(actions && { actions }),
    ...(play && { play }),
    ...(bones && { bones }),
    ...(ik && { ik }),
  };
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function addLoadOptions(command: Command): Command {
  const collect = (file: string, files: readonly string[]) => [...files, file];
  return command
    .option('--rig <file>', 'rig JSON; may be repeated, a later file overrides an earlier one key by key', collect, [])
    .option('--bake-bones', 'keep how bone actions move paths')
    .option('--no-name-masks', 'do not cut groups ...Mtarget to groups ...Mask')
    .option('--bone-prefix <text>', 'groups whose ids begin so are bones')
    .addOption(
      new Option('--numbering <which>', 'frame f is file f, or as the ancestor counts, file f + 1').choices([
        'file',
        'ancestor',
      ]),
    )
    .addOption(
      new Option('--smart-bones <rule>', 'how the angle of a bone chooses a frame of its smart action').choices(
        frameRules,
      ),
    )
    .option('--fps <number>', 'frames a second', parseFps);
}

/** @param other The option that says it all in a file instead. */
export function addPoseOptions(command: Command, other: string): Command {
  const options = [
    new Option('--time <frame>', 'frame of the main timeline of a Moho project').argParser((text) =>
      parseNumber('The frame', text),
    ),
    new Option('--action <NAME=FRAME[:WEIGHT]>', 'sets an action; may be repeated; the weight is 0 to 1').argParser(
      addAction,
    ),
    new Option(
      '--play <NAME=FRAME[:WEIGHT]>',
      'sets a bone action whose bones choose the frames of smart actions; may be repeated',
    ).argParser(addAction),
    new Option('--bone <NAME=ANGLE>', 'turns a bone, degrees clockwise; may be repeated').argParser(addBone),
    new Option('--ik <BONE=X,Y>', 'lets the tip of a bone reach for a point, px; may be repeated').argParser(addReach),
  ];
  for (const option of options) command.addOption(option.conflicts(other));
  return command;
}

/** `NAME=ANGLE`. */
export function addBone(text: string, bones: Readonly<Record<string, number>> = {}): Record<string, number> {
  const match = /^(.+)=([^=]+)$/s.exec(text);
  if (match === null) throw new InvalidArgumentError('It must be NAME=ANGLE.');
  return { ...bones, [match[1]]: parseNumber('The angle', match[2]) };
}

/** `BONE=X,Y`. */
export function addReach(
  text: string,
  targets: Readonly<Record<string, readonly [x: number, y: number]>> = {},
): Record<string, readonly [x: number, y: number]> {
  const match = /^(.+)=([^=,]+),([^=,]+)$/s.exec(text);
  if (match === null) throw new InvalidArgumentError('It must be BONE=X,Y.');
  return { ...targets, [match[1]]: [parseNumber('X', match[2]), parseNumber('Y', match[3])] };
}

/** `NAME=FRAME` or `NAME=FRAME:WEIGHT`; the name may hold both signs. */
export function addAction(
  text: string,
  actions: Readonly<Record<string, ActionRequest>> = {},
): Record<string, ActionRequest> {
  const match = /^(.+)=([^=:]+)(?::([^=:]+))?$/s.exec(text);
  if (match === null) throw new InvalidArgumentError('It must be NAME=FRAME or NAME=FRAME:WEIGHT.');
  const [, name, frame, weight = '1'] = match;
  const request = { frame: parseNumber('The frame', frame), weight: parseNumber('The weight', weight) };
  if (request.weight < 0 || request.weight > 1) throw new InvalidArgumentError('The weight must be from 0 to 1.');
  return { ...actions, [name]: request };
}

export function parseSize(text: string): Size {
  const match = /^(\d{1,6})[x×](\d{1,6})$/i.exec(text);
  const [width, height] = match === null ? [0, 0] : [Number(match[1]), Number(match[2])];
  if (width === 0 || height === 0) {
    throw new InvalidArgumentError('It must be WxH, two whole numbers of pixels, such as 480x720.');
  }
  return { width, height };
}

function parseFps(text: string): number {
  const fps = parseNumber('The rate', text);
  if (fps <= 0) throw new InvalidArgumentError('It must be positive.');
  return fps;
}

function parseNumber(what: string, text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError(`${what} must be a number.`);
  return number;
}
