import type { Fit, Interpolation, Rig, Stage } from 'ayatori';
import { ActionRow, playIcon } from '../shared/action-row.ts';
import { Camera, steer } from '../shared/camera.ts';
import {
  byteText,
  crowd,
  figures,
  find,
  loadIto,
  Notice,
  openStage,
  Show,
  type Spot,
  wantsStillness,
} from '../shared/shared.ts';
import { Cast, type Setting } from './cast.ts';

const scene = find('.scene', HTMLElement);
const canvas = find('canvas', HTMLCanvasElement, scene);
const notice = new Notice(scene);

const MOST_PUPPETS = 100;

/** What the address asks for, such as `?puppets=100&play=walk,smile`. */
const asked = new URLSearchParams(location.search);

/** What plays when the page opens. */
const opening = (asked.get('play') ?? 'walk,blink').split(',');

let stage: Stage | undefined;

async function open(): Promise<void> {
  notice.progress(0);
  try {
    // First of all: a machine that cannot draw need not load anything.
    stage ??= openStage(canvas);
    const rig = await loadIto('..', (share) => notice.progress(share));
    notice.clear();
    run(stage, rig);
  } catch (error) {
    // Another try can help where a file did not come, not where the machine cannot draw.
    notice.fail(error, stage && open);
  }
}

function run(stage: Stage, rig: Rig): void {
  const cast = new Cast(stage, rig);
  const camera = new Camera(8);
  const rows = new Map<Setting, ActionRow>();
  let spots: Spot[] = [];
  let resumed: Setting[] = [];

  const frameCamera = () => {
    const { left, top, width, height } = camera.view;
    stage.view = { width, height };
    cast.place(spots, left, top);
    scene.classList.toggle('zoomed', camera.zoom > 1);
    zoom.value = String(camera.zoom);
    zoomValue.textContent = `${camera.zoom.toFixed(1)}×`;
    draw();
  };

  const populate = (count: number) => {
    cast.setCount(count);
    const arranged = crowd(count, rig, scene.clientWidth / scene.clientHeight);
    spots = arranged.spots;
    camera.setWhole(arranged.view);
    puppets.value = puppetsValue.textContent = String(count);
    frameCamera();
  };

  const report = () => {
    for (const [setting, row] of rows) row.show(setting.playing, cast.leading(setting));
    const { draws, puppets: shown, uploadBytes } = stage.stats;
    stats.replaceChildren(
      ...figures(
        [String(draws), 'draws'],
        [String(shown), shown === 1 ? 'puppet' : 'puppets'],
        [byteText(uploadBytes), 'uploaded a frame'],
      ),
    );
    play.replaceChildren(playIcon(cast.playing), cast.playing ? 'Pause' : 'Play');
  };

  const show = new Show(stage, () => cast.playing, report);
  const draw = () => show.draw();

  const setPlaying = (setting: Setting, playing: boolean) => {
    cast.setPlaying(setting, playing);
    report();
    draw();
  };

  // --- the panel ---
  const play = find('#play', HTMLButtonElement);
  const stats = find('#stats', HTMLElement);
  const puppets = find('#puppets', HTMLInputElement);
  const puppetsValue = find('#puppets-value', HTMLOutputElement);
  const zoom = find('#zoom', HTMLInputElement);
  const zoomValue = find('#zoom-value', HTMLOutputElement);
  const fit = find('#fit', HTMLSelectElement);

  for (const setting of cast.settings) {
    const row = new ActionRow(setting, {
      play: (playing) => setPlaying(setting, playing),
      frame: (frame) => {
        if (setting.playing) cast.setPlaying(setting, false);
        cast.setFrame(setting, frame);
        report();
        draw();
      },
      weight: (weight) => {
        cast.setWeight(setting, weight);
        draw();
      },
      speed: (speed) => cast.setSpeed(setting, speed),
    });
    rows.set(setting, row);
    find('#actions', HTMLElement).append(row.root);
  }

  play.addEventListener('click', () => {
    const playing = cast.settings.filter((setting) => setting.playing);
    if (playing.length > 0) {
      resumed = playing;
      for (const setting of playing) cast.setPlaying(setting, false);
    } else {
      const again = resumed.length > 0 ? resumed : cast.settings.filter(({ name }) => opening.includes(name));
      for (const setting of again) cast.setPlaying(setting, true);
    }
    report();
    draw();
  });
  find('#rest', HTMLButtonElement).addEventListener('click', () => {
    resumed = [];
    cast.rest();
    report();
    draw();
  });
  find('#interpolation', HTMLFieldSetElement).addEventListener('change', (event) => {
    cast.setInterpolation((event.target as HTMLInputElement).value as Interpolation);
    draw();
  });
  puppets.addEventListener('input', () => populate(Number(puppets.value)));
  zoom.addEventListener('input', () => {
    camera.zoom = Number(zoom.value);
    frameCamera();
  });
  fit.addEventListener('change', () => {
    stage.fit = fit.value as Fit;
    draw();
  });

  // --- the canvas ---
  steer(camera, canvas, {
    changed: frameCamera,
    toStage: (dx, dy) => {
      const from = stage.toStage(0, 0);
      const to = stage.toStage(dx, dy);
      return [to.x - from.x, to.y - from.y];
    },
  });

  populate(askedPuppets());
  for (const setting of cast.settings) {
    if (!opening.includes(setting.name)) continue;
    if (wantsStillness()) cast.setFrame(setting, 1);
    else cast.setPlaying(setting, true);
  }
  // The first picture brings the character to the GPU; the figures shown are of those after it.
  stage.render();
  draw();
  report();
  find('#panel', HTMLElement).hidden = false;
}

function askedPuppets(): number {
  const count = Math.round(Number(asked.get('puppets') ?? 1));
  return Number.isFinite(count) ? Math.min(Math.max(count, 1), MOST_PUPPETS) : 1;
}

void open();
