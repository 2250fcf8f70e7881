import type { Action, Group, Path, Rig, Style } from '../engine/model/rig.ts';
import type { BoundRig } from './bones.ts';
import type { Scene, ScenePath } from './svg/scene.ts';

/** Puts the parts together. Yields between paths. */
export function* assembleRig(
  name: string,
  fps: number,
  scene: Scene,
  actions: readonly Action[],
  bound: BoundRig,
): Generator<void, Rig> {
  const appearing = new Set<number>();
  for (const { styles } of actions) {
    for (const { path, property } of styles) if (property !== 'strokeWidth') appearing.add(path);
  }
  const paths: Path[] = [];
  for (const path of scene.paths) {
    paths.push(pathOf(path, appearing.has(path.index)));
    if (paths.length % 1000 === 0) yield;
  }
  return {
    name,
    width: scene.size.width,
    height: scene.size.height,
    fps,
    groups: scene.groups.map(
      ({ id, parent, children, masks, index }): Group => ({
        id,
        parent: parent?.index ?? -1,
        children,
        masks,
        flexi: bound.flexi.get(index) ?? [],
      }),
    ),
    paths,
    masks: scene.masks.map(({ id, paths, masks }) => ({ id, paths, masks })),
    actions,
    bones: bound.bones,
    smartBones: bound.smartBones,
  };
}

function pathOf(path: ScenePath, appears: boolean): Path {
  const { group, place, geometry, role, context, masks } = path;
  return {
    group: group.index,
    index: place,
    points: geometry.points,
    contours: geometry.contours,
    fillRule: role === 'clip' ? context.clipRule : context.fillRule,
    style: styleOf(path, appears),
    masks,
    role,
  };
}

function styleOf({ look, context }: ScenePath, appears: boolean): Style {
  const { strokeWidth, visible } = look;
  const { lineCap, lineJoin, miterLimit } = context;
  const lines = { strokeWidth, lineCap, lineJoin, miterLimit };
  // Keys set colours, not visibility: what is hidden at rest and seen later is colourless at rest.
  if (!visible && appears) return { fill: null, stroke: null, ...lines, visible: true };
  return { fill: look.fill, stroke: look.stroke, ...lines, visible };
}
