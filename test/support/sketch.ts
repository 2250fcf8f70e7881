import type { Action, Contour, Group, Mask, MorphTrack, Path, Rig, Style } from '../../src/engine/model/rig.ts';
import { groupRef, pathRef } from '../../src/engine/model/rig.ts';

/** Small rigs for tests, written by hand. */

const STYLE: Style = {
  fill: [0, 0, 0, 1],
  stroke: null,
  strokeWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  miterLimit: 4,
  visible: true,
};

/** Absolute M, L, C, Z with blanks between all numbers. */
export function outline(data: string): { points: Float64Array; contours: Contour[] } {
  const points: number[] = [];
  const contours: { start: number; segments: number; closed: boolean }[] = [];
  const tokens = data.trim().split(/[\s,]+/);
  let [x, y] = [0, 0];
  for (let i = 0; i < tokens.length; ) {
    const command = tokens[i++];
    const take = (): [number, number] => [Number(tokens[i++]), Number(tokens[i++])];
    const contour = contours[contours.length - 1];
    if (command === 'M') {
      [x, y] = take();
      contours.push({ start: points.length / 2, segments: 0, closed: false });
      points.push(x, y);
    } else if (command === 'L') {
      const [ex, ey] = take();
      points.push(x + (ex - x) / 3, y + (ey - y) / 3, x + ((ex - x) * 2) / 3, y + ((ey - y) * 2) / 3, ex, ey);
      [x, y] = [ex, ey];
      contour.segments++;
    } else if (command === 'C') {
      points.push(...take(), ...take());
      [x, y] = take();
      points.push(x, y);
      contour.segments++;
    } else if (command === 'Z') contour.closed = true;
    else throw new Error(`the sketch has no command ${command}`);
  }
  return { points: Float64Array.from(points), contours };
}

export interface SketchPath extends Partial<Style> {
  readonly d: string;
  readonly group?: string;
  readonly fillRule?: Path['fillRule'];
  readonly masks?: readonly number[];
  readonly role?: Path['role'];
}

export interface SketchOptions {
  readonly width?: number;
  readonly height?: number;
  readonly actions?: readonly Partial<Action>[];
  readonly masks?: readonly Mask[];
  /** Masks of groups by their ids. */
  readonly groupMasks?: Readonly<Record<string, readonly number[]>>;
}

/** A rig with one level of groups, in the order in which they are first named; paths without one lie in the picture. */
export function sketchRig(paths: readonly SketchPath[], options: SketchOptions = {}): Rig {
  const ids = [...new Set(paths.map((path) => path.group ?? ''))].filter((id) => id !== '');
  const groupOf = (path: SketchPath) => (path.group === undefined ? 0 : ids.indexOf(path.group) + 1);
  const built: Path[] = paths.map((path, p) => {
    const { d, group: _, fillRule, masks, role, ...style } = path;
    return {
      group: groupOf(path),
      index: paths.slice(0, p).filter((other) => groupOf(other) === groupOf(path) && other.role !== 'clip').length,
      ...outline(d),
      fillRule: fillRule ?? 'nonzero',
      style: { ...STYLE, ...style },
      masks: masks ?? [],
      role: role ?? 'drawn',
    };
  });
  const drawn = (group: number) =>
    built.flatMap((path, p) => (path.group === group && path.role === 'drawn' ? [pathRef(p)] : []));
  const groups: Group[] = [
    { id: '', parent: -1, children: [...drawn(0), ...ids.map((_, i) => groupRef(i + 1))], masks: [], flexi: [] },
    ...ids.map((id, i) => ({
      id,
      parent: 0,
      children: drawn(i + 1),
      masks: options.groupMasks?.[id] ?? [],
      flexi: [],
    })),
  ];
  const actions: Action[] = (options.actions ?? []).map((action, i) => ({ ...EMPTY, name: `action ${i}`, ...action }));
  return {
    name: 'sketch',
    width: options.width ?? 100,
    height: options.height ?? 100,
    fps: 24,
    groups,
    paths: built,
    masks: options.masks ?? [],
    actions: [{ ...EMPTY, name: 'base', kind: 'base' }, ...actions],
    bones: [],
    smartBones: [],
  };
}

const EMPTY: Action = {
  name: '',
  kind: 'morph',
  frames: 1,
  morphs: [],
  styles: [],
  visibility: [],
  orders: [],
  bones: [],
};

/** A track whose keys at the frames are the outlines `data`. */
export function morphTo(rig: Rig, path: number, keys: Readonly<Record<number, string>>): MorphTrack {
  const rest = rig.paths[path].points;
  const frames = Object.keys(keys).map(Number);
  const deltas = frames.flatMap((frame) => [...outline(keys[frame]).points].map((value, i) => value - rest[i]));
  return { path, frames: Int32Array.from(frames), deltas: Float32Array.from(deltas) };
}

/** Copies a rig with other actions behind `base`. */
export function withActions(rig: Rig, actions: readonly Partial<Action>[]): Rig {
  return {
    ...rig,
    actions: [rig.actions[0], ...actions.map((action, i) => ({ ...EMPTY, name: `action ${i}`, ...action }))],
  };
}
