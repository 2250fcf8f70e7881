import { type Limits, limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { AnimatedReader, noKeys, type ValueReader } from './animated.ts';
import type { BinaryAction, BinaryFile, BinaryGroup, BinarySmart } from './binary-file.ts';
import type { Budget } from './budget.ts';
import { type Context, readIndices } from './context.ts';
import { Cursor } from './cursor.ts';
import { readBone } from './read-bone.ts';
import { PathReader } from './read-paths.ts';

/** So the ids of bones and of the folders that hold them begin, and only these have the fields of bones. */
const bonePrefix = 'bone';

/** What the shortest action and the shortest group take, bytes. */
const leastAction = 5;
const leastGroup = 8;

/** Reads all of a file. Yields between keys. */
export function* readFile(
  bytes: Uint8Array,
  file: string,
  limits: Limits,
  budget: Budget,
  log: ProblemLog,
): Generator<void, BinaryFile> {
  const cursor = new Cursor(bytes, file);
  const name = cursor.string('the name');
  const width = readSize(cursor, 'width');
  const height = readSize(cursor, 'height');
  const actions = readActions(cursor, limits);
  const roots = readIndices(cursor, 'the outermost groups');
  const count = cursor.u16('the number of groups');
  cursor.checkCount(count, leastGroup, 'groups');
  const context: Context = { cursor, animated: new AnimatedReader(cursor, budget), log, actions };
  const pathReader = new PathReader(context, limits, Math.max(width, height));
  const groups: BinaryGroup[] = [];
  while (groups.length < count) {
    groups.push(yield* readGroup(context, pathReader));
    if (context.animated.isDue()) yield;
  }
  cursor.checkEnd();
  return { name, width, height, actions, roots, groups };
}

function readSize(cursor: Cursor, what: string): number {
  const size = cursor.u16(`the ${what} of the picture`);
  if (size > 0) return size;
  throw cursor.fault(`the ${what} of the picture is not valid`, 'a number from 1', '0', cursor.offset - 2);
}

function readActions(cursor: Cursor, limits: Limits): BinaryAction[] {
  const count = cursor.u8('the number of actions');
  cursor.checkCount(count, leastAction, 'actions');
  const actions: BinaryAction[] = [];
  let frames = 0;
  while (actions.length < count) {
    const name = cursor.string('the name of an action');
    cursor.place = { action: name };
    // Lists of keys go by the order of the actions.
    cursor.u8('the number of an action');
    const total = cursor.u16('the frames of an action');
    frames += total;
    if (frames > limits.files) throw limitError(limits, 'files', 'frames', frames, cursor.file);
    const smart = cursor.flag('the mark of a smart action') ? readSmart(cursor) : undefined;
    actions.push({ name, frames: Math.max(0, total - 1), smart });
  }
  cursor.place = {};
  return actions;
}

function readSmart(cursor: Cursor): BinarySmart {
  const what = 'a smart action';
  return {
    bone: cursor.u16(what),
    frames: cursor.u16(what),
    startAngle: cursor.f32(what),
    endAngle: cursor.f32(what),
  };
}

function* readGroup(context: Context, pathReader: PathReader): Generator<void, BinaryGroup> {
  const { cursor, animated } = context;
  cursor.place = {};
  const id = cursor.string('the id of a group');
  cursor.place = { group: id };
  const mask = cursor.u16('the mask of a group') - 1;
  const paths = yield* pathReader.read(id);
  cursor.place = { group: id };
  const flexi = readIndices(cursor, 'the flexi bones');
  const children = childrenReader(context);
  if (!id.startsWith(bonePrefix)) {
    return { id, mask, paths, flexi, children: yield* animated.read(children), bone: undefined };
  }
  return { id, mask, paths, flexi, children: { rest: children.read(0, 0), keys: noKeys }, bone: readBone(context) };
}

function childrenReader({ cursor, animated }: Context): ValueReader<readonly number[]> {
  return {
    read: () => {
      const children = readIndices(cursor, 'the groups in a group');
      animated.spend(8 * children.length);
      return children;
    },
    same: (a, b) => a.length === b.length && a.every((child, i) => child === b[i]),
  };
}
