import { nearestNames, type Place } from '../../engine/model/problem.ts';
import { nameKey } from '../names.ts';
import type { ProblemLog } from '../report.ts';
import { maxCoordinate } from '../svg/matrix.ts';

/** What rig files say about a bone; undefined where they say nothing. */
export interface BoneSettings {
  parent?: string;
  strength?: number;
  minAngle?: number;
  maxAngle?: number;
  isPin?: boolean;
  fixed?: boolean;
  flexiPoint?: { readonly point: 0 | 1; readonly bones: readonly string[] };
}

export interface SmartSettings {
  readonly bone: string;
  readonly startAngle: number;
  readonly endAngle: number;
  readonly frames: number;
}

/** Names as written, each with the file that said so last. Keys are {@link nameKey}s. */
export interface RigSettings {
  readonly bones: Map<string, { readonly name: string; readonly settings: BoneSettings; file: string }>;
  readonly flexi: Map<string, { readonly name: string; readonly bones: readonly string[]; readonly file: string }>;
  readonly smart: Map<string, { readonly name: string; readonly settings: SmartSettings; readonly file: string }>;
}

export function emptySettings(): RigSettings {
  return { bones: new Map(), flexi: new Map(), smart: new Map() };
}

const rootKeys = ['action', 'bones', 'flexi'];

