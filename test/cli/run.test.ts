import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../package.json';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { ayatori, temporaryFolder, write, writeSequence } from './support.ts';

const folder = temporaryFolder();
let list = '';
beforeAll(() => {
  list = writeSequence(folder);
});

describe('usage', () => {
  test.each([
    ['no command', [], 'Usage: ayatori'],
    ['an unknown command', ['inspct', 'x'], "error: unknown command 'inspct' (Did you mean inspect?)"],
    ['an unknown option', ['inspect', 'x', '--jsn'], "error: unknown option '--jsn' (Did you mean --json?)"],
    ['no source', ['inspect'], "error: missing required argument 'src'"],
    ['too many sources', ['inspect', 'x', 'y'], 'error: too many arguments'],
    ['a wrong choice', ['inspect', 'x', '--numbering', 'k'], 'Allowed choices are file, ancestor.'],
    [
      'a wrong quality',
      ['render', 'x', '--size', '4x4', '--out', 'f', '--quality', 'best'],
      'Allowed choices are coverage, stencil.',
    ],
    ['a weight out of range', ['pose', 'x', '--action', 'a=1:1.5'], 'The weight must be from 0 to 1.'],
    ['a weight that is no number', ['pose', 'x', '--action', 'a=1:NaN'], 'The weight must be a number.'],
    ['no frame rate', ['inspect', 'x', '--fps', '0'], 'It must be positive.'],
    ['a malformed action', ['pose', 'x', '--action', 'walk'], 'It must be NAME=FRAME or NAME=FRAME:WEIGHT.'],
    ['actions twice', ['pose', 'x', '--action', 'a=1', '--poses', 'f'], 'cannot be used with'],
    ['nothing to render', ['render', '--size', '4x4', '--out', 'f'], "error: missing required argument 'src'"],
    ['a malformed size', ['render', 'x', '--size', '4', '--out', 'f'], 'It must be WxH'],
    ['no size', ['render', 'x', '--out', 'f'], 'error: missing option --size'],
    ['nowhere to render to', ['render', 'x', '--size', '4x4'], 'error: missing option --out'],
    ['one file for all jobs', ['render', '--jobs', 'j', '--out', 'f'], 'error: --out cannot be used with --jobs'],
  ])('%s ends with 2', async (_, args, message) => {
    const { code, out, err } = await ayatori(args);
    expect(err).toContain(message);
    if (args.length > 0) expect(err).toMatch(/^error: .*\n$/);
    expect([code, out]).toEqual([2, '']);
  });

  test('help and version are results', async () => {
    expect(await ayatori(['--version'])).toEqual({ code: 0, out: '1.2.3\n', err: '' });
    const { code, out, err } = await ayatori(['render', '--help']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('--size <WxH>');
  });

  test('the program itself passes on results, faults and exit codes', () => {
    const spawn = (...args: string[]) =>
      spawnSync(process.execPath, [fromRoot('bin', 'ayatori.mjs'), ...args], { encoding: 'utf8' });
    expect(spawn('--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
    const missing = spawn('inspect', `${folder}/none.csv`);
    expect(missing).toMatchObject({ status: 1, stdout: '' });
    expect(missing.stderr).toMatch(/^error: .*none\.csv: there is no such file.*\n$/);
  }, 60_000);
});

describe('inspect', () => {
  test('as JSON', async () => {
    const { code, out, err } = await ayatori(['inspect', list, '--json']);
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({
      width: 40,
      height: 20,
      fps: 24,
      groups: 2,
      groupIds: ['left', 'right'],
      paths: 2,
      points: 20,
      actions: [
        { name: 'base', kind: 'base' },
        { name: 'slide', kind: 'morph', frames: 3, changedPaths: 1 },
      ],
      bones: 0,
      drawOrders: 1,
      problems: [],
    });
  });

  test('for people', async () => {
    const { code, out } = await ayatori(['inspect', list]);
    expect(code).toBe(0);
    expect(out).toContain('paths        2 (2 filled, 0 stroked)\n');
    expect(out).toContain('  morph      3 frames     1 paths  slide\n');
  });

  test('takes rig files and options of the loader', async () => {
    const rig = write(
      folder,
      'rig.json',
      '{"action":{"slide":{"boneName":"gone","startAngle":0,"endAngle":9,"smartFrames":3}}}',
    );
    const { out, err } = await ayatori(['inspect', list, '--fps', '12', '--rig', rig]);
    expect(out).toContain('12 frames a second');
    expect(err).toMatch(/^warning: .*rig\.json.*gone.*\n$/);
    const { problems } = JSON.parse((await ayatori(['inspect', list, '--json', '--rig', rig])).out);
    expect(problems).toEqual([expect.objectContaining({ file: rig, action: 'slide' })]);
  });
});

describe('pose', () => {
  test('as JSON', async () => {
    const { code, out, err } = await ayatori(['pose', list, '--action', 'slide=2:0.5', '--json']);
    expect([code, err]).toEqual([0, '']);
    const picture = JSON.parse(out);
    expect(picture).toMatchObject({
      width: 40,
      height: 20,
      actions: { base: 0, slide: 2 },
      drawOrder: ['left', 'right'],
      paths: [
        { group: 'left', index: 0, fill: '#ff0000', stroke: 'none', visible: true, fillRule: 'evenodd' },
        { group: 'right', index: 0, fill: 'rgba(0, 0, 255, 0.5)' },
      ],
    });
    const [, { commands, points }] = picture.paths;
    expect(commands).toBe('MCCCZ');
    expect(points[0]).toBe(24);
    expect(points[1]).toBeCloseTo(6, 3);
  });

  test('for people', async () => {
    const { code, out } = await ayatori(['pose', list, '--action', 'slide=3']);
    expect(code).toBe(0);
    expect(out).toContain('actions  slide=3\n');
    expect(out).toMatch(/right 0: fill rgba\(0, 255, 0, 0\.5\), \d+ points, x 24\.0 to 36\.0, y 8\.0 to 20\.0\n/);
  });

  test('answers each line of a file by one line', async () => {
    const lines = ['{"actions":{"slide":2}}', '{"actions":{"slid":2}}', '', '{', '{"interpolate":"hold"}'];
    const { code, out, err } = await ayatori(['pose', list, '--poses', '-'], lines.join('\n'));
    const answers = out.trimEnd().split('\n');
    expect(answers.map((answer) => JSON.parse(answer))).toEqual([
      expect.objectContaining({ actions: { base: 0, slide: 2 } }),
      { error: expect.stringContaining('action slid: the rig has no such action') },
      { error: expect.stringContaining('the line is not JSON') },
      expect.objectContaining({ actions: { base: 0, slide: 0 } }),
    ]);
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^error: standard input:2: action slid: .*did you mean slide\?\)$/),
      expect.stringMatching(/^error: standard input:4: the line is not JSON/),
      'warning: standard input:5: unknown key interpolate (did you mean interpolation?)',
    ]);
    expect(code).toBe(1);
  });

  test('of an unknown action ends with 1', async () => {
    const { code, out, err } = await ayatori(['pose', list, '--action', 'slid=2']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^error: action slid: .*did you mean slide\?\)\n$/);
  });

  test('of a source that cannot be loaded ends with 1, whatever the lines say', async () => {
    const { code, out, err } = await ayatori(['pose', `${folder}/none.csv`, '--poses', '-'], '{}\n{}');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^error: .*none\.csv.*\n$/);
  });

  test.each([
    ['2', 'found 2'],
    ['-0.5', 'found -0.5'],
    ['1e999', 'found Infinity'],
    ['"1"', 'found "1"'],
  ])('in a file, of the weight %s: the answer names the action', async (weight, found) => {
    const lines = `{"actions":{"slide":{"frame":1,"weight":${weight}}}}`;
    const { code, out, err } = await ayatori(['pose', list, '--poses', '-'], lines);
    const message = `action slide: the weight is wrong; expected a number from 0 to 1; ${found}`;
    expect([code, JSON.parse(out)]).toEqual([1, { error: message }]);
    expect(err).toBe(`error: standard input:1: ${message}\n`);
  });

  test('in a file, of a weight that is no number of JSON: the line is refused', async () => {
    const { code, out } = await ayatori(
      ['pose', list, '--poses', '-'],
      '{"actions":{"slide":{"frame":1,"weight":NaN}}}',
    );
    expect([code, JSON.parse(out).error]).toEqual([1, expect.stringMatching(/^the line is not JSON/)]);
  });

  test('of a path with very many points', async () => {
    const file = write(folder, 'long.svg', longPath(200_000));
    const { code, out, err } = await ayatori(['pose', file]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('600001 points, x 0.0 to 9.0, y 0.0 to 8.0\n');
  });
});

function longPath(segments: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0C${'1 2 9 4 5 8 '.repeat(segments)}"/></svg>`;
}
