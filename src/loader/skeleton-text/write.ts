import { AyatoriError } from '../../engine/model/problem.ts';
import type { Action, Bone, Color, Path, Rig } from '../../engine/model/rig.ts';
import type { TextInterpolation } from './motions.ts';

/**
 * A rig as text, which loads as the same rig again. Each control point becomes a vertex, and px become
 * units, with the origin at the left top corner.
 * @throws AyatoriError `skel-write` for what the text has no lines for: it names the first such thing.
 */
export function writeSkeletonText(rig: Rig): string {
  checkRig(rig);
  const lines: string[] = [`name ${quoted(rig.name)}`, `fps ${rig.fps}`, `picture ${rig.width} ${rig.height} 0 0 1`];
  /** For each bone what its weight lines say. */
  const shares: string[][] = rig.bones.map(() => []);
  let vertex = 0;
  for (const path of rig.paths) vertex = writeOutline(rig, path, vertex, lines, shares);
  const drawn = new Set(rig.paths.map(({ group }) => group));
  for (const armature of rig.groups[0].children.map((child) => ~child)) {
    if (drawn.has(armature)) continue;
    lines.push('', `armature ${quoted(rig.groups[armature].id)}`);
    for (const [b, { id, group, parent, base, tip, depths = [0, 0] }] of rig.bones.entries()) {
      if (rig.groups[group].parent !== armature) continue;
      const ends = [base[0], 0 - base[1], 0 - depths[0], tip[0], 0 - tip[1], 0 - depths[1]];
      lines.push(`bone ${quoted(id)} ${parent < 0 ? '-' : quoted(rig.bones[parent].id)} ${ends.join(' ')}`);
      // Short enough for any editor.
      for (let k = 0; k < shares[b].length; k += 12) lines.push(`weight ${shares[b].slice(k, k + 12).join(' ')}`);
    }
  }
  for (const action of rig.actions.slice(1)) writeAction(rig.bones, action, lines);
  return `${lines.join('\n')}\n`;
}

function writeOutline(rig: Rig, path: Path, first: number, lines: string[], shares: string[][]): number {
  const { points, contours, style, weights, fillRule, group } = path;
  lines.push('', `outline ${quoted(rig.groups[group].id)}`, `fill ${colorText(style.fill)} ${fillRule}`);
  const { strokeWidth, lineCap, lineJoin, miterLimit } = style;
  lines.push(`stroke ${colorText(style.stroke)} ${strokeWidth} ${lineCap} ${lineJoin} ${miterLimit}`);
  if (!style.visible) lines.push('hidden');
  for (const { start, segments, closed } of contours) {
    for (let i = start; i <= start + 3 * segments; i++) {
      const z = weights?.depths?.[i] ?? 0;
      lines.push(`vertex ${points[i * 2]} ${0 - points[i * 2 + 1]}${z === 0 ? '' : ` ${-z}`}`);
      for (let k = weights?.starts[i] ?? 0; k < (weights?.starts[i + 1] ?? 0); k++) {
        shares[weights?.bones[k] ?? 0].push(`${first + i} ${weights?.weights[k]}`);
      }
    }
    lines.push(`curve ${closed ? 'closed' : 'open'}`);
  }
  return first + points.length / 2;
}

function writeAction(bones: readonly Bone[], { name, frames, transforms = [] }: Action, lines: string[]): void {
  const interpolation: TextInterpolation = transforms[0]?.interpolation ?? 'linear';
  lines.push('', `action ${quoted(name)} ${frames} ${interpolation}`);
  const keys = new Map<number, string[]>();
  for (const { bone, frames: at, translations: t, rotations: r } of transforms) {
    at.forEach((frame, k) => {
      const entries = keys.get(frame) ?? [];
      keys.set(frame, entries);
      const translation = [t[k * 3], 0 - t[k * 3 + 1], 0 - t[k * 3 + 2]];
      const rotation = [r[k * 4 + 3], r[k * 4], 0 - r[k * 4 + 1], 0 - r[k * 4 + 2]];
      entries.push(`${quoted(bones[bone].id)} ${translation.join(' ')} ${rotation.join(' ')}`);
    });
  }
  for (const [frame, entries] of [...keys].sort(([a], [b]) => a - b)) {
    // A line for each bone, so that no line is too long.
    for (const entry of entries) lines.push(`keyframe ${frame} ${entry}`);
  }
}

/** A name as it stands, or in quotes where it could be taken for something else. */
function quoted(name: string): string {
  return /^[^\s"#-][^\s"]*$/.test(name) ? name : JSON.stringify(name);
}

const colorText = (color: Color | null): string => (color === null ? 'none' : color.join());

/** @throws AyatoriError `skel-write` */
function checkRig(rig: Rig): void {
  const { groups, paths, masks, actions, bones, smartBones } = rig;
  if (masks.length > 0) throw misfit('a mask', masks[0].id);
  if (smartBones.length > 0) throw misfit('a smart bone', bones[smartBones[0].bone].id);
  for (const { group, style } of paths) {
    const { parent, children, id } = groups[group];
    if (parent !== 0 || children.length !== 1) throw misfit('a group that is not one path in the picture', id);
    if (style.feather) throw misfit('a soft edge', id);
  }
  const boneGroups = new Set(bones.map(({ group }) => group));
  for (const { id, depths } of bones) {
    if (depths === undefined) throw misfit('a bone that moves in the picture plane', id);
  }
  for (const [g, { id, parent, flexi }] of groups.entries()) {
    if (flexi.length > 0) throw misfit('a group that bones bend as a whole', id);
    const isBone = boneGroups.has(g);
    if (isBone ? parent < 0 || groups[parent].parent !== 0 : parent > 0) throw misfit('a group in another one', id);
  }
  for (const [a, action] of actions.entries()) {
    const { morphs, styles, visibility, orders, bones: tracks, transforms = [] } = action;
    const other = morphs.length + styles.length + visibility.length + orders.length + tracks.length;
    if (other > 0 || (a === 0) !== (action.kind === 'base')) {
      throw misfit('an action that does more than to move bones in space', action.name);
    }
    if (transforms.some(({ interpolation }) => interpolation !== transforms[0].interpolation)) {
      throw misfit('an action whose bones move both in steps and evenly', action.name);
    }
  }
}

function misfit(what: string, name: string): AyatoriError {
  return new AyatoriError({
    code: 'skel-write',
    message: `a text skeleton has no lines for ${what}`,
    found: JSON.stringify(name),
    expected: 'paths in groups of their own, bones with depths and their weights, and actions that move them',
  });
}
