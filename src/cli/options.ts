import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ActionRequest } from '../engine/animate/pose-request.ts';

/** What every command can be told about loading. */
export interface LoadFlags {
  readonly rig: readonly string[];
  readonly bakeBones?: boolean;
  readonly nameMasks: boolean;
  readonly bonePrefix?: string;
  readonly numbering?: 'file' | 'ancestor';
  readonly fps?: number;
}

export interface ActionFlags {
  readonly action?: Readonly<Record<string, ActionRequest>>;
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
    .option('--fps <number>', 'frames a second', parseFps);
}

/** @param other The option that says it all in a file instead. */
export function addActionOption(command: Command, other: string): Command {
  return command.addOption(
    new Option('--action <NAME=FRAME[:WEIGHT]>', 'sets an action; may be repeated; the weight is 0 to 1')
      .argParser(addAction)
      .conflicts(other),
  );
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
