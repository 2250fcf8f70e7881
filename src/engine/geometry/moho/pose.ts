import type { MohoLayer, MohoMesh } from '../../model/moho.ts';
import { baseAngle, boneMoves, type PosedBones, poseBones } from './bones.ts';
import { addActions, type Drive, evaluateMain, evaluateValues, followsTime } from './channel.ts';
import { buildHandles, type CurveParameters } from './curves.ts';
import { dialFrame, isOpposite } from './dials.ts';
import { elbowSkin } from './elbow.ts';
import { type Skin, skinPoint, weightedSkin } from './flexi.ts';
import { cameraMatrix, layerMatrix } from './layers.ts';
import { identity, inverted, type Matrix, matrixAt, movePoints, multiplied, scaleOf } from './matrix.ts';
import type { PaintMoment } from './paint.ts';
import { type Flexi, idleDrive, matrixToBones, type PreparedMoho } from './prepare.ts';

/** A moment of a project: what plays, and how bones are turned by hand. */
export interface MohoMoment {
  /** Of the main timeline; 0 is the rest pose. */
  readonly frame: number;
  /** Actions on top of it, each as weight · (value at its frame − value at frame 0). */
  readonly plays?: readonly MohoPlay[];
  /** By name of the bone: radians, counter-clockwise, on top of all else. */
  readonly turns?: ReadonlyMap<string, number>;
}

export interface MohoPlay {
  readonly action: number;
  readonly frame: number;
  readonly weight: number;
}

/** A project at a moment. Stages have the names and the order that Moho's own evaluation shows. */
export class MohoPose {
  readonly prepared: PreparedMoho;
  readonly #moment: MohoMoment;
  readonly #rootDrive: Drive;
  /** By layer. */
  readonly #drives: Drive[] = [];
  readonly #bones: (PosedBones | undefined)[] = [];
  readonly #moves: (Float64Array | undefined)[] = [];
  readonly #own: Matrix[] = [];
  readonly #world: Matrix[] = [];
  readonly #scales: number[] = [];
  readonly #camera: Matrix;

  constructor(prepared: PreparedMoho, moment: MohoMoment) {
    this.prepared = prepared;
    this.#moment = moment;
    const { project, cycles } = prepared;
    this.#rootDrive = this.#playedDrive();
    for (const [index, layer] of project.layers.entries()) {
      const around = this.#drives[layer.parent] ?? this.#rootDrive;
      const drive = layer.skeleton === undefined ? around : this.#dialDrive(index, layer, around);
      this.#drives.push(drive);
      this.#poseSkeleton(index, layer, drive);
      const own = layerMatrix(layer, moment.frame, drive, cycles);
      const moves = layer.parentBone < 0 ? undefined : this.#moves[layer.boneLayer];
      const carried = moves === undefined ? own : multiplied(matrixAt(moves, layer.parentBone), own);
      this.#own.push(own);
      this.#world.push(multiplied(this.#world[layer.parent] ?? identity, carried));
      // Bones do not widen lines.
      this.#scales.push((this.#scales[layer.parent] ?? 1) * scaleOf(own));
    }
    const { camera, width, height } = project;
    this.#camera = cameraMatrix(camera, width, height, moment.frame, this.#rootDrive, cycles);
  }

  /** Frame of the main timeline. */
  get frame(): number {
    return this.#moment.frame;
  }

  /** What has a say in a layer: actions that play and those that dials around it chose. */
  drive(layer: number): Drive {
    return this.#drives[layer];
  }

  /** The bones of a bone layer. */
  bones(layer: number): PosedBones | undefined {
    return this.#bones[layer];
  }

