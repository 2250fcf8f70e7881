import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { DrawOrders } from '../../../src/engine/animate/draw-orders.ts';
import type { PoseRequest } from '../../../src/engine/animate/pose-request.ts';
import { compile } from '../../../src/engine/compile/compile.ts';
import { mohoPicture } from '../../../src/engine/reference/moho-picture.ts';
import { type PosedPicture, posedPicture } from '../../../src/engine/reference/posed-picture.ts';
import { findEntry, load, memorySource } from '../../../src/loader/index.ts';
import { loadMohoProject } from '../../../src/loader/moho/open.ts';
import { openIn } from '../../../src/loader/open.ts';
import type { LoadOptions } from '../../../src/loader/options.ts';
import { checkRig } from '../../support/check-rig.ts';
import { channel, partOf, smallProject } from '../../support/moho-project.ts';

const text = JSON.stringify(smallProject());
const archive = (member: string) => zipSync({ [member]: strToU8(text), 'preview.jpg': strToU8('no picture') });

const loadFile = (name: string, content: string | Uint8Array, options: LoadOptions = {}) =>
  load(name, { source: memorySource([[name, content]]), ...options });

async function projectOf(options: LoadOptions = {}) {
  const loaded = await loadMohoProject(openIn(memorySource([['small.mohoproj', text]])), 'small.mohoproj', options);
  if (loaded === undefined) throw new Error('it is taken for something else');
  return loaded;
}

test.each([
  ['small.moho', archive('Project.mohoproj')],
  ['small.zip', archive('Project.animeproj')],
  ['small.mohoproj', text],
  ['small.animeproj', text],
  ['small.json', text],
])('%s is known by what is in it', async (name, content) => {
  const { rig, report } = await loadFile(name, content);
  checkRig(rig);
  expect(report.problems.filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect([rig.name, rig.width, rig.height, rig.fps]).toEqual(['small', 200, 100, 12]);
  expect(rig.actions.map(({ name: action, frames }) => `${action} ${frames}`)).toEqual([
    'main 20',
    'wave 10',
    'dial 10',
  ]);
});

test('a folder is searched for it', async () => {
  const source = memorySource([
    ['a/small.moho', archive('Project.mohoproj')],
    ['a/notes.txt', ''],
  ]);
  expect(await findEntry(source)).toMatchObject({ kind: 'moho', path: 'a/small.moho', others: [] });
  expect((await load(source)).rig.name).toBe('small');
});

test('what is not verified is said', async () => {
  const { report } = await projectOf();
  expect(report.problems.map(({ code, group }) => `${code} ${group}`)).toEqual(['moho-unverified mouth']);
});

describe('the rig', () => {
  const requests: PoseRequest[] = [
    {},
    { actions: { main: 1 } },
    { actions: { main: 7 } },
    { actions: { main: 20 } },
    { actions: { wave: 10 } },
    { actions: { wave: 3 } },
    { actions: { dial: 6 } },
    { bones: { dial: -45 } },
  ];
  const seen = ({ paths }: PosedPicture) => paths.filter(({ fill, stroke }) => fill !== 'none' || stroke !== 'none');

  test.each(requests)('shows %j exactly as the project itself', async (request) => {
    const { rig } = await loadFile('small.mohoproj', text);
    const compiled = compile(rig);
    const drawn = posedPicture(compiled, new DrawOrders(compiled), request);
    const exact = mohoPicture((await projectOf()).prepared, request);
    expect(seen(drawn).map(({ group, fill, stroke }) => `${group} ${fill} ${stroke}`)).toEqual(
      exact.paths.map(({ group, fill, stroke }) => `${group} ${fill} ${stroke}`),
    );
    for (const [i, { points, width, commands }] of seen(drawn).entries()) {
      const other = exact.paths[i];
      expect(commands).toBe(other.commands);
      expect(width).toBeCloseTo(other.width, 4);
      expect(Math.max(...points.map((number, k) => Math.abs(number - other.points[k])))).toBeLessThan(0.01);
    }
    const moved = mohoPicture((await projectOf()).prepared, {});
    // That a pose shows nothing new would be no test.
    if (JSON.stringify(request) !== '{}' && JSON.stringify(request) !== '{"actions":{"main":1}}') {
      expect(exact.paths).not.toEqual(moved.paths);
    }
  });

  test('has the mask of its group', async () => {
    const { rig } = await loadFile('small.mohoproj', text);
    const pupil = rig.groups.find(({ id }) => id === 'pupil');
    const [mask] = pupil?.masks ?? [];
    expect(rig.masks[mask].paths.map((path) => rig.groups[rig.paths[path].group].id)).toEqual(['white']);
    expect(rig.groups.find(({ id }) => id === 'white')?.masks).toEqual([]);
  });
});

describe('a picture of the project itself', () => {
  test('follows the order, the switch and the dial', async () => {
    const { prepared } = await projectOf();
    const at = (request: PoseRequest) => mohoPicture(prepared, request);
    expect(at({}).drawOrder).toEqual(['shut', 'limb', 'white', 'pupil']);
    expect(at({ actions: { main: 5 } }).drawOrder).toEqual(['open', 'limb', 'white', 'pupil']);
    expect(at({ actions: { main: 15 } }).drawOrder).toEqual(['white', 'pupil', 'limb', 'open']);
    expect(at({ bones: { dial: -45 } }).actions).toEqual({ main: 0, wave: 0, dial: 5 });
    expect(at({ actions: { wave: { frame: 10, weight: 0.5 } } }).bones.lower.to[1]).toBeLessThan(
      at({}).bones.lower.to[1],
    );
  });

  test('takes fractions of dials where that is asked for', async () => {
    const { prepared } = await projectOf({ smartBones: 'continuous' });
    expect(mohoPicture(prepared, { bones: { dial: -40.5 } }).actions.dial).toBeCloseTo(4.5, 6);
  });

  test('refuses what it has no meaning for', async () => {
    const { prepared } = await projectOf();
    expect(() => mohoPicture(prepared, { actions: { wvae: 1 } })).toThrow(/no such action.*did you mean wave/);
    expect(() => mohoPicture(prepared, { bones: { uper: 1 } })).toThrow(/no such bone.*upper/);
    expect(() => mohoPicture(prepared, { ik: { upper: [1, 2] } })).toThrow(/cannot reach/);
    expect(() => mohoPicture(prepared, { actions: { wave: NaN } })).toThrow(/frame of wave/);
  });
});

test('seams are a matter of choice', async () => {
  await expect(loadFile('a.mohoproj', text, { moho: { seams: 'none' } })).resolves.toBeDefined();
  await expect(loadFile('a.mohoproj', text, { moho: { seams: 'thick' as 'none' } })).rejects.toThrow(/moho.seams/);
});

test('what is yes or no does not change between two keys', async () => {
  const project = smallProject();
  const keys = channel('Bool', [0, true], [4, false], [12, true]);
  Object.assign(partOf(project, 'layers', 0, 'layers', 0), { layer_effects: { visibility: keys } });
  const source = memorySource([['blinks.mohoproj', JSON.stringify(project)]]);
  const loaded = await loadMohoProject(openIn(source), 'blinks.mohoproj', {});
  if (loaded === undefined) throw new Error('it is taken for something else');
  const seen = [0, 1, 3, 4, 8, 11, 12, 20].filter((main) =>
    mohoPicture(loaded.prepared, { actions: { main } }).drawOrder.includes('limb'),
  );
  expect(seen).toEqual([0, 1, 3, 12, 20]);
  expect(loaded.report.problems.map(({ code, group }) => `${code} ${group}`)).toEqual(['moho-unverified mouth']);
});
