import type { BoneState, Puppet, Rig } from 'ayatori';
import { Slider } from '../slider.ts';

/**
 * How far a bone can be turned until its dial has come to its ends, degrees; 0 is where it rests. They count in the
 * direction in which the frames of its action go up: `sign` is 1 where that is clockwise, else −1.
 */
export interface DialRange {
  readonly bone: string;
  readonly least: number;
  readonly greatest: number;
  readonly sign: 1 | -1;
}

/** The dials of a rig, one for each bone that chooses frames. Of bones with the same name only the first can be named. */
export function dialRanges({ smartBones, bones }: Pick<Rig, 'smartBones' | 'bones'>): DialRange[] {
  const ranges = new Map<number, DialRange>();
  const firstOf = new Map([...bones.entries()].reverse().map(([i, { id }]) => [id, i]));
  for (const { bone, startAngle, endAngle } of smartBones) {
    const { id, base, tip } = bones[bone];
    if (firstOf.get(id) !== bone) continue;
    const rest = (-Math.atan2(tip[1] - base[1], tip[0] - base[0]) * 180) / Math.PI;
    const [low, high] = [Math.min(startAngle, endAngle), Math.max(startAngle, endAngle)];
    // The angle at rest is that of the round in which it is in the range, or nearest to it.
    const misfit = (angle: number) => Math.max(low - angle, angle - high, 0);
    const up = rest + Math.ceil((low - rest) / 360) * 360;
    const start = misfit(up - 360) <= misfit(up) + NEAR ? up - 360 : up;
    const before = ranges.get(bone);
    // The angles of dials count counter-clockwise.
    const sign = before?.sign ?? (endAngle < startAngle ? 1 : -1);
    const ends = [sign * (start - high), sign * (start - low)];
    ranges.set(bone, {
      bone: id,
      least: Math.min(before?.least ?? 0, ...ends),
      greatest: Math.max(before?.greatest ?? 0, ...ends),
      sign,
    });
  }
  return [...ranges.values()];
}

const DEGREE = Math.PI / 180;
/** Degrees that files round away. */
const NEAR = 0.01;

/** A slider for each dial of a puppet: it turns the bone. */
export class Dials {
  /** None where the rig has no dials. */
  readonly rows: readonly HTMLElement[];
  readonly #sliders: readonly { readonly bone: BoneState; readonly sign: 1 | -1; readonly slider: Slider }[];

  constructor(puppet: Puppet, changed: () => void) {
    this.#sliders = dialRanges(puppet.rig).map(({ bone: name, least, greatest, sign }) => {
      const bone = puppet.bone(name);
      const slider = new Slider({
        text: name.replaceAll('_', ' '),
        ariaLabel: `dial ${name}`,
        min: Math.floor(least),
        max: Math.ceil(greatest),
        step: 0.5,
        format: degreeText,
        changed: (degrees) => {
          bone.angle = sign * degrees * DEGREE;
          changed();
        },
      });
      return { bone, sign, slider };
    });
    this.rows = this.#sliders.map(({ slider }) => slider.label);
  }

  /** Shows how far each bone is turned. */
  show(): void {
    for (const { bone, sign, slider } of this.#sliders) {
      const degrees = (sign * bone.angle) / DEGREE;
      slider.show(Math.round(degrees * 2) / 2);
    }
  }
}

/** Such as `+12°`. */
export const degreeText = (degrees: number): string => {
  const whole = Math.round(degrees) + 0;
  return `${whole > 0 ? '+' : ''}${whole}°`.replace('-', '−');
};
