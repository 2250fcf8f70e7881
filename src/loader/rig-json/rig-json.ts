/** What only characters with rig files or a skeleton of their own need. Others import it from here, so that it is fetched at once. */
export { bindRig } from './bind.ts';
export { withOwnMotion } from './own-motion.ts';
export { readRigFiles, readRigFilesIn } from './read.ts';
export { emptySettings } from './rig-settings.ts';
