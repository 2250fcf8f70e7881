import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { zip } from '../loader/archives.ts';
import { svg } from '../loader/inputs.ts';
import { amount, COAT, controls, difference, look, openGallery, PATIENCE, SCARF } from './gallery.ts';

const { open } = openGallery();

const teru = fromRoot('examples/public/characters/teru/teru.mohoproj');
const ACTIONS = ['walk', 'wind', 'arm_wave', 'head_turn', 'smile', 'blink', 'sway'];

/** Ito, with one frame cut off and one missing. */
let folder = '';
/** A run of more frames than a browser hands out at once. */
let frames = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ayatori-open-'));
  frames = path.join(folder, 'frames');
  const ito = path.join(folder, 'ito');
  await cp(fromRoot('examples/public/characters/ito'), ito, { recursive: true });
  await writeFile(path.join(ito, 'walk', 'walk_00005.svg'), '<svg>\n<g');
  await rm(path.join(ito, 'blink', 'blink_00002.svg'));
  await cp(path.join(ito, 'base'), frames, { recursive: true });
  for (let i = 1; i <= 130; i++) {
    const picture = svg(`<path fill="#35508c" d="M 0 0 C ${i} 0 ${i} 9 90 90 L 0 90 Z"/>`);
    await writeFile(path.join(frames, `f_${i}.svg`), picture);
  }
  await rm(path.join(frames, 'base_00001.svg'));
  const packed = zip({ 'Project.mohoproj': await readFile(teru), 'preview.jpg': Buffer.from('no picture') });
  await mkdir(path.join(folder, 'moho', 'deep'), { recursive: true });
  await writeFile(path.join(folder, 'moho', 'deep', 'doll.moho'), packed);
  await writeFile(path.join(folder, 'moho', 'notes.txt'), 'x');
});

afterAll(() => rm(folder, { recursive: true }));

/** A folder as a zip, its files in a folder of the same name. */
async function zipOf(name: string): Promise<Buffer> {
  const files: Record<string, Uint8Array> = {};
  const root = path.join(folder, name);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    files[path.relative(folder, file).split(path.sep).join('/')] = await readFile(file);
  }
  return Buffer.from(zip(files));
}

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/** Counts the textures and buffers of every WebGL2 context of the page. */
function countObjects(): void {
  const counts = { live: 0 };
  Object.assign(globalThis, { counts });
  const prototype = WebGL2RenderingContext.prototype as unknown as Record<string, (...values: unknown[]) => unknown>;
  for (const kind of ['Texture', 'Buffer']) {
    const create = prototype[`create${kind}`];
    const remove = prototype[`delete${kind}`];
    prototype[`create${kind}`] = function (...values) {
      counts.live++;
      return create.apply(this, values);
    };
    prototype[`delete${kind}`] = function (...values) {
      if (values[0]) counts.live--;
      return remove.apply(this, values);
    };
  }
}

const liveObjects = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { counts: { live: number } }).counts.live);

