import { AyatoriError } from '../engine/model/problem.ts';

/** Imports what only some inputs need. A page fetches it when it is asked for, which can fail. */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new AyatoriError(
      {
        code: 'part-missing',
        message: 'a part of the library could not be fetched',
        found: cause instanceof Error ? cause.message : String(cause),
        hint: 'publish all files of the build, and keep those of the one before for pages that are open',
      },
      { cause },
    );
  }
}
