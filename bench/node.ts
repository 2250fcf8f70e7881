/** What is measured in Node: from files to tables. */
import { stat } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compile } from '../src/engine/compile/compile.ts';
import { tessellate } from '../src/engine/compile/tessellate.ts';
import { encodeRig } from '../src/engine/model/transfer.ts';
import { type Loaded, load } from '../src/loader/node.ts';
import { checksum, checksumOfTables } from './checksum.ts';
import { type Spread, sample } from './sample.ts';

export interface NodeFigures {
  readonly files: number;
  readonly bytes: number;
  /** ms each. */
  readonly load: Spread;
  readonly compile: Spread;
  readonly tessellate: Spread;
  readonly checksums: { readonly load: string; readonly compile: string; readonly tessellate: string };
  /** The rig, for the page, with the motion of bones baked. */
  readonly rig: Uint8Array;
  /** The same character bent by its bones. */
  readonly bonedRig: Uint8Array;
  readonly moho: MohoFigures | undefined;
}

/** A character as a Moho project. */
export interface MohoFigures {
  /** Of the file. */
  readonly bytes: number;
  /** From the file to tables, ms. */
  readonly open: Spread;
  /** What rig and tables keep, bytes. */
  readonly heap: number;
  /** Of the tables. */
  readonly checksum: string;
  /** For the page. */
  readonly rig: Uint8Array;
}

/** Where a character lies. */
export interface Character {
  /** Path of a `filelist.csv` with a `bones.json` beside it. */
  readonly list: string;
  /** What has it with bones that bend it: a `path_data.bin`, or such a list. */
  readonly boned: string;
  /** The project that the list was exported from, where there is one. */
  readonly moho?: string;
}

export async function measureInNode({ list, boned, moho }: Character): Promise<NodeFigures> {
  // Before there is a large heap, which makes all garbage dear.
  const project = moho === undefined ? undefined : await measureMoho(moho);
  let loaded: Loaded | undefined;
  const read = async () => {
    loaded = await load(list, { rigFiles: [list.replace(/[^/\\]+$/, 'bones.json')], bakeBones: true });
  };
  // People load once: the first run, which warms nothing up, counts too.
  const loadTimes = await sample(read, { samples: 3, warmup: 0 });
  const { rig, report } = loaded as unknown as Loaded;
  const compiled = compile(rig);
  const bytes = encodeRig(rig);
  const compileTimes = await sample(() => compile(rig), { samples: 15, warmup: 3 });
  return {
    files: report.files,
    bytes: report.bytes,
    load: loadTimes,
    compile: compileTimes,
    tessellate: await sample(() => tessellate(compiled, 1), { samples: 40, warmup: 10 }),
    checksums: {
      load: await checksum(bytes),
      compile: await checksumOfTables({ ...compiled, rig: undefined }),
      tessellate: await checksumOfTables(tessellate(compiled, 1)),
    },
    rig: bytes,
    bonedRig: encodeRig((await load(boned, boned.endsWith('.bin') ? {} : { rigFiles: 'beside' })).rig),
    moho: project,
  };
}

async function measureMoho(file: string): Promise<MohoFigures> {
  const openProject = async () => compile((await load(file)).rig);
  const open = await sample(openProject, { samples: 15, warmup: 0 });
  const before = await usedBytes();
  const [compiled, ...others] = [await openProject(), await openProject(), await openProject()];
  const heap = Math.round(((await usedBytes()) - before) / (1 + others.length));
  return {
    bytes: (await stat(file)).size,
    open,
    heap,
    checksum: await checksumOfTables({ ...compiled, rig: undefined }),
    rig: encodeRig(compiled.rig),
  };
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

async function usedBytes(): Promise<number> {
  // What a weak table or a buffer kept goes in a later round, between tasks.
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await new Promise((done) => setTimeout(done, 10));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
