/** What only characters of several frames need. Others import it from here, so that it is fetched at once. */
export { planFromList } from './plan.ts';
export { readSequence } from './read.ts';
