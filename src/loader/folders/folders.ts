/** What only sources that can list their folders need. Others import it from here, so that it is fetched at once. */
export { jsonIn } from './beside.ts';
export { ListedLocator } from './locate.ts';
export { planFromFolder } from './plan.ts';
export { describeFolder, reportOthers, searchIn } from './search.ts';
