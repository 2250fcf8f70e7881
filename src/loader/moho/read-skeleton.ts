import { type MohoBone, type MohoDial, MohoMode, type MohoSkeleton } from '../../engine/model/moho.ts';
import type { Fields } from './fields.ts';
import { boneFields, reportOthers, skeletonFields } from './known-fields.ts';
import { parts, readChannel } from './read-channel.ts';

/** Frames of a dial beyond these are left out; see `dialTable`. */
const mostDialFrames = 100_000;

export function readSkeleton(fields: Fields): MohoSkeleton {
  reportOthers(fields, skeletonFields);
  fields.context.spend('elements', fields.list('bones').length, 'layers, bones and shapes');
  const read = [...fields.objects('bones')].map(readBone);
  const { bones, order } = withoutCycles(read, fields);
  return { bones, order, dials: findDials(bones, fields) };
}

function readBone(fields: Fields): MohoBone {
  reportOthers(fields, boneFields);
  const parent = fields.index('parent', -1);
  const reparent = readChannel(fields, 'anim_parent', parts.number, [parent]);
  if (reparent.actions.length > 0 || reparent.main.values.some((value) => value !== parent)) {
    fields.unsupported('anim_parent', 'bones that change their parent; they keep the first one');
  }
  return {
    name: fields.text('name'),
    parent,
    length: Math.max(0, fields.number('length', 0)),
    strength: fields.number('strength', 0),
    scalingMode: fields.index('scaling_mode', 0),
    position: readChannel(fields, 'anim_pos', parts.point, [0, 0]),
    angle: readChannel(fields, 'anim_angle', parts.number, [0]),
    scale: readChannel(fields, 'anim_scale', parts.number, [1]),
  };
}

/** Bones whose parents lead to an end, and their order, parents first. */
function withoutCycles(read: readonly MohoBone[], fields: Fields): { bones: MohoBone[]; order: number[] } {
  const bones = [...read];
  const done = new Uint8Array(bones.length);
  const order: number[] = [];
  for (const first of bones.keys()) {
    const way: number[] = [];
    const onWay = new Set<number>();
    let bone = first;
    while (bone >= 0 && done[bone] === 0) {
      way.push(bone);
      onWay.add(bone);
      const { parent, name } = bones[bone];
      if (parent < -1 || parent >= bones.length || onWay.has(parent)) {
        fields.context.report(fields.layer, fields.name('bones[].parent'), {
          severity: 'warning',
          code: 'moho-reference',
          bone: name,
          message: onWay.has(parent)
            ? 'a bone that is its own ancestor; it has no parent'
            : 'a parent that is not there',
          found: String(parent),
        });
        bones[bone] = { ...bones[bone], parent: -1 };
      }
      bone = bones[bone].parent;
    }
    for (const each of way.reverse()) {
      done[each] = 1;
      order.push(each);
    }
  }
  return { bones, order };
}

/** Actions that have the name of a bone, or that name and a 2, and turn it. */
function findDials(bones: readonly MohoBone[], fields: Fields): MohoDial[] {
  const { context } = fields;
  const dials: MohoDial[] = [];
  for (const [bone, { name, angle }] of bones.entries()) {
    const own: number[] = [];
    for (const action of [name, `${name} 2`]) {
      const index = context.findAction(action);
      const curve = angle.actions.find((each) => each.action === index)?.keys;
      if (index === undefined || curve === undefined) continue;
      const frames = curve.frames[curve.frames.length - 1];
      context.spend('points', Math.min(mostDialFrames, Math.max(0, frames)), 'keys and points');
      if (frames > mostDialFrames) {
        fields.unsupported('bones[].anim_angle', `dials of more than ${mostDialFrames} frames`, String(frames));
      }
      if (curve.modes.some((mode) => mode === MohoMode.cycle)) {
        fields.unverified('bones[].anim_angle', 'dials whose own curve goes round');
      }
      if (action !== name)
        fields.unverified('bones[].name', 'opposite dials are chosen by a rule that is not verified');
      own.push(dials.length);
      dials.push({ bone, action: index, curve, opposite: -1 });
    }
    if (own.length === 2) {
      for (const [i, d] of own.entries()) dials[d] = { ...dials[d], opposite: own[1 - i] };
    }
  }
  return dials;
}
