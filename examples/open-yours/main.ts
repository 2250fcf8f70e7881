import type { Interpolation, Stage } from 'ayatori';
import { type Loaded, type LoadOptions, load, memorySource } from 'ayatori/loader';
import { playIcon } from '../shared/action-row.ts';
import { Player } from '../shared/player/player.ts';
import { byteText, element, figures, find, Notice, openStage, Show, wantsStillness } from '../shared/shared.ts';
import { acceptDrops } from './drops.ts';
import { describeFacts } from './facts.ts';
import { describeFault } from './fault.ts';
import { fromDrop, fromInput, fromIto, fromTeru, type Gather, type Given } from './intake.ts';
import { countSeverities } from './report-rows.ts';
import { ReportTable } from './report-table.ts';
import { Viewport } from './viewport.ts';
import { openers, welcome } from './welcome.ts';
import { numberText, severityText } from './words.ts';

const scene = find('#scene', HTMLElement);
const canvas = find('canvas', HTMLCanvasElement, scene);
const notice = new Notice(scene);
const options = find('#options', HTMLFormElement);
const again = find('#again', HTMLButtonElement);
const play = find('#play', HTMLButtonElement);
const stats = find('#stats', HTMLElement);
const strip = find('#strip', HTMLElement);
const dials = find('#dials', HTMLElement);
const bones = find('#bones', HTMLInputElement);
/** What is there only while a character is open. */
const withOpen = ['#openers', '#panel', '#sheet'].map((selector) => find(selector, HTMLElement));

/** The files that are open, and how they were read. */
interface Open {
  readonly given: readonly Given[];
  readonly asked: string;
  readonly player: Player;
  readonly problems: Loaded['report']['problems'];
}

let open: Open | undefined;
let loading: AbortController | undefined;

function start(stage: Stage): void {
  const report = () => {
    open?.player.report();
    const playing = open?.player.playing ?? false;
    play.replaceChildren(playIcon(playing), playing ? 'Pause' : 'Play');
    showStats(stage);
  };
  const show = new Show(stage, () => open?.player.playing ?? false, report);
  const changed = () => {
    report();
    show.draw();
  };
  const viewport = new Viewport(stage, scene, canvas, () => show.draw());

  /** Takes the open character away and frees it. */
  const close = () => {
    open?.player.destroy();
    open = undefined;
    viewport.clear();
    for (const part of withOpen) part.hidden = true;
    strip.replaceChildren();
    stats.replaceChildren();
    stage.stop();
    stage.render();
  };

  /** What was there before a load that came to nothing. */
  const goBack = () => {
    if (open) notice.clear();
    else notice.show(...welcome());
    scene.classList.toggle('wordy', !open);
    changed();
  };

  const openThese = async (gather: Gather) => {
    loading?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    loading = controller;
    stage.stop();
    const wait = waiting(controller);
    wait(undefined, 'Looking at what there is…');
    try {
      const found = (count: number) => wait(undefined, `Found ${numberText(count)} files…`);
      const given = await orAbort(signal, gather(signal, found));
      const asked = askedOptions();
      const reading = load(memorySource(given, 'your files'), {
        ...asked,
        rigFiles: 'beside',
        signal,
        onProgress: ({ done, total, file }) =>
          wait(done / total, `${numberText(done)} of ${numberText(total)} files\n${file}`),
      });
      const loaded = await orAbort(signal, reading);
      close();
      present(given, JSON.stringify(asked), loaded);
    } catch (error) {
      // A newer load has the stage already.
      if (loading !== controller) return;
      if (signal.aborted) {
        goBack();
        return;
      }
      close();
      fail(error);
    }
    offerAgain();
  };

  let isFirst = true;
  const present = (given: readonly Given[], asked: string, { rig, report: { problems, ...figures } }: Loaded) => {
    const player = new Player(stage, rig, canvas, changed);
    open = { given, asked, player, problems };
    notice.clear();
    scene.classList.remove('wordy');
    canvas.ariaLabel = rig.name;
    player.setInterpolation(interpolation());
    viewport.show(player.puppet);
    // The first picture brings the character to the GPU, which may refuse it.
    stage.render();
    if (!wantsStillness()) player.toggle();
    find('#name', HTMLElement).textContent = rig.name;
    find('#facts', HTMLElement).replaceChildren(...describeFacts(player.puppet, { problems, ...figures }));
    find('#report', HTMLElement).replaceChildren(new ReportTable(problems).root);
    scene.append(player.rings.root);
    if (player.strip) strip.append(player.strip.root);
    dials.replaceChildren(...player.dials.rows);
    find('#dials-of', HTMLElement).hidden = player.dials.rows.length === 0;
    find('#bones-of', HTMLElement).hidden = player.rings.count === 0;
    // What comes from Moho is made to be turned; in sequences of frames bones often bend nothing.
    bones.checked = player.strip !== undefined;
    player.rings.shown = bones.checked;
    find('#actions', HTMLElement).replaceChildren(...player.rows);
    if (player.rows.length === 0) {
      find('#actions', HTMLElement).append(
        element('li', { className: 'muted', textContent: 'No actions: a still picture.' }),
      );
    }
    for (const part of withOpen) part.hidden = false;
    // The options made way for nothing at first; now there is more to see.
    if (isFirst) find('#reading', HTMLDetailsElement).open = false;
    isFirst = false;
    changed();
  };

  // --- the panel ---
  play.addEventListener('click', () => {
    open?.player.toggle();
    changed();
  });
  find('#rest', HTMLButtonElement).addEventListener('click', () => {
    open?.player.rest();
    changed();
  });
  find('#interpolation', HTMLFieldSetElement).addEventListener('change', () => {
    open?.player.setInterpolation(interpolation());
    changed();
  });
  bones.addEventListener('change', () => {
    if (open) open.player.rings.shown = bones.checked;
  });
  options.addEventListener('input', offerAgain);
  options.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!open) return;
    const { given } = open;
    void openThese(async () => [...given]);
  });

  // --- what to open ---
  const inputs = { files: find('#files', HTMLInputElement), folder: find('#folder', HTMLInputElement) };
  document.body.classList.toggle('no-folders', !('webkitdirectory' in inputs.folder));
  for (const input of Object.values(inputs)) {
    input.addEventListener('change', () => {
      const { files } = input;
      if (files && files.length > 0) void openThese(fromInput(files));
      // The same files may be picked again, after a change.
      input.value = '';
    });
  }
  document.addEventListener('click', ({ target }) => {
    const what = target instanceof Element ? target.closest<HTMLElement>('[data-open]')?.dataset.open : undefined;
    if (what === 'files' || what === 'folder') inputs[what].click();
    else if (what === 'ito') void openThese(fromIto);
    else if (what === 'teru') void openThese(fromTeru);
  });
  acceptDrops((transfer) => void openThese(fromDrop(transfer)));

  goBack();
}

