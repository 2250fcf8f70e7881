import type { ActionState, Interpolation, Puppet, Rig, Stage } from 'ayatori';
import { ActionRow, type ActionSetting } from '../shared/action-row.ts';

type Action = Rig['actions'][number];

/** One action of the open character, and the weight that it has when it is on. */
class Part implements ActionSetting {
  readonly state: ActionState;
  readonly note?: string;
  /** Whether playing it shows. */
  readonly moves: boolean;
  weight = 1;

  /** @param bends Whether bones bend anything. */
  constructor(state: ActionState, { morphs, styles, visibility, orders, bones }: Action, bends: boolean) {
    this.state = state;
    state.weight = 1;
    this.moves = morphs.length + styles.length + visibility.length > 0 || (bends && bones.length > 0);
    const others = [bones.length > 0 && 'bones', orders.length > 0 && 'order'].filter(Boolean);
    if (!this.moves) this.note = others.length > 0 ? `${others.join(' and ')} only` : 'changes nothing';
  }

  get name(): string {
    return this.state.name;
  }

  get frames(): number {
    return this.state.frames;
  }

  get playing(): boolean {
    return this.state.playing;
  }

  get speed(): number {
    return this.state.speed;
  }

  /** From rest it comes in softly. */
  play(): void {
    const { state } = this;
    const atRest = state.frame === 0;
    if (atRest) state.weight = 0;
    state.play({ loop: true, weight: state.weight });
    if (atRest) state.fadeTo(this.weight, 0.25);
  }
}

/** The open character: a puppet whose actions each have a row of controls. */
export class Player {
  readonly puppet: Puppet;
  readonly rows: readonly HTMLElement[];
  readonly #parts: readonly Part[];
  readonly #rowOf = new Map<Part, ActionRow>();
  #resumed: readonly Part[] = [];

  /** @param changed Called when a control has changed what is to be seen. */
  constructor(stage: Stage, rig: Rig, changed: () => void) {
    this.puppet = stage.add(rig);
    const bends = rig.groups.some(({ flexi }) => flexi.length > 0) || rig.paths.some(({ weights }) => weights);
    this.#parts = this.puppet.actionStates.map((state) => new Part(state, rig.actions[state.index], bends));
    for (const part of this.#parts) {
      const { state } = part;
      const row = new ActionRow(part, {
        play: (playing) => {
          if (playing) part.play();
          else state.pause();
          changed();
        },
        frame: (frame) => {
          state.pause().frame = frame;
          changed();
        },
        weight: (weight) => {
          part.weight = state.weight = weight;
          changed();
        },
        speed: (speed) => {
          state.speed = speed;
        },
      });
      this.#rowOf.set(part, row);
    }
    this.rows = [...this.#rowOf.values()].map(({ root }) => root);
  }

  get playing(): boolean {
    return this.#parts.some(({ playing }) => playing);
  }

  /** Pauses everything, or goes on with what was paused; at first with the longest action that shows. */
  toggle(): void {
    const playing = this.#parts.filter((part) => part.playing);
    if (playing.length > 0) {
      this.#resumed = playing;
      for (const { state } of playing) state.pause();
      return;
    }
    const [longest] = this.#parts.filter(({ moves }) => moves).sort((a, b) => b.frames - a.frames);
    for (const part of this.#resumed.length > 0 || !longest ? this.#resumed : [longest]) part.play();
  }

  rest(): void {
    this.#resumed = [];
    for (const { state, weight } of this.#parts) {
      state.stop();
      state.weight = weight;
    }
  }

  setInterpolation(interpolation: Interpolation): void {
    for (const { state } of this.#parts) state.interpolation = interpolation;
  }

  /** Shows in the rows how the actions stand. */
  report(): void {
    for (const [part, row] of this.#rowOf) row.show(part.playing, part.state);
  }

  /** Frees what the character takes on the GPU. */
  destroy(): void {
    this.puppet.remove();
  }
}
