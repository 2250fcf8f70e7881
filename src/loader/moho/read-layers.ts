import type { MohoLayer, MohoMesh, MohoSkeleton, MohoTransforms } from '../../engine/model/moho.ts';
import { limitError } from '../options.ts';
import type { Context } from './context.ts';
import { Fields, isObject } from './fields.ts';
import { effectFields, layerFields, reportOthers, transformFields } from './known-fields.ts';
import { parts, readChannel, readText } from './read-channel.ts';
import { readMesh } from './read-mesh.ts';
import { readSkeleton } from './read-skeleton.ts';
import type { Styles } from './read-style.ts';

/** Layers that are drawn, or that hold what is. */
const drawnTypes = new Set(['MeshLayer', 'GroupLayer', 'BoneLayer', 'SwitchLayer', 'TextLayer']);

/** A layer that waits to be read. */
interface Waiting {
  readonly value: unknown;
  readonly parent: number;
  readonly depth: number;
}

/** Reads the tree of layers: a layer stands after its parent, before its children. Yields between layers. */
export function* readLayers(
  project: Fields,
  styles: Styles,
  context: Context,
): Generator<void, { layers: MohoLayer[]; roots: number[] }> {
  const layers: MohoLayer[] = [];
  const children: number[][] = [];
  const roots: number[] = [];
  // Not by recursion: layers can lie in one another as deep as a file likes.
  const open: Waiting[] = project
    .list('layers')
    .map((value) => ({ value, parent: -1, depth: 1 }))
    .reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, parent, depth } = next;
    if (depth > context.limits.depth)
      throw limitError(context.limits, 'depth', 'layers in one another', depth, context.file);
    context.spend('elements', 1, 'layers, bones and shapes');
    const index = layers.length;
    (parent < 0 ? roots : children[parent]).push(index);
    children.push([]);
    const layer: MohoLayer = yield* readLayer(value, parent, children[index], layers, styles, context);
    layers.push(layer);
    for (const child of [...childrenOf(value, layer)].reverse())
      open.push({ value: child, parent: index, depth: depth + 1 });
  }
  return { layers, roots };
}

function childrenOf(value: unknown, { type }: MohoLayer): readonly unknown[] {
  if (!isObject(value)) return [];
  if (type === 'TextLayer') return value.mesh_layer === undefined ? [] : [value.mesh_layer];
  return drawnTypes.has(type) && Array.isArray(value.layers) ? value.layers : [];
}

function* readLayer(
  value: unknown,
  parent: number,
  children: readonly number[],
  layers: readonly MohoLayer[],
  styles: Styles,
  context: Context,
): Generator<void, MohoLayer> {
  const name = isObject(value) && typeof value.name === 'string' ? value.name : '';
  const fields = new Fields(value, name, '', context);
  const type = fields.text('type');
  reportOthers(fields, layerFields);
  if (!drawnTypes.has(type)) {
    context.report(name, 'type', {
      severity: 'warning',
      code: 'moho-layer-type',
      message: 'layers of this type are not drawn, nor what is in them',
      expected: [...drawnTypes].join(', '),
      found: type || 'none',
    });
  }
  if (type === 'TextLayer') fields.unverified('type', 'the letters of a text are drawn as the file has them');
  if (type === 'SwitchLayer') fields.unverified('switch_keys', 'switch layers follow a rule that is not verified');
  const around = layers[parent];
  const boneLayer = around === undefined ? -1 : around.skeleton !== undefined ? parent : around.boneLayer;
  const bones = layers[boneLayer]?.skeleton?.bones.length ?? 0;
  const effects = fields.object('layer_effects');
  reportOthers(effects, effectFields);
  const origin = fields.object('origin');
  const parentBone = readParentBone(fields, bones, parent === boneLayer);
  // Before the mesh, so that the report goes from the outside in.
  const skeleton: MohoSkeleton | undefined = type === 'BoneLayer' ? readSkeleton(fields.object('skeleton')) : undefined;
  const mesh: MohoMesh | undefined = type === 'MeshLayer' ? yield* readMesh(fields.object('mesh'), styles) : undefined;
  const ordering = fields.flag('animated_layer_order', false) ? readText(fields, 'layer_ordering') : undefined;
  const switchKeys = type === 'SwitchLayer' ? readText(fields, 'switch_keys') : undefined;
  const masking = fields.index('masking', 0);
  if (masking < 0 || masking > 7) fields.wrong('masking', 'a whole number from 0 to 7', masking);
  const flexi = readFlexi(fields, mesh, { bones, isCarried: parentBone >= 0 || isCarried(parent, boneLayer, layers) });
  yield;
  return {
    type,
    name,
    uuid: fields.text('uuid'),
    parent,
    children,
    boneLayer,
    enabled: drawnTypes.has(type) && fields.flag('visible', true) && !fields.flag('edit_only', false),
    visibility: readChannel(effects, 'visibility', parts.number, [1]),
    alpha: readAlpha(effects),
    origin: [origin.number('x', 0), origin.number('y', 0)],
    transforms: readTransforms(fields.object('transforms')),
    parentBone,
    flexiBones: flexi,
    elbow: fields.flag('flexi_bone_elbow', false),
    groupMask: fields.index('group_mask', 0),
    masking,
    ...(ordering !== undefined && { ordering }),
    ...(switchKeys !== undefined && { switchKeys }),
    ...(mesh !== undefined && { mesh }),
    ...(skeleton !== undefined && { skeleton }),
  };
}

