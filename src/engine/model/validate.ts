import { checkProject } from './moho-relations.ts';
import { AyatoriError, type Place } from './problem.ts';
import { type Action, isGroupRef, type NodeRef, type Rig, type SkinWeights } from './rig.ts';
import { rigShape } from './rig-shape.ts';

/** Groups, masks or bones inside one another: they are followed by recursion. */
const maxDepth = 4096;
/** Keys of a track: rows are 16-bit numbers. */
const maxKeys = 65_535;

/**
 * Holds a rig to what the model promises, so that one that was made by hand or spoilt on its way
 * fails here and not as a hole in a picture. Takes time in line with the size of the rig.
 * @throws AyatoriError `rig-invalid`: the field, what was expected and what was found.
 */
export function validateRig(rig: Rig): void {
  const misfit = rigShape(rig);
  if (misfit !== undefined) throw fault(rig, misfit.field.slice(1), misfit.expected, misfit.found);
  const check = new Relations(rig);
  check.groups();
  check.paths();
  check.children();
  check.masks();
  check.bones();
  rig.actions.forEach((action, a) => {
    check.action(action, a);
  });
  if (rig.moho === undefined) return;
  checkProject(rig.moho.project, (field, ...found) => fault(rig, `moho.project${field}`, ...found));
}

/** How the parts of a rig refer to each other. Each value is known to be of its kind. */
class Relations {
  readonly #rig: Rig;

  constructor(rig: Rig) {
    this.#rig = rig;
  }

