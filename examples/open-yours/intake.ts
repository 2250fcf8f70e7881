import { AyatoriError } from 'ayatori';

/** A file with its path among those that came with it. */
export type Given = readonly [path: string, file: File];

/** Brings files together. `tell` is called with how many there are so far. */
export type Gather = (signal: AbortSignal, tell: (count: number) => void) => Promise<Given[]>;

/** No character has so many files; a dropped disk has. */
const MOST_FILES = 100_000;

/** What was picked. The list is taken at once, since the input forgets it. */
export function fromInput(list: FileList): Gather {
  const given = [...list].map((file): Given => [file.webkitRelativePath || file.name, file]);
  return async () => given;
}

/** What was dropped, folders with all that is in them. A drop can only be looked into while it happens, so call this then. */
export function fromDrop({ items }: DataTransfer): Gather {
  const entries: FileSystemEntry[] = [];
  const loose: Given[] = [];
  for (const item of items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry?.();
    const file = item.getAsFile();
    if (entry) entries.push(entry);
    else if (file) loose.push([file.name, file]);
  }
  return async (signal, tell) => {
    const given = [...loose];
    const waiting = entries.reverse();
    for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
      signal.throwIfAborted();
      if (given.length + waiting.length > MOST_FILES) throw tooMany();
      // Paths of entries begin with a slash.
      if (isFile(entry)) given.push([entry.fullPath.slice(1), await fileOf(entry)]);
      else if (isFolder(entry)) waiting.push(...(await entriesIn(entry)));
      tell(given.length);
    }
    return given;
  };
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, (cause) => reject(unreadable(entry, cause)));
  });
}

/** A folder hands out what is in it in batches; an empty one is the last. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, (cause) => reject(unreadable(folder, cause)));
    });
    if (batch.length === 0) return entries;
    entries.push(...batch);
    if (entries.length > MOST_FILES) throw tooMany();
  }
}

function unreadable(entry: FileSystemEntry, cause: DOMException): AyatoriError {
  return new AyatoriError(
    {
      code: 'read-failed',
      file: entry.fullPath.slice(1),
      message: 'the browser cannot read this',
      found: cause.message,
      hint: 'it may have been moved, or this program may not be allowed to see it',
    },
    { cause },
  );
}

function tooMany(): AyatoriError {
  return new AyatoriError({
    code: 'limit',
    message: 'these are too many files for one character',
    expected: `at most ${MOST_FILES}`,
    hint: 'drop the folder of the character alone',
  });
}

/** A file of the gallery, as if it had been dropped. */
async function fetched(path: string, signal: AbortSignal): Promise<Given> {
  const response = await fetch(new URL(`../characters/${path}`, document.baseURI), { signal });
  if (!response.ok) {
    throw new AyatoriError({
      code: 'read-failed',
      file: path,
      message: 'the gallery does not have this file',
      found: `status ${response.status}`,
    });
  }
  return [path, new File([await response.blob()], path.split('/').at(-1) ?? path)];
}

/** The cat of the gallery, frame by frame. */
export const fromIto: Gather = async (signal, tell) => {
  const given: Given[] = [];
  const take = async (path: string): Promise<File> => {
    const found = await fetched(`ito/${path}`, signal);
    given.push(found);
    tell(given.length);
    return found[1];
  };
  const [list] = await Promise.all([take('filelist.csv'), take('bones.json')]);
  const rows = (await list.text()).trim().split('\n');
  for (const row of rows) {
    const [, frames, , prefix] = row.split(',').map((field) => field.trim());
    const names = Array.from({ length: Number(frames) }, (_, i) => `${prefix}${String(i + 1).padStart(5, '0')}.svg`);
    await Promise.all(names.map(take));
  }
  return given;
};

/** The doll of the gallery: one Moho project. */
export const fromTeru: Gather = async (signal) => [await fetched('teru/teru.mohoproj', signal)];