function readParentBone(fields: Fields, bones: number, isChild: boolean): number {
  const bone = fields.index('parent_bone', -1);
  if (bone < 0) return -1;
  if (bone >= bones) {
    fields.wrong('parent_bone', `-1, or one of ${bones} bones`, bone);
    return -1;
  }
  if (!isChild) fields.unverified('parent_bone', 'a bone that carries a layer within a group');
  return bone;
}

/** Whether a layer around, up to the bone layer, is bound to a bone. */
function isCarried(parent: number, boneLayer: number, layers: readonly MohoLayer[]): boolean {
  for (let each = parent; each >= 0 && each !== boneLayer; each = layers[each].parent) {
    if (layers[each].parentBone >= 0) return true;
  }
  return false;
}

/** The bones that bend a mesh: those of its list, or all where there is none. */
function readFlexi(
  fields: Fields,
  mesh: MohoMesh | undefined,
  { bones, isCarried }: { bones: number; isCarried: boolean },
): number[] {
  if (mesh === undefined || bones === 0) return [];
  const isBone = (bone: number): boolean => bone < bones;
  if (mesh.pointBones.some((bone) => bone >= 0)) {
    fields.unverified('mesh.points[].parent', 'points bound to one bone');
    for (const [point, bone] of mesh.pointBones.entries()) {
      if (isCarried || !isBone(bone)) mesh.pointBones[point] = -1;
    }
  }
  if (isCarried) return [];
  const listed = fields
    .text('flexi_bone_subset')
    .split('|')
    .filter((text) => text !== '')
    .map(Number);
  const chosen = listed.filter((bone) => Number.isInteger(bone) && bone >= 0 && isBone(bone));
  if (chosen.length < listed.length) {
    fields.wrong('flexi_bone_subset', `some of ${bones} bones`, fields.text('flexi_bone_subset'));
  }
  if (listed.length > 2) fields.unverified('flexi_bone_subset', 'more than two bones that bend a mesh');
  if (listed.length === 0) fields.unverified('flexi_bone_subset', 'all bones bend the mesh, since it names none');
  const all = chosen.length > 0 ? [...new Set(chosen)] : Array.from({ length: bones }, (_, bone) => bone);
  fields.context.spend('points', mesh.pointCount * all.length, 'keys, points and weights');
  return all;
}

/** Transparency of a layer goes to each of its paths: where they overlap, the picture is another. */
function readAlpha(effects: Fields): MohoLayer['alpha'] {
  const alpha = readChannel(effects, 'alpha', parts.number, [1]);
  if (alpha.actions.length > 0 || alpha.main.values.some((value) => value !== 1)) {
    effects.unverified('alpha', 'the transparency of a layer goes to each of its paths');
  }
  return alpha;
}

function readTransforms(fields: Fields): MohoTransforms {
  reportOthers(fields, transformFields);
  return {
    translation: readChannel(fields, 'translation', parts.point, [0, 0]),
    scale: readChannel(fields, 'scale', parts.point, [1, 1]),
    rotation: readChannel(fields, 'rotation_z', parts.number, [0]),
    flipH: readChannel(fields, 'flip_h', parts.number, [0]),
    flipV: readChannel(fields, 'flip_v', parts.number, [0]),
  };
}
