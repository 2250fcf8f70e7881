import type { Files } from '../files.ts';
import { nameKey, splitPrefix } from '../names.ts';
import type { ProblemLog } from '../report.ts';
import type { Located, Locator } from '../sequence/locate.ts';
import { compareNames } from './names.ts';

interface FrameFile {
  /** Of its name. */
  readonly key: string;
  readonly path: string;
}

/** Finds frame files in the folders of a source that can list them. */
export class ListedLocator implements Locator {
  readonly #files: Files;
  readonly #base: readonly string[];
  readonly #log: ProblemLog;
  readonly #frames = new Map<string, ReadonlyMap<string, readonly FrameFile[]>>();
  readonly #located = new Map<string, Located | undefined>();

  /** @param base The folder of the list. */
  constructor(files: Files, base: readonly string[], log: ProblemLog) {
    this.#files = files;
    this.#base = base;
    this.#log = log;
  }

  async locate(prefix: string): Promise<Located | undefined> {
    const { folders, stem } = splitPrefix(prefix);
    for (let dropped = 0; dropped <= folders.length; dropped++) {
      const located = await this.#inFolder(folders.slice(dropped), nameKey(stem));
      if (located !== undefined) return located;
    }
    return undefined;
  }

  /** Frame files with this stem in a folder; looked up once for all actions of one prefix. */
  async #inFolder(folders: readonly string[], stem: string): Promise<Located | undefined> {
    const folder = folders.map(nameKey).join('/');
    const place = `${folder}/${stem}`;
    if (this.#located.has(place)) return this.#located.get(place);
    const files = await this.#frameFiles(folder, folders);
    const paths = new Map<number, string>();
    for (const { key, path } of files.get(withoutDigits(stem)) ?? []) {
      const number = numberAfter(key, stem);
      if (number === undefined) continue;
      const other = paths.get(number);
      if (other === undefined) paths.set(number, path);
      else reportDuplicate(this.#log, number, path, other);
    }
    const numbers = [...paths.keys()].sort((a, b) => a - b);
    const located = paths.size === 0 ? undefined : { numbers, path: (number: number) => paths.get(number) };
    this.#located.set(place, located);
    return located;
  }

  /** The frame files of a folder by their stems, each list in natural order. */
  async #frameFiles(folder: string, parts: readonly string[]): Promise<ReadonlyMap<string, readonly FrameFile[]>> {
    const known = this.#frames.get(folder);
    if (known !== undefined) return known;
    const stems = new Map<string, FrameFile[]>();
    this.#frames.set(folder, stems);
    const entries = await this.#files.list([...this.#base, ...parts]);
    for (const { name, path, isFolder } of [...(entries?.values() ?? [])].sort((a, b) =>
      compareNames(a.name, b.name),
    )) {
      if (isFolder || !/\.svg$/i.test(name)) continue;
      const key = nameKey(name);
      const stem = withoutDigits(key.slice(0, -'.svg'.length));
      const list = stems.get(stem);
      if (list === undefined) stems.set(stem, [{ key, path }]);
      else list.push({ key, path });
    }
    return stems;
  }
}

/** A stem may end in digits itself, which then are no part of the number. */
function withoutDigits(stem: string): string {
  let end = stem.length;
  while (end > 0 && stem[end - 1] >= '0' && stem[end - 1] <= '9') end--;
  return stem.slice(0, end);
}

/** The number of a frame file with this stem: 1 for a single file without one. */
function numberAfter(name: string, stem: string): number | undefined {
  if (!name.startsWith(stem)) return undefined;
  const match = /^(\d{0,9})\.svg$/i.exec(name.slice(stem.length));
  if (match === null) return undefined;
  return match[1] === '' ? 1 : Number(match[1]);
}

/** `f1.svg` and `f01.svg` are one frame. */
export function reportDuplicate(log: ProblemLog, number: number, file: string, used: string): void {
  log.add({
    severity: 'warning',
    code: 'frame-duplicate',
    file,
    message: `there is another file of number ${number}; this one is left out`,
    found: used,
  });
}