  groups(): void {
    const { groups, masks, bones } = this.#rig;
    if (groups.length === 0) throw this.#fault('groups', 'at least one, the picture itself', []);
    const depths = new Int32Array(groups.length);
    for (const [g, { parent, masks: own, flexi }] of groups.entries()) {
      if (g === 0 ? parent !== -1 : parent < 0 || parent >= g) {
        throw this.#fault(
          `groups[${g}].parent`,
          g === 0 ? '-1: the picture is in no group' : 'an earlier group',
          parent,
        );
      }
      if (g > 0) depths[g] = depths[parent] + 1;
      if (depths[g] > maxDepth)
        throw this.#fault(`groups[${g}].parent`, `at most ${maxDepth} groups around it`, parent);
      this.#indices(own, masks, 'groups', g, 'masks');
      this.#indices(flexi, bones, 'groups', g, 'flexi');
    }
  }

  paths(): void {
    const { groups, paths, masks } = this.#rig;
    for (const [p, { group, points, contours, masks: own, weights }] of paths.entries()) {
      if (group >= groups.length) throw this.#fault(`paths[${p}].group`, rangeOf(groups), group);
      this.#indices(own, masks, 'paths', p, 'masks');
      let next = 0;
      for (const [c, { start, segments }] of contours.entries()) {
        if (start !== next) {
          throw this.#fault(`paths[${p}].contours[${c}].start`, `${next}, where the contour before ends`, start);
        }
        next += 3 * segments + 1;
      }
      if (points.length !== 2 * next) {
        throw this.#fault(`paths[${p}].points`, `${2 * next} numbers, as the contours need`, points);
      }
      if (weights !== undefined) this.#weights(weights, p, next);
    }
  }

  #weights({ starts, bones, weights, depths }: SkinWeights, p: number, points: number): void {
    const field = `paths[${p}].weights`;
    if (starts.length !== points + 1) throw this.#fault(`${field}.starts`, `${points + 1} numbers`, starts);
    if (weights.length !== bones.length) throw this.#fault(`${field}.weights`, `${bones.length} numbers`, weights);
    if (depths !== undefined && depths.length !== points)
      throw this.#fault(`${field}.depths`, `${points} numbers`, depths);
    for (let i = 0; i <= points; i++) {
      if (i === 0 ? starts[0] !== 0 : starts[i] < starts[i - 1]) {
        throw this.#fault(`${field}.starts[${i}]`, 'ascending numbers from 0', starts[i]);
      }
    }
    if (starts[points] !== bones.length) {
      throw this.#fault(`${field}.starts[${points}]`, `${bones.length}, the number of bones`, starts[points]);
    }
    for (let i = 0; i < bones.length; i++) {
      if (bones[i] >= this.#rig.bones.length) {
        throw this.#fault(`${field}.bones[${i}]`, rangeOf(this.#rig.bones), bones[i]);
      }
    }
    for (let i = 0; i < points; i++) {
      let sum = 0;
      for (let k = starts[i]; k < starts[i + 1]; k++) sum += weights[k];
      if (starts[i + 1] > starts[i] && Math.abs(sum - 1) > 1e-4) {
        throw this.#fault(`${field}.weights`, `a sum of 1 for point ${i}`, sum);
      }
    }
  }

  /** Every drawn path and every group but the picture stands in one list, that of its group. */
  children(): void {
    const { groups, paths } = this.#rig;
    const listedGroups = new Uint8Array(groups.length);
    const listedPaths = new Uint8Array(paths.length);
    for (const [g, { children }] of groups.entries()) {
      for (const [i, ref] of children.entries()) {
        const isGroup = isGroupRef(ref);
        const index = isGroup ? ~ref : ref;
        const owner = isGroup ? groups[index]?.parent : paths[index]?.role === 'drawn' ? paths[index].group : undefined;
        const expected = `a drawn path of the group, or ~ a group in it`;
        if (owner !== g) throw this.#fault(`groups[${g}].children[${i}]`, expected, ref);
        const listed = isGroup ? listedGroups : listedPaths;
        if (listed[index] !== 0) throw this.#fault(`groups[${g}].children[${i}]`, 'no child twice', ref);
        listed[index] = 1;
      }
    }
    const group = listedGroups.indexOf(0, 1);
    if (group > 0) throw this.#unlisted(groups[group].parent, ~group);
    const path = paths.findIndex(({ role }, p) => role === 'drawn' && listedPaths[p] === 0);
    if (path >= 0) throw this.#unlisted(paths[path].group, path);
  }

  #unlisted(group: number, ref: NodeRef): AyatoriError {
    const { children } = this.#rig.groups[group];
    return this.#fault(`groups[${group}].children`, `all that is in the group, ${ref} too`, children);
  }

  masks(): void {
    const { masks, paths } = this.#rig;
    for (const [m, { paths: own, masks: outer }] of masks.entries()) {
      this.#indices(own, paths, 'masks', m, 'paths');
      this.#indices(outer, masks, 'masks', m, 'masks');
    }
    this.#nesting(
      masks.map(({ masks: outer }) => outer),
      (m) => `masks[${m}].masks`,
    );
  }

  bones(): void {
    const { bones, groups, actions, smartBones } = this.#rig;
    for (const [b, { group, parent, flexiPoint, depths }] of bones.entries()) {
      if (group >= groups.length) throw this.#fault(`bones[${b}].group`, rangeOf(groups), group);
      if (parent < -1 || parent >= bones.length)
        throw this.#fault(`bones[${b}].parent`, `-1, or ${rangeOf(bones)}`, parent);
      this.#indices(flexiPoint?.bones ?? [], bones, 'bones', b, 'flexiPoint.bones');
      if (depths === undefined) continue;
      if (flexiPoint !== undefined) throw this.#fault(`bones[${b}].flexiPoint`, 'none, as it has depths', flexiPoint);
      if (parent >= 0 && bones[parent].depths === undefined) {
        throw this.#fault(`bones[${b}].depths`, 'a parent that has depths too', parent);
      }
    }
    this.#nesting(
      bones.map(({ parent }) => (parent < 0 ? [] : [parent])),
      (b) => `bones[${b}].parent`,
    );
    for (const [s, { action, bone }] of smartBones.entries()) {
      if (action >= actions.length) throw this.#fault(`smartBones[${s}].action`, rangeOf(actions), action);
      if (bone >= bones.length) throw this.#fault(`smartBones[${s}].bone`, rangeOf(bones), bone);
    }
  }

  action(
    { frames: last, morphs, styles, visibility, orders, bones: tracks, transforms = [] }: Action,
    a: number,
  ): void {
    const { paths, groups, bones } = this.#rig;
    const field = (kind: string, t: number, part: string) => `actions[${a}].${kind}[${t}].${part}`;
    const check = (
      kind: string,
      t: number,
      frames: Int32Array,
      target: string,
      index: number,
      list: readonly unknown[],
    ) => {
      if (index >= list.length) throw this.#fault(field(kind, t, target), rangeOf(list), index);
      if (frames.length > maxKeys) throw this.#fault(field(kind, t, 'frames'), `at most ${maxKeys} keys`, frames);
      for (let k = 0; k < frames.length; k++) {
        if (frames[k] <= (frames[k - 1] ?? 0) || frames[k] > last) {
          throw this.#fault(field(kind, t, `frames[${k}]`), `ascending frames from 1 to ${last}`, frames[k]);
        }
      }
    };
    const checkLength = (kind: string, t: number, part: string, values: ArrayLike<unknown>, length: number) => {
      if (values.length !== length) throw this.#fault(field(kind, t, part), `${length} for its keys`, values);
    };
    for (const [t, { path, frames, deltas }] of morphs.entries()) {
      check('morphs', t, frames, 'path', path, paths);
      checkLength('morphs', t, 'deltas', deltas, frames.length * paths[path].points.length);
    }
    for (const [t, { path, frames, values }] of styles.entries()) {
      check('styles', t, frames, 'path', path, paths);
      checkLength('styles', t, 'values', values, frames.length);
    }
    for (const [t, { group, frames, values }] of visibility.entries()) {
      check('visibility', t, frames, 'group', group, groups);
      checkLength('visibility', t, 'values', values, frames.length);
    }
    for (const [t, { group, frames, values }] of orders.entries()) {
      check('orders', t, frames, 'group', group, groups);
      checkLength('orders', t, 'values', values, frames.length);
      const { children } = groups[group];
      const rest = new Set(children);
      for (const [k, order] of values.entries()) {
        const fits =
          order.length === rest.size && order.every((ref) => rest.has(ref)) && new Set(order).size === rest.size;
        if (!fits)
          throw this.#fault(field('orders', t, `values[${k}]`), 'a permutation of the children of the group', order);
      }
    }
    for (const [t, { bone, frames, deltas }] of tracks.entries()) {
      check('bones', t, frames, 'bone', bone, bones);
      checkLength('bones', t, 'deltas', deltas, frames.length * 4);
    }
    for (const [t, { bone, frames, translations, rotations }] of transforms.entries()) {
      check('transforms', t, frames, 'bone', bone, bones);
      checkLength('transforms', t, 'translations', translations, frames.length * 3);
      checkLength('transforms', t, 'rotations', rotations, frames.length * 4);
      if (bones[bone].depths === undefined)
        throw this.#fault(field('transforms', t, 'bone'), 'a bone with depths', bone);
      for (let k = 0; k < rotations.length; k += 4) {
        const length = Math.hypot(rotations[k], rotations[k + 1], rotations[k + 2], rotations[k + 3]);
        if (Math.abs(length - 1) <= 1e-6) continue;
        throw this.#fault(field('transforms', t, `rotations[${k}]`), 'a quaternion of length 1', length);
      }
    }
  }

  #indices(indices: readonly number[], list: readonly unknown[], owner: string, o: number, part: string): void {
    for (const [i, index] of indices.entries()) {
      if (index >= list.length) throw this.#fault(`${owner}[${o}].${part}[${i}]`, rangeOf(list), index);
    }
  }

  /** That nothing leads back to itself, nor too far. `next`: what each leads to. */
  #nesting(next: readonly (readonly number[])[], field: (index: number) => string): void {
    const isOpen = new Uint8Array(next.length);
    /** How many follow each other from here on; 0: not known yet. */
    const heights = new Int32Array(next.length);
    for (let start = 0; start < next.length; start++) {
      if (heights[start] > 0) continue;
      const way = [{ at: start, child: 0 }];
      isOpen[start] = 1;
      for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
        const { at } = top;
        const child = next[at][top.child++];
        if (child === undefined) {
          heights[at] = 1 + next[at].reduce((most, each) => Math.max(most, heights[each]), 0);
          if (heights[at] > maxDepth) throw this.#fault(field(at), `at most ${maxDepth} inside one another`, next[at]);
          isOpen[at] = 0;
          way.pop();
        } else if (isOpen[child] !== 0) {
          throw this.#fault(field(at), 'nothing that leads back to where it starts', child);
        } else if (heights[child] === 0) {
          isOpen[child] = 1;
          way.push({ at: child, child: 0 });
        }
      }
    }
  }

  #fault(field: string, expected: string, found: unknown): AyatoriError {
    return fault(this.#rig, field, expected, found);
  }
}

