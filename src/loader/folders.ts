/** What only sources need that are searched for what they hold. */
export { searchIn } from './search.ts';
export { planFromFolder } from './sequence/folder.ts';
