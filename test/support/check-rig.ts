import { expect } from 'vitest';
import type { Rig } from '../../src/engine/model/rig.ts';

/** Holds a rig to what the model promises: indices in range, finite numbers, whole permutations, ascending keys. */
export function checkRig(rig: Rig): void {
  const { groups, paths, masks, bones, actions } = rig;
  const fits = (index: number, list: readonly unknown[]) =>
    Number.isInteger(index) && index >= 0 && index < list.length;
  const faults: string[] = [];
  const hold = (holds: boolean, what: string) => {
    if (!holds) faults.push(what);
  };
  hold(rig.width > 0 && rig.height > 0 && rig.fps > 0, 'size');
  const listed = new Set<number>();
  groups.forEach(({ parent, children, masks: own, flexi }, g) => {
    hold(g === 0 ? parent === -1 : parent >= 0 && parent < g, `parent of group ${g}`);
    for (const ref of children) {
      hold(!listed.has(ref), `child ${ref} is listed twice`);
      listed.add(ref);
      if (ref < 0) hold(fits(~ref, groups) && groups[~ref].parent === g, `group ${~ref} in ${g}`);
      else hold(fits(ref, paths) && paths[ref].group === g && paths[ref].role === 'drawn', `path ${ref} in ${g}`);
    }
    hold(
      own.every((mask) => fits(mask, masks)),
      `masks of group ${g}`,
    );
    hold(
      flexi.every((bone) => fits(bone, bones)),
      `flexi of group ${g}`,
    );
  });
  hold(listed.size === groups.length - 1 + paths.filter(({ role }) => role === 'drawn').length, 'what is listed');
  paths.forEach(({ points, contours, masks: own, style }, p) => {
    hold(points.every(Number.isFinite), `points of path ${p}`);
    let next = 0;
    for (const { start, segments } of contours) {
      hold(start === next && segments >= 0, `contours of path ${p}`);
      next += 3 * segments + 1;
    }
    hold(2 * next === points.length, `points of path ${p} in contours`);
    hold(
      own.every((mask) => fits(mask, masks)),
      `masks of path ${p}`,
    );
    for (const color of [style.fill, style.stroke]) {
      hold(color === null || color.every((part) => part >= 0 && part <= 1), `colour of path ${p}`);
    }
    hold(Number.isFinite(style.strokeWidth) && style.strokeWidth >= 0 && style.miterLimit >= 1, `style of path ${p}`);
  });
  masks.forEach(({ paths: own, masks: outer }, m) => {
    hold(own.every((path) => fits(path, paths)) && outer.every((mask) => fits(mask, masks)), `mask ${m}`);
  });
  bones.forEach(({ group, parent, base, tip }, b) => {
    hold(fits(group, groups) && (parent === -1 || fits(parent, bones)), `bone ${b}`);
    hold([...base, ...tip].every(Number.isFinite), `ends of bone ${b}`);
  });
  for (const { name, morphs, styles, orders, visibility, bones: boneTracks } of actions) {
    for (const { frames } of [...morphs, ...styles, ...orders, ...visibility, ...boneTracks]) {
      hold(frames.length > 0 && frames.every((frame, i) => frame > (frames[i - 1] ?? 0)), `frames in ${name}`);
    }
    for (const { path, frames, deltas } of morphs) {
      hold(
        fits(path, paths) && deltas.length === frames.length * paths[path].points.length,
        `morph of ${path} in ${name}`,
      );
      hold(deltas.every(Number.isFinite), `deltas of ${path} in ${name}`);
    }
    for (const { path, frames, values } of styles)
      hold(fits(path, paths) && values.length === frames.length, `style in ${name}`);
    for (const { group, values } of orders) {
      const rest = [...groups[group].children].sort().join();
      hold(
        values.every((order) => [...order].sort().join() === rest),
        `order of ${group} in ${name}`,
      );
    }
    for (const { bone, frames, values } of boneTracks) {
      hold(
        fits(bone, bones) && values.length === 4 * frames.length && values.every(Number.isFinite),
        `bone in ${name}`,
      );
    }
  }
  expect(faults).toEqual([]);
}
