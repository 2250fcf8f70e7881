import type { Contour } from '../../engine/model/rig.ts';

/** Whether two paths have the same contours, so that their points correspond. */
export function sameTopology(a: readonly Contour[], b: readonly Contour[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (a[i].segments !== b[i].segments || a[i].closed !== b[i].closed) return false;
  }
  return true;
}

/** Contours as commands for a message: `M C×4 Z M C`. */
export function describeTopology(contours: readonly Contour[]): string {
  if (contours.length === 0) return 'no commands';
  const shown = 12;
  const parts = contours.slice(0, shown).map(({ segments, closed }) => {
    const curves = segments === 0 ? '' : segments === 1 ? ' C' : ` C×${segments}`;
    return `M${curves}${closed ? ' Z' : ''}`;
  });
  if (contours.length > shown) parts.push(`… (${contours.length} contours)`);
  return parts.join(' ');
}
