import type { Rig, Stage } from 'ayatori';
import { type LoadReport, load } from 'ayatori/loader';
import { playIcon } from '../shared/action-row.ts';
import { Player } from '../shared/player/player.ts';
import { byteText, figures, find, Notice, openStage, Show, wantsStillness } from '../shared/shared.ts';

const scene = find('#scene', HTMLElement);
const canvas = find('canvas', HTMLCanvasElement, scene);
const notice = new Notice(scene);

/** Where in the timeline the weather changes. */
const MARKERS = { rain: 1, sun: 54, clouds: 106 };

let stage: Stage | undefined;

async function open(): Promise<void> {
  notice.progress(undefined);
  try {
    stage ??= openStage(canvas);
    const { rig, report } = await load(new URL('../characters/teru/teru.mohoproj', document.baseURI).href);
    // What is only told, such as rules that nothing confirms, is on the page that opens yours.
    for (const problem of report.problems) if (problem.severity !== 'info') console.warn(problem);
    notice.clear();
    run(stage, rig, report);
  } catch (error) {
    notice.fail(error, stage && open);
  }
}

function run(stage: Stage, rig: Rig, { bytes }: LoadReport): void {
  const play = find('#play', HTMLButtonElement);
  const bones = find('#bones', HTMLInputElement);
  const stats = find('#stats', HTMLElement);

  const report = () => {
    player.report();
    play.replaceChildren(playIcon(player.playing), player.playing ? 'Pause' : 'Play');
    const { draws, uploadBytes } = stage.stats;
    stats.replaceChildren(
      ...figures(
        [String(draws), 'draws'],
        [byteText(uploadBytes), 'uploaded a frame'],
        [byteText(bytes), 'in one file'],
      ),
    );
  };
  const changed = () => {
    report();
    show.draw();
  };
  const player = new Player(stage, rig, canvas, changed, MARKERS);
  const show = new Show(stage, () => player.playing, report);
  stage.view = { width: rig.width, height: rig.height };

  scene.append(player.rings.root);
  if (player.strip) find('#strip', HTMLElement).append(player.strip.root);
  find('#dials', HTMLElement).append(...player.dials.rows);
  find('#actions', HTMLElement).append(...player.rows);
  const showBones = () => {
    player.rings.shown = bones.checked;
  };
  bones.addEventListener('change', showBones);
  play.addEventListener('click', () => {
    player.toggle();
    changed();
  });
  find('#rest', HTMLButtonElement).addEventListener('click', () => {
    player.rest();
    changed();
  });

  stage.render();
  showBones();
  if (!wantsStillness()) player.toggle();
  changed();
  find('#panel', HTMLElement).hidden = false;
}

void open();
