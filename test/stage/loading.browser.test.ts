import { afterEach, describe, expect, test } from 'vitest';
import type { Stage } from '../../src/engine/stage/stage.ts';
import { type LoadOptions, load, memorySource } from '../../src/loader/index.ts';
import { errorOf, svg } from '../loader/inputs.ts';
import { difference } from '../support/canvas-reference.ts';
import { loseContext } from '../support/lost-context.ts';
import { bareStage, draw } from '../support/scene.ts';

const frame = (x: number) => svg(`<rect x="${x}" y="10" width="40" height="70" fill="teal"/>`);

/** Loads a rest pose and nine frames; `at` is called after so many files, and waited for. */
function loadSlowly(at: (file: number) => unknown, options: LoadOptions = {}) {
  const files: [string, string][] = [['filelist.csv', 'BASE,1,base,f\nSMRT,9,move,f\n']];
  for (let i = 1; i <= 9; i++) files.push([`f${i}.svg`, frame(5 * i)]);
  const inner = memorySource(files, 'hero');
  let count = 0;
  const source = {
    ...inner,
    read: async (...args: Parameters<typeof inner.read>) => {
      await at(++count);
      return inner.read(...args);
    },
  };
  return load('filelist.csv', { ...options, source });
}

let stage: Stage;
afterEach(() => stage.destroy());

describe('while a character loads', () => {
  test('its stage may lose its context, and get it back now or later', async () => {
    stage = bareStage(100, 100);
    const { rig } = await loadSlowly(() => undefined);
    stage.add(rig).action('move').frame = 7;
    stage.puppets[0].action('move').weight = 1;
    const expected = draw(stage);
    expect(expected.data.some((value) => value > 100)).toBe(true);

    for (const restoredAt of [3, 6, undefined]) {
      stage.destroy();
      stage = bareStage(100, 100);
      // One that stands there already is drawn meanwhile.
      const other = stage.add(rig);
      stage.start();
      let restore: (() => Promise<void>) | undefined;
      const loaded = await loadSlowly(async (file) => {
        if (file === 2) restore = await loseContext(stage);
        if (file === restoredAt) await restore?.();
      });
      stage.stop();
      other.remove();
      const puppet = stage.add(loaded.rig);
      puppet.action('move').weight = 1;
      puppet.action('move').frame = 7;
      stage.render();
      if (restoredAt === undefined) await restore?.();
      expect(difference(draw(stage), expected).greatest).toBe(0);
    }
  });

  test('its stage may be destroyed: the load ends, and adding says why it cannot', async () => {
    stage = bareStage(100, 100);
    stage.start();
    const { rig, report } = await loadSlowly((file) => file === 4 && stage.destroy());
    expect(report.problems).toEqual([]);
    expect(() => stage.add(rig)).toThrow('the stage was destroyed (make a new one)');
    stage.render();
    stage.update(1);
  });

  test('the load may be given up with its stage', async () => {
    stage = bareStage(100, 100);
    const controller = new AbortController();
    let read = 0;
    const loading = loadSlowly(
      (file) => {
        read = file;
        if (file !== 4) return;
        stage.destroy();
        controller.abort();
      },
      { signal: controller.signal },
    );
    expect(await errorOf(loading)).toBe('AyatoriError: the load was aborted');
    // Some files are read ahead.
    expect(read).toBeLessThan(10);
  });
});
