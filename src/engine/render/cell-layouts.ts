import type { OwnPoints } from '../animate/own-points.ts';
import { type BoneRoom, compilerFor } from '../compile/bone-part.ts';
import type { CellExtents } from '../compile/cell-layout.ts';
import { cellExtents, packCells, packPages } from '../compile/cell-layout.ts';
import type { CompiledRig } from '../compile/compiled-rig.ts';
import type { OwnRoom } from '../compile/own-room.ts';
import type { RowTexture } from './rig-tables.ts';

/** A layout on the GPU. */
export interface PlacedLayout {
  readonly row: number;
  readonly width: number;
  readonly height: number;
}

/** A layout on the GPU for a part of a puppet's items. */
export interface PlacedPage extends PlacedLayout {
  readonly firstSlot: number;
  readonly slotCount: number;
}

/** What a puppet's layout was chosen by; kept by the puppet so that an unchanged one costs no look-up. */
export class LayoutChoice {
  /** New whenever all layouts are dropped; no two {@link CellLayouts} ever have the same. */
  generation = -1;
  matrixKey = -1;
  layout: PlacedLayout | null = null;
  /** What the puppet's bones and its own points have needed so far, and what of it the layout was made for. */
  room: BoneRoom | null = null;
  /** `Pose.bonesVersion` when the room was looked at last. */
  bonesVersion = 0;
  own: OwnRoom | null = null;
  neededRoom = '';
  roomName = '';
  /** The pages of a puppet that has no layout, and what they were made for. */
  pages: readonly PlacedPage[] = [];
  pagesGeneration = -1;
  pagesOrder = -1;
  pagesRoom = '';
  pagesMatrix: Float32Array | null = null;
}

interface RoomLayouts {
  readonly extents: CellExtents;
  readonly placed: Map<number, PlacedLayout | null>;
}

/** Counted over all layouts: a puppet outlives a lost context, and with it the layouts that it chose from. */
let generations = 0;

/** More rows than this are forgotten together; a stage that spins and zooms makes new ones all the time. */
const MOST_LAYOUTS = 1024;

/**
 * Where the cells of a rig's puppets stand within the puppet's part of the atlas. A layout holds
 * for every frame and weight of the actions that were seen so far, and for a small range of scales
 * and rotations, so that in steady play none is made.
 */
export class CellLayouts {
  readonly #compiled: CompiledRig;
  readonly #rows: RowTexture;
  /** By room, then by matrix. */
  readonly #layouts = new Map<string, RoomLayouts>();
  /** Actions that have been active on any puppet of the rig, and so may move its cells. */
  readonly #active: Uint8Array;
  /** How many have not. */
  #inactive: number;
  /** For each skin set, the greatest factor in the rooms of all puppets. */
  readonly skinFactors: Float32Array;
  /** For each path, the greatest bend of own points of all puppets. */
  readonly ownBends: Float32Array;
  /** Counts how often curves have come to bend more. */
  growths = 0;
  #extents: CellExtents;
  #generation = ++generations;
  #greatest: [number, number] = [0, 0];
  #limit = 0;

