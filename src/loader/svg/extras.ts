/**
 * What few characters of Moho need and drawings of other programs often do. One part, so that a page
 * waits for it once.
 */
export { arcTo } from './arc.ts';
export { readBasicShape } from './basic-shapes.ts';
export { readSheet } from './css.ts';
export { readCssColor } from './css-color.ts';
export { readEntities } from './entities.ts';
export { middleStop } from './gradient.ts';
export { placement } from './placement.ts';
export { useTarget } from './use.ts';
