/** What only characters with rig files need. */
export { bindRig } from './bind.ts';
export { withOwnMotion } from './own-motion.ts';
export { readRigFiles, readRigFilesIn } from './read.ts';