/** Whether it says anything about a rig; other JSON files may lie beside a character. */
export function isRigFile(json: unknown): boolean {
  return typeof json === 'object' && json !== null && rootKeys.some((key) => Object.hasOwn(json, key));
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Takes a rig file in: bones key by key; flexi lists, flexi points and actions as a whole. */
export function addRigFile(settings: RigSettings, json: unknown, file: string, log: ProblemLog): void {
  const reader = new RigFileReader(file, log);
  const root = reader.object(json, 'the file', {});
  if (root === undefined) return;
  reader.checkKeys(root, rootKeys, 'the file', {});
  for (const [name, value] of reader.entries(root.bones, 'bones')) {
    const bone = settings.bones.get(nameKey(name)) ?? { name, settings: {}, file };
    bone.file = file;
    Object.assign(bone.settings, reader.bone(value, name));
    settings.bones.set(nameKey(name), bone);
  }
  for (const [name, value] of reader.entries(root.flexi, 'flexi')) {
    const bones = reader.names(value, 'a flexi list', { group: name });
    if (bones !== undefined) settings.flexi.set(nameKey(name), { name, bones, file });
  }
  for (const [name, value] of reader.entries(root.action, 'action')) {
    const smart = reader.smart(value, name);
    if (smart !== undefined) settings.smart.set(nameKey(name), { name, settings: smart, file });
  }
}

const boneKeys = ['parent', 'strength', 'minAngle', 'maxAngle', 'isPin', 'fixed', 'flexiPoint'];
const smartKeys = ['boneName', 'startAngle', 'endAngle', 'smartFrames'];

class RigFileReader {
  readonly #file: string;
  readonly #log: ProblemLog;

  constructor(file: string, log: ProblemLog) {
    this.#file = file;
    this.#log = log;
  }

  bone(value: unknown, bone: string): BoneSettings {
    const at: Place = { bone };
    const json = this.object(value, 'a bone', at);
    if (json === undefined) return {};
    this.checkKeys(json, boneKeys, 'a bone', at);
    const settings: BoneSettings = {};
    const parent = this.#read(json, 'parent', 'string', at);
    const isPin = this.#read(json, 'isPin', 'boolean', at);
    const fixed = this.#read(json, 'fixed', 'boolean', at);
    if (parent !== undefined) settings.parent = parent;
    if (isPin !== undefined) settings.isPin = isPin;
    if (fixed !== undefined) settings.fixed = fixed;
    for (const key of ['strength', 'minAngle', 'maxAngle'] as const) {
      const number = this.#read(json, key, 'number', at);
      if (number !== undefined) settings[key] = number;
    }
    if (json.flexiPoint !== undefined) {
      const point = this.object(json.flexiPoint, 'flexiPoint', at);
      if (point !== undefined) this.checkKeys(point, ['dataIndex', 'bones'], 'flexiPoint', at);
      const index = point === undefined ? undefined : this.#read(point, 'dataIndex', 'number', at);
      const bones = point === undefined ? undefined : this.names(point.bones, 'flexiPoint.bones', at);
      if (index !== undefined && index !== 0 && index !== 1) {
        this.#report('flexiPoint.dataIndex has no such point', at, '0 (base) or 1 (tip)', String(index));
      } else if (index !== undefined && bones !== undefined) settings.flexiPoint = { point: index, bones };
    }
    return settings;
  }

  smart(value: unknown, action: string): SmartSettings | undefined {
    const at: Place = { action };
    const json = this.object(value, 'an action', at);
    if (json === undefined) return undefined;
    this.checkKeys(json, smartKeys, 'an action', at);
    const bone = this.#read(json, 'boneName', 'string', at, true);
    const startAngle = this.#read(json, 'startAngle', 'number', at, true);
    const endAngle = this.#read(json, 'endAngle', 'number', at, true);
    const frames = this.#read(json, 'smartFrames', 'number', at, true);
    if (bone === undefined || startAngle === undefined || endAngle === undefined || frames === undefined)
      return undefined;
    if (!Number.isInteger(frames) || frames < 1) {
      this.#report('smartFrames is not valid', at, 'a whole number from 1', String(frames));
      return undefined;
    }
    return { bone, startAngle, endAngle, frames };
  }

  object(value: unknown, what: string, at: Place): JsonObject | undefined {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
    this.#report(`${what} has the wrong type`, at, 'an object', describe(value));
    return undefined;
  }

  entries(value: unknown, what: string): [string, unknown][] {
    if (value === undefined) return [];
    const json = this.object(value, what, {});
    return json === undefined ? [] : Object.entries(json);
  }

  names(value: unknown, what: string, at: Place): string[] | undefined {
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
    this.#report(`${what} has the wrong type`, at, 'a list of bone names', describe(value));
    return undefined;
  }

  checkKeys(json: JsonObject, known: readonly string[], what: string, at: Place): void {
    for (const key of Object.keys(json)) {
      if (known.includes(key)) continue;
      const [near] = nearestNames(key, known, 1);
      this.#log.add({
        severity: 'warning',
        code: 'rig-json-key',
        file: this.#file,
        ...at,
        message: `${what} has no "${key}"; it is ignored`,
        expected: known.join(', '),
        ...(near !== undefined && { hint: `did you mean ${near}?` }),
      });
    }
  }

  #read(json: JsonObject, key: string, type: 'string', at: Place, isNeeded?: boolean): string | undefined;
  #read(json: JsonObject, key: string, type: 'number', at: Place, isNeeded?: boolean): number | undefined;
  #read(json: JsonObject, key: string, type: 'boolean', at: Place, isNeeded?: boolean): boolean | undefined;
  #read(json: JsonObject, key: string, type: string, at: Place, isNeeded = false): unknown {
    const value = json[key];
    if (typeof value === 'number' && type === 'number' && !(Math.abs(value) <= maxCoordinate)) {
      this.#report(`${key} is out of range`, at, 'a number from -1e30 to 1e30', String(value));
      return undefined;
    }
    if (typeof value === type) return value;
    if (value === undefined && !isNeeded) return undefined;
    const message = value === undefined ? `${key} is missing` : `${key} has the wrong type`;
    this.#report(message, at, `a ${type}`, describe(value));
    return undefined;
  }

  #report(message: string, at: Place, expected: string, found: string): void {
    this.#log.add({
      severity: 'warning',
      code: 'rig-json-value',
      file: this.#file,
      ...at,
      message: `${message}; it is ignored`,
      expected,
      found,
    });
  }
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(value).slice(0, 60);
}
