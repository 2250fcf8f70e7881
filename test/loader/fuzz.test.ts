import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AyatoriError } from '../../src/engine/model/problem.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { checkRig } from '../support/check-rig.ts';
import { svg } from './inputs.ts';

/**
 * Spoilt inputs end in a rig that keeps the model's promises or in an AyatoriError, within 2 s.
 * FUZZ_RUNS=100000 looks longer, each time elsewhere.
 */
const runs = Number(process.env.FUZZ_RUNS ?? 1000);
const isShort = process.env.FUZZ_RUNS === undefined;
const part = (share: number) => ({ numRuns: Math.ceil(runs * share), ...(isShort && { seed: 20_001 }) });

const frame = (x: number, color: string) =>
  `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE svg [<!ENTITY c "${color}"><!ENTITY d "&c;">]>` +
  svg(
    `<style>.a{fill:${color};stroke:url(#g)}#in,path.b{stroke-width:2px!important}</style>` +
      `<linearGradient id="g" href="#h"/><linearGradient id="h"><stop offset="50%" stop-color="&d;"/></linearGradient>` +
      `<g id="arm" transform="translate(${x} 0)rotate(3,4 5)"><clipPath id="c"><rect width="5" height="5"/></clipPath>` +
      `<path class="a" d="M ${x} 0 C 1 2 3 4 5 6 L 7 8 Z M1,2c3-4,5-6,7.5.5s1 2 3 4q1 2 3 4t5 6a5 5 0 0150 6z"/>` +
      `<path id="in" class="b" style="stroke:red; opacity:.5" d="m0 0h${x}v2H3V4" clip-path="url(#c)"/><g><circle r="${x + 1}"/></g></g>` +
      `<g id="bone_1"><path d="M 0 0 C 1 0 2 0 ${x + 3} 0"/></g><g id="eye_Mask"><polygon points="0 0 1,0 1 1"/></g>` +
      `<g id="eye_Mtarget"><use href="#in" x="3"/><ellipse rx="3" ry="1"/></g>`,
    'viewBox="0 0 100 50" width="200"',
  );

const whole = {
  'filelist.csv': 'BASE, 1, base, ./res/b_\nSMRT, 2, move, ./res/m_\nBONE, 2, "walk", ./res/m_\n',
  'b_00001.svg': frame(0, 'red'),
  'm_00001.svg': frame(1, '#00f'),
  'm_00002.svg': frame(2, 'rgb(1 2 3)').replace('<g id="arm"', '<g id="new"/><g id="arm"'),
  'bones.json': JSON.stringify({
    action: { move: { boneName: 'bone_1', startAngle: 0, endAngle: 90, smartFrames: 2 } },
    bones: { bone_1: { strength: 0.5, minAngle: -1, flexiPoint: { dataIndex: 0, bones: ['bone_1'] } } },
    flexi: { arm: ['bone_1'] },
  }),
};

/** What tends to upset readers. */
const tokens = [
  ...[
    '<g>',
    '</g>',
    '<',
    '>',
    '&',
    '"',
    "'",
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x?>',
    '&d;',
    '&x;',
    '&#0;',
    '\0',
    '\ufeff',
  ],
  ...[
    'NaN',
    '1e999',
    '-',
    '.',
    '1e',
    '09',
    'e',
    'M',
    'Z',
    'A',
    'url(#c)',
    'url(#g)',
    '#',
    '#c',
    'none',
    'inherit',
    '!important',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    'null',
    '-0',
    '1e31',
    '100%',
    '(',
    ')',
    ';',
    '\n',
    '\r\n',
    '0',
    '-1',
    'id="arm"',
    'id=""',
  ],
  ...['<use href="#arm"/>', '<g id="arm"/>', '<path/>', '<path d="M0 0"/>', 'display="none"', 'transform="scale(0)"'],
  ...[
    '<svg>',
    'BASE',
    'SMRT',
    '..',
    '/',
    '\u3099',
    '\ud800',
    '__proto__',
    'constructor',
    '<style>',
    '*{',
    'matrix(1 0 0 1 0 1e300)',
  ],
];

type Edit = readonly [
  kind: 'cut' | 'copy' | 'insert' | 'truncate' | 'replace',
  at: number,
  length: number,
  token: string,
];

const edit: fc.Arbitrary<Edit> = fc.tuple(
  fc.constantFrom(
    'cut' as const,
    'copy' as const,
    'insert' as const,
    'insert' as const,
    'replace' as const,
    'truncate' as const,
  ),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.oneof(fc.nat(8), fc.nat(200)),
  fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary', maxLength: 3 })),
);

