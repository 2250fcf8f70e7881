import type { CompiledRig } from '../compile/compiled-rig.ts';
import { evaluateCubic } from '../geometry/cubic.ts';
import type { Path } from '../model/rig.ts';
import { morphPoints } from '../reference/morph.ts';
import { visitWeights } from '../reference/point-weights.ts';
import { posePoints } from '../reference/skin.ts';
import { type BoneEnds, boneColor, drawBone, drawLimits, drawTarget, drawZone } from './debug/bone-marks.ts';
import { css, Pen, type Rgb } from './debug/pen.ts';
import type { Puppet } from './puppet.ts';
import type { Stage } from './stage.ts';

export interface DebugViewOptions {
  /** Bones, each in a colour of its own, with their angle limits and what they reach for. Default true. */
  readonly bones?: boolean;
  /** How far the strength of each bone reaches, in units of the picture's longer side. Default false. */
  readonly zones?: boolean;
  /** Points that curves go through, in the colours of the bones that carry them, mixed by their weights. Default false. */
  readonly points?: boolean;
  /** Points that curves are drawn to, with a line to where they belong. Default false. */
  readonly handles?: boolean;
  /** The box of each group that has paths. Default false. */
  readonly bounds?: boolean;
  /** Ids of bones, and of groups where their bounds are shown. Default false. */
  readonly names?: boolean;
  /** Only these groups and what is inside them; bones that carry none of it are faint. Default, and null: all. */
  readonly groups?: readonly string[] | null;
}

const DEFAULTS: Required<DebugViewOptions> = {
  bones: true,
  zones: false,
  points: false,
  handles: false,
  bounds: false,
  names: false,
  groups: null,
};

/** What no bone carries. */
const STILL: Rgb = [110, 110, 120];
const BOUNDS: Rgb = [0, 120, 215];

/** A look behind the picture: bones, strength zones, control points, handles and boxes of the puppets of a stage. */
export class DebugView {
  enabled = true;
  readonly #stage: Stage;
  readonly #canvas: HTMLCanvasElement | OffscreenCanvas;
  readonly #stopListening: () => void;
  #options: Required<DebugViewOptions>;

  /**
   * Draws after each picture of the stage.
   * @param canvas Lies over the stage's canvas, as large as it; it is given as many px.
   */
  constructor(stage: Stage, canvas: HTMLCanvasElement | OffscreenCanvas, options: DebugViewOptions = {}) {
    this.#stage = stage;
    this.#canvas = canvas;
    this.#options = { ...DEFAULTS, ...options };
    this.#stopListening = stage.on('render', () => this.draw());
  }

  get options(): Required<DebugViewOptions> {
    return this.#options;
  }

  /** Changes some options, and draws. */
  set(options: DebugViewOptions): void {
    this.#options = { ...this.#options, ...options };
    this.draw();
  }

  /** Draws over the stage's last picture; empties the canvas while the view is not enabled. */
  draw(): void {
    const { canvas: shown } = this.#stage;
    const canvas = this.#canvas;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
    if (!context) return;
    if (canvas.width !== shown.width) canvas.width = shown.width;
    if (canvas.height !== shown.height) canvas.height = shown.height;
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (!this.enabled) return;
    const unit = 'clientWidth' in shown && shown.clientWidth > 0 ? shown.width / shown.clientWidth : 1;
    for (const puppet of this.#stage.puppets) {
      if (puppet.visible && puppet.alpha > 0) this.#drawPuppet(puppet, new Pen(context, puppet.matrix, unit));
    }
  }

  /** Empties the canvas for good. */
  destroy(): void {
    this.#stopListening();
    this.enabled = false;
    this.draw();
  }

  #drawPuppet(puppet: Puppet, pen: Pen): void {
    const { compiled, pose } = puppet;
    const { bones, zones, points, handles, bounds, names } = this.#options;
    const inGroups = groupsWithin(compiled, this.#options.groups);
    const paths = compiled.rig.paths.flatMap(({ group }, path) => (inGroups[group] ? [path] : []));
    if (points || handles || bounds) {
      const morphed = morphPoints(compiled, pose.actions, undefined, puppet.own);
      const posed = posePoints(compiled, puppet);
      if (bounds) this.#drawBounds(pen, compiled, paths, posed);
      if (handles) for (const path of paths) drawHandles(pen, compiled, path, posed);
      if (points) for (const path of paths) drawPoints(pen, compiled, path, morphed, posed);
    }
    if (bones || zones || names) this.#drawBones(puppet, pen, carriersOf(compiled, this.#options.groups, paths));
  }

  #drawBounds(pen: Pen, compiled: CompiledRig, paths: readonly number[], posed: Float64Array): void {
    const boxes = new Map<number, [left: number, top: number, right: number, bottom: number]>();
    for (const path of paths) {
      const { group, style, role } = compiled.rig.paths[path];
      if (role === 'clip') continue;
      const margin = style.stroke === null ? 0 : style.strokeWidth / 2;
      const box = boxes.get(group) ?? [Infinity, Infinity, -Infinity, -Infinity];
      boxes.set(group, box);
      alongPath(compiled, path, posed, (x, y) => {
        box[0] = Math.min(box[0], x - margin);
        box[1] = Math.min(box[1], y - margin);
        box[2] = Math.max(box[2], x + margin);
        box[3] = Math.max(box[3], y + margin);
      });
    }
    for (const [group, [left, top, right, bottom]] of boxes) {
      pen.shape((context) => context.rect(left, top, right - left, bottom - top));
      pen.line(css(BOUNDS), 1, { dash: [5, 3] });
      if (this.#options.names) pen.label(compiled.rig.groups[group].id, left, top, 2, -8);
    }
  }