  /** Space of a layer → px. */
  toPixels(layer: number): Matrix {
    return multiplied(this.#camera, this.#world[layer]);
  }

  /** px of a line's width of 1, which is the height of the canvas. */
  lineScale(layer: number): number {
    const { height } = this.prepared.project;
    return this.#scales[layer] * height * (scaleOf(this.#camera) / (height / 2));
  }

  /** Stages 1 to 5 for a mesh: x, y of anchor, handle in and handle out of each curve point, px. */
  handles(layer: number): Float64Array {
    const { mesh } = this.prepared.project.layers[layer];
    if (mesh === undefined) return new Float64Array(0);
    const handles = buildHandles(mesh, this.anchors(layer), this.#curveParameters(mesh, this.#drives[layer]));
    movePoints(handles, this.toPixels(layer));
    return handles;
  }

  /** Stages 1 and 2: the points of a mesh in its own space. */
  anchors(layer: number): Float64Array {
    const { project, meshes, cycles } = this.prepared;
    const { mesh } = project.layers[layer];
    if (mesh === undefined) return new Float64Array(0);
    const drive = this.#drives[layer];
    const flexi = meshes[layer]?.flexi;
    if (flexi === undefined) return evaluateValues(mesh.positions, this.frame, drive, cycles);
    return this.#skinAnchors(layer, mesh, flexi, drive);
  }

  /** What the paint of a layer hangs on. */
  paintMoment(layer: number): PaintMoment {
    const { project, cycles } = this.prepared;
    const { mesh } = project.layers[layer];
    const drive = this.#drives[layer];
    const { frame } = this;
    const widths = mesh === undefined ? new Float64Array(0) : evaluateValues(mesh.widths, frame, drive, cycles);
    return { frame, drive, cycles, widths, lineScale: this.lineScale(layer) };
  }

  #curveParameters(mesh: MohoMesh, drive: Drive): CurveParameters {
    const { cycles } = this.prepared;
    const { smoothness, weightIn, weightOut, offsetIn, offsetOut } = mesh;
    return {
      smoothness: evaluateValues(smoothness, this.frame, drive, cycles),
      weightIn: evaluateValues(weightIn, this.frame, drive, cycles),
      weightOut: evaluateValues(weightOut, this.frame, drive, cycles),
      offsetIn: evaluateValues(offsetIn, this.frame, drive, cycles),
      offsetOut: evaluateValues(offsetOut, this.frame, drive, cycles),
    };
  }

  #skinAnchors(index: number, mesh: MohoMesh, flexi: Flexi, drive: Drive): Float64Array {
    const { project, skeletons, cycles } = this.prepared;
    const layer = project.layers[index];
    const { positions, pointBones } = mesh;
    const anchors = positions.rest.slice();
    const deltas = new Float64Array(anchors.length);
    for (const { index, channel } of positions.moving) {
      if (followsTime(channel)) evaluateMain(channel, this.frame, anchors, index * 2, cycles);
      addActions(channel, drive, anchors, index * 2, 'plain');
      addActions(channel, drive, deltas, index * 2, 'dials');
    }
    const moves = this.#moves[layer.boneLayer];
    const pose = this.#bones[layer.boneLayer];
    const rest = skeletons[layer.boneLayer]?.rest;
    if (moves === undefined || pose === undefined || rest === undefined) return anchors;
    const toBones = matrixToBones(index, project.layers, (each) => this.#own[each]);
    movePoints(anchors, toBones);
    movePoints(deltas, [toBones[0], toBones[1], toBones[2], toBones[3], 0, 0]);
    const skinWith = (weights: Float64Array): Skin =>
      flexi.elbow === undefined ? weightedSkin(weights, flexi.bones, moves) : elbowSkin(flexi.elbow, rest, pose, moves);
    const [skin, probed] = [skinWith(flexi.weights), skinWith(flexi.probedWeights)];
    for (let p = 0; p < mesh.pointCount; p++) {
      const [x, y, dx, dy] = [anchors[p * 2], anchors[p * 2 + 1], deltas[p * 2], deltas[p * 2 + 1]];
      if (pointBones[p] >= 0) movePoint(matrixAt(moves, pointBones[p]), x + dx, y + dy, anchors, p * 2);
      else if (flexi.bones.length > 0) skinPoint(skin, probed, p, x, y, dx, dy, anchors, p * 2);
      else movePoint(identity, x + dx, y + dy, anchors, p * 2);
    }
    movePoints(anchors, inverted(toBones) ?? identity);
    return anchors;
  }

  /** Actions that are asked for. */
  #playedDrive(): Drive {
    const { actions } = this.prepared.project;
    const drive = idleDrive(actions.length);
    for (const { action, frame, weight } of this.#moment.plays ?? []) {
      drive.frames[action] = frame;
      drive.weights[action] = weight;
    }
    return drive;
  }

  /** With the dials of a bone layer: what plays for itself stays, the others do as their bones say. */
  #dialDrive(index: number, { skeleton }: MohoLayer, around: Drive): Drive {
    const { skeletons, dials: rule, cycles } = this.prepared;
    const tables = skeletons[index]?.tables ?? [];
    if (skeleton === undefined || skeleton.dials.length === 0) return around;
    const drive: Drive = {
      frames: around.frames.slice(),
      weights: around.weights.slice(),
      dials: around.dials.slice(),
    };
    for (const { action } of skeleton.dials) {
      drive.dials[action] = 1;
      if (!this.#isPlayed(action)) drive.weights[action] = 0;
    }
    const before: Drive = { ...drive, weights: drive.weights.slice() };
    for (const [d, { bone, action, opposite }] of skeleton.dials.entries()) {
      if (this.#isPlayed(action)) continue;
      const angle = baseAngle(skeleton, bone, this.frame, before, this.#turned(skeleton.bones[bone].name), cycles);
      const isOff = opposite >= 0 && isOpposite(tables[d], tables[opposite], angle);
      const frame = isOff ? undefined : dialFrame(tables[d], angle, rule);
      if (frame === undefined) continue;
      drive.frames[action] = frame;
      drive.weights[action] = 1;
    }
    return drive;
  }

  #poseSkeleton(index: number, { skeleton }: MohoLayer, drive: Drive): void {
    const { project, skeletons, cycles } = this.prepared;
    const rest = skeletons[index]?.rest;
    if (skeleton === undefined || rest === undefined) return;
    const turned = Float64Array.from(skeleton.bones, ({ name }) => this.#turned(name));
    const isPlayed = (action: number): boolean => this.#isPlayed(action);
    const posed = poseBones(skeleton, this.frame, drive, isPlayed, turned, project.version, cycles);
    this.#bones[index] = posed;
    this.#moves[index] = boneMoves(posed, rest);
  }

  #isPlayed(action: number): boolean {
    return this.#rootDrive.weights[action] !== 0;
  }

  #turned(bone: string): number {
    return this.#moment.turns?.get(bone) ?? 0;
  }
}

function movePoint(m: Matrix, x: number, y: number, out: Float64Array, at: number): void {
  out[at] = m[0] * x + m[2] * y + m[4];
  out[at + 1] = m[1] * x + m[3] * y + m[5];
}
