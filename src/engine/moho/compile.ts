import skin from '../../shaders/bones/skin.glsl?raw';
import anchors from '../../shaders/curves/anchors.vert?raw';
import handles from '../../shaders/curves/handles.vert?raw';
import type { CompiledBones } from '../compile/bone-part.ts';
import { checkSize } from '../compile/layout.ts';
import { prepareFlexi, prepareSkeletons } from '../geometry/moho/prepare.ts';
import { actionSlots } from '../geometry/moho/slots.ts';
import type { MohoMesh } from '../model/moho.ts';
import { AyatoriError } from '../model/problem.ts';
import type { Rig, RigMoho } from '../model/rig.ts';
import type { MeshTable, MohoCurves, RoomTable } from './curves.ts';
import { LayerEvaluator } from './evaluate-layers.ts';
import { anchorPoints, parameterPoints, pushCurvePoints } from './hidden-points.ts';
import { addHidden, addMorphs, type HiddenPath } from './hidden-tables.ts';
import { layerTables } from './layer-tables.ts';
import { CURVE_LAYOUT as LAYOUT, layoutChunk } from './layout.ts';
import { type MeshTracks, meshTracks } from './mesh-tracks.ts';
import { measureReach, sumReach } from './reach.ts';
import { RowTable } from './row-table.ts';
import { sampleChannel } from './tracks.ts';
import { poseControlPoints, visitWeights } from './twin.ts';

/** Bones and curves of a rig from a Moho project → tables; `compile/compile.ts` goes on from there. */
export function compileMoho(rig: Rig): CompiledBones {
  const { project, dials } = rig.moho as RigMoho;
  const slots = actionSlots(project);
  checkRelations(rig, slots.slots.length);
  const frames = rig.actions.map((action) => action.frames);
  const skeletons = [...prepareSkeletons(project, 'plain')];
  const layers = layerTables(project, skeletons, slots, frames);
  const rows = new RowTable(project, layers);
  const hidden: HiddenPath[] = [];
  const meshes: MeshTable[] = [];
  const tracks: MeshTracks[] = [];
  const curvePoints: number[] = [];
  const influences: number[] = [];
  const rooms = new RoomSets();
  const meshOfLayer = new Map<number, MeshTable>();
  let hiddenCount = 0;
  for (const [layer, paths] of pathsOfLayers(rig)) {
    const { boneLayer } = project.layers[layer];
    const mesh = project.layers[layer].mesh as MohoMesh;
    const flexi = prepareFlexi(layer, mesh, project, skeletons, 'plain');
    const own = meshTracks(mesh, { slots, slotOf: slots.byLayer[layer], frames }, flexi !== undefined);
    const firstCurvePoint = curvePoints.length / (LAYOUT.CURVE_TEXELS * 4);
    const table: MeshTable = { layer, firstAnchor: hiddenCount, firstCurvePoint, ...rows.mesh(layer, flexi) };
    const unit = rows.pixelsOf(layer);
    const rest = skeletons[boneLayer]?.rest;
    const skin = flexi &&
      rest && {
        flexi,
        rest,
        pointBones: mesh.pointBones,
        firstBone: rows.firstBones[boneLayer],
        bonesRow: table.bonesRow,
      };
    hidden.push({ points: anchorPoints(own, skin, influences), tracks: own.anchors, unit });
    hidden.push({ points: parameterPoints(own), tracks: own.parameters, unit: unit * own.longestHandle });
    pushCurvePoints(mesh, own.restAnchors, hiddenCount, curvePoints);
    hiddenCount += mesh.pointCount + mesh.curvePoints.length * LAYOUT.PARAMETER_TEXELS;
    meshes.push(table);
    tracks.push(own);
    meshOfLayer.set(layer, table);
    rooms.add(table, paths);
  }
  const sampling = { slots, slotOf: slots.root, frames };
  const camera = [sampleChannel(project.camera.track, sampling), sampleChannel(project.camera.zoom, sampling)] as const;
  const { width, height } = project;
  const restAngles = Float64Array.from(skeletons.flatMap((skeleton) => [...(skeleton?.rest.worldAngles ?? [])]));
  const program = {
    layers,
    neededLayers: rows.neededLayers,
    ...rows.rows,
    boneCount: rig.bones.length,
    restAngles,
    camera,
    width,
    height,
    dials,
  };
  const evaluator = new LayerEvaluator(program, rig.actions.length);
  evaluator.evaluateRest();
  checkSize('hidden points', hiddenCount);
  checkSize('texels of skin', influences.length / 2);
  const restRows = new Float32Array(rows.count * 8);
  evaluator.writeRows(restRows);
  const pathSkins = new Uint32Array(rig.paths.length * 2);
  const pointSkins = new Map<number, Float32Array>();
  for (const [p, { curve }] of rig.paths.entries()) {
    const { layerRow, firstCurvePoint } = meshOfLayer.get(curve?.layer ?? -1) as MeshTable;
    pathSkins[p * 2] = layerRow;
    pointSkins.set(
      p,
      Float32Array.from(curve?.points ?? [], (code) => code + firstCurvePoint * 3),
    );
  }
  const { bends, reaches, movers } = measureReach(rig, meshes, tracks, restRows);
  const curves: MohoCurves = {
    hiddenCount,
    hiddenPaths: hidden.length,
    curvePoints: Float32Array.from(curvePoints),
    bends,
    restRows,
    meshes,
    rooms: rooms.rooms,
    program,
    addMorphs: (table, atlas, frameRows) => addMorphs(hidden, frames, table, atlas, frameRows),
    addHidden: (...at) => addHidden(hidden, ...at),
    reachOf: (path, active) => sumReach(reaches[path], active),
    changes: (path, action) => movers[path].has(action),
    posePoints: (shared, actions, bones, out) => poseControlPoints(shared, curves, actions, bones, out),
    visitWeights: (shared, point, visit) => visitWeights(shared, curves, point, visit),
  };
  return {
    boneCount: rows.count,
    influences: Float32Array.from(influences),
    boneRests: new Float32Array(0),
    pathSkins,
    pointSkins,
    skinSets: rooms.skinSets,
    skeleton: null,
    curves,
    shaders: {
      'anchors.vert': anchors,
      'handles.vert': handles,
      'skin.glsl': skin,
      'curve-layout.glsl': layoutChunk,
    },
  };
}

