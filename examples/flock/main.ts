import type { Stage } from 'ayatori';
import { playIcon } from '../shared/action-row.ts';
import { byteText, figures, find, Notice, openStage, Show, wantsStillness } from '../shared/shared.ts';
import { Target } from '../shared/target.ts';
import { Swarm } from './swarm.ts';

const scene = find('.scene', HTMLElement);
const canvas = find('canvas', HTMLCanvasElement, scene);

/** CSS px for a px of the flock. */
const ZOOM = 1.5;

function run(stage: Stage): void {
  const count = find('#count', HTMLInputElement);
  const countValue = find('#count-value', HTMLOutputElement);
  const play = find('#play', HTMLButtonElement);
  const stats = find('#stats', HTMLElement);
  const urgeBoxes = [...document.querySelectorAll<HTMLInputElement>('#urges input')];
  const urges = { inertia: true, separation: true, alignment: true, cohesion: true };
  let playing = !wantsStillness();
  let seed = 1;

  const fitView = () => {
    stage.view = { width: scene.clientWidth / ZOOM, height: scene.clientHeight / ZOOM };
  };
  fitView();
  const swarm = new Swarm(stage);
  const begin = () => {
    countValue.textContent = Number(count.value).toLocaleString('en');
    swarm.begin(Number(count.value), seed);
    show.draw();
  };
  const anew = () => {
    seed++;
    begin();
  };

  const report = () => {
    const { draws, uploadBytes } = stage.stats;
    stats.replaceChildren(
      ...figures(
        [String(draws), 'draws'],
        [swarm.count.toLocaleString('en'), 'circles'],
        [byteText(uploadBytes), 'uploaded a frame'],
      ),
    );
    play.replaceChildren(playIcon(playing), playing ? 'Pause' : 'Play');
  };
  const show = new Show(stage, () => playing, report);

  const target = new Target(stage, canvas, {
    moved: () => {
      if (playing) return;
      // Who holds still shows a step for each motion of the pointer.
      swarm.advance(1 / 60, target.x, target.y, urges);
      show.draw();
    },
    clicked: anew,
  });
  stage.on('frame', (seconds) => {
    target.advance(seconds);
    swarm.advance(seconds, target.x, target.y, urges);
  });

  count.addEventListener('input', begin);
  find('#anew', HTMLButtonElement).addEventListener('click', anew);
  play.addEventListener('click', () => {
    playing = !playing;
    report();
    show.draw();
  });
  for (const box of urgeBoxes) {
    box.addEventListener('change', () => {
      urges[box.name as keyof typeof urges] = box.checked;
    });
  }
  new ResizeObserver(() => {
    fitView();
    show.draw();
  }).observe(scene);

  target.advance(0);
  begin();
  if (!playing) for (let i = 0; i < 90; i++) swarm.advance(1 / 60, target.x, target.y, urges);
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
