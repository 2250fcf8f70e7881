import type { PosedBones } from '../geometry/moho/bones.ts';
import { probe } from '../geometry/moho/flexi.ts';
import type { Flexi } from '../geometry/moho/prepare.ts';
import type { MohoMesh } from '../model/moho.ts';
import { CURVE_LAYOUT as LAYOUT } from './layout.ts';
import type { MeshTracks } from './mesh-tracks.ts';

/** Which bones carry the anchors of a mesh. */
export interface AnchorSkin {
  readonly flexi: Flexi;
  readonly pointBones: Int32Array;
  /** Of the skeleton, among all bones. */
  readonly firstBone: number;
  /** See `MeshTable.bonesRow`. */
  readonly bonesRow: number;
  /** The bones of the skeleton at rest. */
  readonly rest: PosedBones;
}

/** x, y, and where influences begin, for each anchor. @param influences Those of the anchors are added. */
export function anchorPoints(
  { restAnchors }: MeshTracks,
  skin: AnchorSkin | undefined,
  influences: number[],
): Float64Array {
  const count = restAnchors.length / 2;
  const points = new Float64Array(count * 3);
  const elbow = skin && elbowInfluence(skin, influences);
  for (let i = 0; i < count; i++) {
    points[i * 3] = restAnchors[i * 2];
    points[i * 3 + 1] = restAnchors[i * 2 + 1];
    points[i * 3 + 2] = skin === undefined ? LAYOUT.HIDDEN_ANCHOR : influenceOf(skin, i, elbow, influences);
  }
  return points;
}

function elbowInfluence({ flexi, firstBone, bonesRow, rest }: AnchorSkin, influences: number[]): number | undefined {
  if (flexi.elbow === undefined) return undefined;
  const [parent, child] = flexi.elbow;
  const first = influences.length / 2;
  const angle = rest.worldAngles[child];
  const [x, y] = rest.matrices.subarray(child * 6 + 4, child * 6 + 6);
  influences.push(
    LAYOUT.SKIN_ELBOW,
    bonesRow,
    firstBone + parent,
    firstBone + child,
    x,
    y,
    Math.cos(angle),
    Math.sin(angle),
  );
  return first;
}

function influenceOf(
  { flexi, pointBones, firstBone, bonesRow }: AnchorSkin,
  point: number,
  elbow: number | undefined,
  influences: number[],
): number {
  const first = influences.length / 2;
  const { bones, weights, probedWeights } = flexi;
  if (pointBones[point] >= 0) influences.push(LAYOUT.SKIN_BONE, bonesRow, firstBone + pointBones[point], 0);
  else if (bones.length === 0) return LAYOUT.HIDDEN_ANCHOR;
  else if (elbow !== undefined) return elbow;
  else {
    influences.push(bones.length, bonesRow);
    for (const [k, bone] of bones.entries()) {
      const at = point * bones.length + k;
      influences.push(firstBone + bone, weights[at], (probedWeights[at] - weights[at]) / probe, 0);
    }
  }
  return first;
}

/** Three points of parameters for each curve point. */
export function parameterPoints({ restParameters }: MeshTracks): Float64Array {
  const points = new Float64Array((restParameters.length / 2) * 3);
  for (let i = 0; i < restParameters.length / 2; i++) {
    points[i * 3] = restParameters[i * 2];
    points[i * 3 + 1] = restParameters[i * 2 + 1];
    points[i * 3 + 2] = LAYOUT.HIDDEN_PARAMETER;
  }
  return points;
}

/** Adds the texels of the curve points of a mesh whose anchors begin at a hidden point; see `layout.ts`. */
export function pushCurvePoints(
  { curves, curvePoints, pointCount }: MohoMesh,
  anchors: Float64Array,
  firstAnchor: number,
  texels: number[],
): void {
  const firstParameter = firstAnchor + pointCount;
  const side = (from: number, to: number): [x: number, y: number] =>
    from < 0 || to < 0 ? [0, 0] : [anchors[to * 2] - anchors[from * 2], anchors[to * 2 + 1] - anchors[from * 2 + 1]];
  for (const { start, count, closed } of curves) {
    for (let i = 0; i < count; i++) {
      const point = curvePoints[start + i];
      const before = i > 0 ? curvePoints[start + i - 1] : closed ? curvePoints[start + count - 1] : -1;
      const after = i < count - 1 ? curvePoints[start + i + 1] : closed ? curvePoints[start] : -1;
      texels.push(...side(before, point), ...side(point, after));
      texels.push(firstAnchor + point, before < 0 ? -1 : firstAnchor + before, after < 0 ? -1 : firstAnchor + after);
      texels.push(firstParameter + (start + i) * LAYOUT.PARAMETER_TEXELS);
    }
  }
  // Curve points that were left out stand at the end.
  const used = curves.reduce((sum, { count }) => sum + count, 0);
  for (let i = used * LAYOUT.CURVE_TEXELS * 4; i < curvePoints.length * LAYOUT.CURVE_TEXELS * 4; i++) texels.push(0);
}
