import type { Puppet, Rig, Stage } from 'ayatori';
import { Rhythm, randomNumbers } from '../shared/shared.ts';
import type { Point } from './grip.ts';
import { type Hang, Swing } from './swing.ts';

/** Something of her that can be taken hold of. */
export interface Handle {
  readonly label: string;
  /** Where it is in the last picture, stage px. */
  at(): Point;
  take(): void;
  drag(to: Point): void;
  release(): void;
}

const TAIL: Hang = { stiffness: 34, damping: 2.6, wind: 10 };
const SCARF: Hang = { stiffness: 46, damping: 3, wind: 30 };
const EAR: Hang = { stiffness: 260, damping: 7, wind: 45 };

/** What hangs, and how. A bone stands after the one that it hangs from. */
const HANGING: readonly (readonly [bone: string, hang: Hang])[] = [
  ['bone_tail_1', TAIL],
  ['bone_tail_2', { ...TAIL, wind: 22 }],
  ['bone_scarf_1', SCARF],
  ['bone_scarf_2', SCARF],
  ['bone_front', { stiffness: 60, damping: 4, wind: 18 }],
  ['bone_tuft', { stiffness: 130, damping: 4.5, wind: 60 }],
  ['bone_ear_near', EAR],
  ['bone_ear_far', EAR],
];

/** From how far left to how far right the drawn frames of `look` turn the face, degrees, and how far its nose is from the middle of the head, px. */
const FACE = { left: -24, right: 28, radius: 133, below: 62 };

const ARM = 128;
/** Radians the spine leans at most. */
const LEAN = 0.3;

const rad = (degrees: number) => (degrees * Math.PI) / 180;
const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Ito, moved by her bones alone. */
export class Doll {
  readonly puppet: Puppet;
  readonly handles: readonly Handle[];
  /** She stays as she was left, rather than going back. */
  stays = false;
  /** 0 to 1. */
  wind = 0;
  #alive = false;
  readonly #swings = new Map<string, Swing>();
  readonly #rhythm: Rhythm;
  readonly #smart: Rig['smartBones'][number];
  /** Where each hand is pulled to, stage px. */
  readonly #pulls = new Map<string, Point>();
  #look = 0;
  #lookGoal = 0;
  #time = 0;
  #lean = 0;