  constructor(compiled: CompiledRig, rows: RowTexture) {
    this.#compiled = compiled;
    this.#rows = rows;
    this.#active = new Uint8Array(compiled.rig.actions.length);
    this.#inactive = this.#active.length;
    this.skinFactors = new Float32Array(compiled.skinSets.length);
    this.ownBends = new Float32Array(compiled.rig.paths.length);
    this.#extents = cellExtents(compiled, this.#active);
    // Where all actions together cost little room, they have it from the start.
    const all = cellExtents(compiled, new Uint8Array(this.#active.length).fill(1));
    if (area(all) > area(this.#extents) * ROOM_FOR_ALL) return;
    this.#active.fill(1);
    this.#inactive = 0;
    this.#extents = all;
  }

  /**
   * Before a frame: tells what may be active in it. Rows in use must not vanish within the frame.
   * @param actions See `Pose.actions`.
   * @param bones See `Pose.bones`.
   * @param bonesVersion See `Pose.bonesVersion`.
   * @param own See `Instance.own`.
   */
  note(
    choice: LayoutChoice,
    actions: Float32Array,
    bones: Float32Array,
    bonesVersion: number,
    own: OwnPoints | null,
  ): void {
    if (own) this.#noteOwn(choice, own);
    if (this.skinFactors.length > 0) this.#noteBones(choice, bones, bonesVersion);
    if (this.#inactive === 0) return;
    const before = this.#inactive;
    for (let a = 0; a < this.#active.length; a++) {
      if (this.#active[a] === 1 || (actions[a * 4 + 2] === 0 && actions[a * 4 + 3] === 0)) continue;
      this.#active[a] = 1;
      this.#inactive--;
    }
    if (this.#inactive === before) return;
    this.#extents = cellExtents(this.#compiled, this.#active);
    this.#drop();
  }

  #noteBones(choice: LayoutChoice, bones: Float32Array, version: number): void {
    // While bones are at rest they need none.
    if (version === 0 && choice.room === null) return;
    if (version === choice.bonesVersion && choice.generation === this.#generation) return;
    choice.bonesVersion = version;
    choice.room ??= compilerFor(this.#compiled.rig).createRoom(this.#compiled);
    // A room is older than these layouts where the context was lost in between.
    const outgrown = choice.room.note(bones);
    if (!outgrown && choice.generation === this.#generation) return;
    if (outgrown) nameRoom(choice);
    let grown = false;
    choice.room.factors.forEach((factor, set) => {
      if (factor <= this.skinFactors[set]) return;
      this.skinFactors[set] = factor;
      grown = true;
    });
    if (grown) this.growths++;
  }

  #noteOwn(choice: LayoutChoice, own: OwnPoints): void {
    choice.own ??= own.createRoom();
    const outgrown = choice.own.note(own.paths);
    if (!outgrown && choice.generation === this.#generation) return;
    if (outgrown) nameRoom(choice);
    if (choice.own.mergeBends(this.ownBends)) this.growths++;
  }

  /** Before a frame: tells the canvas size and the atlas limit; layouts made for others are dropped. */
  fit(width: number, height: number, limit: number): void {
    // In steps, so that a canvas that is being resized does not drop them each frame.
    const [w, h] = [2 ** Math.ceil(Math.log2(width + 2)), 2 ** Math.ceil(Math.log2(height + 2))];
    const same = w === this.#greatest[0] && h === this.#greatest[1] && limit === this.#limit;
    if (same && this.#rows.rows <= MOST_LAYOUTS) return;
    this.#greatest = [w, h];
    this.#limit = limit;
    this.#drop();
  }

  #drop(): void {
    this.#layouts.clear();
    this.#rows.clear();
    this.#generation = ++generations;
  }

  /**
   * @param matrix Rig px → canvas px: a, b, c, d, e, f.
   * @returns null where the puppet's cells do not fit into the atlas at once: see {@link pages}.
   */
  choose(choice: LayoutChoice, matrix: Float32Array): PlacedLayout | null {
    const matrixKey = quantize(matrix);
    const same =
      choice.generation === this.#generation && choice.matrixKey === matrixKey && choice.roomName === choice.neededRoom;
    if (same) return choice.layout;
    choice.generation = this.#generation;
    choice.matrixKey = matrixKey;
    choice.roomName = choice.neededRoom;
    const { extents, placed: known } = this.#roomLayouts(choice);
    let placed = known.get(matrixKey);
    if (placed === undefined) {
      const layout = packCells(extents, dequantize(matrixKey), this.#greatest, this.#limit);
      placed = layout ? { row: this.#rows.push(layout.places), width: layout.width, height: layout.height } : null;
      known.set(matrixKey, placed);
    }
    choice.layout = placed;
    return placed;
  }

  #roomLayouts({ room, own, roomName }: LayoutChoice): RoomLayouts {
    let layouts = this.#layouts.get(roomName);
    if (layouts === undefined) {
      const unbent = own === null ? this.#extents : cellExtents(this.#compiled, this.#active, own);
      const extents = room === null ? unbent : room.widen(unbent);
      layouts = { extents, placed: new Map() };
      this.#layouts.set(roomName, layouts);
    }
    return layouts;
  }

  /** The pages of a puppet, for one place and one draw order; made anew when either changes. */
  pages(
    choice: LayoutChoice,
    matrix: Float32Array,
    view: readonly [number, number],
    orderRow: number,
    order: Uint32Array,
  ): readonly PlacedPage[] {
    const same =
      choice.pagesGeneration === this.#generation &&
      choice.pagesOrder === orderRow &&
      choice.pagesRoom === choice.roomName &&
      matrix.every((value, i) => value === choice.pagesMatrix?.[i]);
    if (same) return choice.pages;
    choice.pagesGeneration = this.#generation;
    choice.pagesOrder = orderRow;
    choice.pagesRoom = choice.roomName;
    choice.pagesMatrix = matrix.slice();
    const { extents } = this.#roomLayouts(choice);
    choice.pages = packPages(this.#compiled, extents, matrix, view, order, this.#limit).map((page) => ({
      row: this.#rows.push(page.places),
      width: page.width,
      height: page.height,
      firstSlot: page.firstSlot,
      slotCount: page.slotCount,
    }));
    return choice.pages;
  }
}

function nameRoom(choice: LayoutChoice): void {
  choice.neededRoom = `${choice.room?.name ?? ''} ${choice.own?.name ?? ''}`;
}

/** Times the room that the rest pose needs. */
const ROOM_FOR_ALL = 2.5;

function area({ sizes }: CellExtents): number {
  let sum = 0;
  for (let i = 0; i < sizes.length; i += 2) sum += sizes[i] * sizes[i + 1];
  return sum;
}

const STEPS = 16;

/** The linear part of a matrix as a whole number: absolute values, each rounded up to a 16th of the greatest's octave. */
function quantize(matrix: Float32Array): number {
  const greatest = Math.max(Math.abs(matrix[0]), Math.abs(matrix[1]), Math.abs(matrix[2]), Math.abs(matrix[3]));
  const octave = Math.min(Math.max(Math.ceil(Math.log2(greatest + 1e-30)), -16), 20);
  const unit = 2 ** octave / STEPS;
  let key = octave + 16;
  for (let i = 0; i < 4; i++) {
    key = key * (STEPS + 1) + Math.min(STEPS, Math.ceil(Math.abs(matrix[i]) / unit - 1e-6));
  }
  return key;
}

function dequantize(key: number): [number, number, number, number] {
  const steps: number[] = [];
  let rest = key;
  for (let i = 0; i < 4; i++) {
    steps.unshift(rest % (STEPS + 1));
    rest = Math.floor(rest / (STEPS + 1));
  }
  const unit = 2 ** (rest - 16) / STEPS;
  return [steps[0] * unit, steps[1] * unit, steps[2] * unit, steps[3] * unit];
}
