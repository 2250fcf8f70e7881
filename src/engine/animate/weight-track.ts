import { clamp, type Easing } from './easing/easing.ts';
import { type Entry, Timeline } from './timeline.ts';

interface Fade<Owner> extends Entry {
  /** Seconds. */
  duration: number;
  /** The weight at its beginning. */
  from: number;
  target: number;
  easing: Easing | null;
  /** Goes from what the entry before would give, not from a fixed weight. */
  mixes: boolean;
  /** The other side of a cross-fade. */
  partner: Owner | null;
  /** At the end of the fade the owner stops. */
  stops: boolean;
}

/** A weight, 0 to 1, as a function of time. `Owner`: who has such a weight. */
export class WeightTrack<Owner> extends Timeline<Fade<Owner>> {
  readonly #initial: number;

  constructor(initial: number) {
    super(newFade);
    this.#initial = initial;
  }

  value(time: number): number {
    const fade = this.find(time);
    return fade ? this.#valueOf(fade, time) : this.#initial;
  }

  #valueOf(fade: Fade<Owner>, time: number): number {
    const share = shareOf(fade, time);
    if (share === 1) return fade.target;
    const before = fade.mixes ? this.before(fade) : undefined;
    const from = before ? this.#valueOf(before, time) : fade.from;
    // In this form both sides of a cross-fade add up to exactly 1.
    return from * (1 - share) + fade.target * share;
  }

  /** Where it goes. */
  target(time: number): number {
    return this.find(time)?.target ?? this.#initial;
  }

  /** When a cross-fade that was over by then had stopped the owner; −Infinity: none had. */
  stopTime(time: number): number {
    const fade = this.find(time);
    if (!fade?.stops) return -Infinity;
    const end = fade.at + fade.duration;
    return end <= time ? end : -Infinity;
  }

  /** Whom it is cross-faded with just then, as far as it shows. */
  eachPartner(time: number, visit: (partner: Owner) => void): void {
    for (let fade = this.find(time); fade; fade = this.before(fade)) {
      if (shareOf(fade, time) === 1) return;
      if (fade.partner !== null) visit(fade.partner);
      if (!fade.mixes) return;
    }
  }

  set(time: number, weight: number): void {
    this.#write(time, this.push(time, true), weight, weight, 0, null);
  }

  /** From the weight that there is at the time. */
  fade(time: number, target: number, duration: number, easing: Easing | null): void {
    const from = this.value(time);
    this.#write(time, this.push(time, true), from, target, duration, easing);
  }

  /** From what the weight would be without it, as that goes on to change. */
  mix(time: number, target: number, duration: number, easing: Easing | null, partner: Owner, stops: boolean): void {
    const from = this.value(time);
    const fade = this.push(time, false);
    this.#write(time, fade, from, target, duration, easing);
    fade.mixes = true;
    fade.partner = partner;
    fade.stops = stops;
  }

  #write(time: number, fade: Fade<Owner>, from: number, target: number, duration: number, easing: Easing | null): void {
    fade.at = time;
    fade.from = from;
    fade.target = target;
    fade.duration = duration;
    fade.easing = easing;
    fade.mixes = false;
    fade.partner = null;
    fade.stops = false;
  }
}

const newFade = (): Fade<never> => ({
  at: 0,
  duration: 0,
  from: 0,
  target: 0,
  easing: null,
  mixes: false,
  partner: null,
  stops: false,
});

/** How far a fade has come, 0 to 1. */
function shareOf<Owner>({ at, duration, easing }: Fade<Owner>, time: number): number {
  if (time >= at + duration) return 1;
  const share = clamp((time - at) / duration);
  return easing ? clamp(easing(share)) : share;
}
