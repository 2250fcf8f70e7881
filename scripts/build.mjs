// @ts-check
/** `npm run build`: everything that is published, into dist/. */
import { buildPackage } from './lib/build.mjs';
import { say } from './lib/log.mjs';

const start = performance.now();
await buildPackage();
say(`Built dist/ in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
