import type { Puppet } from 'ayatori';

interface Point {
  readonly x: number;
  readonly y: number;
}

type Bone = ReturnType<Puppet['bone']>;

/** How a bone hangs: how strongly it goes back (1/s²), how soon it comes to rest (1/s), how much the wind has of it. */
export interface Hang {
  readonly stiffness: number;
  readonly damping: number;
  readonly wind: number;
}

const STEP = 1 / 120;
/** Radians. */
const FARTHEST = 2;

/** A bone that hangs from what moves: its base is carried, and it swings after. */
export class Swing {
  readonly bone: Bone;
  readonly #hang: Hang;
  readonly #restAngle: number;
  /** Of the parent's direction at rest; what it has turned since turns this bone too. */
  readonly #parent: { readonly bone: Bone; readonly restAngle: number } | null;
  #velocity = 0;
  #base: Point | null = null;
  #speed: Point = { x: 0, y: 0 };
  /** Someone has hold of it: it does not swing then. */
  held = false;

  constructor(puppet: Puppet, name: string, hang: Hang) {
    this.bone = puppet.bone(name);
    this.#hang = hang;
    const { bones } = puppet.rig;
    const own = bones[this.bone.index];
    const restAngle = ({ base, tip }: (typeof bones)[number]) => Math.atan2(tip[1] - base[1], tip[0] - base[0]);
    this.#restAngle = restAngle(own);
    const parent = bones[own.parent];
    this.#parent = parent ? { bone: puppet.bone(parent.id), restAngle: restAngle(parent) } : null;
  }

  /** Begins to swing from where it was held. */
  letGo(): void {
    if (!this.held) return;
    this.held = false;
    const parentTurn = this.#parent === null ? 0 : direction(this.#parent.bone) - this.#parent.restAngle;
    this.bone.angle = within(near(direction(this.bone) - this.#restAngle - parentTurn), FARTHEST);
    this.#velocity = 0;
  }

  /** Hangs still. */
  stop(): void {
    this.held = false;
    this.#velocity = 0;
    this.#speed = { x: 0, y: 0 };
    this.bone.angle = 0;
    this.#base = null;
  }

  /**
   * Lets time pass.
   * @param wind 0: none, 1: a strong one, from the right.
   * @param own What it does by itself, 1/s².
   */
  advance(seconds: number, wind: number, own: number): void {
    const { base, tip } = this.bone.place;
    const [dx, dy] = [tip.x - base.x, tip.y - base.y];
    const length = Math.hypot(dx, dy) || 1;
    if (this.#base && seconds > 0) {
      const speed = { x: (base.x - this.#base.x) / seconds, y: (base.y - this.#base.y) / seconds };
      // What is left behind when the base speeds up, seen across the bone.
      const across = ((speed.x - this.#speed.x) * dy - (speed.y - this.#speed.y) * dx) / (length * length);
      this.#velocity += Math.min(Math.max(across * 0.6, -4), 4);
      this.#speed = speed;
    }
    this.#base = base;
    if (this.held) this.#velocity = 0;
    else this.#swing(seconds, own + (wind * this.#hang.wind * dy) / length);
  }

  #swing(seconds: number, push: number): void {
    const { stiffness, damping } = this.#hang;
    let { angle } = this.bone;
    for (let left = seconds; left > 0; left -= STEP) {
      const dt = Math.min(left, STEP);
      this.#velocity += (push - stiffness * angle - damping * this.#velocity) * dt;
      angle += this.#velocity * dt;
    }
    if (Math.abs(angle) > FARTHEST) this.#velocity = 0;
    this.bone.angle = within(angle, FARTHEST);
  }
}

const within = (value: number, most: number): number => Math.min(Math.max(value, -most), most);
const direction = ({ place: { base, tip } }: Bone): number => Math.atan2(tip.y - base.y, tip.x - base.x);
const near = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));
