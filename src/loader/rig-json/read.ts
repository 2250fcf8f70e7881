import { AyatoriError } from '../../engine/model/problem.ts';
import type { Files } from '../files.ts';
import { jsonIn } from '../folders/beside.ts';
import type { Opener } from '../open.ts';
import type { RigFile } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import type { Folder } from '../start.ts';
import { decodeText } from '../text.ts';
import { parseJson } from './parse.ts';
import { addRigFile, emptySettings, isRigFile, type RigSettings } from './rig-settings.ts';

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
    await tryFile(log, async () => {
      const json = parse(content ?? (await readBytes(name, files, open)), name, files);
      addRigFile(settings, json, name, log);
    });
  }
  return settings;
}

/** Reads the rig files that some folders have, and reports which were taken. */
export async function readRigFilesIn(folders: readonly Folder[], log: ProblemLog): Promise<RigSettings> {
  const settings = emptySettings();
  for (const { files, parts } of folders) {
    for (const path of await jsonIn(parts, files)) {
      await tryFile(log, async () => {
        const bytes = await files.read(path);
        if (bytes === undefined) return;
        const json = parse(bytes, path, files);
        const [code, message] = isRigFile(json)
          ? ['rig-file-used', 'this rig file was found beside the character and is used']
          : ['rig-file-other', 'this JSON file beside the character is no rig file and is left out'];
        log.add({ severity: 'info', code, file: path, message });
        if (isRigFile(json)) addRigFile(settings, json, path, log);
      });
    }
  }
  return settings;
}

/** One bad file is reported; beyond a limit, or once aborted, there is no going on. */
async function tryFile(log: ProblemLog, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    const isFault = error instanceof AyatoriError && error.problem.code !== 'limit' && error.problem.code !== 'aborted';
    if (!isFault) throw error;
    log.add({ ...error.problem, severity: 'warning', hint: error.problem.hint ?? 'the file is left out' });
  }
}

function parse(content: string | Uint8Array, name: string, files: Files): unknown {
  files.checkList(content.length, name);
  return parseJson(typeof content === 'string' ? content : decodeText(content, name), name);
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
