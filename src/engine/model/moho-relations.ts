import type {
  MohoCamera,
  MohoChannel,
  MohoChannelOf,
  MohoKeys,
  MohoLayer,
  MohoMesh,
  MohoProject,
  MohoSkeleton,
  MohoText,
  MohoTiming,
  MohoValues,
} from './moho.ts';
import { maxFrame } from './moho-shape.ts';

/** What to throw for a field of the project. */
export type ProjectFault = (field: string, expected: string, found: unknown) => Error;

/**
 * Holds how the parts of a Moho project refer to each other to what the model promises. Each value is known to be of its
 * kind.
 */
export function checkProject(project: MohoProject, fault: ProjectFault): void {
  new Relations(project, fault).all();
}

class Relations {
  readonly #project: MohoProject;
  readonly #fault: ProjectFault;

  constructor(project: MohoProject, fault: ProjectFault) {
    this.#project = project;
    this.#fault = fault;
  }

  all(): void {
    const { layers, roots, camera } = this.#project;
    for (const root of roots) this.#child('.roots', root, -1);
    this.#camera(camera);
    for (const [index, layer] of layers.entries()) this.#layer(layer, index);
  }

  #camera({ track, zoom }: MohoCamera): void {
    this.#channel('.camera.track', track, 3);
    this.#channel('.camera.zoom', zoom, 1);
  }

  #layer(layer: MohoLayer, index: number): void {
    const { parent, children, boneLayer, parentBone, flexiBones, transforms, mesh, skeleton } = layer;
    const { layers } = this.#project;
    const field = `.layers[${index}]`;
    this.#within(`${field}.parent`, parent, -1, index);
    for (const child of children) this.#child(`${field}.children`, child, index);
    this.#within(`${field}.boneLayer`, boneLayer, -1, index);
    const around = layers[boneLayer]?.skeleton;
    if (boneLayer >= 0 && around === undefined) throw this.#fault(`${field}.boneLayer`, 'a bone layer', boneLayer);
    const bones = around?.bones.length ?? 0;
    this.#within(`${field}.parentBone`, parentBone, Number.NEGATIVE_INFINITY, bones);
    for (const bone of flexiBones) this.#within(`${field}.flexiBones`, bone, 0, bones);
    this.#channel(`${field}.visibility`, layer.visibility, 1);
    this.#channel(`${field}.alpha`, layer.alpha, 1);
    this.#channel(`${field}.transforms.translation`, transforms.translation);
    this.#channel(`${field}.transforms.scale`, transforms.scale);
    for (const name of ['rotation', 'flipH', 'flipV'] as const) {
      this.#channel(`${field}.transforms.${name}`, transforms[name], 1);
    }
    if (layer.ordering !== undefined) this.#text(`${field}.ordering`, layer.ordering);
    if (layer.switchKeys !== undefined) this.#text(`${field}.switchKeys`, layer.switchKeys);
    if (mesh !== undefined) this.#mesh(`${field}.mesh`, mesh, bones);
    if (skeleton !== undefined) this.#skeleton(`${field}.skeleton`, skeleton);
  }

  #child(field: string, child: number, parent: number): void {
    const { layers } = this.#project;
    if (layers[child]?.parent !== parent) throw this.#fault(field, 'layers that name it as their parent', child);
  }

  #mesh(field: string, mesh: MohoMesh, bones: number): void {
    const { pointCount, pointBones, curves, curvePoints, segmentsOn, shapes } = mesh;
    this.#values(`${field}.positions`, mesh.positions, 2, pointCount);
    this.#values(`${field}.widths`, mesh.widths, 1, pointCount);
    for (const name of ['smoothness', 'weightIn', 'weightOut', 'offsetIn', 'offsetOut'] as const) {
      this.#values(`${field}.${name}`, mesh[name], 1, curvePoints.length);
    }
    this.#length(`${field}.pointBones`, pointBones, pointCount);
    for (const bone of pointBones) this.#within(`${field}.pointBones`, bone, Number.NEGATIVE_INFINITY, bones);
    this.#length(`${field}.segmentsOn`, segmentsOn, curvePoints.length);
    for (const point of curvePoints) this.#within(`${field}.curvePoints`, point, 0, pointCount);
    let next = 0;
    for (const [c, { start, count }] of curves.entries()) {
      if (start !== next) throw this.#fault(`${field}.curves[${c}].start`, `${next}, where the one before ends`, start);
      next += count;
      this.#within(`${field}.curves[${c}].count`, next, 0, curvePoints.length + 1);
    }
    for (const [s, { edges, style }] of shapes.entries()) {
      for (const edge of edges) this.#within(`${field}.shapes[${s}].edges`, edge, 0, next);
      this.#channel(`${field}.shapes[${s}].style.fill`, style.fill, 4);
      this.#channel(`${field}.shapes[${s}].style.line`, style.line, 4);
    }
  }

  #skeleton(field: string, { bones, order, dials }: MohoSkeleton): void {
    for (const [b, { parent, position, angle, scale }] of bones.entries()) {
      this.#within(`${field}.bones[${b}].parent`, parent, -1, bones.length);
      this.#channel(`${field}.bones[${b}].position`, position, 2);
      this.#channel(`${field}.bones[${b}].angle`, angle, 1);
      this.#channel(`${field}.bones[${b}].scale`, scale, 1);
    }
    this.#length(`${field}.order`, order, bones.length);
    const isMet = new Uint8Array(bones.length);
    for (const bone of order) {
      const parent = bones[bone]?.parent ?? -1;
      if (isMet[bone] !== 0 || (parent >= 0 && isMet[parent] === 0)) {
        throw this.#fault(`${field}.order`, 'each bone once, after its parent', bone);
      }
      isMet[bone] = 1;
    }
    for (const [d, { bone, action, curve, opposite }] of dials.entries()) {
      this.#within(`${field}.dials[${d}].bone`, bone, 0, bones.length);
      this.#within(`${field}.dials[${d}].action`, action, 0, this.#project.actions.length);
      this.#keys(`${field}.dials[${d}].curve`, curve, 1);
      // Its table has a row for each frame.
      this.#within(`${field}.dials[${d}].curve.frames`, curve.frames[curve.frames.length - 1], -maxFrame, maxFrame + 1);
      this.#within(`${field}.dials[${d}].opposite`, opposite, -1, dials.length);
    }
  }

  #values(field: string, { components, rest, moving }: MohoValues, each: number, count: number): void {
    if (components !== each) throw this.#fault(`${field}.components`, String(each), components);
    this.#length(`${field}.rest`, rest, count * each);
    for (const [m, { index, channel }] of moving.entries()) {
      this.#within(`${field}.moving[${m}].index`, index, 0, count);
      this.#channel(`${field}.moving[${m}].channel`, channel, each);
    }
  }

  /** @param components Undefined: two or three. */
  #channel(field: string, { components, main, actions }: MohoChannel, expected?: number): void {
    const fits = expected === undefined ? components === 2 || components === 3 : components === expected;
    if (!fits) throw this.#fault(`${field}.components`, String(expected ?? '2 or 3'), components);
    this.#keys(`${field}.main`, main, components);
    this.#actions(field, actions);
    for (const [a, { keys, rest }] of actions.entries()) {
      this.#keys(`${field}.actions[${a}].keys`, keys, components);
      this.#length(`${field}.actions[${a}].rest`, rest, components);
    }
  }

  #text(field: string, { main, actions }: MohoText): void {
    this.#timing(`${field}.main`, main, 0);
    this.#length(`${field}.main.values`, main.values, main.frames.length);
    this.#actions(field, actions);
    for (const [a, { keys }] of actions.entries()) {
      this.#timing(`${field}.actions[${a}].keys`, keys, 0);
      this.#length(`${field}.actions[${a}].keys.values`, keys.values, keys.frames.length);
    }
  }

  #actions(field: string, actions: MohoChannelOf<MohoTiming>['actions']): void {
    for (const [a, { action }] of actions.entries()) {
      this.#within(`${field}.actions[${a}].action`, action, 0, this.#project.actions.length);
    }
  }

  #keys(field: string, keys: MohoKeys, components: number): void {
    this.#timing(field, keys, components);
    this.#length(`${field}.values`, keys.values, keys.frames.length * components);
  }

  #timing(field: string, { frames, modes, parameters, handles }: MohoTiming, components: number): void {
    if (frames.length === 0) throw this.#fault(`${field}.frames`, 'at least one key', frames);
    for (let k = 1; k < frames.length; k++) {
      if (!(frames[k] > frames[k - 1])) throw this.#fault(`${field}.frames[${k}]`, 'ascending frames', frames[k]);
    }
    this.#length(`${field}.modes`, modes, frames.length);
    this.#length(`${field}.parameters`, parameters, frames.length * 2);
    if (handles !== undefined) this.#length(`${field}.handles`, handles, frames.length * components * 4);
  }

  #length(field: string, list: ArrayLike<unknown>, length: number): void {
    if (list.length !== length) throw this.#fault(field, `${length} of them`, list.length);
  }

  /** @param least The least number that fits, and `end` the first one beyond. */
  #within(field: string, value: number, least: number, end: number): void {
    if (value < least || value >= end) throw this.#fault(field, `a number from ${least} to ${end - 1}`, value);
  }
}
