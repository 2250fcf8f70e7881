import type { MohoMesh, MohoShape } from '../../model/moho.ts';
import type { Contour } from '../../model/rig.ts';
import { ANCHOR, HANDLE_IN, HANDLE_OUT } from './curves.ts';

/** `fill`: of a shape, its line too where it has one; `line`: a line of its own; `seam`: hides the edge of two fills. */
export type OutlineKind = 'fill' | 'line' | 'seam';

/** A path to be painted. What it is made of never changes, only where that is. */
export interface Outline {
  readonly kind: OutlineKind;
  /** Index among the shapes of the mesh. */
  readonly shape: number;
  /** Points of the handles of the mesh (three for each curve point), in the order of the path. */
  readonly points: Uint32Array;
  readonly contours: readonly Contour[];
}

/** How the edges that two fills share are kept from showing what is behind: as Moho's own exporter does, or not. */
export type Seams = 'stroke' | 'none';

/**
 * The paths of a mesh, back to front. The seams of a shape, the edges that an earlier shape of the
 * mesh has too, stand before its fill. Verified for filled shapes, and for lines.
 */
export function meshOutlines(mesh: MohoMesh, seams: Seams): Outline[] {
  const ends = segmentEnds(mesh);
  const used = new Set<number>();
  const outlines: Outline[] = [];
  for (const [shape, { hasFill, hasOutline, edges }] of mesh.shapes.entries()) {
    const traced = trace(edges, mesh, ends);
    if (hasFill && seams === 'stroke') {
      for (const { edge } of traced.flat()) {
        if (used.has(edge)) outlines.push(outlineOf('seam', shape, [[{ edge, isBack: false }]], mesh, ends));
      }
    }
    for (const edge of edges) used.add(edge);
    const stroked = edges.filter((edge) => mesh.segmentsOn[edge] === 1);
    const isWhole = stroked.length === edges.length;
    if (hasFill) outlines.push(outlineOf('fill', shape, traced, mesh, ends));
    if (hasOutline && stroked.length > 0 && !(hasFill && isWhole)) {
      outlines.push(outlineOf('line', shape, isWhole ? traced : trace(stroked, mesh, ends), mesh, ends));
    }
  }
  return outlines;
}

/** Whether the line of a shape is painted with its fill. */
export function isLineInFill({ segmentsOn }: MohoMesh, { hasFill, hasOutline, edges }: MohoShape): boolean {
  return hasFill && hasOutline && edges.every((edge) => segmentsOn[edge] === 1);
}

/** A segment as a loop goes along it. */
interface Step {
  /** The curve point that the segment begins at. */
  readonly edge: number;
  readonly isBack: boolean;
}

/** The curve point at the end of the segment from each curve point; −1 where there is none. */
function segmentEnds({ curves, curvePoints }: MohoMesh): Int32Array {
  const ends = new Int32Array(curvePoints.length).fill(-1);
  for (const { start, count, closed } of curves) {
    for (let i = 0; i < count; i++) {
      if (i < count - 1) ends[start + i] = start + i + 1;
      else if (closed) ends[start + i] = start;
    }
  }
  return ends;
}

/** Puts the edges of a shape together at the points that they share: runs of steps, closed ones as loops. */
function trace(edges: Uint32Array, { curvePoints }: MohoMesh, ends: Int32Array): Step[][] {
  const at = new Map<number, number[]>();
  const join = (point: number, edge: number): void => {
    const there = at.get(point);
    if (there === undefined) at.set(point, [edge]);
    else there.push(edge);
  };
  const left = new Set<number>();
  for (const edge of edges) {
    if (left.has(edge) || ends[edge] === undefined || ends[edge] < 0) continue;
    left.add(edge);
    join(curvePoints[edge], edge);
    join(curvePoints[ends[edge]], edge);
  }
  /** The next edge at a point; each is looked at twice at most. */
  const next = (point: number): number | undefined => {
    const there = at.get(point) ?? [];
    while (there.length > 0) {
      const edge = there[there.length - 1];
      if (left.has(edge)) return edge;
      there.pop();
    }
    return undefined;
  };
  const runs: Step[][] = [];
  for (let i = edges.length - 1; i >= 0; i--) {
    if (!left.has(edges[i])) continue;
    const run: Step[] = [];
    const begin = curvePoints[edges[i]];
    let edge: number | undefined = edges[i];
    let point = begin;
    while (edge !== undefined) {
      left.delete(edge);
      const isBack = curvePoints[edge] !== point;
      run.push({ edge, isBack });
      point = curvePoints[isBack ? edge : ends[edge]];
      edge = point === begin ? undefined : next(point);
    }
    runs.push(point === begin ? run : [...before(begin), ...run]);
    // Moho begins at the last edge of the list, but where there is one loop, at the first.
    if (runs.length === 1 && point === begin && left.size === 0) {
      const first = run.findIndex((step) => step.edge === edges[0]);
      return [[...run.slice(first), ...run.slice(0, first)]];
    }
  }
  return runs;

  /** An open run can begin in its middle: what leads to there. */
  function before(begin: number): Step[] {
    const steps: Step[] = [];
    let point = begin;
    for (let edge = next(point); edge !== undefined; edge = next(point)) {
      left.delete(edge);
      const isBack = curvePoints[ends[edge]] !== point;
      steps.push({ edge, isBack });
      point = curvePoints[isBack ? ends[edge] : edge];
    }
    return steps.reverse();
  }
}

function outlineOf(
  kind: OutlineKind,
  shape: number,
  runs: readonly Step[][],
  { curvePoints }: MohoMesh,
  ends: Int32Array,
): Outline {
  const points: number[] = [];
  const contours: Contour[] = [];
  for (const run of runs) {
    const start = points.length;
    for (const [i, { edge, isBack }] of run.entries()) {
      const [from, to] = isBack ? [ends[edge], edge] : [edge, ends[edge]];
      if (i === 0) points.push(from * 3 + ANCHOR);
      if (isBack) points.push(from * 3 + HANDLE_IN, to * 3 + HANDLE_OUT, to * 3 + ANCHOR);
      else points.push(from * 3 + HANDLE_OUT, to * 3 + HANDLE_IN, to * 3 + ANCHOR);
    }
    const closed =
      kind !== 'seam' &&
      curvePoints[Math.floor(points[start] / 3)] === curvePoints[Math.floor(points[points.length - 1] / 3)];
    contours.push({ start, segments: run.length, closed });
  }
  return { kind, shape, points: Uint32Array.from(points), contours };
}
