import type { Rig, Stage } from 'ayatori';
import {
  crowd,
  find,
  habitOf,
  loadIto,
  Notice,
  openStage,
  Rhythm,
  randomNumbers,
  wantsStillness,
} from './shared/shared.ts';

/** A live picture on a card: runs while it is on the screen. */
function preview(scene: HTMLElement, loading: Promise<Rig>): void {
  const notice = new Notice(scene);
  notice.progress(0);
  let stage: Stage;
  try {
    stage = openStage(find('canvas', HTMLCanvasElement, scene));
  } catch (error) {
    notice.fail(error);
    return;
  }
  loading
    .then((rig) => {
      notice.clear();
      fill(stage, rig, Number(scene.dataset.puppets), (scene.dataset.actions ?? '').split(' '), scene);
      runWhileSeen(stage, scene);
    })
    .catch((error: unknown) => notice.fail(error));
}

function fill(stage: Stage, rig: Rig, count: number, actions: string[], scene: HTMLElement): void {
  const random = randomNumbers(count);
  const { spots, view } = crowd(count, rig, scene.clientWidth / scene.clientHeight);
  stage.view = view;
  for (const { x, y, scale } of spots) {
    const puppet = stage.add(rig, { x, y, scale, z: y });
    const rhythm = new Rhythm(puppet, random);
    for (const name of actions) {
      const action = puppet.action(name);
      action.weight = 1;
      action.speed = habitOf(name).speed * (count > 1 ? 0.9 + random() * 0.2 : 1);
      if (wantsStillness()) action.frame = habitOf(name).pause ? 0 : 1 + random() * (action.frames - 1);
      else rhythm.playLater(name);
    }
  }
  stage.render();
}

function runWhileSeen(stage: Stage, scene: HTMLElement): void {
  if (wantsStillness()) return;
  new IntersectionObserver(([{ isIntersecting }]) => {
    if (isIntersecting) stage.start();
    else stage.stop();
  }).observe(scene);
}

const loading = loadIto('.');
for (const scene of document.querySelectorAll<HTMLElement>('.card .scene[data-puppets]')) preview(scene, loading);
