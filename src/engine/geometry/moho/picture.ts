import type { MohoLayer } from '../../model/moho.ts';
import type { Contour } from '../../model/rig.ts';
import { maskChildren } from './masks.ts';
import { isShown, orderedChildren, switchedChild } from './order.ts';
import type { Outline } from './outlines.ts';
import { type MohoPaint, paintOutline } from './paint.ts';
import type { MohoPose } from './pose.ts';

/** A path as a moment shows it. */
export interface MohoPath {
  readonly layer: number;
  /** Place among the paths of the layer: shapes back to front, the seams of each before its fill. */
  readonly index: number;
  readonly kind: Outline['kind'];
  readonly contours: readonly Contour[];
  /** x, y of the control points, px. */
  readonly points: Float64Array;
  readonly paint: MohoPaint;
}

/** The layers with a mesh that are seen, back to front. Masks cut nothing here. */
export function drawnLayers(pose: MohoPose): number[] {
  const { project, cycles } = pose.prepared;
  const { layers, roots } = project;
  const drawn: number[] = [];
  // Not by recursion: layers can lie in one another as deep as a file likes.
  const open = [...roots].reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const layer = layers[next];
    if (!isShown(layer, pose.frame, pose.drive(next), cycles)) continue;
    if (layer.mesh !== undefined) drawn.push(next);
    const only = switchedChild(layer, layers, pose.frame, pose.drive(next));
    const children = only === undefined ? childrenOf(pose, layer, next) : [only];
    const masked = maskChildren(layer, children, layers);
    for (let i = children.length - 1; i >= 0; i--) if (masked.get(children[i])?.draws) open.push(children[i]);
  }
  return drawn;
}

const childrenOf = (pose: MohoPose, layer: MohoLayer, index: number): readonly number[] =>
  orderedChildren(layer, pose.prepared.project.layers, pose.frame, pose.drive(index));

/** The paths of a layer with a mesh, back to front. */
export function layerPaths(pose: MohoPose, layer: number): MohoPath[] {
  const handles = pose.handles(layer);
  const moment = pose.paintMoment(layer);
  return (pose.prepared.meshes[layer]?.outlines ?? []).map((outline, index) => ({
    layer,
    index,
    kind: outline.kind,
    contours: outline.contours,
    points: gather(handles, outline.points),
    paint: paintOutline(pose.prepared.project.layers[layer], outline, moment),
  }));
}

/** The control points of an outline. */
export function gather(handles: Float64Array, points: Uint32Array): Float64Array {
  const out = new Float64Array(points.length * 2);
  for (let i = 0; i < points.length; i++) {
    out[i * 2] = handles[points[i] * 2];
    out[i * 2 + 1] = handles[points[i] * 2 + 1];
  }
  return out;
}
