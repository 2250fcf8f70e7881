import { fetchPart } from '../part.ts';
import { learnColorNames } from './color.ts';
import type * as Extras from './extras.ts';

let extras: typeof Extras | undefined;

/** To be awaited before anything is read of a document that {@link needsExtras | needs} it. */
export async function fetchExtras(): Promise<typeof Extras> {
  if (extras === undefined) {
    const part = await fetchPart(() => import('./extras.ts'));
    learnColorNames(part.colorNames);
    extras = part;
  }
  return extras;
}

/** For what runs only for documents that need them. */
export function loadedExtras(): typeof Extras {
  return extras as typeof Extras;
}
