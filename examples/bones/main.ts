import type { Rig, Stage } from 'ayatori';
import { DebugView } from 'ayatori/debug';
import { load } from 'ayatori/loader';
import { playIcon } from '../shared/action-row.ts';
import { byteText, element, figures, find, Notice, openStage, Show, wantsStillness } from '../shared/shared.ts';
import { Doll } from './doll.ts';
import { Grip } from './grip.ts';

const scene = find('.scene', HTMLElement);
const canvas = find('canvas', HTMLCanvasElement, scene);
const notice = new Notice(scene);

let stage: Stage | undefined;

async function open(): Promise<void> {
  notice.progress(0);
  try {
    stage ??= openStage(canvas);
    const address = (file: string) => new URL(`../characters/ito-rigged/${file}`, document.baseURI).href;
    const { rig, report } = await load(address('filelist.csv'), {
      rigFiles: [address('bones.json')],
      // The face turns as evenly as its bone.
      smartBones: 'continuous',
      onProgress: ({ done, total }) => notice.progress(total === 0 ? 0 : done / total),
    });
    for (const problem of report.problems) console.warn(problem);
    notice.clear();
    run(stage, rig);
  } catch (error) {
    notice.fail(error, stage && open);
  }
}

function run(stage: Stage, rig: Rig): void {
  const doll = new Doll(stage, rig);
  const { puppet } = doll;
  const play = find('#play', HTMLButtonElement);
  const look = find('#look', HTMLInputElement);
  const lookValue = find('#look-value', HTMLOutputElement);
  const wind = find('#wind', HTMLInputElement);
  const windValue = find('#wind-value', HTMLOutputElement);
  const group = find('#group', HTMLSelectElement);
  const thread = find('#thread path', SVGPathElement);

  const report = () => {
    const { draws, uploadBytes } = stage.stats;
    const pulled = grips.map(({ grip }) => grip).find(({ goal }) => goal);
    stats.replaceChildren(
      ...figures([String(draws), 'draws'], [byteText(uploadBytes), 'uploaded a frame']),
      ...(pulled ? figures([`${gap(pulled).toFixed(1)} px`, 'from what it reaches for']) : []),
    );
    const frame = `frame ${doll.lookFrame.toFixed(2)} of look`;
    lookValue.textContent = frame;
    look.ariaValueText = frame;
    if (document.activeElement !== look) look.value = String(doll.look);
    play.replaceChildren(playIcon(doll.alive), doll.alive ? 'Hold still' : 'Come alive');
  };
  const stats = find('#stats', HTMLElement);
  const show = new Show(stage, () => doll.alive, report);
  const draw = () => show.draw();

  // --- rings to drag by ---
  const grips = doll.handles.map((handle) => ({
    handle,
    grip: new Grip(handle.label, {
      take: () => handle.take(),
      drag: (to) => {
        handle.drag(stage.toStage(to.x, to.y));
        draw();
      },
      release: () => {
        handle.release();
        draw();
      },
    }),
  }));
  find('#grips', HTMLElement).append(...grips.map(({ grip }) => grip.root));
  const gap = ({ goal, middle }: Grip) => (goal ? Math.hypot(goal.x - middle.x, goal.y - middle.y) : 0);
  stage.on('render', () => {
    const density = canvas.width / canvas.clientWidth;
    for (const { handle, grip } of grips) {
      const { x, y } = handle.at();
      const at = puppet.toRig(x, y);
      const [a, b, c, d, e, f] = puppet.matrix;
      grip.place((a * at.x + c * at.y + e) / density, (b * at.x + d * at.y + f) / density);
    }
    const pulled = grips.map(({ grip }) => grip).find(({ goal }) => goal);
    const box = scene.getBoundingClientRect();
    const isTaut = pulled?.goal && gap(pulled) > 3;
    const [from, to] = [pulled?.middle, pulled?.goal].map((p) => `${(p?.x ?? 0) - box.x} ${(p?.y ?? 0) - box.y}`);
    thread.setAttribute('d', isTaut ? `M${from} L${to}` : '');
  });

  // --- behind the picture ---
  const view = new DebugView(stage, find('#behind', HTMLCanvasElement));
  const layers = [...document.querySelectorAll<HTMLInputElement>('#layers input')];
  const ids = rig.groups.filter(({ id, parent }) => id !== '' && parent >= 0 && !id.startsWith('bone'));
  group.append(...ids.map(({ id }) => element('option', { value: id, textContent: id })));
  const lookBehind = () => {
    const chosen = Object.fromEntries(layers.map(({ name, checked }) => [name, checked]));
    view.enabled = layers.some(({ checked }) => checked);
    // What is behind shows better through a pale picture.
    puppet.alpha = view.enabled ? 0.4 : 1;
    view.set({ ...chosen, groups: group.value === '' ? null : [group.value] });
    draw();
  };
  for (const input of layers) input.addEventListener('change', lookBehind);
  group.addEventListener('change', () => {
    // Choosing a group asks to see something of it.
    if (!view.enabled)
      for (const { name } of layers) find(`#layers [name=${name}]`, HTMLInputElement).checked = SEEN.has(name);
    lookBehind();
  });

  // --- the panel ---
  play.addEventListener('click', () => {
    doll.alive = !doll.alive;
    report();
    draw();
  });
  find('#rest', HTMLButtonElement).addEventListener('click', () => {
    doll.rest();
    draw();
  });
  find('#stay', HTMLInputElement).addEventListener('change', (event) => {
    doll.stays = (event.target as HTMLInputElement).checked;
  });
  look.addEventListener('input', () => {
    doll.look = Number(look.value);
    draw();
  });
  wind.addEventListener('input', () => {
    doll.wind = Number(wind.value);
    windValue.textContent = doll.wind.toFixed(2);
    draw();
  });
  windValue.textContent = '0.00';

  lookBehind();
  stage.render();
  doll.alive = !wantsStillness();
  report();
  draw();
  find('#panel', HTMLElement).hidden = false;
}

const SEEN = new Set(['bones', 'points', 'handles']);

void open();
