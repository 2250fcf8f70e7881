import { AyatoriError, nearestNames } from '../engine/model/problem.ts';
import type { FrameRule } from '../engine/model/rig.ts';
import type { Source } from './sources/source.ts';

/** What is refused, so that no file can take all memory or time. */
export interface Limits {
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of a file list or a rig file. */
  readonly listBytes: number;
  /** Files of one rig, and frames of all its actions. */
  readonly files: number;
  /** Elements inside one another. */
  readonly depth: number;
  /** Elements of one file. */
  readonly elements: number;
  /** Elements of one file that `use` adds by repeating others. */
  readonly copies: number;
  /** Paths of one rig, clip paths included. */
  readonly paths: number;
  /** Control points of one frame. */
  readonly points: number;
  /** Bytes of all differences from rest together. */
  readonly deltaBytes: number;
  /** Characters that the entities of one file may grow to. */
  readonly entityCharacters: number;
  /** Bytes that are unpacked from one archive. */
  readonly archiveBytes: number;
  /** Bytes of a file for each of its bytes in an archive; the first MiB is free. */
  readonly archiveRatio: number;
}

export interface Progress {
  /** Files done. */
  readonly done: number;
  /** Files in all, as far as known. */
  readonly total: number;
  /** The file just done. */
  readonly file: string;
}

/**
 * Rig JSON: an address or path, as that of the rig itself; the text itself (begins with `{`); or
 * what was read already, with a name for messages.
 */
export type RigFile = string | { readonly content: string | Uint8Array; readonly name?: string };

/** Where a text skeleton lies in the picture, over what the file says itself, and how it moves. */
export interface SkeletonTextOptions {
  /** px for each unit. Default: so that all of it is 480 px at its longer side, or fits the size. */
  readonly scale?: number;
  /** Where the origin lies in the picture, px. Default: so that all of it is in the middle. */
  readonly origin?: readonly [x: number, y: number];
  /** Of the picture, px. Default: what all of it needs, with a quarter of its longer side around it. */
  readonly size?: readonly [width: number, height: number];
  /** Between keys of actions that do not say. Default `linear`. */
  readonly interpolation?: 'linear' | 'step';
}

/** How Moho projects are drawn. */
export interface MohoLoadOptions {
  /**
   * How edges that two fills share are kept from showing what is behind: with lines of 1 px, as Moho's own exporter
   * does (`stroke`, default), or not at all.
   */
  readonly seams?: 'stroke' | 'none';
}

export interface LoadOptions {
  /** Where files are read from; by default they are fetched. */
  readonly source?: Source;
  /**
   * Rig JSON files; a later one overrides an earlier one key by key. `beside`: the JSON files in the
   * folder of what is loaded, `bones.json` first and then in alphabetical order, where the source can list.
   */
  readonly rigFiles?: readonly RigFile[] | 'beside';
  /**
   * Keep the paths and colours of BONE actions as a morph, in place of the motion of their bones. Default false: only
   * bones and order. `auto`: where no rig file says what the bones bend.
   */
  readonly bakeBones?: boolean | 'auto';
  /** A group whose id begins so and which has a path is a bone. Default `bone`; empty: no bones. */
  readonly bonePrefix?: string;
  /** Groups `…Mtarget` are cut to the group `…Mask` near them. Default true. */
  readonly nameMasks?: boolean;
  /** `file` (default): frame f is file f. `ancestor`: frame f is file f + 1, and file 1 is not used. */
  readonly numbering?: 'file' | 'ancestor';
  /** How the angles of smart bones become frames. Default `nearest`; with the numbering `ancestor`: `ancestor`. */
  readonly smartBones?: FrameRule;
  /** Frames a second. Default 24, or what a text skeleton says. */
  readonly fps?: number;
  /** Of text skeletons alone. */
  readonly skeletonText?: SkeletonTextOptions;
  readonly moho?: MohoLoadOptions;
  readonly onProgress?: (progress: Progress) => void;
  /** Stops the load with an error of code `aborted`. */
  readonly signal?: AbortSignal;
  readonly limits?: Partial<Limits>;
}

export interface ResolvedOptions {
  readonly rigFiles: readonly RigFile[] | 'beside';
  readonly bakeBones: boolean | 'auto';
  readonly bonePrefix: string;
  readonly nameMasks: boolean;
  readonly numbering: 'file' | 'ancestor';
  readonly smartBones: FrameRule;
  readonly fps: number;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly signal: AbortSignal | undefined;
  readonly limits: Limits;
}

export const frameRules: readonly FrameRule[] = ['nearest', 'continuous', 'ancestor'];

export const defaultLimits: Limits = {
  fileBytes: 256 * 2 ** 20,
  listBytes: 8 * 2 ** 20,
  files: 100_000,
  depth: 1_000,
  elements: 1_000_000,
  copies: 20_000,
  paths: 200_000,
  points: 20_000_000,
  deltaBytes: 2 ** 30,
  entityCharacters: 1_000_000,
  archiveBytes: 2 ** 30,
  archiveRatio: 200,
};

/** Fills in the defaults. Throws an AyatoriError for a value that cannot be meant. */
export function resolveOptions(options: LoadOptions): ResolvedOptions {
  const { fps = 24, numbering = 'file', bonePrefix = 'bone', rigFiles = [] } = options;
  if (!Number.isFinite(fps) || fps <= 0) {
    throw new AyatoriError({ code: 'option', message: 'fps must be a positive number', found: String(fps) });
  }
  if (numbering !== 'file' && numbering !== 'ancestor') {
    const found = JSON.stringify(numbering);
    throw new AyatoriError({ code: 'option', message: 'unknown numbering', expected: '"file" or "ancestor"', found });
  }
  const { smartBones = numbering === 'ancestor' ? 'ancestor' : 'nearest' } = options;
  if (!frameRules.includes(smartBones)) {
    throw new AyatoriError({
      code: 'option',
      message: 'unknown rule for smart bones',
      expected: frameRules.map((rule) => `"${rule}"`).join(' or '),
      found: JSON.stringify(smartBones),
    });
  }
  return {
    rigFiles,
    smartBones,
    bakeBones: options.bakeBones ?? false,
    bonePrefix: bonePrefix.normalize('NFC'),
    nameMasks: options.nameMasks ?? true,
    numbering,
    fps,
    onProgress: options.onProgress,
    signal: options.signal,
    limits: resolveLimits(options.limits ?? {}),
  };
}

/** Fills in the defaults. Throws an AyatoriError for a limit that is not there or cannot be meant. */
export function resolveLimits(given: Partial<Limits>): Limits {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaultLimits, name)) {
      const names = nearestNames(name, Object.keys(defaultLimits));
      throw new AyatoriError({
        code: 'option',
        message: `there is no limit "${name}"`,
        ...(names.length > 0 && { hint: `did you mean ${names.join(', ')}?` }),
      });
    }
    if (typeof value !== 'number' || !(value > 0)) {
      const found = String(value);
      throw new AyatoriError({ code: 'option', message: `limit ${name} must be a positive number`, found });
    }
  }
  return { ...defaultLimits, ...given };
}

/** The error for an input that goes beyond a limit: it names the limit and both numbers. */
export function limitError(
  limits: Limits,
  name: keyof Limits,
  what: string,
  found: number | undefined,
  file: string,
): AyatoriError {
  return new AyatoriError({
    code: 'limit',
    file,
    message: `more ${what} than allowed`,
    expected: `at most ${limits[name]}`,
    ...(found !== undefined && { found: String(found) }),
    hint: `raise limits.${name} if the input is trusted`,
  });
}
