import type { BoneState, Puppet, Stage } from 'ayatori';
import { element } from '../shared.ts';
import { degreeText } from './dials.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A bone with a ring at its tip. Points are CSS px from the corner of the scene. */
interface Ring {
  readonly bone: BoneState;
  readonly root: HTMLElement;
  base: Point;
  tip: Point;
}

/** CSS px from the middle of a ring within which it is taken hold of. */
const REACH = 24;
/** Degrees. */
const STEP = 5;
/** Nobody could tell more of them apart. */
const MOST_RINGS = 500;
const DEGREE = Math.PI / 180;

/** Rings at the tips of bones: whoever drags one, with mouse, finger or keys, turns the bone about its base. */
export class BoneRings {
  readonly root: HTMLElement;
  readonly #puppet: Puppet;
  readonly #canvas: HTMLCanvasElement;
  readonly #changed: () => void;
  readonly #rings: readonly Ring[];
  readonly #shapes = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  readonly #stop: () => void;
  /** What is held, and the direction from its base to the pointer. */
  #held: { readonly ring: Ring; direction: number } | undefined;

  constructor(stage: Stage, puppet: Puppet, canvas: HTMLCanvasElement, changed: () => void) {
    this.#puppet = puppet;
    this.#canvas = canvas;
    this.#changed = changed;
    const { bones, smartBones } = puppet.rig;
    const dials = new Set(smartBones.map(({ bone }) => bone));
    const rings: Ring[] = [];
    const named = new Set<string>();
    for (const [i, { id, isPin }] of bones.entries()) {
      // One without a direction cannot be seen to turn.
      if (rings.length === MOST_RINGS || isPin || named.has(id)) continue;
      named.add(id);
      const bone = puppet.bone(id);
      // Of bones with the same name only the first can be named.
      if (bone.index === i) rings.push(this.#ring(bone, dials.has(i)));
    }
    this.#rings = rings;
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.append(this.#shapes);
    this.root = element('div', { className: 'rings' }, svg, ...this.#rings.map(({ root }) => root));
    this.#steer();
    this.#stop = stage.on('render', () => this.#place());
  }

  get count(): number {
    return this.#rings.length;
  }

  get shown(): boolean {
    return !this.root.hidden;
  }

  set shown(shown: boolean) {
    this.root.hidden = !shown;
    if (shown) this.#place();
  }

  /** Shows how far each bone is turned. */
  show(): void {
    for (const { bone, root } of this.#rings) {
      const degrees = bone.angle / DEGREE;
      root.ariaValueNow = String(Math.round(degrees));
      root.ariaValueText = degreeText(degrees);
    }
  }

  remove(): void {
    this.#stop();
    this.root.remove();
  }

  #ring(bone: BoneState, isDial: boolean): Ring {
    const label = bone.name.replaceAll('_', ' ');
    const root = element('div', {
      className: isDial ? 'handle ring dial' : 'handle ring',
      tabIndex: 0,
      role: 'slider',
      title: label,
    });
    root.ariaLabel = `turn ${label}`;
    root.ariaValueMin = '-720';
    root.ariaValueMax = '720';
    const ring: Ring = { bone, root, base: { x: 0, y: 0 }, tip: { x: 0, y: 0 } };
    root.addEventListener('keydown', (event) => {
      const by = STEPS[event.key];
      if (by !== undefined) this.#turn(ring, by * DEGREE);
      else if (event.key === 'Home') this.#turn(ring, -ring.bone.angle);
      else return;
      event.preventDefault();
    });
    root.addEventListener('dblclick', () => this.#turn(ring, -ring.bone.angle));
    return ring;
  }

  #turn({ bone }: Ring, radians: number): void {
    bone.angle += radians;
    this.#changed();
  }

  /** Rings lie over each other where bones are near: the nearest to the pointer is meant, not the uppermost. */
  #steer(): void {
    const { root } = this;
    root.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || this.#held) return;
      const at = this.#pointOf(event);
      const far = (ring: Ring) => Math.hypot(ring.tip.x - at.x, ring.tip.y - at.y);
      const [ring] = this.#rings.filter((each) => far(each) <= REACH).sort((a, b) => far(a) - far(b));
      if (!ring) return;
      event.preventDefault();
      ring.root.focus({ preventScroll: true });
      ring.root.setPointerCapture(event.pointerId);
      ring.root.classList.add('held');
      this.#held = { ring, direction: directionOf(ring.base, at) };
    });
    root.addEventListener('pointermove', (event) => {
      const held = this.#held;
      if (!held?.ring.root.hasPointerCapture(event.pointerId)) return;
      const direction = directionOf(held.ring.base, this.#pointOf(event));
      const by = direction - held.direction;
      held.direction = direction;
      // The short way: a bone can be turned round and round.
      this.#turn(held.ring, Math.atan2(Math.sin(by), Math.cos(by)));
    });
    root.addEventListener('lostpointercapture', () => {
      this.#held?.ring.root.classList.remove('held');
      this.#held = undefined;
    });
  }

  #pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** Puts everything where the bones are in the picture. */
  #place(): void {
    if (!this.shown) return;
    const { clientWidth, clientHeight, width } = this.#canvas;
    const density = width / clientWidth;
    const [a, b, c, d, e, f] = this.#puppet.matrix;
    const onCanvas = (point: Point): Point => {
      const { x, y } = this.#puppet.toRig(point.x, point.y);
      return { x: (a * x + c * y + e) / density, y: (b * x + d * y + f) / density };
    };
    const shapes: string[] = [];
    for (const ring of this.#rings) {
      const { base, tip } = ring.bone.place;
      ring.base = onCanvas(base);
      ring.tip = onCanvas(tip);
      const { x, y } = ring.tip;
      ring.root.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      const isOutside = x < 0 || y < 0 || x > clientWidth || y > clientHeight;
      ring.root.style.visibility = isOutside ? 'hidden' : '';
      shapes.push(kite(ring.base, ring.tip));
    }
    this.#shapes.setAttribute('d', shapes.join(' '));
  }
}

/** A bone as riggers draw it: broad near its base. */
function kite(base: Point, tip: Point): string {
  const [dx, dy] = [tip.x - base.x, tip.y - base.y];
  const length = Math.hypot(dx, dy);
  if (length < 1) return '';
  const half = Math.min(5, length * 0.12) / length;
  const [x, y] = [base.x + dx * 0.16, base.y + dy * 0.16];
  const points = [base, { x: x - dy * half, y: y + dx * half }, tip, { x: x + dy * half, y: y - dx * half }];
  return `M${points.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('L')}Z`;
}

const directionOf = (from: Point, to: Point): number => Math.atan2(to.y - from.y, to.x - from.x);

/** Degrees, clockwise. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: STEP,
  ArrowUp: STEP,
  ArrowLeft: -STEP,
  ArrowDown: -STEP,
  PageUp: 6 * STEP,
  PageDown: -6 * STEP,
};
