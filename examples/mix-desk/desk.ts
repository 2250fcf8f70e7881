import { type ActionState, type Puppet, restoreMix, type SavedMix, saveMix, snap } from 'ayatori';

/** How a fader's weight comes to where it is put. */
export type Touch = 'at once' | 'glide' | 'snap';

/** Something done at the desk. */
export type Act =
  | readonly ['play' | 'pause', action: string]
  | readonly ['weight', action: string, weight: number, touch: Touch]
  | readonly ['speed', action: string, speed: number]
  | readonly ['cross', from: string, to: string, seconds: number]
  | readonly ['reach', bone: string, x: number, y: number]
  | readonly ['release', bone: string]
  | readonly ['rest'];

/** What was done from a mix on, and when: seconds. */
export interface Recording {
  readonly start: SavedMix;
  readonly acts: readonly (readonly [at: number, act: Act])[];
  readonly seconds: number;
}

const GLIDE = 0.4;

/** A character that is played by acts, which can be recorded and played again. */
export class Desk {
  readonly puppet: Puppet;
  /** Called when something was done, by a person or by a recording. */
  changed: () => void = () => undefined;
  #tape: { start: SavedMix; acts: (readonly [number, Act])[] } | null = null;
  #replay: Recording | null = null;
  #next = 0;
  #time = 0;

  constructor(puppet: Puppet) {
    this.puppet = puppet;
    puppet.on('frame', (seconds) => this.#advance(seconds));
  }

  get recording(): boolean {
    return this.#tape !== null;
  }

  get replaying(): boolean {
    return this.#replay !== null;
  }

  /** Seconds since the recording or the replay began. */
  get time(): number {
    return this.#time;
  }

  /** Whether anything moves. */
  get alive(): boolean {
    return this.recording || this.replaying || this.puppet.actionStates.some(({ playing }) => playing);
  }

  do(act: Act): void {
    this.#tape?.acts.push([round(this.#time), act]);
    this.#perform(act);
    this.changed();
  }

  #perform(act: Act): void {
    const { puppet } = this;
    switch (act[0]) {
      case 'rest':
        puppet.stop();
        break;
      case 'cross':
        puppet.crossFade(act[1], act[2], act[3], { loop: true });
        break;
      case 'reach':
        puppet.bone(act[1]).reach(act[2], act[3]);
        break;
      case 'release':
        puppet.bone(act[1]).release(0.3);
        break;
      case 'play':
        puppet.action(act[1]).play({ loop: true });
        break;
      case 'pause':
        puppet.action(act[1]).pause();
        break;
      case 'speed':
        puppet.action(act[1]).speed = act[2];
        break;
      case 'weight':
        this.#setWeight(puppet.action(act[1]), act[2], act[3]);
    }
  }

  #setWeight(action: ActionState, weight: number, touch: Touch): void {
    const isOff = action.frame === 0;
    // What stands still does not glide: no time passes for it.
    if (touch !== 'at once' && (action.playing || isOff)) {
      action.loop = true;
      action.fadeTo(weight, GLIDE, touch === 'snap' ? snap(3) : null);
    } else if (isOff && weight > 0) action.play({ loop: true, weight });
    else action.weight = weight;
  }

  record(): void {
    this.#replay = null;
    this.#tape = { start: saveMix(this.puppet), acts: [] };
    this.#time = 0;
    this.changed();
  }

  /** Ends a recording. */
  stop(): Recording | null {
    const tape = this.#tape;
    this.#tape = null;
    this.changed();
    return tape && { ...tape, seconds: round(this.#time) };
  }

  replay(recording: Recording): void {
    this.#tape = null;
    restoreMix(this.puppet, recording.start);
    this.#replay = recording;
    this.#next = 0;
    this.#time = 0;
    this.#advance(0);
    this.changed();
  }

  restore(mix: SavedMix): void {
    this.#replay = null;
    restoreMix(this.puppet, mix);
    this.changed();
  }

  #advance(seconds: number): void {
    this.#time += seconds;
    const replay = this.#replay;
    if (replay === null) return;
    const { acts } = replay;
    while (this.#next < acts.length && acts[this.#next][0] <= this.#time) this.#perform(acts[this.#next++][1]);
    if (this.#next === acts.length && this.#time >= replay.seconds) this.#replay = null;
    this.changed();
  }
}

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;
