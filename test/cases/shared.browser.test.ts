import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AyatoriError } from '../../src/engine/model/problem.ts';
import type { Stage } from '../../src/engine/stage/stage.ts';
import { type Loaded, load, memorySource } from '../../src/loader/index.ts';
import type { Picture } from '../support/canvas-reference.ts';
import { bareStage, draw } from '../support/scene.ts';

interface Sample {
  readonly x: number;
  readonly y: number;
  /** Straight. */
  readonly rgba: readonly [number, number, number, number];
}

interface Case {
  readonly name: string;
  readonly kind: 'svg' | 'sequence' | 'json';
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly samples: readonly Sample[];
  readonly frames: readonly { readonly file: string; readonly samples: readonly Sample[] }[];
  readonly expect?: { readonly interpolatedMiddle?: { readonly samples: readonly Sample[] } };
}

const folder = '/shared/cases';
const bytesOf = async (file: string) => new Uint8Array(await (await fetch(`${folder}/${file}`)).arrayBuffer());

/** The samples that the picture does not meet, to 3 of 255. */
function misses(picture: Picture, samples: readonly Sample[]): string[] {
  return samples.flatMap(({ x, y, rgba: [r, g, b, a] }) => {
    const at = (Math.floor(y) * picture.width + Math.floor(x)) * 4;
    const found = [...picture.data.subarray(at, at + 4)];
    const wanted = [r, g, b, 255].map((part) => (part * a) / 255);
    return found.every((value, i) => Math.abs(value - wanted[i]) <= 3) ? [] : [`${x}, ${y}: ${found}, not ${wanted}`];
  });
}

describe.skipIf(!globalThis.__SHARED_DATA__)('cases of faults that people met (need ../shared)', () => {
  let cases: readonly Case[];
  let stage: Stage;
  beforeAll(async () => {
    ({ cases } = await (await fetch(`${folder}/cases.json`)).json());
    stage = bareStage(200, 200);
  });
  afterAll(() => stage.destroy());

  function show({ rig }: Loaded, width: number, height: number) {
    for (const puppet of [...stage.puppets]) puppet.remove();
    // The view is 200 px wide and high and fills the canvas.
    stage.canvas.width = width;
    stage.canvas.height = height;
    return stage.add(rig, { x: 100, y: 100, scale: [200 / rig.width, 200 / rig.height] });
  }

  test('pictures are right or reported', { timeout: 120_000 }, async () => {
    let right = 0;
    const reported: string[] = [];
    for (const { name, kind, file, width, height, samples } of cases) {
      if (kind !== 'svg') continue;
      try {
        const loaded = await load('a.svg', { source: memorySource([['a.svg', await bytesOf(file)]]) });
        show(loaded, width, height);
        const missed = misses(draw(stage), samples);
        if (missed.length === 0) right++;
        else {
          reported.push(name);
          expect.soft(loaded.report.problems.length, `${name}: ${missed.join('; ')}`).toBeGreaterThan(0);
        }
      } catch (error) {
        if (!(error instanceof AyatoriError)) throw error;
        reported.push(name);
      }
    }
    console.info(`${right} pictures are right; reported: ${reported.join(', ')}`);
    expect(right).toBeGreaterThanOrEqual(29);
    expect(reported.sort()).toEqual([
      ...['clip-empty', 'doc-deep-nesting', 'gradient-degenerate', 'gradient-href-chain'],
      ...['group-opacity-overlap', 'mask-luminance', 'stroke-skew'],
    ]);
  });

  test('sequences are right at their frames, and halfway', { timeout: 120_000 }, async () => {
    const sequences = cases.filter(({ kind }) => kind === 'sequence');
    expect(sequences.length).toBeGreaterThan(1);
    for (const { name, width, height, frames, expect: between } of sequences) {
      const files = await Promise.all(
        frames.map(async ({ file }, i) => [`f${i + 1}.svg`, await bytesOf(file)] as const),
      );
      const list = ['filelist.csv', `BASE,1,base,f\nSMRT,${frames.length},move,f`] as const;
      const loaded = await load(memorySource([list, ...files], 'case'));
      const misfits = new Set(loaded.report.problems.map(({ frame }) => frame));
      const action = show(loaded, width, height).action('move');
      action.weight = 1;
      for (const [i, { samples }] of frames.entries()) {
        action.frame = i + 1;
        if (!misfits.has(i + 1)) expect(misses(draw(stage), samples), `${name}, frame ${i + 1}`).toEqual([]);
      }
      const middle = between?.interpolatedMiddle;
      if (middle === undefined) continue;
      action.frame = 1.5;
      expect(misses(draw(stage), middle.samples), `${name}, halfway`).toEqual([]);
    }
  });
});
