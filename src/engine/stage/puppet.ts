import type { ActionListener, ActionState, Marker, PlayOptions } from '../animate/action-state.ts';
import { animatorFor, type PuppetBones } from '../animate/bone-part.ts';
import type { BoneState } from '../animate/bone-state.ts';
import type { DrawOrders } from '../animate/draw-orders.ts';
import type { CrossFadeOptions, QueueOptions } from '../animate/layer.ts';
import { Mixer } from '../animate/mixer.ts';
import type { OwnPoints } from '../animate/own-points.ts';
import { boneIndex, checkNumber, Pose } from '../animate/pose.ts';
import { type PoseRequest, resolveRequest } from '../animate/pose-request.ts';
import type { PuppetSkeleton } from '../animate/puppet-skeleton.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import type { Rig } from '../model/rig.ts';
import { LayoutChoice } from '../render/cell-layouts.ts';
import type { Instance, OwnTable } from '../render/instance.ts';
import { Emitter } from './events.ts';

export interface PuppetOptions {
  /** Where the pivot goes, stage px. Default: the picture at its natural place. */
  readonly x?: number;
  readonly y?: number;
  /** One factor, or one for each axis; negative mirrors. */
  readonly scale?: number | readonly [x: number, y: number];
  /** Radians, clockwise on screen, about the pivot. */
  readonly rotation?: number;
  /** Point of the rig that x, y, scale and rotation refer to, rig px. Default: the middle of the picture. */
  readonly pivot?: readonly [x: number, y: number];
  /** 0 to 1; multiplies the alpha of each path. */
  readonly alpha?: number;
  /** Red, green, blue factors, 0 to 1, on each colour. */
  readonly tint?: readonly [red: number, green: number, blue: number];
  /** Greater is nearer. Equal ones are painted in the order they were added. */
  readonly z?: number;
  readonly visible?: boolean;
}

export interface PuppetEvents {
  /** An action begins to play. */
  start: ActionState;
  /** An action starts over (there and back: turns round). */
  loop: ActionState;
  /** An action has played to its end. */
  complete: ActionState;
  /** An action that plays has come to a frame with a name; see `ActionState.addMarker`. */
  marker: Marker;
  /** Time has passed for the puppet: seconds. The place to set what depends on time. */
  frame: number;
}

/** How a stage is told that its puppets' order has to be looked at again. */
export interface PuppetHost {
  orderChanged(): void;
  remove(puppet: Puppet): void;
}

/** One living copy of a rig on a stage: its actions, its place, its colours. */
export class Puppet extends Emitter<PuppetEvents> implements Instance {
  readonly rig: Rig;
  readonly compiled: CompiledRig;
  readonly orders: DrawOrders;
  readonly pose: Pose;
  readonly mixer: Mixer;
  /** Rig px → canvas px; see {@link updateMatrix}. */
  readonly matrix: Float32Array;
  readonly tint: Float32Array;
  readonly layoutChoice = new LayoutChoice();
  /** Control points of its own, and what takes them to the GPU: see `PathPoints`, which sets both. */
  own: OwnPoints | null = null;
  ownTable: OwnTable | null = null;
  /** Time passes for the puppet as fast as this. */
  speed = 1;
  visible = true;

  readonly #host: PuppetHost;
  /** Null for a rig without bones. */
  readonly #bones: PuppetBones | null;
  #x: number;
  #y: number;
  #scaleX = 1;
  #scaleY = 1;
  #rotation = 0;
  #pivotX: number;
  #pivotY: number;
  #alpha = 1;
  #z = 0;