function fault(rig: Rig, field: string, expected: string, found: unknown): AyatoriError {
  const message = `${field === '' ? 'the rig' : field} is not valid`;
  return new AyatoriError({ code: 'rig-invalid', ...placeOf(rig, field), message, expected, found: describe(found) });
}

/** What the outermost part of a field is called. */
function placeOf(rig: Rig, field: string): Place {
  const [, list, index] = /^(groups|paths|bones|actions)\[(\d+)\]/.exec(field) ?? [];
  if (list === 'groups') return nameOf('group', rig.groups[Number(index)]?.id);
  if (list === 'actions') return nameOf('action', rig.actions[Number(index)]?.name);
  if (list === 'bones') return nameOf('bone', rig.bones[Number(index)]?.id);
  return list === 'paths' ? nameOf('group', rig.groups[rig.paths[Number(index)]?.group]?.id) : {};
}

function nameOf(what: 'group' | 'action' | 'bone', name: unknown): Place {
  return typeof name === 'string' && name !== '' ? { [what]: name } : {};
}

const rangeOf = (list: readonly unknown[]): string =>
  list.length === 0 ? 'nothing: there is none' : `0 to ${list.length - 1}`;

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60));
  if (Array.isArray(value))
    return value.length > 8 ? `an array of ${value.length}` : `[${value.map(describe).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return ArrayBuffer.isView(value) ? `${(value as Float64Array).length} numbers` : 'an object';
}
