import type { ResolvedOptions } from '../options.ts';
import { fetchPart } from '../part.ts';
import type { ProblemLog } from '../report.ts';
import type { Turns } from '../turns.ts';
import type { SvgDocument } from './document.ts';
import { fetchExtras } from './extras-part.ts';
import { readScene } from './rest.ts';
import type { Scene } from './scene.ts';
import { Sheets } from './sheets.ts';
import { EntitiesMissing, type EntityReader, parseSvg } from './xml.ts';

/** The rest pose alone, from one file. */
export async function readPicture(
  path: string,
  bytes: Uint8Array,
  options: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
  sheets = new Sheets(log),
): Promise<Scene> {
  const document = await readDocument(bytes, path, options, turns, log);
  const sheet = await sheets.of(document);
  const scene = await turns.run(readScene(document, sheet, options, log));
  if (options.nameMasks && scene.groups.some(({ key }) => key.endsWith('Mtarget'))) {
    const { addNameMasks } = await fetchPart(() => import('./name-masks.ts'));
    addNameMasks(scene, options.limits, path, log);
  }
  return scene;
}

/** The elements of a file, once all is there to read them. */
export async function readDocument(
  bytes: Uint8Array,
  path: string,
  { limits }: ResolvedOptions,
  turns: Turns,
  log: ProblemLog,
): Promise<SvgDocument> {
  const parse = (entities?: EntityReader) => turns.run(parseSvg(bytes, path, limits, log, entities));
  const document = await parse().catch(async (error) => {
    if (!(error instanceof EntitiesMissing)) throw error;
    return await parse((await fetchExtras()).readEntities);
  });
  if (document.needsExtras) await fetchExtras();
  return document;
}
