import type { Action, Group, Path, Rig, Style } from '../engine/model/rig.ts';
import type { BoundRig } from './rig-json/bind.ts';
import type { Scene, ScenePath } from './svg/scene.ts';

/** Puts the parts together. */
export function assembleRig(name: string, fps: number, scene: Scene, actions: readonly Action[], bound: BoundRig): Rig {
  const appearing = new Set<number>();
  for (const { styles } of actions) {
    for (const { path, property } of styles) if (property !== 'strokeWidth') appearing.add(path);
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
    paths: scene.paths.map(
      (path): Path => ({
        group: path.group.index,
        index: path.place,
        points: path.geometry.points,
        contours: path.geometry.contours,
        fillRule: path.role === 'clip' ? path.context.clipRule : path.context.fillRule,
        style: styleOf(path, appearing.has(path.index)),
        masks: path.masks,
        role: path.role,
      }),
    ),
    masks: scene.masks.map(({ id, paths, masks }) => ({ id, paths, masks })),
    actions,
    bones: bound.bones,
    smartBones: bound.smartBones,
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
