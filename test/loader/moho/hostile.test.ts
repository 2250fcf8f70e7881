import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { AyatoriError, formatProblem } from '../../../src/engine/model/problem.ts';
import { type Loaded, load, memorySource } from '../../../src/loader/index.ts';
import type { LoadOptions } from '../../../src/loader/options.ts';
import { watchBlockedTime } from '../../support/blocked-time.ts';
import { checkRig } from '../../support/check-rig.ts';
import { channel, partOf, smallProject } from '../../support/moho-project.ts';
import { within } from '../../support/within.ts';

type Json = Record<string, unknown>;

function loadText(content: string | Uint8Array, name = 'small.mohoproj', options: LoadOptions = {}): Promise<Loaded> {
  return load(name, { source: memorySource([[name, content]]), ...options });
}

/** Loads the small project after a change. */
async function loadSpoilt(spoil: (project: Json) => void, options: LoadOptions = {}): Promise<Loaded> {
  const project = smallProject();
  spoil(project);
  const loaded = await loadText(JSON.stringify(project), 'small.mohoproj', options);
  checkRig(loaded.rig);
  return loaded;
}

/** Problems as `code layer: message`, without what is said of every project. */
const toldIn = ({ report }: Loaded): string[] =>
  report.problems
    .filter(({ code }) => code !== 'moho-unverified')
    .map(
      ({ code, group = '', bone, message }) => `${code} ${group}${bone === undefined ? '' : ` ${bone}`}: ${message}`,
    );

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (error) => (error instanceof AyatoriError ? error.problem.code : String(error)),
  );

const body = ['layers', 0] as const;
const limb = ['layers', 0, 'layers', 0] as const;

describe('what is no project ends with an error', () => {
  const text = JSON.stringify(smallProject());
  const archive = zipSync({ 'Project.mohoproj': strToU8(text) });

  test('a file that is cut off', async () => {
    for (const share of [0.1, 0.5, 0.9, 0.999]) {
      expect(await codeOf(loadText(text.slice(0, text.length * share)))).toBe('moho-damaged');
      expect(await codeOf(loadText(archive.slice(0, archive.length * share), 'small.moho'))).toBe('zip-damaged');
    }
    const error = await loadText(text.slice(0, 300)).catch((thrown) => thrown);
    expect(formatProblem(error.problem)).toMatch(/small\.mohoproj: the project is not valid JSON; it may be cut off/);
  });

  test.each([
    ['{}', 'moho-damaged'],
    ['{"mime_type":"application/x-vnd.lm_mohodoc","layers":{}}', 'moho-damaged'],
    ['{"mime_type":"text/plain","layers":[]}', 'moho-damaged'],
    ['{"layers":[]}', 'moho-damaged'],
    ['{"version":1039,"NaN":NaN}', 'moho-damaged'],
    ['', 'unsupported-input'],
    ['[]', 'unsupported-input'],
  ])('%s', async (content, code) => {
    expect(await codeOf(loadText(content))).toBe(code);
  });

  test('an archive without a project', async () => {
    expect(await codeOf(loadText(zipSync({ 'preview.jpg': strToU8('') }), 'small.moho'))).toBe('unsupported-input');
  });
});

