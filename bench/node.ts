/** What is measured in Node: from files to tables. */
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
}

/** Where a character lies. */
export interface Character {
  /** Path of a `filelist.csv` with a `bones.json` beside it. */
  readonly list: string;
  /** What has it with bones that bend it: a `path_data.bin`, or such a list. */
  readonly boned: string;
}

export async function measureInNode({ list, boned }: Character): Promise<NodeFigures> {
  let loaded: Loaded | undefined;
  const read = async () => {
    loaded = await load(list, { rigFiles: [list.replace(/[^/\\]+$/, 'bones.json')], bakeBones: true });
  };
  // People load once: the first run, which warms nothing up, counts too.
  const loadTimes = await sample(read, { samples: 3, warmup: 0 });
  const { rig, report } = loaded as unknown as Loaded;
  const compiled = compile(rig);
  const bytes = encodeRig(rig);
  return {
    files: report.files,
    bytes: report.bytes,
    load: loadTimes,
    compile: await sample(() => compile(rig), { samples: 15, warmup: 3 }),
    tessellate: await sample(() => tessellate(compiled, 1), { samples: 40, warmup: 10 }),
    checksums: {
      load: await checksum(bytes),
      compile: await checksumOfTables({ ...compiled, rig: undefined }),
      tessellate: await checksumOfTables(tessellate(compiled, 1)),
    },
    rig: bytes,
    bonedRig: encodeRig((await load(boned, boned.endsWith('.bin') ? {} : { rigFiles: 'beside' })).rig),
  };
}
