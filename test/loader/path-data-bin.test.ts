import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { AyatoriError } from '../../src/engine/model/problem.ts';
import { groupRef } from '../../src/engine/model/rig.ts';
import { fetchSource, findEntry, type Loaded, type LoadOptions, load, memorySource } from '../../src/loader/index.ts';
import { load as loadFromDisk } from '../../src/loader/node.ts';
import { character, groups, path as line, moved, still, withGroup, withPath } from '../support/bin-character.ts';
import { checkRig } from '../support/check-rig.ts';
import { type BinDescription, encodeBin } from '../support/path-data-bin.ts';
import { zip } from './archives.ts';
import { errorOf, groupOf, messages, pointsOf, svg } from './inputs.ts';

function loadBytes(bytes: Uint8Array, options: LoadOptions = {}, name = 'a.bin'): Promise<Loaded> {
  return load(name, { ...options, source: memorySource([[name, bytes]]) });
}

async function loadBin(file: BinDescription, options: LoadOptions = {}): Promise<Loaded> {
  const loaded = await loadBytes(encodeBin(file), options);
  checkRig(loaded.rig);
  return loaded;
}

describe('a path_data.bin', () => {
  test('gives groups, paths, styles and masks', async () => {
    const loaded = await loadBin(character);
    const { rig } = loaded;
    expect(messages(loaded)).toEqual([]);
    expect([rig.name, rig.width, rig.height, rig.fps]).toEqual(['small', 100, 50, 24]);
    expect(rig.groups.map(({ id, parent, children }) => [id, parent, children])).toEqual([
      ['', -1, [groupRef(1)]],
      ['body', 0, [0, groupRef(2), groupRef(3), groupRef(4), groupRef(5)]],
      ['arm', 1, [1]],
      ['eye', 1, [2]],
      ['shape', 1, [3, 4]],
      ['bones', 1, [groupRef(6), groupRef(7)]],
      ['bone_hip', 5, []],
      ['bone_hand', 5, []],
    ]);
    expect(rig.paths.map((each) => [each.group, each.index, each.role, each.fillRule])).toEqual([
      [1, 0, 'drawn', 'evenodd'],
      [2, 0, 'drawn', 'nonzero'],
      [3, 0, 'drawn', 'nonzero'],
      [4, 0, 'drawn', 'nonzero'],
      [4, 1, 'drawn', 'nonzero'],
    ]);
    const [body, arm] = rig.paths;
    expect(pointsOf(body)).toEqual([0, 0, 10, 0, 20, 0, 30, 0, 30, 10, 30, 20, 30, 30]);
    expect(body.contours).toEqual([{ start: 0, segments: 2, closed: true }]);
    expect(pointsOf(arm)).toEqual([10, 10, 11, 10, 12, 11, 12, 12, 20, 20, 21, 20, 22, 20, 23, 20]);
    expect(arm.contours).toEqual([
      { start: 0, segments: 1, closed: true },
      { start: 4, segments: 1, closed: false },
    ]);
    expect(body.style).toEqual({
      fill: [1, 0, 0.2, 1],
      stroke: null,
      strokeWidth: 0,
      lineCap: 'round',
      lineJoin: 'round',
      miterLimit: 4,
      visible: true,
    });
    expect([arm.style.fill, arm.style.stroke, arm.style.strokeWidth]).toEqual([[1, 1, 1, 1], [0, 0, 1, 1], 1.5]);
    // What is not filled does not mask.
    expect(rig.masks).toEqual([{ id: 'shape', paths: [3], masks: [] }]);
    expect(rig.groups.map(({ masks }) => masks)).toEqual([[], [], [], [0], [], [], [], []]);
    expect(rig.paths.map(({ masks }) => masks)).toEqual([[], [], [0], [], []]);
  });

  test('gives actions, with what holds and what is set again', async () => {
    const { rig } = await loadBin(character);
    const [base, wave, walk] = rig.actions;
    expect(base).toEqual({
      name: 'base',
      kind: 'base',
      frames: 0,
      morphs: [],
      styles: [],
      visibility: [],
      orders: [],
      bones: [],
    });
    expect([wave.name, wave.kind, wave.frames, wave.bones, wave.orders]).toEqual(['wave', 'morph', 3, [], []]);
    expect(wave.morphs).toEqual([
      {
        path: 1,
        frames: Int32Array.of(1, 3),
        // The handles of a line keep on its thirds.
        deltas: Float32Array.of(
          ...[1, 0, 1, 0, 1, 0, 1, 0, 0, 3, 1, 3, 2, 3, 3, 3],
          ...[2, 0, 2, 0, 2, 0, 2, 0, 0, 3, 1, 3, 2, 3, 3, 3],
        ),
      },
    ]);
    expect(wave.styles).toEqual([
      // A key as at rest is one, for it wins over actions before.
      { path: 1, property: 'fill', frames: Int32Array.of(1, 2), values: [[1, 1, 1, 1], null] },
      { path: 1, property: 'strokeWidth', frames: Int32Array.of(2), values: [2.5] },
    ]);
    expect([walk.name, walk.kind, walk.frames, walk.morphs, walk.styles]).toEqual(['walk', 'bone', 5, [], []]);
    expect(walk.orders).toEqual([
      {
        group: 1,
        frames: Int32Array.of(2),
        values: [[0, groupRef(3), groupRef(2), groupRef(4), groupRef(5)]],
      },
    ]);
    expect(walk.bones).toEqual([
      { bone: 1, frames: Int32Array.of(1, 4), deltas: Float64Array.of(0, 1, 0, 2, 0, 0, 0, 0) },
    ]);
  });

  test('gives bones and smart bones', async () => {
    const { rig } = await loadBin(character);
    expect(rig.bones).toEqual([
      {
        id: 'bone_hip',
        group: 6,
        parent: -1,
        base: [50, 25],
        tip: [50, 15],
        strength: 0.5,
        minAngle: undefined,
        maxAngle: undefined,
        isPin: true,
        fixed: true,
        flexiPoint: undefined,
      },
      {
        id: 'bone_hand',
        group: 7,
        parent: 0,
        base: [50, 15],
        tip: [60, 15],
        strength: 0.25,
        minAngle: -30,
        maxAngle: 45,
        isPin: false,
        fixed: false,
        flexiPoint: { point: 1, bones: [0] },
      },
    ]);
    expect(rig.groups.map(({ flexi }) => flexi)).toEqual([[], [], [0, 1], [], [], [], [], []]);
    const smart = { action: 1, bone: 1, startAngle: 90, endAngle: -90, frames: 4, firstFrame: 0 };
    expect(rig.smartBones).toEqual([{ ...smart, rule: 'ancestor' }]);
    // Its numbering is its own; another rule may be asked for.
    const other = await loadBin(character, { numbering: 'file', smartBones: 'continuous' });
    expect(other.rig.smartBones).toEqual([{ ...smart, rule: 'continuous' }]);
  });

  test('is the same with other runs', async () => {
    const delta = moved([1, 0], [1, 0, 1, 0, 1, 0], [], [0, 3], [3, 3]);
    const run = withPath(groups.arm, { deltas: { actions: [[], [undefined, delta, delta, delta]] } });
    const single = withPath(groups.arm, { deltas: { actions: [[], [undefined, delta, [...delta], [...delta]]] } });
    const held = withPath(groups.arm, { deltas: { actions: [[], [undefined, delta, undefined, undefined]] } });
    const loaded = await Promise.all([run, single, held].map((file) => loadBin(file)));
    expect(encodeBin(run).length).toBeLessThan(encodeBin(single).length);
    expect(loaded[0].rig.actions[1].morphs[0].frames).toEqual(Int32Array.of(1));
    expect(loaded[1].rig).toEqual(loaded[0].rig);
    expect(loaded[2].rig).toEqual(loaded[0].rig);
  });

  test('takes runs that begin at rest, and closes at the end of differences', async () => {
    const { rig } = await loadBin(
      withPath(groups.arm, {
        data: line('M 0 0 L 3 0 Z').data,
        // The runs of 2 go over rest; that of the close says how long the list is.
        width: { actions: [[1], [2, 2, 3]] },
        deltas: { actions: [[], [undefined, [...moved([3, 0], [3, 3]), undefined]]] },
      }),
    );
    expect(rig.paths[1].style.strokeWidth).toBe(1);
    const width = rig.actions[1].styles.find(({ property }) => property === 'strokeWidth');
    expect([width?.frames, width?.values]).toEqual([Int32Array.of(1, 2), [2, 3]]);
    expect(rig.actions[1].morphs[0].deltas).toEqual(Float32Array.of(3, 0, 3, 1, 3, 2, 3, 3));
  });

  test('takes a run of equal actions and of equal paths', async () => {
    const frames = [undefined, 3];
    const twice = line('M 0 0 L 3 0', { width: { actions: [[1], frames, frames] } });
    const { rig } = await loadBin(withGroup(groups.arm, { paths: [twice, twice, undefined, line('M 0 0 L 3 0')] }));
    expect(rig.paths.filter((each) => each.group === groupOf(rig, 'arm')).map(({ index }) => index)).toEqual([0, 1, 2]);
    for (const action of [1, 2]) {
      expect(rig.actions[action].styles).toEqual(
        [1, 2].map((index) => ({ path: index, property: 'strokeWidth', frames: Int32Array.of(1), values: [3] })),
      );
    }
  });

  test('hides a group while it is not among the children', async () => {
    const children = [groups.arm, groups.eye, groups.shape, groups.bones];
    const without = children.slice(1);
    const { rig } = await loadBin(
      withGroup(groups.body, { children: { actions: [[children], [undefined, without, undefined, children]] } }),
    );
    const arm = groupOf(rig, 'arm');
    expect(rig.actions[1].visibility).toEqual([{ group: arm, frames: Int32Array.of(1, 3), values: [false, true] }]);
    // It keeps its place.
    expect(rig.actions[1].orders.map(({ frames }) => frames)).toEqual([Int32Array.of(1)]);
    expect(rig.actions[1].orders[0].values[0]).toEqual(rig.groups[1].children);
  });

  test('has masks of lines where nothing is filled', async () => {
    const { rig } = await loadBin(withGroup(groups.shape, { paths: [line('M 0 0 L 9 9', { fill: still(null) })] }));
    expect(rig.masks).toEqual([{ id: 'shape', paths: [3], masks: [] }]);
  });

  test('has masks that are not drawn', async () => {
    const file = withGroup(groups.body, { children: still([groups.arm, groups.eye, groups.bones]) });
    const { rig, report } = await loadBin(file);
    expect(report.problems).toEqual([]);
    const shape = groupOf(rig, 'shape');
    expect([rig.groups[shape].parent, rig.groups[shape].children]).toEqual([0, []]);
    expect(rig.paths.filter((each) => each.group === shape).map(({ role }) => role)).toEqual(['clip', 'clip']);
    const path = rig.paths.findIndex((each) => each.group === shape);
    expect(rig.masks).toEqual([{ id: 'shape', paths: [path], masks: [] }]);
  });

  test('is read in other sizes', async () => {
    const { rig } = await loadBin({ ...character, width: 300, height: 1000 });
    expect([rig.width, rig.height, rig.bones[1].tip]).toEqual([300, 1000, [600, 150]]);
  });
});

