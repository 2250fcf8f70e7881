import type { ActionState, Puppet, Rig, Stage } from 'ayatori';
import { load, memorySource } from 'ayatori/loader';
import { ActionRow, playIcon } from '../shared/action-row.ts';
import { byteText, element, figures, find, Notice, openStage, Show, wantsStillness } from '../shared/shared.ts';
import { WeightView } from './weights.ts';

const FILE = 'walker.skel.txt';

const scene = find('.scene', HTMLElement);
const canvas = find('canvas', HTMLCanvasElement, scene);
const notice = new Notice(scene);

let stage: Stage | undefined;

async function open(): Promise<void> {
  notice.progress(undefined);
  try {
    stage ??= openStage(canvas);
    const address = new URL(`../characters/walker/${FILE}`, document.baseURI).href;
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${FILE} did not come: the server says ${response.status}.`);
    // The page shows lines of the text as well, so it is fetched once and loaded from memory.
    const text = await response.text();
    const { rig, report } = await load(FILE, { source: memorySource([[FILE, text]]) });
    for (const problem of report.problems) console.warn(problem);
    notice.clear();
    run(stage, rig, text);
  } catch (error) {
    notice.fail(error, stage && open);
  }
}

interface Setting {
  readonly name: string;
  readonly frames: number;
  readonly note: string;
  playing: boolean;
  speed: number;
}

const NOTES: Readonly<Record<string, string>> = {
  walk: 'feet by their bones, head held still',
  flap: 'in space: towards you and away',
  peck: 'and a look round at you',
};

function run(stage: Stage, rig: Rig, text: string): void {
  const puppet = stage.add(rig);
  stage.view = { width: rig.width, height: rig.height };
  const view = new WeightView(find('#weights', HTMLCanvasElement), puppet);
  const colours = find('#colours', HTMLInputElement);
  const boneChoice = find('#bone', HTMLSelectElement);
  const turn = find('#turn', HTMLInputElement);
  const turnValue = find('#turn-value', HTMLOutputElement);
  const play = find('#play', HTMLButtonElement);
  const stats = find('#stats', HTMLElement);

  const settings = puppet.actionStates.map(
    ({ name, frames }): Setting => ({ name, frames, note: NOTES[name] ?? '', playing: false, speed: 1 }),
  );
  const rows = new Map<Setting, ActionRow>();
  let resumed = settings.slice(0, 1);
  const isPlaying = () => settings.some(({ playing }) => playing);

  const report = () => {
    for (const [setting, row] of rows) row.show(setting.playing, puppet.action(setting.name));
    const { draws, uploadBytes } = stage.stats;
    const points = rig.paths.reduce((sum, path) => sum + path.points.length / 2, 0);
    stats.replaceChildren(
      ...figures(
        [String(rig.bones.length), 'bones'],
        [String(points), 'points'],
        [String(draws), 'draws'],
        [byteText(uploadBytes), 'uploaded a frame'],
        [byteText(text.length), 'of text'],
      ),
    );
    play.replaceChildren(playIcon(isPlaying()), isPlaying() ? 'Pause' : 'Play');
  };
  const show = new Show(stage, isPlaying, report);
  const draw = () => show.draw();
  stage.on('render', () => {
    if (colours.checked) view.draw(canvas.width, canvas.height, canvas.width / canvas.clientWidth);
    else view.clear();
  });

  // --- actions, which add up ---
  const setPlaying = (setting: Setting, playing: boolean) => {
    setting.playing = playing;
    const action = puppet.action(setting.name);
    if (playing) action.play({ loop: true, speed: setting.speed });
    else action.pause();
    report();
    draw();
  };
  for (const setting of settings) {
    const act = (change: (action: ActionState) => void) => {
      change(puppet.action(setting.name));
      draw();
    };
    const row = new ActionRow(setting, {
      play: (playing) => setPlaying(setting, playing),
      frame: (frame) => {
        if (setting.playing) setPlaying(setting, false);
        act((action) => {
          action.frame = frame;
          if (action.weight === 0) action.weight = 1;
        });
        report();
      },
      weight: (weight) =>
        act((action) => {
          action.weight = weight;
        }),
      speed: (speed) =>
        act((action) => {
          setting.speed = speed;
          action.speed = speed;
        }),
    });
    rows.set(setting, row);
    find('#actions', HTMLElement).append(row.root);
  }
  play.addEventListener('click', () => {
    const playing = settings.filter((setting) => setting.playing);
    if (playing.length > 0) resumed = playing;
    for (const setting of playing.length > 0 ? playing : resumed) setPlaying(setting, playing.length === 0);
  });
  find('#rest', HTMLButtonElement).addEventListener('click', () => {
    for (const setting of settings) setting.playing = false;
    puppet.stop();
    choose(boneChoice.value);
    report();
    draw();
  });

  // --- bones ---
  boneChoice.append(...rig.bones.map(({ id }) => element('option', { value: id, textContent: id })));
  const turned = () => puppet.bone(boneChoice.value === '' ? 'body' : boneChoice.value);
  const choose = (id: string) => {
    boneChoice.value = id;
    view.bone = rig.bones.findIndex((bone) => bone.id === id);
    find('#turn-name', HTMLElement).textContent = turned().name;
    const degrees = Math.round((turned().angle * 180) / Math.PI);
    turn.value = String(degrees);
    turnValue.textContent = turn.ariaValueText = `${degrees}°`;
    const lines = linesOf(text, id);
    find('#caption', HTMLElement).textContent =
      id === '' ? `${FILE} begins so:` : `The lines of ${id}, its first weights (vertex, share, …) and its first key:`;
    find('#lines', HTMLPreElement).textContent = lines.join('\n');
    draw();
  };
  boneChoice.addEventListener('change', () => choose(boneChoice.value));
  colours.addEventListener('change', draw);
  turn.addEventListener('input', () => {
    turned().angle = (Number(turn.value) * Math.PI) / 180;
    turnValue.textContent = turn.ariaValueText = `${turn.value}°`;
    draw();
  });
  canvas.addEventListener('pointerdown', (event) => {
    const at = stage.toStage(event.clientX, event.clientY);
    const near = nearestBone(puppet, at.x, at.y);
    choose(near === boneChoice.value ? '' : near);
  });

  choose('');
  stage.render();
  if (wantsStillness()) report();
  else setPlaying(settings[0], true);
  draw();
  find('#panel', HTMLElement).hidden = false;
}

/** The lines that say most of a bone; of none the first of the file. */
function linesOf(text: string, id: string): string[] {
  const lines = text.split('\n');
  if (id === '') return lines.slice(1, 9);
  const at = lines.findIndex((line) => line.startsWith(`bone ${id} `));
  const weight = lines[at + 1].startsWith('weight') ? [`${lines[at + 1].split(' ').slice(0, 9).join(' ')} …`] : [];
  const key = lines.find((line) => line.startsWith('keyframe') && line.includes(` ${id} `)) ?? '';
  const start = key.indexOf(` ${id} `) + 1;
  const numbers = key.slice(start).split(/\s+/).slice(0, 8).join(' ');
  return [lines[at], ...weight, ...(key === '' ? [] : [`keyframe ${key.split(' ')[1]} … ${numbers} …`])];
}

/** The bone that is nearest to a point of the stage. */
function nearestBone(puppet: Puppet, x: number, y: number): string {
  let nearest = { id: '', distance: Infinity };
  for (const { id } of puppet.rig.bones) {
    const { base, tip } = puppet.bone(id).place;
    const [dx, dy] = [tip.x - base.x, tip.y - base.y];
    const along = Math.min(1, Math.max(0, ((x - base.x) * dx + (y - base.y) * dy) / (dx * dx + dy * dy || 1)));
    const distance = Math.hypot(base.x + along * dx - x, base.y + along * dy - y);
    // Of two that lie over each other the near one, which stands in the list first.
    if (distance < nearest.distance - 1) nearest = { id, distance };
  }
  return nearest.id;
}

void open();
