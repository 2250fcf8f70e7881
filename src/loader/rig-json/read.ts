import { AyatoriError } from '../../engine/model/problem.ts';
import type { Files } from '../files.ts';
import type { Opener } from '../open.ts';
import type { RigFile } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { decodeText } from '../text.ts';
import { parseJson } from './parse.ts';
import { addRigFile, emptySettings, type RigSettings } from './rig-settings.ts';

/** Reads rig files, later ones over earlier ones. One that cannot be read is reported. */
export async function readRigFiles(
  rigFiles: readonly RigFile[],
  files: Files,
  open: Opener,
  log: ProblemLog,
): Promise<RigSettings> {
  const settings = emptySettings();
  for (const [i, rigFile] of rigFiles.entries()) {
    const { name, content } = describeRigFile(rigFile, i);
    try {
      const bytes = content ?? (await readBytes(name, files, open));
      files.checkList(bytes.length, name);
      const text = typeof bytes === 'string' ? bytes : decodeText(bytes, name);
      addRigFile(settings, parseJson(text, name), name, log);
    } catch (error) {
      const isFault =
        error instanceof AyatoriError && error.problem.code !== 'limit' && error.problem.code !== 'aborted';
      if (!isFault) throw error;
      log.add(error.problem);
    }
  }
  return settings;
}

function describeRigFile(rigFile: RigFile, index: number): { name: string; content: string | Uint8Array | undefined } {
  const unnamed = `rig file ${index + 1}`;
  if (typeof rigFile !== 'string') return { name: rigFile.name ?? unnamed, content: rigFile.content };
  return rigFile.trimStart().startsWith('{')
    ? { name: unnamed, content: rigFile }
    : { name: rigFile, content: undefined };
}

async function readBytes(path: string, files: Files, open: Opener): Promise<Uint8Array> {
  const { source, entry } = await open(path);
  const bytes = entry === undefined ? undefined : await files.in(source).read(entry);
  if (bytes === undefined) {
    throw new AyatoriError({ code: 'file-missing', file: path, message: 'there is no such rig file' });
  }
  return bytes;
}
