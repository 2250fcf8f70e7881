/** What only sources that can list their folders need. Others import it from here, so that it is fetched at once. */
export { planFromFolder } from './folder.ts';
export { ListedLocator } from './listed.ts';