/** Everything that a page can leave behind in a browser. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    cookies: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));

const NOTHING = { local: 0, session: 0, cookies: '', databases: 0, caches: 0, workers: 0 };

async function rest(page: Page): Promise<void> {
  await page.locator('#rest').click();
  // Where the pointer is must not matter to a picture.
  await page.mouse.move(0, 0);
}

describe('Open yours', { timeout: PATIENCE }, () => {
  it('plays a folder and a zip, reports what is wrong with them, keeps nothing and sends nothing', async () => {
    const { page, complaints } = await open(
      'open-yours/index.html',
      { viewport: { width: 320, height: 2400 }, reducedMotion: 'reduce' },
      (page) => page.addInitScript(countObjects),
    );
    await page.getByRole('heading', { name: 'Drop yours here' }).waitFor();
    await page.locator('body[data-parts]').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

    await page.locator('#folder').setInputFiles(path.join(folder, 'ito'));
    await controls(page, complaints);
    const fromFolder = await look(page);
    expect(amount(fromFolder, COAT)).toBeGreaterThan(0.02);
    expect(amount(fromFolder, SCARF)).toBeGreaterThan(0.005);
    const objects = await liveObjects(page);

    const rows = page.locator('[data-action]');
    expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-action')))).toEqual(ACTIONS);
    for (const action of ACTIONS) {
      const controls = page.locator(`[data-action=${action}] [data-control]`);
      expect(await controls.evaluateAll((all) => all.map((each) => each.getAttribute('data-control')))).toEqual([
        'frame',
        'weight',
        'speed',
      ]);
    }
    await page.locator('[data-action=walk] [data-control=frame]').fill('12');
    expect(difference(fromFolder, await look(page))).toBeGreaterThan(0.01);

    const facts = await page.locator('#facts div').allTextContents();
    expect(facts).toEqual(expect.arrayContaining(['Size480 × 720 px 24 frames a second', 'Actions7 76 frames']));
    expect(await page.locator('#name').textContent()).toBe('ito');
    const reported = await page
      .locator('.problems tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)));
    expect(reported).toEqual([
      [
        'warning',
        'not-xml',
        'ito/walk/walk_00005.svg:2:2',
        'walk',
        '5',
        expect.stringMatching(/too early/),
        'The frame before is held',
      ],
      ['warning', 'frame-missing', '', 'blink', '2', expect.stringMatching(/no file/), ''],
      ['note', 'rig-file-used', 'ito/bones.json', '', '', expect.stringMatching(/is used/), ''],
    ]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

    await page.locator('#files').setInputFiles({
      name: 'ito.zip',
      mimeType: 'application/zip',
      buffer: await zipOf('ito'),
    });
    await page.locator('.notice progress').waitFor();
    await page.locator('.notice').waitFor({ state: 'hidden' });
    await rest(page);
    expect(difference(fromFolder, await look(page))).toBe(0);
    expect(await page.locator('.problems tbody tr').count()).toBe(3);
    expect(await liveObjects(page)).toBe(objects);

    expect(await kept(page)).toEqual(NOTHING);
    expect(requests.filter((url) => !url.startsWith('blob:'))).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('takes folders and files that are dropped, however many, and lets go of a load', async () => {
    const { page, complaints } = await open('open-yours/index.html', { viewport: { width: 480, height: 900 } });
    await page.getByRole('heading', { name: 'Drop yours here' }).waitFor();
    const client = await page.context().newCDPSession(page);
    const drop = async (...files: string[]) => {
      const data = { items: [], files, dragOperationsMask: 1 };
      await page.evaluate(() => {
        const state = Object.assign(globalThis, { isDropped: false });
        const told = () => {
          state.isDropped = true;
        };
        document.addEventListener('drop', told, { once: true, capture: true });
      });
      const isDropped = () => page.evaluate(() => (globalThis as unknown as { isDropped: boolean }).isDropped);
      // Where the page's answer to a drag comes late, the browser takes the drop for a leave. A hand would try again.
      for (let attempt = 0; attempt < 9 && !(await isDropped()); attempt++) {
        for (const type of ['dragEnter', 'dragOver', 'dragOver', 'drop'] as const) {
          await client.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
          if (type === 'dragOver') expect(await page.locator('body.dropping').count()).toBe(1);
        }
        if (!(await isDropped())) await page.waitForTimeout(1000);
      }
      expect(await isDropped()).toBe(true);
      expect(await page.locator('body.dropping').count()).toBe(0);
    };
    // A disk that hangs must not keep anyone, neither with its files nor with its names.
    await page.evaluate(() => {
      const { arrayBuffer } = Blob.prototype;
      const { webkitGetAsEntry } = DataTransferItem.prototype;
      const late: (() => void)[] = [];
      let isTold = false;
      Blob.prototype.arrayBuffer = () => new Promise(() => {});
      DataTransferItem.prototype.webkitGetAsEntry = function () {
        const folder = webkitGetAsEntry.call(this) as FileSystemDirectoryEntry;
        const reader = folder.createReader();
        const readEntries: typeof reader.readEntries = (...told) => {
          const read = () => reader.readEntries(...told);
          if (isTold) read();
          else late.push(read);
        };
        return Object.assign(folder, { createReader: () => ({ readEntries }) });
      };
      Object.assign(globalThis, {
        tellNames: () => {
          Object.assign(DataTransferItem.prototype, { webkitGetAsEntry });
          isTold = true;
          for (const tell of late) tell();
        },
        wake: () => Object.assign(Blob.prototype, { arrayBuffer }),
      });
    });
    const run = (name: string) =>
      page.evaluate((key) => (globalThis as unknown as Record<string, () => void>)[key](), name);
    const cancel = page.getByRole('button', { name: 'Cancel' });
    const letGo = async () => {
      await cancel.click();
      await page.getByRole('heading', { name: 'Drop yours here' }).waitFor();
    };
    await drop(path.join(folder, 'ito'));
    await letGo();
    // What is found only now is not wanted any more.
    await run('tellNames');
    await page.waitForTimeout(300);
    expect(await cancel.count()).toBe(0);
    await drop(path.join(folder, 'ito'));
    await page.waitForTimeout(300);
    await letGo();
    expect(await page.locator('#panel:visible').count()).toBe(0);
    await run('wake');

    await drop(frames);
    await controls(page, complaints);
    expect(await page.locator('[data-action] small').textContent()).toBe('130 frames');
    expect(await page.locator('.report').textContent()).toContain('Nothing to report');
    const playing = await look(page);
    expect(amount(playing, COAT)).toBeGreaterThan(0.1);
    // It plays by itself.
    await expect.poll(async () => difference(playing, await look(page)), { timeout: 30_000 }).toBeGreaterThan(0.001);

    await drop(path.join(frames, 'f_7.svg'), path.join(folder, 'ito', 'bones.json'));
    await page.getByRole('heading', { name: 'f_7' }).waitFor();
    expect(await page.locator('#actions').textContent()).toBe('No actions: a still picture.');
    expect(await page.locator('.problems').textContent()).toContain('rig-file-used');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('tries it with Ito, reads again with other options, and searches a long report', async () => {
    const { page, complaints } = await open('open-yours/index.html', { reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Try it with Ito' }).click();
    await controls(page, complaints);
    expect(await page.locator('[data-action]').count()).toBe(ACTIONS.length);
    expect(await page.locator('#facts').textContent()).toContain('Bones19');
    // Its rig file says what its bones bend.
    expect(await page.locator('[data-action=sway] small').textContent()).toBe('4 frames');
    // Sequences of frames have no timeline, and bones that may bend nothing.
    expect(await page.locator('.strip').count()).toBe(0);
    expect(await page.locator('#dials input').count()).toBeGreaterThan(0);
    expect(await page.locator('.ring:visible').count()).toBe(0);
    await page.locator('#bones').check();
    expect(await page.locator('.ring:visible').count()).toBeGreaterThan(10);
    await page.locator('#bones').uncheck();

    await page.getByText('How files are read').click();
    expect(await page.getByRole('button', { name: 'Read again' }).isDisabled()).toBe(true);
    await page.getByLabel('Bone actions').selectOption('bones and draw order only');
    await page.getByLabel('Bone prefix').fill('nothing');
    await page.getByLabel('Frames a second').fill('12');
    await page.getByRole('button', { name: 'Read again' }).click();
    await page.getByText('12 frames a second').waitFor();
    expect(await page.locator('#facts').textContent()).toContain('Bones0');
    expect(await page.locator('[data-action=sway] small').textContent()).toBe('4 frames, changes nothing');

    // Every bone of the rig file is unknown now.
    const groups = page.locator('.problems .group');
    expect(await groups.count()).toBe(2);
    await groups.filter({ hasText: 'rig-no-bone' }).getByRole('button').click();
    const rows = page.locator('.problems tbody tr:not(.group)');
    const many = await rows.count();
    expect(many).toBeGreaterThan(20);
    await page.getByRole('searchbox').fill('bone_head');
    expect(await rows.count()).toBeLessThan(many);
    expect(await rows.first().textContent()).toContain('bone_head');
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: /\d+ warnings/ }).click();
    expect(await groups.count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('opens Moho projects, loose and packed, with timeline, dials and bones', async () => {
    const viewport = { width: 320, height: 2400 };
    const { page, complaints } = await open('open-yours/index.html', { viewport, reducedMotion: 'reduce' });
    await page.getByRole('heading', { name: 'Drop yours here' }).waitFor();
    await page.locator('#files').setInputFiles(teru);
    await controls(page, complaints);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await page.locator('#name').textContent()).toBe('teru');
    expect(await page.locator('#facts').textContent()).toContain('2 smart');
    expect(await page.locator('[data-action]').count()).toBe(5);
    expect(await page.locator('.problems .severity').allTextContents()).toEqual(['note']);
    expect(await page.getByRole('slider', { name: 'turn look' }).isVisible()).toBe(true);
    await page.locator('#bones').uncheck();
    const rest = await look(page);
    await page.getByLabel('dial look').fill('-90');
    const turned = await look(page);
    expect(difference(rest, turned)).toBeGreaterThan(0.005);
    await page.locator('.ruler').press('End');
    expect(await page.locator('.strip .now').textContent()).toMatch(/^Frame 120 of 120 · 4\.96 s/);
    expect(difference(turned, await look(page))).toBeGreaterThan(0.005);

    // The archive that Moho writes, somewhere in a folder.
    await page.locator('#folder').setInputFiles(path.join(folder, 'moho'));
    await page.locator('.notice progress').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'doll' }).waitFor();
    expect(await page.locator('.strip').count()).toBe(1);
    expect(await page.locator('.rings').count()).toBe(1);
    await page.locator('#bones').uncheck();
    expect(difference(rest, await look(page))).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('says what is wrong, where, and what to do', async () => {
    const { page, complaints } = await open('open-yours/index.html', { viewport: { width: 320, height: 900 } });
    await page.getByRole('heading', { name: 'Drop yours here' }).waitFor();
    const fault = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
      await page.locator('#files').setInputFiles(files);
      await page.locator('.notice progress').waitFor({ state: 'detached' });
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      return await alert.locator('p, dl').allTextContents();
    };
    expect(await fault(textFile('list.csv', 'BASE, 1, base, ./base_\n'), textFile('a.svg', 'x'))).toEqual([
      'The file of the rest pose was not found.',
      expect.stringMatching(/^Wherelist.csv:1, action baseExpecteda file .*What to doLeading folders/),
    ]);
    expect(await fault(textFile('notes.txt', 'x'))).toEqual([
      'This cannot be loaded.',
      expect.stringMatching(/^Whereyour filesExpecteda filelist.csv.*Foundnotes.txt$/),
    ]);
    expect(await fault(textFile('hero.zip', 'PK\u0003\u0004'))).toEqual([
      expect.stringMatching(/^The archive is damaged: .*cut off/),
      'Wherehero.zipWhat to doDownload or pack it again',
    ]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
