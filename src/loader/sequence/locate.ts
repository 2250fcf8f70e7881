import type { Files } from '../files.ts';
import { compareNames, nameKey, pathParts } from '../names.ts';
import type { ProblemLog } from '../report.ts';

/** The files of an action by their number; which of them exist may only come out when they are read. */
export interface Located {
  /** Path of the file of a number; undefined where it is known that there is none. */
  path(number: number): string | undefined;
  /** Numbers of the files, where they are known. */
  readonly numbers: readonly number[] | undefined;
}

/** How files are named where they cannot be listed: found once, tried first for the next action. */
export interface Naming {
  /** Leading folders of the prefix that are not there. */
  readonly dropped: number;
  /** Digits of the number at least; `none`: there is no number. */
  readonly digits: number | 'none';
  readonly form: 'NFC' | 'NFD' | 'raw';
}

interface FrameFile {
  /** Of its name. */
  readonly key: string;
  readonly path: string;
}

// As Moho writes, then what other programs write.
const digitsTried: readonly Naming['digits'][] = [5, 1, 2, 3, 4, 6, 'none'];
const formsTried: readonly Naming['form'][] = ['NFC', 'raw', 'NFD'];

/**
 * Finds the frame files of a prefix such as `./resource/walk/walk_`. It is taken relative to
 * `base`; leading folders are left off until files are found, since lists keep the folders of the
 * machine where they were made.
 */
export class Locator {
  readonly #files: Files;
  readonly #base: readonly string[];
  readonly #log: ProblemLog;
  readonly #frames = new Map<string, ReadonlyMap<string, readonly FrameFile[]>>();
  readonly #located = new Map<string, Located | undefined>();
  /** Of the action before. */
  #naming: Naming = { dropped: 0, digits: 5, form: 'NFC' };

  constructor(files: Files, base: readonly string[], log: ProblemLog) {
    this.#files = files;
    this.#base = base;
    this.#log = log;
  }

  /** Undefined where not one file was found. */
  async locate(prefix: string): Promise<Located | undefined> {
    const { folders, stem } = splitPrefix(prefix);
    return this.#files.canList ? await this.#inListing(folders, stem) : await this.#byTrying(folders, stem);
  }

  /** Paths by the naming of the action before: the first file may be the very one that is missing. */
  assume(prefix: string): Located {
    const { folders, stem } = splitPrefix(prefix);
    return this.#assume(folders, stem, this.#naming);
  }

  async #inListing(folders: readonly string[], stem: string): Promise<Located | undefined> {
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

  async #byTrying(folders: readonly string[], stem: string): Promise<Located | undefined> {
    for (const naming of this.#candidates(folders, stem)) {
      for (const first of naming.digits === 'none' ? [1] : [1, 0]) {
        const path = this.#name(folders, stem, naming, first);
        if (!(await this.#files.has(path))) continue;
        this.#naming = naming;
        return this.#assume(folders, stem, naming);
      }
    }
    return undefined;
  }

  #assume(folders: readonly string[], stem: string, naming: Naming): Located {
    return { numbers: undefined, path: (number) => this.#name(folders, stem, naming, number) };
  }

  #name(folders: readonly string[], stem: string, { dropped, digits, form }: Naming, number: number): string {
    const suffix = digits === 'none' ? '' : String(number).padStart(digits, '0');
    const path = [...this.#base, ...folders.slice(dropped), `${stem}${suffix}.svg`].join('/');
    return form === 'raw' ? path : path.normalize(form);
  }

  *#candidates(folders: readonly string[], stem: string): Generator<Naming, void> {
    const last = this.#naming;
    yield last;
    const text = [...folders, stem].join('/');
    const forms = formsTried.filter(
      (form, i) => i === 0 || (form === 'raw' ? text : text.normalize(form)) !== text.normalize('NFC'),
    );
    for (let dropped = 0; dropped <= folders.length; dropped++) {
      for (const form of forms) {
        for (const digits of digitsTried) {
          if (dropped !== last.dropped || form !== last.form || digits !== last.digits) yield { dropped, digits, form };
        }
      }
    }
  }
}

/** The last part is the start of a file name, even when it is empty. */
function splitPrefix(prefix: string): { folders: string[]; stem: string } {
  const folders = pathParts(prefix);
  const stem = /[/\\]$/.test(prefix) ? '' : (folders.pop() ?? '');
  return { folders, stem };
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