  constructor(compiled: CompiledRig, orders: DrawOrders, options: PuppetOptions, host: PuppetHost) {
    super();
    this.rig = compiled.rig;
    this.compiled = compiled;
    this.orders = orders;
    this.pose = new Pose(compiled);
    // Of one piece: a buffer takes more memory than nine numbers.
    const numbers = new Float32Array(9);
    this.matrix = numbers.subarray(0, 6);
    this.tint = numbers.subarray(6).fill(1);
    this.#bones = compiled.boneCount === 0 ? null : animatorFor(compiled).createBones(compiled, this);
    this.#host = host;
    this.mixer = new Mixer(compiled.rig, new Teller((name, value) => this.emit(name, value)));
    [this.#pivotX, this.#pivotY] = options.pivot ?? [this.rig.width / 2, this.rig.height / 2];
    this.#x = checkNumber('x', options.x ?? this.#pivotX);
    this.#y = checkNumber('y', options.y ?? this.#pivotY);
    this.scale = options.scale ?? 1;
    this.rotation = options.rotation ?? 0;
    this.alpha = options.alpha ?? 1;
    this.z = options.z ?? 0;
    this.visible = options.visible ?? true;
    if (options.tint) this.setTint(...options.tint);
  }

  /** The frames and weights that the shaders read. */
  get actions(): Float32Array {
    return this.pose.actions;
  }

  /** Where its bones are; null for a rig without bones. */
  get skeleton(): PuppetSkeleton | null {
    return this.#bones?.skeleton ?? null;
  }

  /** What bones do to points, as the shaders read it. */
  get bones(): Float32Array {
    return this.pose.bones;
  }

  get bonesVersion(): number {
    return this.pose.bonesVersion;
  }

  get x(): number {
    return this.#x;
  }

  set x(x: number) {
    this.#x = checkNumber('x', x);
  }

  get y(): number {
    return this.#y;
  }

  set y(y: number) {
    this.#y = checkNumber('y', y);
  }

  /** The horizontal factor; setting it sets both. */
  get scale(): number {
    return this.#scaleX;
  }

  set scale(scale: number | readonly [x: number, y: number]) {
    const [x, y] = typeof scale === 'number' ? [scale, scale] : scale;
    this.#scaleX = checkNumber('the scale', x);
    this.#scaleY = checkNumber('the scale', y);
  }

  get scaleX(): number {
    return this.#scaleX;
  }

  set scaleX(scale: number) {
    this.#scaleX = checkNumber('the scale', scale);
  }

  get scaleY(): number {
    return this.#scaleY;
  }

  set scaleY(scale: number) {
    this.#scaleY = checkNumber('the scale', scale);
  }

  /** Radians, clockwise on screen. */
  get rotation(): number {
    return this.#rotation;
  }

  set rotation(rotation: number) {
    this.#rotation = checkNumber('the rotation', rotation);
  }

  get alpha(): number {
    return this.#alpha;
  }

  set alpha(alpha: number) {
    this.#alpha = checkNumber('alpha', alpha, 0, 1);
  }

  /** Greater is nearer. */
  get z(): number {
    return this.#z;
  }

  set z(z: number) {
    if (z === this.#z) return;
    this.#z = checkNumber('z', z);
    this.#host.orderChanged();
  }

  setTint(red: number, green: number, blue: number): void {
    this.tint[0] = checkNumber('red', red, 0, 1);
    this.tint[1] = checkNumber('green', green, 0, 1);
    this.tint[2] = checkNumber('blue', blue, 0, 1);
  }

  /**
   * An action by name.
   * @throws AyatoriError `unknown-action`, with the nearest names.
   */
  action(name: string): ActionState {
    return this.mixer.action(name);
  }

  /** In list order, without the base pose. */
  get actionStates(): readonly ActionState[] {
    return this.mixer.actionStates;
  }

  /**
   * A bone by name: to turn, move or scale it, or to let it reach for a point.
   * @throws AyatoriError `unknown-bone`, with the nearest names.
   */
  bone(name: string): BoneState {
    const index = boneIndex(this.compiled, name);
    return (this.#bones as PuppetBones).state(index);
  }

  /** Rig px → stage px. */
  toStage(x: number, y: number): { x: number; y: number } {
    const [cos, sin] = [Math.cos(this.#rotation), Math.sin(this.#rotation)];
    const [dx, dy] = [(x - this.#pivotX) * this.#scaleX, (y - this.#pivotY) * this.#scaleY];
    return { x: this.#x + cos * dx - sin * dy, y: this.#y + sin * dx + cos * dy };
  }

  /** Stage px → rig px. An axis that is scaled to nothing has no way back: it gives that of the pivot. */
  toRig(x: number, y: number): { x: number; y: number } {
    const [cos, sin] = [Math.cos(this.#rotation), Math.sin(this.#rotation)];
    const [dx, dy] = [x - this.#x, y - this.#y];
    return {
      x: this.#pivotX + (this.#scaleX === 0 ? 0 : (cos * dx + sin * dy) / this.#scaleX),
      y: this.#pivotY + (this.#scaleY === 0 ? 0 : (cos * dy - sin * dx) / this.#scaleY),
    };
  }

  /**
   * Sets all actions and bones at once; what is not named goes to rest. Nothing plays afterwards.
   * @throws AyatoriError `unknown-action`, `unknown-bone` or `number`; then nothing has changed.
   */
  setPose(request: PoseRequest): void {
    const { actions, bones, targets, interpolation } = resolveRequest(this.compiled, request);
    this.stop();
    for (const { action, frame, weight, drives } of actions) {
      // The base pose has no state: it is there anyway.
      const state = this.mixer.at(action);
      if (state) Object.assign(state, { frame, weight, interpolation, drives });
    }
    for (const { bone, turn } of bones) this.bone(this.rig.bones[bone].id).angle = turn;
    for (const { bone, x, y, weight, chain } of targets) {
      const place = this.toStage(x, y);
      this.bone(this.rig.bones[bone].id).reach(place.x, place.y, { weight, chain });
    }
  }

  /** Plays an action on top of whatever else plays. */
  play(name: string, options?: PlayOptions): ActionState {
    return this.mixer.play(name, options);
  }

  /** Plays an action when another one is over; see `Mixer.queue`. */
  queue(name: string, options?: QueueOptions): ActionState {
    return this.mixer.queue(name, options);
  }

  /** Lets one action go and another one come, in seconds; see `Mixer.crossFade`. */
  crossFade(from: string, to: string, seconds: number, options?: CrossFadeOptions): ActionState {
    return this.mixer.crossFade(from, to, seconds, options);
  }

  /** Seconds that have passed for the puppet. */
  get time(): number {
    return this.mixer.time;
  }

  /** Takes its actions to where they are at a time, in seconds, as if it had played until then. */
  seek(time: number): void {
    this.mixer.seek(time);
  }

  /** Back to the rest pose: all actions off, no bone moved. */
  stop(): void {
    this.mixer.stop();
    this.#bones?.reset();
  }

  remove(): void {
    this.#host.remove(this);
  }

  /**
   * Lets time pass, in seconds. A stage that runs does it. Negative: its actions go back over what was
   * played.
   */
  advance(seconds: number): void {
    const own = seconds * this.speed;
    this.mixer.advance(own);
    this.#bones?.advance(own);
    this.emit('frame', own);
  }

  /** Writes the pose that the next picture shows. */
  updatePose(): void {
    const drives = this.mixer.apply(this.pose);
    this.#bones?.apply(this.pose, drives);
  }

  /** Place on the canvas = view · translation · rotation · scale · (point − pivot). */
  updateMatrix(view: Readonly<ArrayLike<number>>): void {
    const cos = Math.cos(this.#rotation);
    const sin = Math.sin(this.#rotation);
    const a = cos * this.#scaleX;
    const b = sin * this.#scaleX;
    const c = -sin * this.#scaleY;
    const d = cos * this.#scaleY;
    const e = this.#x - a * this.#pivotX - c * this.#pivotY;
    const f = this.#y - b * this.#pivotX - d * this.#pivotY;
    const { matrix } = this;
    // A view scales and moves; it neither turns nor shears.
    matrix[0] = view[0] * a;
    matrix[1] = view[1] * b;
    matrix[2] = view[0] * c;
    matrix[3] = view[1] * d;
    matrix[4] = view[0] * e + view[2];
    matrix[5] = view[1] * f + view[3];
  }
}

type ActionEvent = 'start' | 'loop' | 'complete' | 'marker';

/** Gives what actions tell on to the listeners of a puppet. */
class Teller implements ActionListener {
  readonly #emit: <Name extends ActionEvent>(name: Name, value: PuppetEvents[Name]) => void;

  constructor(emit: <Name extends ActionEvent>(name: Name, value: PuppetEvents[Name]) => void) {
    this.#emit = emit;
  }

  start(action: ActionState): void {
    this.#emit('start', action);
  }

  loop(action: ActionState): void {
    this.#emit('loop', action);
  }

  complete(action: ActionState): void {
    this.#emit('complete', action);
  }

  marker(marker: Marker): void {
    this.#emit('marker', marker);
  }
}