describe('what is wrong in a project is reported, with layer and field', () => {
  test('nothing is, in the small project', async () => {
    expect(toldIn(await loadSpoilt(() => undefined))).toEqual([]);
  });

  test('every field may be missing', async () => {
    const { rig, report } = await loadText('{"mime_type":"application/x-vnd.lm_mohodoc","layers":[{},null,7]}');
    checkRig(rig);
    expect([rig.width, rig.height, rig.paths.length]).toEqual([1280, 720, 0]);
    expect(report.problems.map(({ code }) => code)).toContain('moho-layer-type');
  });

  test('a version that is not known', async () => {
    for (const version of [1, 1020, 1046, 1e9]) {
      const [problem] = toldIn(await loadSpoilt((project) => Object.assign(project, { version })));
      expect(problem).toMatch(/^moho-version : version: /);
    }
    for (const version of [1021, 1045]) {
      expect(toldIn(await loadSpoilt((project) => Object.assign(project, { version })))).toEqual([]);
    }
  });

  test('bones that are their own ancestors', async () => {
    const bones = [...body, 'skeleton', 'bones'] as const;
    const told = toldIn(
      await loadSpoilt((project) => {
        partOf(project, ...bones, 0).parent = 1;
      }),
    );
    expect(told).toEqual([
      expect.stringMatching(/^moho-reference body (upper|lower): skeleton.bones\[\].parent: a bone that is its own/),
    ]);
    for (const parent of [2, 99, -7]) {
      const [problem] = toldIn(await loadSpoilt((project) => Object.assign(partOf(project, ...bones, 2), { parent })));
      expect(problem).toMatch(/^moho-reference body dial: /);
    }
  });

  test.each<[string, unknown, string]>([
    ['a word', channel('Vec2', [0, 'x']), 'val'],
    ['null', channel('Vec2', [0, { x: null, y: 0 }]), 'val'],
    ['a number beyond all', channel('Vec2', [0, { x: 1e300, y: 0 }]), 'val'],
    ['frames that go back', channel('Vec2', [0, { x: 0, y: 0 }], [5, { x: 1, y: 0 }], [4, { x: 2, y: 0 }]), 'when'],
    ['frames without values', { when: [0, 1, 2], val: [{ x: 0, y: 0 }] }, 'val'],
    ['an unknown mode', channel('Vec2', [0, { x: 0, y: 0 }, 77], [5, { x: 0, y: 1 }]), 'interp[].im'],
    ['no channel', 'here', ''],
  ])('%s in a channel', async (_, position, field) => {
    const loaded = await loadSpoilt((project) =>
      Object.assign(partOf(project, ...limb, 'mesh', 'points', 1), { position }),
    );
    const place = `limb: mesh.points[].position${field === '' ? '' : `.${field}`}: `;
    expect(toldIn(loaded)).toEqual([expect.stringContaining(`moho-value ${place}`)]);
    expect(loaded.rig.paths.every(({ points }) => points.every(Number.isFinite))).toBe(true);
  });

  test.each<[string, (project: Json) => void, string]>([
    [
      'a point that is not there',
      (p) => Object.assign(partOf(p, ...limb, 'mesh', 'curves', 0, 'points', 1), { point: 99 }),
      'moho-value limb: mesh.curves[].points[].point',
    ],
    [
      'a segment that is not there',
      (p) => Object.assign(partOf(p, ...limb, 'mesh', 'shapes', 0, 'edges'), { curve: [0, 0, 5, 0] }),
      'moho-value limb: mesh.shapes[].edges.curve',
    ],
    [
      'a flexi bone that is not there',
      (p) => Object.assign(partOf(p, ...limb), { flexi_bone_subset: '0|9|x' }),
      'moho-value limb: flexi_bone_subset',
    ],
    [
      'a bone that carries a layer and is not there',
      (p) => Object.assign(partOf(p, ...limb), { parent_bone: 9 }),
      'moho-value limb: parent_bone',
    ],
    [
      'a masking that means nothing',
      (p) => Object.assign(partOf(p, ...limb), { masking: 8 }),
      'moho-value limb: masking',
    ],
    [
      'a named style that is not there',
      (p) => Object.assign(partOf(p, ...limb, 'mesh', 'shapes', 0), { inherited_style_name: 'skin' }),
      'moho-value limb: mesh.shapes[].inherited_style_name',
    ],
    [
      'a layer of an unknown type',
      (p) => Object.assign(partOf(p, ...limb), { type: 'HologramLayer' }),
      'moho-layer-type limb: type',
    ],
    ['an image', (p) => Object.assign(partOf(p, ...limb), { type: 'ImageLayer' }), 'moho-layer-type limb: type'],
    [
      'a width that is none',
      (p) => Object.assign(partOf(p, 'project_data'), { width: -3 }),
      'moho-value : project_data.width',
    ],
    [
      'a field of the future',
      (p) => Object.assign(partOf(p, ...limb), { quantum: 1 }),
      'moho-unknown-field limb: quantum',
    ],
  ])('%s', async (_, spoil, told) => {
    expect(toldIn(await loadSpoilt(spoil))[0]).toContain(told);
  });

  test.each<[string, (project: Json) => void, string]>([
    [
      'blur',
      (p) => Object.assign(partOf(p, ...limb), { layer_effects: { blur: channel('Val', [0, 0], [9, 2]) } }),
      'limb: layer_effects.blur',
    ],
    [
      'shadow',
      (p) => Object.assign(partOf(p, ...limb), { layer_shadow: { on: channel('Bool', [0, true]) } }),
      'limb: layer_shadow',
    ],
    [
      'gradients',
      (p) => Object.assign(partOf(p, ...limb, 'mesh', 'shapes', 0, 'style'), { fill_style: { type: 'SS_Gradient2' } }),
      'limb: mesh.shapes[].style.fill_style',
    ],
    [
      'brushes',
      (p) => Object.assign(partOf(p, ...limb, 'mesh', 'shapes', 0, 'style'), { brush_name: 'Chalk.png' }),
      'limb: mesh.shapes[].style.brush_name',
    ],
    [
      'combined shapes',
      (p) => Object.assign(partOf(p, ...limb, 'mesh', 'shapes', 0), { combo_mode: 2 }),
      'limb: mesh.shapes[].combo_mode',
    ],
    [
      'tapered lines',
      (p) => Object.assign(partOf(p, ...limb, 'mesh', 'points', 0), { width: channel('Val', [0, 3]) }),
      'limb: mesh.points[].width',
    ],
    [
      'targets of bones',
      (p) => Object.assign(partOf(p, ...body, 'skeleton', 'bones', 1), { target_bone: channel('Val', [0, 2]) }),
      'body: skeleton.bones[].target_bone',
    ],
    [
      'bones that change their parent',
      (p) =>
        Object.assign(partOf(p, ...body, 'skeleton', 'bones', 1), { anim_parent: channel('Val', [0, 0], [5, -1]) }),
      'body: skeleton.bones[].anim_parent',
    ],
    [
      'shear',
      (p) => Object.assign(partOf(p, ...limb), { transforms: { shear: channel('Vec3', [0, { x: 0.5, y: 0, z: 0 }]) } }),
      'limb: transforms.shear',
    ],
    [
      'an action of what is not supported',
      (p) =>
        Object.assign(partOf(p, ...limb), {
          layer_effects: {
            blur: { ...channel('Val', [0, 0]), actions: [{ name: 'wave', pose: channel('Val', [0, 0], [9, 2]) }] },
          },
        }),
      'limb: layer_effects.blur',
    ],
    [
      'a camera that rolls',
      (p) => Object.assign(p, { animated_values: { camera_roll: channel('Val', [0, 1]) } }),
      ': animated_values.camera_roll',
    ],
    [
      'keys that hold',
      (p) =>
        Object.assign(partOf(p, ...limb, 'mesh', 'points', 1), {
          position: {
            ...channel('Vec2', [0, { x: 0, y: 0 }], [5, { x: 1, y: 0 }]),
            interp: [{ im: 1, h: 4 }, { im: 1 }],
          },
        }),
      'limb: mesh.points[].position.interp[].h',
    ],
  ])('%s, which is not supported', async (_, spoil, told) => {
    expect(toldIn(await loadSpoilt(spoil))).toEqual([expect.stringContaining(`moho-unsupported ${told}: `)]);
  });
});