  /** @param carriers Bones that are not faint; null: all. */
  #drawBones(puppet: Puppet, pen: Pen, carriers: ReadonlySet<number> | null): void {
    const { rig, skeleton } = puppet;
    if (skeleton === null) return;
    const isFaint = (bone: number) => carriers !== null && !carriers.has(bone);
    const ends = rig.bones.map((_, bone): BoneEnds => {
      const [baseX, baseY, tipX, tipY] = skeleton.ends.subarray(bone * 4, bone * 4 + 4);
      return { baseX, baseY, tipX, tipY };
    });
    const longerSide = Math.max(rig.width, rig.height);
    if (this.#options.zones) {
      rig.bones.forEach(({ strength = 0 }, bone) => {
        if (!isFaint(bone)) drawZone(pen, ends[bone], strength * longerSide, boneColor(bone));
      });
    }
    if (this.#options.bones) {
      rig.bones.forEach((bone, b) => {
        const parentAngle = bone.parent < 0 ? 0 : skeleton.angles[bone.parent];
        if (!isFaint(b)) drawLimits(pen, bone, ends[b], parentAngle, boneColor(b));
      });
      rig.bones.forEach((bone, b) => {
        drawBone(pen, bone, ends[b], boneColor(b), isFaint(b));
      });
      rig.bones.forEach(({ id }, b) => {
        const { isReaching, targetX, targetY, reachWeight } = puppet.bone(id);
        if (!isReaching) return;
        const { x, y } = puppet.toRig(targetX, targetY);
        drawTarget(pen, ends[b], x, y, reachWeight, boneColor(b));
      });
    }
    if (!this.#options.names) return;
    rig.bones.forEach(({ id }, b) => {
      const { baseX, baseY, tipX, tipY } = ends[b];
      if (!isFaint(b)) pen.label(id, (baseX + tipX) / 2, (baseY + tipY) / 2, 8, 0);
    });
  }
}

/** For each group whether it is one of those named, or inside one. */
function groupsWithin({ rig }: CompiledRig, ids: readonly string[] | null): boolean[] {
  const within: boolean[] = [];
  for (const { id, parent } of rig.groups) {
    within.push(ids === null || ids.includes(id) || (parent >= 0 && within[parent]));
  }
  return within;
}

/** The bones that carry some paths; null where no groups were chosen. */
function carriersOf(
  { skinSets }: CompiledRig,
  ids: readonly string[] | null,
  paths: readonly number[],
): Set<number> | null {
  if (ids === null) return null;
  const chosen = new Set(paths);
  return new Set(skinSets.flatMap((set) => (set.paths.some((path) => chosen.has(path)) ? set.bones : [])));
}

/** Visits the curve of each contour close enough for a box. */
function alongPath(
  { rig, firstPoints }: CompiledRig,
  path: number,
  posed: Float64Array,
  visit: (x: number, y: number) => void,
): void {
  for (const { start, segments } of rig.paths[path].contours) {
    const first = firstPoints[path] + start;
    visit(posed[first * 2], posed[first * 2 + 1]);
    for (let i = 1; i <= segments * STEPS; i++) {
      const point = first + Math.floor((i - 1) / STEPS) * 3;
      const t = (((i - 1) % STEPS) + 1) / STEPS;
      visit(evaluateCubic(posed, point, t, 0), evaluateCubic(posed, point, t, 1));
    }
  }
}

const STEPS = 16;

function drawHandles(pen: Pen, { rig, firstPoints }: CompiledRig, path: number, posed: Float64Array): void {
  const place = (point: number) => [posed[point * 2], posed[point * 2 + 1]] as const;
  const ends: (readonly [number, number])[] = [];
  pen.shape((context) => {
    eachSegment(rig.paths[path], firstPoints[path], (point) => {
      for (const [from, to] of [
        [point, point + 1],
        [point + 3, point + 2],
      ]) {
        const [fromAt, toAt] = [place(from), place(to)];
        if (Math.hypot(toAt[0] - fromAt[0], toAt[1] - fromAt[1]) < 1e-3) continue;
        context.moveTo(...fromAt);
        context.lineTo(...toAt);
        ends.push(toAt);
      }
    });
  });
  pen.line(css(STILL), 1);
  for (const [x, y] of ends) pen.mark('dot', x, y, 4, css(STILL), true);
}

function drawPoints(pen: Pen, compiled: CompiledRig, path: number, morphed: Float64Array, posed: Float64Array): void {
  const draw = (point: number) => {
    const color: [number, number, number] = [0, 0, 0];
    let sum = 0;
    visitWeights(compiled, path, point, morphed[point * 2], morphed[point * 2 + 1], (bone, weight) => {
      sum += weight;
      boneColor(bone).forEach((channel, c) => {
        color[c] += weight * channel;
      });
    });
    pen.mark('box', posed[point * 2], posed[point * 2 + 1], 4.5, css(sum === 0 ? STILL : color));
  };
  const first = compiled.firstPoints[path];
  for (const { start, segments, closed } of compiled.rig.paths[path].contours) {
    // The last point of most closed contours is their first.
    const count = segments + 1 - (closed && isSame(posed, first + start, first + start + segments * 3) ? 1 : 0);
    for (let i = 0; i < count; i++) draw(first + start + i * 3);
  }
}

const isSame = (points: Float64Array, a: number, b: number): boolean =>
  points[a * 2] === points[b * 2] && points[a * 2 + 1] === points[b * 2 + 1];

/** @param visit Given the first control point of each segment. */
function eachSegment({ contours }: Path, first: number, visit: (point: number) => void): void {
  for (const { start, segments } of contours) {
    for (let s = 0; s < segments; s++) visit(first + start + s * 3);
  }
}
