import { DrawOrders } from '../engine/animate/draw-orders.ts';
import { compile } from '../engine/compile/compile.ts';
import type { Rig } from '../engine/model/rig.ts';
import { type PosedPath, type PosedPicture, posedPicture } from '../engine/reference/posed-picture.ts';
import { describeFault } from './faults.ts';
import type { Io } from './io.ts';
import { checkRecord, describeUnknown, flagsToRecord, type Job, type JobRecord, makeJob } from './job.ts';
import { lineName, parseJsonLine, readLines } from './json-lines.ts';
import { type LoadFlags, poseOf, type PoseFlags as RequestFlags } from './options.ts';
import { choiceKey, mohoPosing, type Posing, Rigs } from './rigs.ts';

type PoseFlags = LoadFlags & RequestFlags & { readonly poses?: string; readonly json?: boolean };

/** `ayatori pose`: where control points are, and how paths are painted. */
export async function pose(src: string, flags: PoseFlags, io: Io): Promise<boolean> {
  const poser = new Poser(io);
  const defaults = flagsToRecord(src, flags);
  if (flags.poses !== undefined) return answerLines(flags.poses, defaults, poser, io);
  const picture = await poser.pose(makeJob({ ...defaults, ...poseOf(flags) }));
  await io.out(flags.json ? `${JSON.stringify(picture)}\n` : `${pictureLines(picture).join('\n')}\n`);
  return true;
}

/** One line for each: the picture, or `{"error": "…"}`, so that answers can be counted off against poses. */
async function answerLines(file: string, defaults: JobRecord, poser: Poser, io: Io): Promise<boolean> {
  let fine = true;
  // A source that cannot be loaded at all is no fault of a line.
  await poser.prepare(makeJob(defaults));
  for await (const { line, text } of readLines(file, io.stdin)) {
    const where = lineName(file, line);
    try {
      const { record, unknown } = checkRecord(parseJsonLine(text));
      if (unknown.length > 0) io.err(`warning: ${where}: ${describeUnknown(unknown)}\n`);
      await io.out(`${JSON.stringify(await poser.pose(makeJob({ ...defaults, ...record })))}\n`);
    } catch (error) {
      fine = false;
      io.err(`error: ${where}: ${describeFault(error)}\n`);
      await io.out(`${JSON.stringify({ error: describeFault(error) })}\n`);
    }
  }
  return fine;
}

class Poser {
  readonly #io: Io;
  readonly #rigs: Rigs;
  readonly #prepared = new WeakMap<Rig, Posing>();
  /** By {@link choiceKey}; undefined for what is no Moho project. */
  readonly #moho = new Map<string, Posing | undefined>();

  constructor(io: Io) {
    this.#io = io;
    this.#rigs = new Rigs(io);
  }

  async prepare({ choice }: Job): Promise<Posing> {
    const key = choiceKey(choice);
    if (!this.#moho.has(key)) this.#moho.set(key, await mohoPosing(choice, this.#io));
    const moho = this.#moho.get(key);
    if (moho !== undefined) return moho;
    const { rig } = await this.#rigs.get(choice);
    let posing = this.#prepared.get(rig);
    if (posing === undefined) {
      const compiled = compile(rig);
      const orders = new DrawOrders(compiled);
      posing = (request) => posedPicture(compiled, orders, request);
      this.#prepared.set(rig, posing);
    }
    return posing;
  }

  async pose(job: Job): Promise<PosedPicture> {
    return (await this.prepare(job))(job.request);
  }
}

function pictureLines({ width, height, actions, bones, drawOrder, paths }: PosedPicture): string[] {
  const set = Object.entries(actions).filter(([, frame]) => frame !== 0);
  return [
    `size     ${width} × ${height} px`,
    `actions  ${set.length > 0 ? set.map(([name, frame]) => `${name}=${frame}`).join(', ') : 'none: the rest pose'}`,
    `order    ${drawOrder.join(', ')}`,
    ...Object.entries(bones).map(([name, { from, to }]) => `  ${name}: ${placeOf(from)} to ${placeOf(to)}`),
    ...paths.map(pathLine),
  ];
}

const placeOf = ([x, y]: readonly [number, number]): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

function pathLine({ group, index, fill, stroke, width, visible, points }: PosedPath): string {
  const line = stroke === 'none' ? '' : `, stroke ${stroke} ${width} px`;
  const count = `${points.length / 2} points`;
  return `  ${group} ${index}: ${visible ? '' : 'invisible, '}fill ${fill}${line}, ${count}, x ${spanOf(points, 0)}, y ${spanOf(points, 1)}`;
}

function spanOf(points: readonly number[], axis: 0 | 1): string {
  let [least, greatest] = [Infinity, -Infinity];
  for (let i = axis; i < points.length; i += 2) {
    least = Math.min(least, points[i]);
    greatest = Math.max(greatest, points[i]);
  }
  return `${least.toFixed(1)} to ${greatest.toFixed(1)}`;
}
