import type { Stage } from 'ayatori';
import { playIcon } from '../shared/action-row.ts';
import { byteText, figures, find, Notice, openStage, Show, wantsStillness } from '../shared/shared.ts';
import { Target } from '../shared/target.ts';
import { RubberBand } from './string.ts';

const scene = find('.scene', HTMLElement);
const canvas = find('canvas', HTMLCanvasElement, scene);

/** CSS px for a px of the band. */
const ZOOM = 2;

function run(stage: Stage): void {
  const play = find('#play', HTMLButtonElement);
  const points = find('#points', HTMLInputElement);
  const stats = find('#stats', HTMLElement);
  let playing = !wantsStillness();

  const fitView = () => {
    stage.view = { width: scene.clientWidth / ZOOM, height: scene.clientHeight / ZOOM };
  };
  fitView();
  const band = new RubberBand(stage, scene.clientWidth * 0.2, scene.clientHeight * 0.2);

  const report = () => {
    const { draws, uploadBytes } = stage.stats;
    stats.replaceChildren(...figures([String(draws), 'draws'], [byteText(uploadBytes), 'uploaded a frame']));
    play.replaceChildren(playIcon(playing), playing ? 'Pause' : 'Play');
  };
  const show = new Show(stage, () => playing, report);

  const showPoints = (shown: boolean) => {
    band.showsPoints = shown;
    points.checked = shown;
    show.draw();
  };
  const target = new Target(stage, canvas, {
    moved: () => {
      if (playing) return;
      // Who holds still shows a step for each motion of the pointer.
      band.advance(1 / 60, target.x, target.y);
      show.draw();
    },
    clicked: () => showPoints(!band.showsPoints),
  });
  stage.on('frame', (seconds) => {
    target.advance(seconds);
    band.advance(seconds, target.x, target.y);
  });

  points.addEventListener('change', () => showPoints(points.checked));
  play.addEventListener('click', () => {
    playing = !playing;
    report();
    show.draw();
  });
  new ResizeObserver(() => {
    fitView();
    show.draw();
  }).observe(scene);

  // Some of the way is behind it, so that it shows its shape at once.
  for (let i = 0; i < 20; i++) {
    target.advance(1 / 30);
    band.advance(1 / 30, target.x, target.y);
  }
  stage.render();
  report();
  show.draw();
  find('#panel', HTMLElement).hidden = false;
}

try {
  run(openStage(canvas));
} catch (error) {
  new Notice(scene).fail(error);
}
