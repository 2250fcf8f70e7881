import type { ActionState, Interpolation, Puppet, Rig, Stage } from 'ayatori';
import { ActionRow, type ActionSetting } from '../action-row.ts';
import { BoneRings } from './bone-rings.ts';
import { Dials } from './dials.ts';
import { keyFrames } from './key-frames.ts';
import { TimelineStrip } from './timeline-strip.ts';

type Action = Rig['actions'][number];

/** What a Moho project's own timeline is called among its actions. */
const TIMELINES = ['main timeline', 'main'];

/** One action of a character, and the weight that it has when it is on. */
class Part implements ActionSetting {
  readonly state: ActionState;
  readonly note?: string;
  /** Whether playing it shows. */
  readonly moves: boolean;
  /** At rest it is off, whatever this is: an action that is on is not moved by its dial. */
  #weight = 1;

  /**
   * @param bends Whether bones bend anything.
   * @param isBuilt Whether curves are built anew in every pose, rather than moved by tracks.
   */
  constructor(
    state: ActionState,
    { morphs, styles, visibility, orders, bones }: Action,
    bends: boolean,
    isBuilt: boolean,
  ) {
    this.state = state;
    this.moves = isBuilt || morphs.length + styles.length + visibility.length > 0 || (bends && bones.length > 0);
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

  get frame(): number {
    return this.state.frame;
  }

  set frame(frame: number) {
    this.state.pause().frame = frame;
    this.state.weight = frame === 0 ? 0 : this.#weight;
  }

  get weight(): number {
    return this.frame === 0 ? this.#weight : this.state.weight;
  }

  set weight(weight: number) {
    this.#weight = weight;
    if (this.frame > 0) this.state.weight = weight;
  }

  /** From rest it comes in softly. */
  play(): void {
    const { state } = this;
    const atRest = state.frame === 0;
    state.play({ loop: true, weight: atRest ? 0 : state.weight });
    if (atRest) state.fadeTo(this.#weight, 0.25);
  }
}

/**
 * A character with all that moves it: a row of controls for each action, a strip for the timeline of a
 * Moho project, sliders for dials, rings to turn bones by.
 */
export class Player {
  readonly puppet: Puppet;
  readonly rows: readonly HTMLElement[];
  /** Undefined where there is no main timeline. */
  readonly strip: TimelineStrip | undefined;
  readonly dials: Dials;
  /** Not shown at first. */
  readonly rings: BoneRings;
  readonly #parts: readonly Part[];
  readonly #timeline: Part | undefined;
  readonly #rowOf = new Map<Part, ActionRow>();
  readonly #stopShowing: () => void;
  #resumed: readonly Part[] = [];

  /**
   * @param markers Names of frames of the timeline.
   * @param changed Called when a control has changed what is to be seen.
   */
  constructor(
    stage: Stage,
    rig: Rig,
    canvas: HTMLCanvasElement,
    changed: () => void,
    markers: Readonly<Record<string, number>> = {},
  ) {
    this.puppet = stage.add(rig);
    const bends = rig.groups.some(({ flexi }) => flexi.length > 0) || rig.paths.some(({ weights }) => weights);
    this.#parts = this.puppet.actionStates.map(
      (state) => new Part(state, rig.actions[state.index], bends, rig.moho !== undefined),
    );
    for (const part of this.#parts) {
      const row = new ActionRow(part, {
        play: (playing) => this.#play(part, playing, changed),
        frame: (frame) => {
          part.frame = frame;
          changed();
        },
        weight: (weight) => {
          part.weight = weight;
          changed();
        },
        speed: (speed) => {
          part.state.speed = speed;
        },
      });
      this.#rowOf.set(part, row);
    }
    this.rows = [...this.#rowOf.values()].map(({ root }) => root);
    const timeline = TIMELINES.map((name) => this.#parts.find((part) => part.name === name)).find(Boolean);
    this.#timeline = timeline;
    if (timeline && timeline.frames > 1) {
      for (const [name, frame] of Object.entries(markers)) timeline.state.addMarker(name, frame);
      this.strip = new TimelineStrip(timeline.state, rig.fps, rig.moho ? keyFrames(rig.moho.project) : [], {
        play: (playing) => this.#play(timeline, playing, changed),
        frame: (frame) => {
          timeline.frame = frame;
          changed();
        },
      });
    }
    this.dials = new Dials(this.puppet, changed);
    this.rings = new BoneRings(stage, this.puppet, canvas, changed);
    this.rings.shown = false;
    // Its head goes evenly, in each picture.
    this.#stopShowing = stage.on('render', () => this.strip?.show());
  }

  #play(part: Part, playing: boolean, changed: () => void): void {
    if (playing) part.play();
    else part.state.pause();
    changed();
  }

  get playing(): boolean {
    return this.#parts.some(({ playing }) => playing);
  }

  /** Pauses everything, or goes on with what was paused; at first with the timeline, or else the longest action that shows. */
  toggle(): void {
    const playing = this.#parts.filter((part) => part.playing);
    if (playing.length > 0) {
      this.#resumed = playing;
      for (const { state } of playing) state.pause();
      return;
    }
    const [longest] = this.#parts.filter(({ moves }) => moves).sort((a, b) => b.frames - a.frames);
    const first = this.#timeline?.moves ? this.#timeline : longest;
    for (const part of this.#resumed.length > 0 || !first ? this.#resumed : [first]) part.play();
  }

  /** Actions off, bones as they were drawn. */
  rest(): void {
    this.#resumed = [];
    this.puppet.stop();
  }

  setInterpolation(interpolation: Interpolation): void {
    for (const { state } of this.#parts) state.interpolation = interpolation;
  }

  /** Shows in the controls how everything stands. */
  report(): void {
    for (const [part, row] of this.#rowOf) row.show(part.playing, part);
    this.strip?.show();
    this.dials.show();
    this.rings.show();
  }

  /** Frees what the character takes on the GPU. */
  destroy(): void {
    this.#stopShowing();
    this.rings.remove();
    this.puppet.remove();
  }
}
