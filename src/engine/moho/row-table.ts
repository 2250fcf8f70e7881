import type { Flexi } from '../geometry/moho/prepare.ts';
import type { MohoMesh, MohoProject } from '../model/moho.ts';
import type { BonesRow, LayerRow, MeshTable } from './curves.ts';
import { isIdentity, type LayerTable } from './layer-tables.ts';

/** The rows of `Pose.bones`: one for each bone, each layer that stands where none around it does, each way to bones. */
export class RowTable {
  count: number;
  /** Of the skeleton of each layer, among all bones. */
  readonly firstBones: readonly number[];
  readonly #project: MohoProject;
  readonly #layers: readonly LayerTable[];
  readonly #layerRows = new Map<number, LayerRow>();
  readonly #bonesRows: BonesRow[] = [];

  constructor(project: MohoProject, layers: readonly LayerTable[]) {
    this.#project = project;
    this.#layers = layers;
    const firstBones: number[] = [];
    this.count = 0;
    for (const { skeleton } of project.layers) {
      firstBones.push(this.count);
      this.count += skeleton?.bones.length ?? 0;
    }
    this.firstBones = firstBones;
  }

  get rows(): { layerRows: LayerRow[]; bonesRows: BonesRow[] } {
    return { layerRows: [...this.#layerRows.values()], bonesRows: this.#bonesRows };
  }

  /** Layers with a row or bones, and all around them. */
  get neededLayers(): number[] {
    const needed = new Set<number>();
    const add = (layer: number): void => {
      for (let each = layer; each >= 0 && !needed.has(each); each = this.#layers[each].parent) needed.add(each);
    };
    for (const layer of this.#layerRows.keys()) add(layer);
    for (const { way } of this.#bonesRows) for (const layer of way) add(layer);
    for (const [layer, { skeleton }] of this.#layers.entries()) if (skeleton !== null) add(layer);
    return [...needed].sort((a, b) => a - b);
  }

  /** What a mesh takes of them. */
  mesh(layer: number, flexi: Flexi | undefined): Omit<MeshTable, 'layer' | 'firstAnchor' | 'firstCurvePoint'> {
    const { boneLayer, mesh } = this.#project.layers[layer];
    const layerRow = this.#layerRow(layer);
    if (flexi === undefined || mesh === undefined) {
      return { layerRow, bonesRow: -1, bones: [], carrier: this.#carrier(layer), box: [0, 0, 0, 0] };
    }
    const firstBone = this.firstBones[boneLayer];
    const pointBones = mesh.pointBones.filter((bone) => bone >= 0);
    const bones = [...new Set([...flexi.bones, ...pointBones])].map((bone) => firstBone + bone);
    const elbow = flexi.elbow && ([firstBone + flexi.elbow[0], firstBone + flexi.elbow[1]] as const);
    const bonesRow = this.#bonesRow(layer, elbow);
    return { layerRow, bonesRow, bones, carrier: -1, box: this.#anchorBox(layer, mesh) };
  }

  /** px for a unit of a layer at rest, more or less. */
  pixelsOf(layer: number): number {
    let scale = this.#project.height / 2;
    for (let each = layer; each >= 0; each = this.#layers[each].parent) {
      const { still } = this.#layers[each];
      scale *= Math.max(Math.hypot(still[0], still[1]), Math.hypot(still[2], still[3]));
    }
    return scale;
  }

  #layerRow(layer: number): number {
    let each = layer;
    while (isIdentity(this.#layers[each]) && this.#layers[each].parent >= 0) each = this.#layers[each].parent;
    let row = this.#layerRows.get(each);
    if (row === undefined) {
      row = { layer: each, row: this.count++ };
      this.#layerRows.set(each, row);
    }
    return row.row;
  }

  #way(layer: number): number[] {
    const { boneLayer } = this.#project.layers[layer];
    const way: number[] = [];
    for (let each = layer; each >= 0 && each !== boneLayer; each = this.#layers[each].parent) way.push(each);
    return way;
  }

  #bonesRow(layer: number, elbow: readonly [number, number] | undefined): number {
    const way = this.#way(layer);
    if (elbow === undefined && way.every((each) => isIdentity(this.#layers[each]))) return -1;
    const row = this.count++;
    this.#bonesRows.push({ row, way, elbow });
    return row;
  }

  /** Of the anchors at rest, in the space of the bones. */
  #anchorBox(layer: number, { positions }: MohoMesh): [number, number, number, number] {
    const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    const way = this.#way(layer);
    for (let i = 0; i < positions.rest.length; i += 2) {
      let [x, y] = [positions.rest[i], positions.rest[i + 1]];
      for (const each of way) {
        const [a, b, c, d, e, f] = this.#layers[each].still;
        [x, y] = [a * x + c * y + e, b * x + d * y + f];
      }
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
    return box;
  }

  #carrier(layer: number): number {
    for (let each = layer; each >= 0; each = this.#layers[each].parent) {
      if (this.#layers[each].parentBone >= 0) return this.#layers[each].parentBone;
    }
    return -1;
  }
}