describe('what is wrong in it', () => {
  const bytes = encodeBin(character);

  test('cut off anywhere, it says at which byte', async () => {
    for (let length = 0; length < bytes.length; length++) {
      const error = await loadBytes(bytes.subarray(0, length)).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error, `${length} bytes`).toBeInstanceOf(AyatoriError);
      const { code, file, byte = Number.NaN, expected, found } = (error as AyatoriError).problem;
      expect([code, file], `${length} bytes`).toEqual(['bin-damaged', 'a.bin']);
      expect(byte).toBeGreaterThanOrEqual(0);
      expect(byte).toBeLessThanOrEqual(length);
      expect([expected, found]).toEqual([expect.any(String), expect.any(String)]);
    }
  });

  /** Where the bytes of a text are. */
  const at = (text: string) => {
    const needle = Uint8Array.from([text.length, ...[...text].flatMap((each) => [0, each.charCodeAt(0)])]);
    return bytes.findIndex((_, i) => needle.every((byte, k) => bytes[i + k] === byte)) + needle.length;
  };
  const hint = '(is this a path_data.bin, and whole?)';

  test.each<[string, number, number[], string]>([
    ['width', 11, [0, 0], 'a.bin, byte 11: the width of the picture is not valid; expected a number from 1; found 0'],
    [
      'mark of a smart action',
      at('base') + 3,
      [7],
      `a.bin, byte ${at('base') + 3}, action base: the mark of a smart action is not valid; expected 0 or 1; found 7`,
    ],
    [
      'command',
      at('body') + 11,
      [9],
      `a.bin, byte ${at('body') + 11}, group "body", path 0: there is no such command of a path; expected 0 (M), 1 (L), 2 (C) or 3 (Z); found 9`,
    ],
    [
      'number of commands',
      at('body') + 9,
      [255, 255],
      `a.bin, byte ${at('body') + 11}, group "body", path 0: there cannot be so many commands in a path; expected at least 65535 bytes for them; found ${bytes.length - at('body') - 11} bytes`,
    ],
    [
      'run beyond the end',
      at('body') + 4,
      [0, 2],
      `a.bin, byte ${at('body') + 4}, group "body": a run of equal items passes the end of the paths of a group; expected at most 1; found 2`,
    ],
    [
      'run beyond the end, later in a list',
      at('bones') + 10,
      [0, 2],
      `a.bin, byte ${at('bones') + 10}, group "bones": a run of equal items passes the end of the groups in a group; expected at most 1; found 2`,
    ],
    [
      'empty run',
      at('body') + 4,
      [0, 0, 0, 0],
      `a.bin, byte ${at('body') + 4}, group "body": a run of the paths of a group has no length; expected a number from 1; found 0`,
    ],
    [
      'property of a bone',
      at('bones') + 14,
      [9],
      `a.bin, byte ${at('bones') + 14}, group "bones": a bone has no such property; expected 0 to 6; found 9`,
    ],
  ])('%s', async (_, start, changed, message) => {
    const spoilt = Uint8Array.from(bytes);
    spoilt.set(changed, start);
    expect(await errorOf(loadBytes(spoilt))).toBe(`AyatoriError: ${message} ${hint}`);
  });

  test('bytes behind its end', async () => {
    expect(await errorOf(loadBytes(Uint8Array.from([...bytes, 0])))).toBe(
      `AyatoriError: a.bin, byte ${bytes.length}: the file goes on behind its last group; expected its end; found 1 byte ${hint}`,
    );
  });

  test.each<[string, BinDescription, string[]]>([
    [
      'a child that is not there',
      withGroup(groups.arm, { children: still([99]) }),
      ['a.bin, group "arm": there is no such group; it is left out; found group 99'],
    ],
    [
      'a group in two places, and in itself',
      withGroup(groups.arm, { children: still([groups.eye, groups.body]) }),
      [
        'a.bin, group "arm": the group is in another place as well; it stays in the first; found group 0',
        'a.bin, group "body": the group is in another place as well; it stays in the first; found group 2',
        'a.bin, action walk, group "body": a group that comes into the group is not in it at rest; it is left out; found "eye"',
      ],
    ],
    [
      'a mask that is not there',
      withPath(groups.eye, { mask: 77 }),
      ['a.bin, group "eye", path 0: the mask is no group with paths; drawn without it; found group 77'],
    ],
    [
      'a mask without paths',
      withGroup(groups.arm, { mask: groups.bones }),
      ['a.bin, group "arm": the mask is no group with paths; drawn without it; found group 4'],
    ],
    [
      'flexi bones that are none',
      withGroup(groups.arm, { flexi: [groups.eye, 88, groups.hip] }),
      [
        'a.bin, group "arm": what should be a bone is none; it is left out; found group 2, "eye"',
        'a.bin, group "arm": what should be a bone is none; it is left out; found group 88, which is not there',
      ],
    ],
    [
      'the parent, the limits and the flexi point of a bone',
      withGroup(groups.hand, {
        bone: { parent: groups.eye, strength: Infinity, minAngle: 9, maxAngle: 1, flexiPoint: { point: 2, bones: [] } },
      }),
      [
        /strength is not valid; it is left out; expected a number from -1e30 to 1e30; found Infinity/,
        /the flexi point is no point of a bone; it is left out; expected 0 or 1; found 2/,
        'a.bin, bone "bone_hand": what should be a bone is none; it is left out; found group 2, "eye"',
        'a.bin, bone "bone_hand": minAngle is greater than maxAngle; both are ignored; found 9 and 1',
      ].map(String),
    ],
    [
      'parents in a ring',
      withGroup(groups.hip, { bone: { parent: groups.hand } }),
      [
        'a.bin, bone "bone_hand": the parents of the bone lead back to it; its parent is ignored; found parent "bone_hip"',
        'a.bin, bone "bone_hand": a bone that is to carry the bone hangs on it in turn; it does not carry it; found "bone_hip"',
      ],
    ],
    [
      'a bone without a segment, with several paths',
      withGroup(groups.hip, { paths: [line('M 0 0'), line('M 0 0 L 3 3')] }),
      [
        'a.bin, group "bone_hip": the group counts as a bone, so none of its paths is drawn',
        'a.bin, group "bone_hip", path 0: the path of a bone has no segment; the group is not a bone',
        'a.bin, bone "bone_hand": what should be a bone is none; it is left out; found group 5, "bone_hip"',
        'a.bin, bone "bone_hand": what should be a bone is none; it is left out; found group 5, "bone_hip"',
        'a.bin, group "arm": what should be a bone is none; it is left out; found group 5, "bone_hip"',
      ],
    ],
    [
      'a path that does not begin with M',
      withPath(groups.body, { data: [['L', 3, 3]] }),
      [/group "body", path 0: the path does not begin with M; it is left empty; expected M; found L/].map(String),
    ],
    [
      'differences for other commands',
      withPath(groups.arm, {
        deltas: {
          actions: [
            [],
            [undefined, moved([1, 1]), moved([1, 1], [1, 1], [], [0, 3], [3, 3])],
            [undefined, [[undefined, 1], [0, 0, 0, 0, 0, 1], [], [0, 1], [1, 1]], new Array(6).fill([1, 1])],
          ],
        },
      }),
      [
        /action wave, frame 1, group "arm", path 0: the differences do not fit the commands of the path/,
        /action wave, frame 2, group "arm", path 0: the differences do not fit .*; expected differences for 5 commands/,
        /action walk, frame 1, group "arm", path 0: the differences do not fit/,
        /action walk, frame 2, group "arm", path 0: the differences do not fit/,
      ].map(String),
    ],
    [
      'line widths',
      withPath(groups.arm, { width: { actions: [[1], [undefined, -1, Number.NaN]] } }),
      [
        /action wave, frame 1, group "arm", path 0: the line width is not valid; it is left out; expected .* found -1/,
        /action wave, frame 2, group "arm", path 0: the line width is not valid/,
      ].map(String),
    ],
    [
      'no rest',
      withPath(groups.arm, { width: { actions: [] } }),
      ['a.bin, group "arm", path 0: the file does not say how the path is painted at rest; it is not seen then'],
    ],
    [
      'keys beyond the end of an action',
      withPath(groups.arm, { width: { actions: [[1], [undefined, 2, 3, 4, 5, 6]] } }),
      [
        'a.bin, action wave: there are keys beyond the last frame of the action; they are left out; expected frames up to 3; found frame 5',
      ],
    ],
    [
      'a group that comes in later',
      withGroup(groups.arm, { children: { actions: [[[]], [undefined, [groups.eye, 70]]] } }),
      [
        'a.bin, action wave, group "arm": a group that comes into the group is not in it at rest; it is left out; found "eye"',
        'a.bin, action wave, group "arm": a group that comes into the group is not in it at rest; it is left out; found group 70',
      ],
    ],
    [
      'two actions of one name',
      { ...character, actions: character.actions.map((action, i) => (i === 2 ? { ...action, name: 'wave' } : action)) },
      ['a.bin, action wave: there is an action of this name already; only the first can be reached by name'],
    ],
    [
      'a smart action without frames',
      {
        ...character,
        actions: [{ name: 'wave', id: 0, totalFrames: 2, smart: { bone: 6, frames: 0, startAngle: 0, endAngle: 1 } }],
      },
      [/action wave: the smart action is not valid; no bone drives it/].map(String),
    ],
  ])('is reported and left out: %s', async (_, file, expected) => {
    const found = messages(await loadBin(file));
    expect(found.length).toBe(expected.length);
    for (const [i, each] of expected.entries()) {
      if (each.startsWith('/')) expect(found[i]).toMatch(new RegExp(each.slice(1, -1)));
      else expect(found[i]).toBe(each);
    }
  });
});