/** Meshes that the same layer and bones move, together: what they need is measured once. */
class RoomSets {
  readonly skinSets: { readonly bones: readonly number[]; readonly paths: number[] }[] = [];
  readonly rooms: RoomTable[] = [];
  readonly #byKey = new Map<string, number>();

  add({ layerRow, bones, carrier, box }: MeshTable, paths: readonly number[]): void {
    const key = `${layerRow} ${carrier} ${bones.join()}`;
    const set = this.#byKey.get(key);
    if (set === undefined) {
      this.#byKey.set(key, this.rooms.length);
      this.skinSets.push({ bones: carrier < 0 ? bones : [carrier], paths: [...paths] });
      this.rooms.push({ layerRow, bones, box });
      return;
    }
    const room = this.rooms[set];
    this.skinSets[set].paths.push(...paths);
    this.rooms[set] = { ...room, box: united(room.box, box) };
  }
}

const united = (a: RoomTable['box'], b: RoomTable['box']): RoomTable['box'] => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

/** That the rig and its project fit together; each by itself keeps the promises of the model. */
function checkRelations(rig: Rig, slotCount: number): void {
  const fault = (field: string, expected: string, found: unknown): AyatoriError =>
    new AyatoriError({ code: 'rig-invalid', message: `${field} is not valid`, expected, found: String(found) });
  const { layers } = (rig.moho as RigMoho).project;
  if (rig.actions.length !== slotCount) {
    throw fault('actions', `${slotCount}, as the project has them`, rig.actions.length);
  }
  const bones = layers.reduce((sum, { skeleton }) => sum + (skeleton?.bones.length ?? 0), 0);
  if (rig.bones.length !== bones) throw fault('bones', `the ${bones} of the project`, rig.bones.length);
  for (const [p, { curve, points }] of rig.paths.entries()) {
    const own = layers[curve?.layer ?? -1]?.mesh;
    if (curve === undefined || own === undefined) throw fault(`paths[${p}].curve.layer`, 'a mesh', curve?.layer);
    if (curve.points.length * 2 !== points.length) {
      throw fault(`paths[${p}].curve.points`, `${points.length / 2} numbers`, curve.points.length);
    }
    const beyond = curve.points.find((code) => code >= own.curvePoints.length * 3);
    if (beyond !== undefined)
      throw fault(`paths[${p}].curve.points`, `at most ${own.curvePoints.length * 3 - 1}`, beyond);
  }
}

/** Paths by the layer whose mesh they are of, in the order of layers. */
function pathsOfLayers({ paths }: Rig): [layer: number, paths: number[]][] {
  const found = new Map<number, number[]>();
  for (const [p, { curve }] of paths.entries()) {
    const own = found.get(curve?.layer ?? -1);
    if (own === undefined) found.set(curve?.layer ?? -1, [p]);
    else own.push(p);
  }
  return [...found].sort(([a], [b]) => a - b);
}
