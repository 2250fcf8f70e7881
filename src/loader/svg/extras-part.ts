import { fetchPart } from '../part.ts';
import type * as Extras from './extras.ts';

let extras: typeof Extras | undefined;

/** To be awaited before anything is read of a document that {@link needsExtras | needs} it. */
export async function fetchExtras(): Promise<typeof Extras> {
  extras ??= await fetchPart(() => import('./extras.ts'));
  return extras;
}

/** For what runs only for documents that need them. */
export function loadedExtras(): typeof Extras {
  return extras as typeof Extras;
}

/** Undefined where no document has needed them yet. */
export function extrasIfLoaded(): typeof Extras | undefined {
  return extras;
}