  constructor(stage: Stage, rig: Rig) {
    this.puppet = stage.add(rig);
    this.#smart = rig.smartBones[0];
    this.#rhythm = new Rhythm(this.puppet, randomNumbers(5));
    const blink = this.puppet.action('blink');
    blink.weight = 1;
    blink.speed = 0.8;
    for (const [bone, hang] of HANGING) this.#swings.set(bone, new Swing(this.puppet, bone, hang));
    this.handles = [
      this.#hand('Near paw', 'bone_arm_near'),
      this.#hand('Far paw', 'bone_arm_far'),
      this.#nose(),
      this.#crown(),
      this.#hanging('Tail', ['bone_tail_1', 'bone_tail_2']),
      this.#hanging('Scarf', ['bone_scarf_1', 'bone_scarf_2']),
      this.#hanging('Near ear', ['bone_ear_near']),
      this.#hanging('Far ear', ['bone_ear_far']),
    ];
    this.puppet.on('frame', (seconds) => this.#advance(seconds));
  }

  /** Whether she breathes, blinks and swings. */
  get alive(): boolean {
    return this.#alive;
  }

  set alive(alive: boolean) {
    this.#alive = alive;
    if (alive) this.#rhythm.playLater('blink');
    else this.#rhythm.pause('blink');
  }

  /** Degrees that the bone of the face is turned, clockwise. */
  get look(): number {
    return this.#look;
  }

  set look(degrees: number) {
    this.#look = this.#lookGoal = degrees;
    this.puppet.bone('bone_look').angle = rad(degrees);
  }

  /** The frame of `look` that its bone chooses. */
  get lookFrame(): number {
    const { startAngle, endAngle, frames, firstFrame } = this.#smart;
    return firstFrame + ((90 - this.#look - startAngle) / (endAngle - startAngle)) * (frames - 1);
  }

  /** All bones as they were drawn. */
  rest(): void {
    this.#pulls.clear();
    const { alive } = this;
    this.puppet.stop();
    for (const swing of this.#swings.values()) swing.stop();
    this.look = 0;
    this.#lean = 0;
    this.puppet.action('blink').weight = 1;
    this.alive = alive;
  }

  #advance(seconds: number): void {
    if (!this.#alive) return;
    this.#time += seconds;
    const wave = (period: number, late = 0) => Math.sin((this.#time / period) * 2 * Math.PI - late);
    this.#setLook(this.#look + (this.#lookGoal - this.#look) * (1 - Math.exp(-seconds * 14)));
    const goal = this.#leanGoal();
    this.#lean += (goal - this.#lean) * (1 - Math.exp(-seconds * 9));
    this.puppet.bone('bone_spine').angle = this.#lean + 0.008 * wave(3.4);
    const gust = this.wind * (1 + 0.35 * wave(0.9) + 0.25 * wave(0.37, 1));
    for (const [name, swing] of this.#swings) {
      // The tail has a mind of its own.
      const own = name.startsWith('bone_tail') ? 4 * wave(2.6, name.endsWith('2') ? 1.2 : 0) : 0;
      swing.advance(seconds, gust, own);
    }
  }

  /** Without time passing nothing comes by itself. */
  #settle(): void {
    if (this.#alive) return;
    this.#setLook(this.#lookGoal);
    this.#lean = this.#leanGoal();
    this.puppet.bone('bone_spine').angle = this.#lean;
  }

  #setLook(degrees: number): void {
    this.#look = degrees;
    this.puppet.bone('bone_look').angle = rad(degrees);
  }

  /** She leans to what her arms are too short for. */
  #leanGoal(): number {
    let lean = 0;
    for (const [arm, { x, y }] of this.#pulls) {
      const { base } = this.puppet.bone(`${arm}_upper`).place;
      const distance = Math.hypot(x - base.x, y - base.y);
      if (distance > ARM) lean += ((x - base.x) / distance) * Math.min((distance - ARM) / 180, 1) * LEAN;
    }
    return between(lean, -LEAN, LEAN);
  }

  #smile(on: boolean): void {
    const smile = this.puppet.action('smile');
    smile.frame = 1;
    if (this.#alive) smile.fadeTo(on ? 1 : 0, on ? 0.2 : 0.5);
  }

  #hand(label: string, arm: string): Handle {
    const hand = this.puppet.bone(`${arm}_hand`);
    return {
      label,
      at: () => hand.place.tip,
      take: () => this.#smile(true),
      drag: (to) => {
        this.#pulls.set(arm, to);
        hand.reach(to.x, to.y, { chain: 3 });
        if (arm === 'bone_arm_near') this.#order(to.y);
        this.#settle();
      },
      release: () => {
        this.#smile(false);
        if (this.stays) return;
        this.#pulls.delete(arm);
        hand.release(this.#alive ? 0.5 : 0);
        if (arm === 'bone_arm_near') this.#order(Infinity);
        this.#settle();
      },
    };
  }

  /** A raised arm is in front of the scarf and the face. */
  #order(y: number): void {
    const action = this.puppet.action('arm_in_front');
    action.frame = 1;
    action.weight = y < this.puppet.bone('bone_arm_near_upper').place.base.y + 20 ? 1 : 0;
  }

  #nose(): Handle {
    const head = this.puppet.bone('bone_head');
    const yaw = () => rad(FACE.left + ((this.lookFrame - 1) / (this.#smart.frames - 1)) * (FACE.right - FACE.left));
    /** Along the head bone and across it, from its base. */
    const axes = () => {
      const { base, tip } = head.place;
      const length = Math.hypot(tip.x - base.x, tip.y - base.y);
      const up = { x: (tip.x - base.x) / length, y: (tip.y - base.y) / length };
      return { base, up, right: { x: -up.y, y: up.x } };
    };
    return {
      label: 'Face',
      at: () => {
        const { base, up, right } = axes();
        const across = Math.sin(yaw()) * FACE.radius;
        return {
          x: base.x + up.x * FACE.below + right.x * across,
          y: base.y + up.y * FACE.below + right.y * across,
        };
      },
      take: () => undefined,
      drag: (to) => {
        const { base, right } = axes();
        const across = (to.x - base.x) * right.x + (to.y - base.y) * right.y;
        const degrees = (Math.asin(between(across / FACE.radius, -1, 1)) * 180) / Math.PI;
        const share = between((degrees - FACE.left) / (FACE.right - FACE.left), 0, 1);
        const { startAngle, endAngle } = this.#smart;
        this.#lookGoal = 90 - (startAngle + share * (endAngle - startAngle));
        this.#settle();
      },
      release: () => {
        if (!this.stays) this.#lookGoal = 0;
        this.#settle();
      },
    };
  }

  #crown(): Handle {
    const head = this.puppet.bone('bone_head');
    return {
      label: 'Head',
      // Above the tip, between the ears: the bone points there all the same.
      at: () => {
        const { base, tip } = head.place;
        return { x: base.x + (tip.x - base.x) * 1.3, y: base.y + (tip.y - base.y) * 1.3 };
      },
      take: () => undefined,
      drag: (to) => head.reach(to.x, to.y, { chain: 1 }),
      release: () => {
        if (!this.stays) head.release(this.#alive ? 0.5 : 0);
      },
    };
  }

  #hanging(label: string, names: readonly string[]): Handle {
    const bones = names.map((name) => this.puppet.bone(name));
    const swings = names.flatMap((name) => this.#swings.get(name) ?? []);
    const last = bones[bones.length - 1];
    return {
      label,
      at: () => last.place.tip,
      take: () => {
        for (const swing of swings) swing.held = true;
      },
      drag: (to) => last.reach(to.x, to.y, { chain: names.length }),
      release: () => {
        if (this.stays) return;
        for (const swing of swings) swing.letGo();
        last.release();
        if (!this.#alive) for (const swing of swings) swing.stop();
      },
    };
  }
}
