import type { MohoLayer, MohoMesh, MohoProject } from '../../model/moho.ts';
import { type PosedBones, poseBones } from './bones.ts';
import type { CycleRule, Drive } from './channel.ts';
import { type DialRule, type DialTable, dialTables } from './dials.ts';
import { elbowPair } from './elbow.ts';
import { flexiWeights, probe } from './flexi.ts';
import { layerMatrix } from './layers.ts';
import { identity, inverted, type Matrix, movePoints, multiplied } from './matrix.ts';
import { meshOutlines, type Outline, type Seams } from './outlines.ts';

export interface MohoOptions {
  /** How edges that two fills share are kept from showing what is behind. Default `stroke`, as Moho's exporter does. */
  readonly seams?: Seams;
  /** How the angle of a bone chooses a frame. Default `nearest`, as Moho does. */
  readonly dials?: DialRule;
  /** How cycles of the main timeline go on. Default `plain`. */
  readonly cycles?: CycleRule;
}

/** What of a project holds at all times. */
export interface PreparedMoho {
  readonly project: MohoProject;
  readonly seams: Seams;
  readonly dials: DialRule;
  readonly cycles: CycleRule;
  /** By layer. */
  readonly meshes: readonly (PreparedMesh | undefined)[];
  readonly skeletons: readonly (PreparedSkeleton | undefined)[];
}

export interface PreparedSkeleton {
  /** At frame 0. */
  readonly rest: PosedBones;
  readonly tables: readonly DialTable[];
}

export interface PreparedMesh {
  readonly outlines: readonly Outline[];
  /** Undefined where no bone bends the mesh. */
  readonly flexi: Flexi | undefined;
}

/** How bones carry the points of a mesh. */
export interface Flexi {
  readonly bones: readonly number[];
  /** A row for each point, of as many weights as bones. */
  readonly weights: Float64Array;
  /** The same for places right beside the points; see `skinPoint`. */
  readonly probedWeights: Float64Array;
  readonly elbow: readonly [parent: number, child: number] | undefined;
}

/** Nothing has a say. */
export const idleDrive = (actions: number): Drive => ({
  frames: new Float64Array(actions),
  weights: new Float64Array(actions),
  dials: new Uint8Array(actions),
});

/** Tables, weights and outlines of a project, made once. Yields between layers. */
export function* prepareMoho(project: MohoProject, options: MohoOptions = {}): Generator<void, PreparedMoho> {
  const { seams = 'stroke', dials = 'nearest', cycles = 'plain' } = options;
  const skeletons: (PreparedSkeleton | undefined)[] = [];
  for (const skeleton of prepareSkeletons(project, cycles)) {
    yield;
    skeletons.push(skeleton);
  }
  const meshes: (PreparedMesh | undefined)[] = [];
  for (const [index, { mesh }] of project.layers.entries()) {
    yield;
    meshes.push(
      mesh && {
        outlines: meshOutlines(mesh, seams),
        flexi: prepareFlexi(index, mesh, project, skeletons, cycles),
      },
    );
  }
  return { project, seams, dials, cycles, meshes, skeletons };
}

/** Bones at rest and the tables of dials: of one layer after the other. */
export function* prepareSkeletons(
  { layers, actions, version }: MohoProject,
  cycles: CycleRule,
): Generator<PreparedSkeleton | undefined, void> {
  const idle = idleDrive(actions.length);
  for (const { skeleton } of layers) {
    if (skeleton === undefined) yield undefined;
    else {
      const turned = new Float64Array(skeleton.bones.length);
      const rest = poseBones(skeleton, 0, idle, () => false, turned, version, cycles);
      yield { rest, tables: dialTables(skeleton.dials) };
    }
  }
}

/** How bones bend a mesh; undefined where none does. */
export function prepareFlexi(
  index: number,
  { positions, pointBones }: MohoMesh,
  project: MohoProject,
  skeletons: readonly (PreparedSkeleton | undefined)[],
  cycles: CycleRule,
): Flexi | undefined {
  const layer = project.layers[index];
  const { flexiBones, boneLayer } = layer;
  const bones = project.layers[boneLayer]?.skeleton?.bones;
  const rest = skeletons[boneLayer]?.rest;
  if (bones === undefined || rest === undefined) return undefined;
  if (flexiBones.length === 0 && !pointBones.some((bone) => bone >= 0)) return undefined;
  const idle = idleDrive(project.actions.length);
  const toBones = matrixToBones(index, project.layers, (each) => layerMatrix(project.layers[each], 0, idle, cycles));
  const weightsAt = (shift: number): Float64Array => {
    const places = positions.rest.slice();
    for (let i = 0; i < places.length; i += 2) places[i] += shift;
    movePoints(places, toBones);
    return flexiWeights(places, flexiBones, bones, rest);
  };
  return {
    bones: flexiBones,
    weights: weightsAt(0),
    probedWeights: weightsAt(probe),
    elbow: layer.elbow ? elbowPair(flexiBones, bones) : undefined,
  };
}

/** Space of a layer → space of the bone layer around: what the layer and the groups between do. */
export function matrixToBones(
  layer: number,
  layers: readonly MohoLayer[],
  matrixOf: (layer: number) => Matrix,
): Matrix {
  const { boneLayer } = layers[layer];
  let matrix: Matrix = identity;
  for (let each = layer; each >= 0 && each !== boneLayer; each = layers[each].parent) {
    matrix = multiplied(matrixOf(each), matrix);
  }
  return inverted(matrix) === undefined ? identity : matrix;
}
