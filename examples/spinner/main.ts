import { type Puppet, type Rig, type Stage, Storyboard, snap, toEasing, tween } from 'ayatori';
import { load } from 'ayatori/loader';
import { playIcon } from '../shared/action-row.ts';
import { figures, find, Notice, openStage, Show, wantsStillness } from '../shared/shared.ts';
import { Graph } from './graph.ts';

/** ms. */
const ROUND = 1000;
/** A key moves time by so many ms. */
const KEY_STEP = 25;
/** Less than this is a tap, CSS px. */
const TAP = 6;

const scene = find('.scene', HTMLElement);
const canvas = find('canvas', HTMLCanvasElement, scene);
const notice = new Notice(scene);

let stage: Stage | undefined;

async function open(): Promise<void> {
  notice.progress(undefined);
  try {
    stage ??= openStage(canvas);
    const { rig } = await load(new URL('../spinner/icon.svg', document.baseURI).href);
    notice.clear();
    run(stage, rig);
  } catch (error) {
    notice.fail(error, stage && open);
  }
}

function run(stage: Stage, rig: Rig): void {
  const { width, height } = rig;
  stage.view = { width: width * 2.4, height: height * 1.3 };
  const [snapped, smooth] = [0.6, 1.8].map((x) => stage.add(rig, { x: width * x, y: height * 0.6 }));

  const steps = find('#steps', HTMLInputElement);
  const inner = find('#inner', HTMLSelectElement);
  const play = find('#play', HTMLButtonElement);
  const reverse = find('#reverse', HTMLButtonElement);
  const stats = find('#stats', HTMLElement);
  const graph = new Graph();
  let board: Storyboard | undefined;

  /** Both wheels turn by the same inner easing; only one snaps. */
  const build = (): Storyboard => {
    const ease = toEasing(inner.value);
    const stair = snap(Number(steps.value), ease);
    const turn = (wheel: Puppet, easing: typeof ease) =>
      tween(wheel, 'rotation', { from: 0, to: 2 * Math.PI, duration: ROUND, easing, repeat: 'forever' });
    graph.draw(ease, stair);
    return new Storyboard([turn(snapped, stair), turn(smooth, ease)]);
  };

  const change = () => {
    const time = board?.time ?? 0;
    const plays = board ? board.state === 'playing' : !wantsStillness();
    const speed = board?.speed ?? 1;
    board?.stop();
    board = build().play().seek(time);
    board.speed = speed;
    if (!plays) board.pause();
    tell();
    show.draw();
  };

  const tell = () => {
    const count = Number(steps.value);
    find('#steps-value', HTMLOutputElement).textContent = String(count);
    find('#stops', HTMLOutputElement).textContent = String(count + 1);
    find('#snapped', HTMLElement).textContent = `${count} ${count === 1 ? 'step' : 'steps'}`;
    const easing = /^\w+$/.test(inner.value) && inner.value !== 'ease' ? inner.value : `cubicBezier('${inner.value}')`;
    find('#code', HTMLElement).textContent =
      `tween(wheel, 'rotation', {\n  from: 0,\n  to: 2 * Math.PI,\n  duration: ${ROUND},\n` +
      `  easing: snap(${count}, ${easing}),\n  repeat: 'forever',\n})`;
    const plays = board?.state === 'playing';
    play.replaceChildren(playIcon(plays), plays ? 'Pause' : 'Play');
    reverse.ariaPressed = String((board?.speed ?? 1) < 0);
  };

  const report = () => {
    const { draws, uploadBytes } = stage.stats;
    stats.replaceChildren(
      ...figures([String(draws), 'draws'], [`${uploadBytes} B`, 'uploaded a frame'], [seconds(), 'since the start']),
    );
  };
  const seconds = () => `${((board?.time ?? 0) / 1000).toFixed(2)} s`;
  const showTime = () => graph.show(((board?.time ?? 0) % ROUND) / ROUND);
  const show = new Show(stage, () => board?.state === 'playing', report);

  /** Whoever goes back from the start is sent on a long way, so that there is always more. */
  const goTo = (time: number) => {
    board?.seek(time < 0 ? time + ROUND * 1000 : time);
    showTime();
    show.draw();
  };
  const toggle = () => {
    if (board?.state === 'playing') board.pause();
    else board?.resume();
    tell();
    show.draw();
  };

  stage.on('frame', (passed) => {
    if (board?.state !== 'playing') return;
    // Backwards there is a start; going round it is no different from any other round.
    if (board.speed < 0 && board.time + passed * 1000 * board.speed <= 0) board.seek(board.time + ROUND * 1000);
    board.advance(passed);
    showTime();
  });

  steps.addEventListener('input', change);
  inner.addEventListener('change', change);
  play.addEventListener('click', toggle);
  reverse.addEventListener('click', () => {
    if (board) board.speed *= -1;
    tell();
  });
  takeTime({ time: () => board?.time ?? 0, goTo, hold: () => hold(true), release: () => hold(false), toggle });

  /** While it is held, time does not pass by itself. */
  let resumes = false;
  function hold(held: boolean): void {
    if (held) {
      resumes = board?.state === 'playing';
      board?.pause();
    } else if (resumes) board?.resume();
    show.draw();
  }

  change();
  showTime();
  // The first picture brings the wheel to the GPU; the figures shown are of those after it.
  stage.render();
  report();
  show.draw();
  find('#panel', HTMLElement).hidden = false;
}

interface Hand {
  time(): number;
  goTo(time: number): void;
  hold(): void;
  release(): void;
  toggle(): void;
}

/** Pointer and keys on the wheels: half their width is a round. */
function takeTime({ time, goTo, hold, release, toggle }: Hand): void {
  let grip: { x: number; time: number; moved: boolean } | undefined;
  canvas.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    grip = { x: event.clientX, time: time(), moved: false };
    hold();
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!grip || !event.isPrimary) return;
    const way = event.clientX - grip.x;
    grip.moved ||= Math.abs(way) >= TAP;
    if (grip.moved) goTo(grip.time + (way / (canvas.clientWidth / 2)) * ROUND);
  });
  const letGo = (taps: boolean) => {
    if (!grip) return;
    const { moved } = grip;
    grip = undefined;
    release();
    if (taps && !moved) toggle();
  };
  canvas.addEventListener('pointerup', (event) => event.isPrimary && letGo(true));
  canvas.addEventListener('pointercancel', () => letGo(false));
  canvas.addEventListener('keydown', (event) => {
    if (event.key === ' ') toggle();
    else if (event.key === 'ArrowRight') goTo(time() + KEY_STEP);
    else if (event.key === 'ArrowLeft') goTo(time() - KEY_STEP);
    else return;
    event.preventDefault();
  });
}

void open();