function spoil(text: string, edits: readonly Edit[]): string {
  return edits.reduce((before, [kind, share, length, token]) => {
    const at = Math.floor(share * before.length);
    const head = before.slice(0, at);
    if (kind === 'cut') return head + before.slice(at + length);
    if (kind === 'copy') return head + before.slice(at, at + length) + before.slice(at);
    if (kind === 'insert') return head + token + before.slice(at);
    return kind === 'replace' ? head + token + before.slice(at + token.length) : head;
  }, text);
}

/** Loads the files with some of them changed; true: they gave a rig. */
async function survives(changed: Partial<Record<keyof typeof whole, string | Uint8Array>>): Promise<boolean> {
  const start = performance.now();
  const used = process.cpuUsage();
  let isRig = true;
  try {
    const source = memorySource(Object.entries({ ...whole, ...changed }), 'fuzz');
    const { rig, report } = await load('filelist.csv', { source, rigFiles: ['bones.json'], bakeBones: true });
    checkRig(rig);
    expect(report.problems.length).toBeLessThan(2000);
    // The load went on, so none of them was an error.
    expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  } catch (error) {
    if (!(error instanceof AyatoriError)) throw error;
    isRig = false;
  }
  const { user, system } = process.cpuUsage(used);
  expect(Math.min(performance.now() - start, (user + system) / 1000)).toBeLessThan(2000);
  return isRig;
}

const limit = isShort ? 120_000 : 24 * 3600_000;

describe('spoilt input gives a rig or a typed error', () => {
  test('when it is not spoilt, a rig without faults but the known', async () => {
    const source = memorySource(Object.entries(whole), 'fuzz');
    const { rig, report } = await load('filelist.csv', { source, rigFiles: ['bones.json'] });
    checkRig(rig);
    expect([rig.groups.length, rig.paths.length, rig.bones.length, rig.masks.length]).toEqual([7, 8, 1, 3]);
    expect(new Set(report.problems.map(({ code }) => code))).toEqual(new Set(['unsupported-paint', 'group-unknown']));
  });

  const edits = fc.array(edit, { minLength: 1, maxLength: 6 });
  const count = { rigs: 0, errors: 0 };
  const tell = (isRig: boolean) => {
    if (isRig) count.rigs++;
    else count.errors++;
  };

  test(
    'frames',
    async () => {
      const property = fc.asyncProperty(
        fc.constantFrom('b_00001.svg' as const, 'm_00001.svg' as const, 'm_00002.svg' as const),
        edits,
        async (name, list) => {
          tell(await survives({ [name]: spoil(whole[name], list) }));
        },
      );
      await fc.assert(property, part(0.6));
      // The mutations must be neither harmless nor deadly alone.
      expect(count.rigs).toBeGreaterThan(runs * 0.1);
      expect(count.errors).toBeGreaterThan(runs * 0.02);
    },
    limit,
  );

  test(
    'attributes of frames, which stay XML',
    async () => {
      const attribute = / (d|fill|style|class|transform|clip-path|id|points|viewBox|width|r|href|offset)="([^"]*)"/g;
      const property = fc.asyncProperty(
        fc.nat(),
        edits,
        fc.constantFrom('b_00001.svg' as const, 'm_00001.svg' as const),
        async (which, list, name) => {
          const found = [...whole[name].matchAll(attribute)];
          const { index, 0: all, 1: key, 2: value } = found[which % found.length];
          const text = spoil(value, list).replace(/[<&"]|\p{Cc}|\p{Cs}|\p{Cn}/gu, ' ');
          const after = whole[name].slice(index + all.length);
          tell(await survives({ [name]: `${whole[name].slice(0, index)} ${key}="${text}"${after}` }));
        },
      );
      await fc.assert(property, part(0.2));
    },
    limit,
  );

  test(
    'lists and rig files',
    async () => {
      const property = fc.asyncProperty(
        fc.constantFrom('filelist.csv' as const, 'bones.json' as const),
        edits,
        async (name, list) => {
          tell(await survives({ [name]: spoil(whole[name], list) }));
        },
      );
      await fc.assert(property, part(0.2));
    },
    limit,
  );

  test(
    'bytes of any kind',
    async () => {
      const property = fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        tell(await survives({ 'b_00001.svg': bytes }));
        tell(await survives({ 'm_00002.svg': bytes, 'bones.json': bytes }));
      });
      await fc.assert(property, part(0.05));
    },
    limit,
  );
});
