import type { ActionState, Interpolation, Puppet, Rig, Stage } from 'ayatori';
import { habitOf, Rhythm, randomNumbers, type Spot } from '../shared/shared.ts';

/** What the panel asks of one action, for every puppet alike. */
export interface Setting {
  readonly name: string;
  readonly frames: number;
  playing: boolean;
  weight: number;
  speed: number;
}

interface Member {
  readonly puppet: Puppet;
  readonly rhythm: Rhythm;
  /** How far ahead of the first puppet: a share of an action's length. */
  readonly ahead: number;
  /** Factor on every speed. */
  readonly pace: number;
}

/** The puppets on the stage: the first one does what the panel shows, the others the same at another time. */
export class Cast {
  readonly settings: readonly Setting[];
  readonly #stage: Stage;
  readonly #rig: Rig;
  readonly #members: Member[] = [];
  readonly #random = randomNumbers(11);
  #interpolation: Interpolation = 'linear';

  constructor(stage: Stage, rig: Rig) {
    this.#stage = stage;
    this.#rig = rig;
    this.settings = rig.actions
      .filter(({ kind, morphs }) => kind !== 'base' && morphs.length > 0)
      .map(({ name, frames }) => ({ name, frames, playing: false, weight: 1, speed: habitOf(name).speed }));
  }

  get count(): number {
    return this.#members.length;
  }

  get playing(): boolean {
    return this.settings.some(({ playing }) => playing);
  }

  /** The first puppet's action. */
  leading({ name }: Setting): ActionState {
    return this.#members[0].puppet.action(name);
  }

  setCount(count: number): void {
    while (this.#members.length > count) this.#members.pop()?.puppet.remove();
    while (this.#members.length < count) this.#add();
  }

  /** Puts each puppet on its spot, seen from a corner of the view (stage px). */
  place(spots: readonly Spot[], left: number, top: number): void {
    for (const [i, { puppet }] of this.#members.entries()) {
      const { x, y, scale } = spots[i];
      puppet.x = x - left;
      puppet.y = y - top;
      puppet.scale = scale;
      puppet.z = y;
    }
  }

  setPlaying(setting: Setting, playing: boolean): void {
    setting.playing = playing;
    for (const [i, member] of this.#members.entries()) {
      if (!playing) member.rhythm.pause(setting.name);
      else if (i === 0) this.#begin(member, setting);
      else member.rhythm.playLater(setting.name);
    }
  }

  setWeight(setting: Setting, weight: number): void {
    setting.weight = weight;
    this.#each(setting, (action) => {
      action.weight = weight;
    });
  }

  setSpeed(setting: Setting, speed: number): void {
    setting.speed = speed;
    this.#each(setting, (action, { pace }) => {
      action.speed = speed * pace;
    });
  }

  setFrame(setting: Setting, frame: number): void {
    const { frames } = setting;
    this.#each(setting, (action, { ahead }) => {
      action.frame = frame === 0 ? 0 : 1 + ((frame - 1 + ahead * frames) % frames);
    });
  }

  setInterpolation(interpolation: Interpolation): void {
    this.#interpolation = interpolation;
    for (const setting of this.settings) {
      this.#each(setting, (action) => {
        action.interpolation = interpolation;
      });
    }
  }

  /** Everything at rest, with the weights of the panel. */
  rest(): void {
    for (const setting of this.settings) {
      this.setPlaying(setting, false);
      this.setFrame(setting, 0);
    }
  }

  #add(): void {
    const first = this.#members.length === 0;
    const puppet = this.#stage.add(this.#rig);
    const member: Member = {
      puppet,
      rhythm: new Rhythm(puppet, this.#random),
      ahead: first ? 0 : this.#random(),
      pace: first ? 1 : 0.9 + 0.2 * this.#random(),
    };
    this.#members.push(member);
    for (const setting of this.settings) {
      const action = puppet.action(setting.name);
      action.interpolation = this.#interpolation;
      action.weight = setting.weight;
      action.speed = setting.speed * member.pace;
      if (!first) {
        const frame = this.leading(setting).frame;
        action.frame = frame === 0 ? 0 : 1 + ((frame - 1 + member.ahead * setting.frames) % setting.frames);
      }
      if (setting.playing) member.rhythm.playLater(setting.name);
    }
  }

  /** From rest an action comes in softly. */
  #begin({ puppet, rhythm }: Member, { name, weight }: Setting): void {
    const action = puppet.action(name);
    const atRest = action.frame === 0;
    if (atRest) action.weight = 0;
    rhythm.play(name);
    if (atRest) action.fadeTo(weight, 0.25);
  }

  #each(setting: Setting, change: (action: ActionState, member: Member) => void): void {
    for (const member of this.#members) change(member.puppet.action(setting.name), member);
  }
}
