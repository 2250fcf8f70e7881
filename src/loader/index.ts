export { type FindOptions, type FoundEntry, findEntry } from './entry.ts';
export { type Loaded, load } from './load.ts';
export type { Limits, LoadOptions, MohoLoadOptions, Progress, RigFile, SkeletonTextOptions } from './options.ts';
export type { LoadReport } from './report.ts';
export { writeSkeletonText } from './skeleton-text/write.ts';
export { type FetchOptions, fetchSource } from './sources/fetch.ts';
export { memorySource } from './sources/memory.ts';
export type { Entry, ReadOptions, Source } from './sources/source.ts';
export { type ZipOptions, zipSource } from './sources/zip.ts';
