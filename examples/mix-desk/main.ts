import { AyatoriError, type Rig, type SavedMix, type Stage, saveMix } from 'ayatori';
import { Grip } from '../bones/grip.ts';
import { playIcon } from '../shared/action-row.ts';
import {
  byteText,
  element,
  figures,
  find,
  habitOf,
  loadIto,
  Notice,
  openStage,
  Show,
  wantsStillness,
} from '../shared/shared.ts';
import { Desk, type Recording, type Touch } from './desk.ts';
import { Timeline } from './timeline.ts';

const scene = find('.scene', HTMLElement);
const canvas = find('canvas', HTMLCanvasElement, scene);
const notice = new Notice(scene);

/** Bones to drag by. */
const GRIPS: Readonly<Record<string, string>> = {
  bone_arm_near_hand: 'Near paw',
  bone_arm_far_hand: 'Far paw',
  bone_head: 'Head',
  bone_tail_2: 'Tail',
};

let stage: Stage | undefined;

async function open(): Promise<void> {
  notice.progress(0);
  try {
    stage ??= openStage(canvas);
    const rig = await loadIto('..', (share) => notice.progress(share));
    notice.clear();
    run(stage, rig);
  } catch (error) {
    notice.fail(error, stage && open);
  }
}

function run(stage: Stage, rig: Rig): void {
  const puppet = stage.add(rig);
  stage.view = { width: rig.width, height: rig.height };
  const desk = new Desk(puppet);
  const stats = find('#stats', HTMLElement);
  const json = find('#json', HTMLTextAreaElement);
  const told = find('#told', HTMLElement);
  const seconds = find('#seconds', HTMLInputElement);
  let touch: Touch = 'at once';
  let tape: Recording | null = null;

  // --- faders ---
  const faders = puppet.actionStates.map((action) => {
    const { name } = action;
    const label = name.replaceAll('_', ' ');
    action.speed = habitOf(name).speed;
    const range = (className: string, max: number) =>
      element('input', { className, type: 'range', min: '0', max: String(max), step: '0.01' });
    const weight = range('weight', 1);
    const speed = range('speed', 2);
    const value = element('output');
    const button = element('button', { className: 'button round', type: 'button' });
    weight.ariaLabel = `weight of ${label}`;
    speed.ariaLabel = `speed of ${label}`;
    weight.dataset.control = 'weight';
    speed.dataset.control = 'speed';
    // A glide begins when the fader is let go; else it would begin anew with each step of the hand.
    weight.addEventListener('input', () => {
      if (touch === 'at once') desk.do(['weight', name, Number(weight.value), touch]);
    });
    weight.addEventListener('change', () => {
      if (touch !== 'at once') desk.do(['weight', name, Number(weight.value), touch]);
    });
    speed.addEventListener('input', () => desk.do(['speed', name, Number(speed.value)]));
    button.addEventListener('click', () => desk.do([action.playing ? 'pause' : 'play', name]));
    const root = element(
      'li',
      {},
      element('h3', { textContent: label }),
      weight,
      value,
      button,
      element('label', {}, speed, 'speed'),
    );
    root.dataset.action = name;
    let playing: boolean | undefined;
    const show = () => {
      if (document.activeElement !== weight || touch === 'at once') weight.value = String(action.weight);
      value.textContent = action.weight.toFixed(2);
      if (document.activeElement !== speed) speed.value = String(action.speed);
      if (playing === action.playing) return;
      playing = action.playing;
      button.replaceChildren(playIcon(playing));
      button.ariaLabel = `${playing ? 'Pause' : 'Play'} ${label}`;
      button.ariaPressed = String(playing);
    };
    return { root, show };
  });
  find('#faders', HTMLElement).append(...faders.map(({ root }) => root));
  find('#touch', HTMLFieldSetElement).addEventListener('change', (event) => {
    touch = (event.target as HTMLInputElement).value as Touch;
  });

  // --- cross-fades ---
  /** What counts most, but for one. */
  const strongest = (but: string) =>
    puppet.actionStates.filter(({ name, weight }) => name !== but && weight > 0).sort((a, b) => b.weight - a.weight)[0]
      ?.name;
  find('#cross', HTMLElement).append(
    ...['walk', 'arm_wave', 'wind', 'smile'].map((name) => {
      const button = element('button', { className: 'button', type: 'button' }, `to ${name.replaceAll('_', ' ')}`);
      button.addEventListener('click', () => {
        const from = strongest(name);
        if (from === undefined) desk.do(['play', name]);
        else desk.do(['cross', from, name, Number(seconds.value)]);
      });
      return button;
    }),
  );
  seconds.addEventListener('input', () => {
    find('#seconds-value', HTMLOutputElement).textContent = Number(seconds.value).toFixed(1);
  });

  // --- markers ---
  const said = find('#said', HTMLElement);
  const timeline = new Timeline(puppet, puppet.action('walk'), (name) => {
    said.textContent = `“${name}”, frame ${puppet.action('walk').frame.toFixed(0)}, at ${puppet.time.toFixed(2)} s`;
  });
  timeline.add('left foot', 1);
  timeline.add('right foot', 13);
  let named = 0;
  timeline.root.addEventListener('click', (event) => {
    timeline.add(`mark ${++named}`, timeline.frameAt(event.clientX));
    timeline.show();
  });
  find('#timeline', HTMLElement).append(timeline.root);

  // --- bones to drag ---
  const grips = Object.entries(GRIPS).map(([bone, label]) => ({
    bone: puppet.bone(bone),
    grip: new Grip(label, {
      take: () => undefined,
      drag: (to) => {
        const { x, y } = stage.toStage(to.x, to.y);
        desk.do(['reach', bone, Math.round(x), Math.round(y)]);
      },
      release: () => desk.do(['release', bone]),
    }),
  }));
  find('#grips', HTMLElement).append(...grips.map(({ grip }) => grip.root));
  stage.on('render', () => {
    const density = canvas.width / canvas.clientWidth;
    const [a, b, c, d, e, f] = puppet.matrix;
    for (const { bone, grip } of grips) {
      const { tip } = bone.place;
      const { x, y } = puppet.toRig(tip.x, tip.y);
      grip.place((a * x + c * y + e) / density, (b * x + d * y + f) / density);
    }
  });

  // --- what is kept ---
  const tell = (text: string) => {
    told.textContent = text;
  };
  const keep = (value: SavedMix | Recording, what: string) => {
    json.value = JSON.stringify(value);
    tell(`${what}: ${byteText(json.value.length)}`);
  };
  const attempt = (work: (value: Recording | SavedMix) => void) => {
    try {
      work(JSON.parse(json.value) as Recording | SavedMix);
    } catch (error) {
      tell(error instanceof AyatoriError ? error.message : 'This is not a mix: save or record one first.');
    }
  };
  find('#save', HTMLButtonElement).addEventListener('click', () => keep(saveMix(puppet), 'Saved'));
  find('#restore', HTMLButtonElement).addEventListener('click', () =>
    attempt((value) => {
      desk.restore('start' in value ? value.start : value);
      tell('As it was.');
    }),
  );
  const record = find('#record', HTMLButtonElement);
  record.addEventListener('click', () => {
    if (!desk.recording) {
      desk.record();
      tell('Recording: what you do now is kept.');
      return;
    }
    tape = desk.stop();
    if (tape) keep(tape, `Recorded ${tape.seconds.toFixed(1)} s`);
  });
  find('#replay', HTMLButtonElement).addEventListener('click', () =>
    attempt((value) => {
      if (!('start' in value)) throw new Error('no recording');
      desk.replay(value);
      tell('Playing again.');
    }),
  );
  find('#rest', HTMLButtonElement).addEventListener('click', () => desk.do(['rest']));

  const report = () => {
    for (const fader of faders) fader.show();
    timeline.show();
    const { draws, uploadBytes } = stage.stats;
    stats.replaceChildren(
      ...figures(
        [String(puppet.actionStates.filter(({ weight }) => weight > 0).length), 'actions'],
        [String(draws), 'draws'],
        [byteText(uploadBytes), 'uploaded a frame'],
      ),
      ...(desk.recording || desk.replaying ? figures([`${desk.time.toFixed(1)} s`, 'of the recording']) : []),
    );
    record.textContent = desk.recording ? 'Stop' : 'Record';
    record.ariaPressed = String(desk.recording);
  };
  const isFading = () => grips.some(({ bone }) => bone.isReaching);
  const show = new Show(stage, () => desk.alive || isFading(), report);
  desk.changed = () => {
    report();
    show.draw();
  };

  stage.render();
  if (!wantsStillness()) {
    desk.do(['play', 'walk']);
    desk.do(['weight', 'wind', 0.6, 'at once']);
  }
  desk.changed();
  find('#panel', HTMLElement).hidden = false;
}

void open();
