import type { Problem } from '../../engine/model/problem.ts';
import type { Color } from '../../engine/model/rig.ts';
import { type Limits, limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { sameColor } from '../svg/color.ts';
import { emptyGeometry, type Geometry } from '../svg/geometry.ts';
import { maxCoordinate } from '../svg/matrix.ts';
import { type Animated, AnimatedReader, noKeys, type ValueReader } from './animated.ts';
import type { Budget } from './budget.ts';
import { Cursor } from './cursor.ts';
import { cubicsOf, DifferenceReader, hasStart, readOutline } from './outline.ts';

/** A file as it is, in px and with its own numbers of groups, of which none is known to be there. */
export interface BinaryFile {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly actions: readonly BinaryAction[];
  readonly roots: readonly number[];
  readonly groups: readonly BinaryGroup[];
}

export interface BinaryAction {
  readonly name: string;
  /** Its last frame. */
  readonly frames: number;
  readonly smart: BinarySmart | undefined;
}

export interface BinarySmart {
  readonly bone: number;
  readonly frames: number;
  /** Degrees. */
  readonly startAngle: number;
  readonly endAngle: number;
}

export interface BinaryGroup {
  readonly id: string;
  /** The group that masks it, or -1. */
  readonly mask: number;
  readonly paths: readonly BinaryPath[];
  readonly flexi: readonly number[];
  readonly children: Animated<readonly number[]>;
  /** Undefined for a group that is no bone. */
  readonly bone: BinaryBone | undefined;
}

export interface BinaryBone {
  readonly parent?: number;
  readonly isPin: boolean;
  readonly fixed: boolean;
  readonly strength?: number;
  readonly minAngle?: number;
  readonly maxAngle?: number;
  readonly flexiPoint?: { readonly point: 0 | 1; readonly bones: readonly number[] };
}

export interface BinaryPath {
  /** The group that masks it, or -1. */
  readonly mask: number;
  readonly evenOdd: boolean;
  readonly geometry: Geometry;
  readonly width: Animated<number>;
  readonly fill: Animated<Color | null>;
  readonly stroke: Animated<Color | null>;
  /** Control points less those at rest, px. */
  readonly deltas: Animated<Float64Array>;
}

/** Reads all of a file. Yields between keys. */
export function* readFile(
  bytes: Uint8Array,
  file: string,
  limits: Limits,
  budget: Budget,
  log: ProblemLog,
): Generator<void, BinaryFile> {
  return yield* new FileReader(new Cursor(bytes, file), limits, budget, log).read();
}

/** So the ids of bones and of the folders that hold them begin, and only these have the fields of bones. */
const bonePrefix = 'bone';

/** What the shortest action and the shortest group take, bytes. */
const leastAction = 5;
const leastGroup = 8;

class FileReader {
  readonly #cursor: Cursor;
  readonly #limits: Limits;
  readonly #log: ProblemLog;
  readonly #animated: AnimatedReader;
  readonly #differences: DifferenceReader;
  readonly #actions: BinaryAction[] = [];
  /** The longer side of the picture, px. */
  #side = 0;
  #paths = 0;
  #points = 0;

  constructor(cursor: Cursor, limits: Limits, budget: Budget, log: ProblemLog) {
    this.#cursor = cursor;
    this.#limits = limits;
    this.#log = log;
    this.#animated = new AnimatedReader(cursor, budget);
    this.#differences = new DifferenceReader(cursor);
  }

  *read(): Generator<void, BinaryFile> {
    const cursor = this.#cursor;
    const name = cursor.string('the name');
    const width = this.#size('width');
    const height = this.#size('height');
    this.#side = Math.max(width, height);
    this.#readActions();
    const roots = this.#indices(cursor.u8('the outermost groups'), 'the outermost groups');
    const count = cursor.u16('the number of groups');
    cursor.checkCount(count, leastGroup, 'groups');
    const groups: BinaryGroup[] = [];
    while (groups.length < count) {
      groups.push(yield* this.#group());
      if (this.#animated.isDue()) yield;
    }
    cursor.checkEnd();
    return { name, width, height, actions: this.#actions, roots, groups };
  }

  #size(what: string): number {
    const size = this.#cursor.u16(`the ${what} of the picture`);
    if (size > 0) return size;
    const byte = this.#cursor.offset - 2;
    throw this.#cursor.fault(`the ${what} of the picture is not valid`, 'a number from 1', '0', byte);
  }

  #readActions(): void {
    const cursor = this.#cursor;
    const { files } = this.#limits;
    const count = cursor.u8('the number of actions');
    cursor.checkCount(count, leastAction, 'actions');
    let frames = 0;
    for (let i = 0; i < count; i++) {
      const name = cursor.string('the name of an action');
      cursor.place = { action: name };
      cursor.u8('the number of an action');
      const total = cursor.u16('the frames of an action');
      frames += total;
      if (frames > files) throw limitError(this.#limits, 'files', 'frames', frames, cursor.file);
      const smart = cursor.flag('the mark of a smart action') ? this.#smart() : undefined;
      this.#actions.push({ name, frames: Math.max(0, total - 1), smart });
    }
    cursor.place = {};
  }

  #smart(): BinarySmart {
    const cursor = this.#cursor;
    const what = 'a smart action';
    return {
      bone: cursor.u16(what),
      frames: cursor.u16(what),
      startAngle: cursor.f32(what),
      endAngle: cursor.f32(what),
    };
  }

  *#group(): Generator<void, BinaryGroup> {
    const cursor = this.#cursor;
    cursor.place = {};
    const id = cursor.string('the id of a group');
    cursor.place = { group: id };
    const mask = cursor.u16('the mask of a group') - 1;
    const paths = yield* this.#readPaths(id);
    cursor.place = { group: id };
    const flexi = this.#indices(cursor.u8('the flexi bones'), 'the flexi bones');
    if (!id.startsWith(bonePrefix)) {
      const children = yield* this.#animated.read(this.#children);
      return { id, mask, paths, flexi, children, bone: undefined };
    }
    const rest = this.#children.read(0, 0);
    return { id, mask, paths, flexi, children: { rest, keys: noKeys }, bone: this.#bone() };
  }

  readonly #children: ValueReader<readonly number[]> = {
    read: () => {
      const children = this.#indices(this.#cursor.u8('the groups in a group'), 'the groups in a group');
      this.#animated.spend(8 * children.length);
      return children;
    },
    same: (a, b) => a.length === b.length && a.every((child, i) => child === b[i]),
  };

  /** Numbers of groups, each once. */
  #indices(count: number, what: string): number[] {
    const cursor = this.#cursor;
    const indices = new Set<number>();
    for (let i = 0; i < count; ) {
      const run = cursor.run(i, count, what);
      if (run > 0) indices.add(cursor.u16(what));
      i += Math.abs(run);
    }
    return [...indices];
  }

  #bone(): BinaryBone {
    const cursor = this.#cursor;
    const bone: { -readonly [K in keyof BinaryBone]: BinaryBone[K] } = { isPin: false, fixed: false };
    for (let kind = cursor.u8('a bone'); kind !== 0; kind = cursor.u8('a bone')) {
      if (kind === 1) bone.parent = cursor.u16('the parent of a bone');
      else if (kind === 2) bone.isPin = true;
      else if (kind === 3) bone.fixed = true;
      else if (kind === 4) this.#setNumber(bone, 'strength');
      else if (kind === 5) this.#setNumber(bone, 'maxAngle');
      else if (kind === 6) this.#setNumber(bone, 'minAngle');
      else throw cursor.fault('a bone has no such property', '0 to 6', String(kind), cursor.offset - 1);
    }
    if (!cursor.flag('the mark of a flexi point')) return bone;
    const byte = cursor.offset;
    const point = cursor.u8('a flexi point');
    const bones = this.#indices(cursor.u8('the bones of a flexi point'), 'the bones of a flexi point');
    if (point === 0 || point === 1) bone.flexiPoint = { point, bones };
    else this.#report('bin-value', 'the flexi point is no point of a bone; it is left out', '0 or 1', point, { byte });
    return bone;
  }

  #setNumber(bone: { strength?: number; minAngle?: number; maxAngle?: number }, key: keyof typeof bone): void {
    const byte = this.#cursor.offset;
    const value = this.#cursor.f32(`the ${key} of a bone`);
    if (Number.isFinite(value)) bone[key] = value;
    else this.#report('bin-value', `${key} is not valid; it is left out`, 'a finite number', value, { byte });
  }

  *#readPaths(group: string): Generator<void, BinaryPath[]> {
    const cursor = this.#cursor;
    const limits = this.#limits;
    const paths: BinaryPath[] = [];
    const count = cursor.u16('the paths of a group');
    for (let i = 0; i < count; ) {
      const run = cursor.run(i, count, 'the paths of a group');
      if (run > 0) {
        this.#paths += run;
        if (this.#paths > limits.paths) throw limitError(limits, 'paths', 'paths', undefined, cursor.file);
        cursor.place = { group, path: i };
        this.#animated.copies = run;
        const path = yield* this.#path(run);
        for (let k = 0; k < run; k++) paths.push(path);
        this.#animated.copies = 1;
        if (this.#animated.isDue()) yield;
      }
      i += Math.abs(run);
    }
    return paths;
  }

  *#path(copies: number): Generator<void, BinaryPath> {
    const cursor = this.#cursor;
    const limits = this.#limits;
    const mask = cursor.u16('the mask of a path') - 1;
    const evenOdd = cursor.flag('the fill rule of a path');
    const byte = cursor.offset;
    const outline = readOutline(cursor);
    const isPath = hasStart(outline);
    if (!isPath) {
      this.#report(
        'path-data',
        'the path does not begin with M; it is left empty',
        'M',
        'LCZ'[outline.commands[0] - 1],
        {
          byte,
        },
      );
    }
    const geometry = isPath ? cubicsOf(outline.commands, outline.numbers, this.#side) : emptyGeometry;
    const { length } = geometry.points;
    this.#points += (length / 2) * copies;
    if (this.#points > limits.points) throw limitError(limits, 'points', 'control points', undefined, cursor.file);

    const width = yield* this.#animated.read(this.#width);
    const fill = yield* this.#animated.read(this.#color);
    const stroke = yield* this.#animated.read(this.#color);
    const deltas = yield* this.#animated.read<Float64Array>({
      read: (action, frame) => {
        const at = cursor.offset;
        this.#animated.spend((length + outline.commands.length) * Float64Array.BYTES_PER_ELEMENT);
        // At rest there are none, in whatever form the file says so.
        const isUsed = isPath && (action > 0 || frame > 0);
        const numbers = this.#differences.read(outline, isUsed);
        if (!isUsed) return undefined;
        if (numbers !== undefined) return cubicsOf(outline.commands, numbers, this.#side).points;
        this.#report(
          'morph-topology',
          'the differences do not fit the commands of the path; the frame before is held',
          `differences for ${outline.commands.length} commands`,
          undefined,
          { byte: at, action: this.#actions[action]?.name ?? '', frame },
        );
        return undefined;
      },
      same: sameNumbers,
      isNothing: (value) => value.every((each) => each === 0),
    });
    return { mask, evenOdd, geometry, width, fill, stroke, deltas };
  }

  readonly #width: ValueReader<number> = {
    read: (action, frame) => {
      const byte = this.#cursor.offset;
      const width = this.#cursor.f32('the line width');
      if (width >= 0 && width <= maxCoordinate) return width;
      this.#report('bin-value', 'the line width is not valid; it is left out', 'a number from 0 to 1e30', width, {
        byte,
        action: this.#actions[action]?.name ?? '',
        frame,
      });
      return undefined;
    },
    same: (a, b) => a === b,
  };

  readonly #color: ValueReader<Color | null> = {
    read: () => {
      const cursor = this.#cursor;
      if (cursor.u8('a colour') === 0) return null;
      const next = () => cursor.u8('a colour') / 255;
      return [next(), next(), next(), 1];
    },
    same: sameColor,
  };

  #report(
    code: string,
    message: string,
    expected: string,
    found: string | number | undefined,
    more: Partial<Problem>,
  ): void {
    this.#log.add({
      severity: 'warning',
      code,
      file: this.#cursor.file,
      ...this.#cursor.place,
      ...more,
      message,
      expected,
      ...(found !== undefined && { found: String(found) }),
    });
  }
}

function sameNumbers(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