describe('where it is found', () => {
  const bytes = encodeBin(character);
  const names = async (loading: Promise<Loaded>) => (await loading).rig.groups.map(({ id }) => id).join(' ');
  const expected = ' body arm eye shape bones bone_hip bone_hand';

  test('by its name, in folders and archives', async () => {
    const inFolder = memorySource([
      ['x/path_data.bin', bytes],
      ['x/hat.svg', svg('')],
      ['x/notes.csv', ''],
    ]);
    expect(await findEntry(inFolder)).toMatchObject({ kind: 'binary', path: 'x/path_data.bin' });
    expect(await names(load(inFolder))).toBe(expected);
    expect(await names(load('x', { source: inFolder }))).toBe(expected);
    expect(await names(load(memorySource([['hero.bin', bytes]])))).toBe(expected);
    expect(await names(load(memorySource([['a.zip', zip({ 'x/path_data.bin': bytes })]])))).toBe(expected);
    expect(
      await findEntry(
        memorySource([
          ['a.bin', bytes],
          ['b.bin', bytes],
        ]),
      ),
    ).toBeUndefined();
    expect(
      await findEntry(
        memorySource([
          ['x/filelist.csv', ''],
          ['path_data.bin', bytes],
        ]),
      ),
    ).toMatchObject({
      kind: 'list',
    });
  });

  test('on disk and by its address', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ayatori-'));
    try {
      await writeFile(path.join(folder, 'path_data.bin'), bytes);
      expect(await names(loadFromDisk(path.join(folder, 'path_data.bin')))).toBe(expected);
      expect(await names(loadFromDisk(folder))).toBe(expected);
    } finally {
      await rm(folder, { recursive: true });
    }
    const fetched = fetchSource('x', { fetch: async () => new Response(Uint8Array.from(bytes)) });
    expect(await names(load('path_data.bin', { source: fetched }))).toBe(expected);
  });

  test('under another name by trying', async () => {
    expect(await names(loadBytes(bytes, {}, 'hero.dat'))).toBe(expected);
    expect((await loadBin({ ...character, name: '' })).rig.name).toBe('a');
    // Its name can begin as another file does.
    const name = '<'.repeat(60);
    expect((await loadBytes(encodeBin({ ...character, name }))).rig.name).toBe(name);
    const picture = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13);
    expect(await errorOf(loadBytes(picture, {}, 'hat.png'))).toMatch(
      /^AyatoriError: hat.png: this cannot be loaded; expected .* a path_data.bin, .*; found a file that begins with/,
    );
    expect(await errorOf(loadBytes(new Uint8Array(0)))).toMatch(
      /^AyatoriError: a.bin, byte 0: the file ends in the name/,
    );
  });

  test('with rig files over it, key by key', async () => {
    const content = JSON.stringify({
      bones: { bone_hand: { strength: 0.75, parent: 'bone_nobody', isPin: true }, bone_hip: { parent: 'bone_hip' } },
      flexi: { eye: ['bone_hand'], arm: [] },
      action: { walk: { boneName: 'bone_hip', startAngle: 0, endAngle: 90, smartFrames: 6 } },
    });
    const loaded = await loadBin(character, { rigFiles: [{ content, name: 'bones.json' }] });
    const [hip, hand] = loaded.rig.bones;
    expect([hand.strength, hand.parent, hand.isPin, hand.minAngle, hand.flexiPoint]).toEqual([
      0.75,
      0,
      true,
      -30,
      { point: 1, bones: [0] },
    ]);
    expect([hip.parent, hip.isPin]).toEqual([-1, true]);
    expect(loaded.rig.groups.map(({ flexi }) => flexi)).toEqual([[], [], [], [1], [], [], [], []]);
    expect(
      loaded.rig.smartBones.map(({ action, bone, frames, firstFrame, rule }) => [
        action,
        bone,
        frames,
        firstFrame,
        rule,
      ]),
    ).toEqual([
      [1, 1, 4, 0, 'ancestor'],
      [2, 0, 6, 0, 'ancestor'],
    ]);
    // The motion of the bones is their own already.
    expect(loaded.rig.actions[2].bones[0].deltas).toEqual(Float64Array.of(0, 1, 0, 2, 0, 0, 0, 0));
    expect(loaded.report.problems.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'rig-unknown-bone bones.json',
      'rig-parent-cycle bones.json',
    ]);
  });

  test('tells of its progress and stops when it is told to', async () => {
    const progress: unknown[] = [];
    await loadBytes(bytes, { onProgress: (each) => progress.push(each) });
    expect(progress).toEqual([{ done: 1, total: 1, file: 'a.bin' }]);
    expect(await errorOf(loadBytes(bytes, { signal: AbortSignal.abort() }))).toBe('AyatoriError: the load was aborted');
  });
});
