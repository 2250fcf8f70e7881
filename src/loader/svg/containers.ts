const containers = new Set(['g', 'a', 'svg', 'switch', 'use']);

/** Whether an element may hold what is drawn. */
export const isContainer = (name: string): boolean => containers.has(name);