/** Does not wait for a disk that hangs once the person does not want to. */
function orAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
    work.then(resolve, reject);
  });
}

/** Tells how far a load is, a few times a second; what was given up and still runs tells nothing more. */
function waiting(controller: AbortController): (share: number | undefined, text: string) => void {
  notice.clear();
  scene.classList.remove('wordy');
  let last = Number.NEGATIVE_INFINITY;
  return (share, text) => {
    if (controller.signal.aborted) return;
    const now = performance.now();
    if (now - last < 50 && share !== 1) return;
    last = now;
    notice.progress(share, text, () => controller.abort());
  };
}

function fail(error: unknown): void {
  const fault = describeFault(error);
  fault.append(openers());
  notice.alert(fault);
  scene.classList.add('wordy');
}

function showStats(stage: Stage): void {
  if (!open) return;
  const { draws, uploadBytes } = stage.stats;
  const found = countSeverities(open.problems).map(([severity, count]) => severityText(severity, count));
  const link = element('a', {
    href: '#report',
    textContent: found.length > 0 ? found.join(', ') : 'nothing to report',
  });
  stats.replaceChildren(...figures([String(draws), 'draws'], [byteText(uploadBytes), 'uploaded a frame']), link);
}

/** Reading the same files in the same way again would change nothing. */
function offerAgain(): void {
  again.disabled = !open || open.asked === JSON.stringify(askedOptions());
}

function askedOptions(): Pick<LoadOptions, 'bakeBones' | 'nameMasks' | 'bonePrefix' | 'smartBones' | 'fps'> {
  const form = new FormData(options);
  const bake = form.get('bakeBones');
  const fps = form.get('fps');
  return {
    bakeBones: bake === 'auto' ? bake : bake === 'yes',
    nameMasks: form.has('nameMasks'),
    bonePrefix: String(form.get('bonePrefix')),
    // What is not asked for is as the files have it.
    ...(form.get('smartBones') === 'continuous' && { smartBones: 'continuous' }),
    ...(fps !== '' && { fps: Number(fps) }),
  };
}

function interpolation(): Interpolation {
  return find('#interpolation input[value=hold]', HTMLInputElement).checked ? 'hold' : 'linear';
}

/** Each needs a part of the library of its own: loading them now fetches it, so that later nothing goes over the network. */
const SAMPLES: readonly (readonly [name: string, content: string])[] = [
  [
    'a_1.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><style>a{}</style><g id="bone"><path d="M0 0 1 1"/></g><g id="Mtarget"/></svg>',
  ],
  ['a.zip', 'PK\u0005\u0006'],
  ['a.bin', '\0'],
  ['a.skel', 'name a'],
  ['a.mohoproj', '{"project_data":{},"layers":[]}'],
];

async function fetchParts(): Promise<void> {
  for (const sample of SAMPLES) {
    const source = memorySource([sample, ['bones.json', '{"bones":{}}']], 'a');
    // Most of them are no characters.
    await load(source, { rigFiles: 'beside' }).catch(() => undefined);
  }
  document.body.dataset.parts = 'here';
}

try {
  start(openStage(canvas));
  void fetchParts();
} catch (error) {
  notice.fail(error);
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-open]')) button.disabled = true;
}