describe('what is too large is bounded', { timeout: 120_000 }, () => {
  const withLimb = (mesh: Json) => (project: Json) => Object.assign(partOf(project, ...limb), { mesh });

  test('a million points', async () => {
    const points = Array(1_000_000).fill({});
    await within(60, async () => {
      const { rig } = await loadSpoilt(withLimb({ points }));
      expect(rig.paths.length).toBeGreaterThan(0);
    });
    expect(await codeOf(loadSpoilt(withLimb({ points }), { limits: { points: 100_000 } }))).toBe('limit');
  });

  test('a channel of a million keys', async () => {
    const when = Array.from({ length: 1_000_000 }, (_, i) => i);
    const val = when.map((i) => ({ x: i % 7, y: 0 }));
    await within(60, () =>
      loadSpoilt((p) => Object.assign(partOf(p, ...limb, 'mesh', 'points', 1), { position: { when, val } })),
    );
    const spoil = (p: Json) => Object.assign(partOf(p, ...limb, 'mesh', 'points', 1), { position: { when, val } });
    expect(await codeOf(loadSpoilt(spoil, { limits: { points: 100_000 } }))).toBe('limit');
  });

  test('layers far inside one another', async () => {
    const nest = (depth: number) =>
      `${'{"type":"GroupLayer","layers":['.repeat(depth)}{"type":"MeshLayer"}${']}'.repeat(depth)}`;
    const text = (depth: number) => `{"mime_type":"application/x-vnd.lm_mohodoc","layers":[${nest(depth)}]}`;
    expect(await codeOf(within(20, () => loadText(text(900))))).toBe('fine');
    expect(await codeOf(within(20, () => loadText(text(100_000))))).toBe('limit');
  });

  test('many bones that bend many points, and long dials', async () => {
    const bones = Array.from({ length: 10_000 }, (_, i) => ({ name: `b${i}`, parent: i - 1, length: 1 }));
    const many = (p: Json) => {
      Object.assign(partOf(p, ...body), { skeleton: { bones } });
      Object.assign(partOf(p, ...limb), { flexi_bone_subset: '', mesh: { points: Array(10_000).fill({}) } });
    };
    expect(await codeOf(within(20, () => loadSpoilt(many)))).toBe('limit');
    const dial = { ...channel('Val', [0, 0]), actions: [{ name: 'dial', pose: channel('Val', [0, 0], [9e8, 1]) }] };
    const long = (p: Json) => Object.assign(partOf(p, ...body, 'skeleton', 'bones', 2), { anim_angle: dial });
    expect(await codeOf(within(20, () => loadSpoilt(long)))).toBe('limit');
  });

  test('a main timeline without an end', async () => {
    const spoil = (p: Json) => Object.assign(partOf(p, 'project_data'), { end_frame: 9e8 });
    expect(await codeOf(within(20, () => loadSpoilt(spoil)))).toBe('limit');
  });

  /** Shapes of four points, each of another colour at the last frame. */
  const colorful = (count: number, last: number) => (project: Json) => {
    const corners = [0, 1, 2, 3];
    const fill = channel('Color', [0, { r: 0, g: 0, b: 0, a: 1 }], [last, { r: 1, g: 1, b: 1, a: 1 }]);
    const edges = { curve: corners.map(() => 0), segment: corners, flag: corners.map(() => 0) };
    Object.assign(partOf(project, 'project_data'), { end_frame: last });
    withLimb({
      points: corners.map((i) => ({ position: { x: i % 2, y: i >> 1 } })),
      curves: [{ closed: true, points: corners.map((point) => ({ point })) }],
      shapes: Array(count).fill({ has_fill: true, edges, style: { fill_color: fill } }),
    })(project);
  };

  test('many colours on a long timeline', async () => {
    expect(await codeOf(within(20, () => loadSpoilt(colorful(200, 90_000))))).toBe('limit');
    // What is not too much leaves others their turn.
    const blocked = watchBlockedTime();
    const { rig } = await loadSpoilt(colorful(20, 3_000));
    expect(blocked()).toBeLessThan(250);
    expect(Math.max(...rig.actions[0].styles.map(({ frames }) => frames.length))).toBeGreaterThan(2_000);
  });

  test('as many dials as actions', async () => {
    const layers = Array.from({ length: 8_000 }, (_, i) => {
      const angle = { ...channel('Val', [0, 0]), actions: [{ name: `${i}`, pose: channel('Val', [0, 0], [3, 1]) }] };
      return { type: 'BoneLayer', skeleton: { bones: [{ name: `${i}`, parent: -1, length: 1, anim_angle: angle }] } };
    });
    expect(await codeOf(within(20, () => loadSpoilt((project) => Object.assign(project, { layers }))))).toBe('limit');
  });
});
