import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Quality } from '../engine/render/painters.ts';
import { DrawingBrowser, isHopeless } from './browser.ts';
import { describeFault, fileError } from './faults.ts';
import type { Io } from './io.ts';
import { checkRecord, describeUnknown, flagsToRecord, type Job, type JobRecord, makeJob, missing } from './job.ts';
import { lineName, parseJsonLine, readLines } from './json-lines.ts';
import { type LoadFlags, type PoseFlags, poseOf, type Size } from './options.ts';
import { encodePng } from './png.ts';
import { choiceKey, Rigs } from './rigs.ts';

type RenderFlags = LoadFlags &
  PoseFlags & { readonly size?: Size; readonly quality?: Quality; readonly out?: string; readonly jobs?: string };

interface PictureJob extends Job {
  readonly out: string;
  readonly width: number;
  readonly height: number;
  /** What stands before a message about the job. */
  readonly prefix: string;
}

/** `ayatori render`: pictures from the real renderer. */
export async function render(
  src: string | undefined,
  flags: RenderFlags,
  surroundings: Io & { readonly page: URL },
): Promise<boolean> {
  const { size, quality, out } = flags;
  const record: JobRecord = {
    ...flagsToRecord(src, flags),
    ...poseOf(flags),
    ...size,
    ...(quality && { quality }),
    ...(out !== undefined && { out }),
  };
  let fine = true;
  const fail = (prefix: string, error: unknown) => {
    fine = false;
    surroundings.err(`error: ${prefix}${describeFault(error)}\n`);
  };
  const jobs =
    flags.jobs === undefined ? [pictureJob(record, '')] : await readJobs(flags.jobs, record, surroundings, fail);
  const browser = new DrawingBrowser(surroundings.page);
  const rigs = new Rigs(surroundings);
  try {
    for (const job of jobs) {
      try {
        await renderPicture(job, rigs, browser);
      } catch (error) {
        if (isHopeless(error)) throw error;
        fail(job.prefix, error);
      }
    }
  } finally {
    await browser.close();
  }
  return fine;
}

/** The jobs of a file that can be tried. Those of one rig follow each other, so that each rig is needed once. */
async function readJobs(
  file: string,
  defaults: JobRecord,
  io: Io,
  fail: (prefix: string, error: unknown) => void,
): Promise<PictureJob[]> {
  const byRig = new Map<string, PictureJob[]>();
  for await (const { line, text } of readLines(file, io.stdin)) {
    const prefix = `${lineName(file, line)}: `;
    try {
      const { record, unknown } = checkRecord(parseJsonLine(text));
      if (unknown.length > 0) io.err(`warning: ${prefix}${describeUnknown(unknown)}\n`);
      const job = pictureJob({ ...defaults, ...record }, prefix);
      const key = choiceKey(job.choice);
      const jobs = byRig.get(key);
      if (jobs) jobs.push(job);
      else byRig.set(key, [job]);
    } catch (error) {
      fail(prefix, error);
    }
  }
  return [...byRig.values()].flat();
}

function pictureJob(record: JobRecord, prefix: string): PictureJob {
  const job = makeJob(record);
  const { out, width, height } = job;
  if (out === undefined) throw missing('out', 'the PNG file to write');
  if (width === undefined) throw missing('width', 'a whole number of pixels');
  if (height === undefined) throw missing('height', 'a whole number of pixels');
  return { ...job, out, width, height, prefix };
}

async function renderPicture(job: PictureJob, rigs: Rigs, browser: DrawingBrowser): Promise<void> {
  const { choice, request, width, height, quality, out } = job;
  const { rig } = await rigs.get(choice);
  const pixels = await browser.draw(rig, { ...request, width, height, ...(quality && { quality }) });
  const png = encodePng(width, height, pixels);
  try {
    await mkdir(path.dirname(out), { recursive: true });
    await writeFile(out, png);
  } catch (error) {
    throw fileError('write', out, error);
  }
}
