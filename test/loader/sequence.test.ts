import { describe, expect, test } from 'vitest';
import type { Action, Rig } from '../../src/engine/model/rig.ts';
import { load, memorySource } from '../../src/loader/index.ts';
import { errorOf, groupOf, loadFrames, loadPicture, messages, svg } from './inputs.ts';

const line = (x: number, attributes = 'stroke="red"') => `<path ${attributes} d="M ${x} 0 C ${x} 1 ${x} 2 ${x} 3"/>`;
const group = (id: string, content = '') => `<g id="${id}">${content}</g>`;

function action(rig: Rig, name = 'move'): Action {
  const found = rig.actions.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no action ${name}`);
  return found;
}

/** Frame → the first number of each of its rows. */
function shifts(track: Action['morphs'][number] | undefined, width: number): Record<number, number> {
  return Object.fromEntries(
    Array.from(track?.frames ?? [], (frame, i) => [frame, track?.deltas[i * width] ?? Number.NaN]),
  );
}

describe('frames', () => {
  test('have keys only where a value differs from the one before', async () => {
    const { rig, report } = await loadFrames([0, 0, 2, 2, 3, 0, 0].map((x) => svg(line(x))));
    expect(report.problems).toEqual([]);
    const { morphs, styles, orders, visibility, frames, kind } = action(rig);
    expect([frames, kind]).toEqual([6, 'morph']);
    expect(morphs.length).toBe(1);
    expect(shifts(morphs[0], 8)).toEqual({ 2: 2, 4: 3, 5: 0 });
    expect(Array.from(morphs[0].deltas.subarray(0, 8))).toEqual([2, 0, 2, 0, 2, 0, 2, 0]);
    expect([styles, orders, visibility]).toEqual([[], [], []]);
  });

  test('are the same however their numbers are written', async () => {
    const { rig } = await loadFrames([
      svg('<path d="M 1 0 L 4 0"/>'),
      svg('<path d="M1.0,0.0l3,0"/>'),
      svg('<path fill="#000" d="M1e0 0h3"/>'),
      svg('<path fill="black" transform="translate(1)" d="M0 0h3"/>'),
    ]);
    expect(action(rig)).toMatchObject({ morphs: [], styles: [] });
  });

  test('match paths by group and place, wherever the group stands', async () => {
    const { rig, report } = await loadFrames([
      svg(group('a', line(0) + line(10)) + group('b', line(20))),
      svg(group('b', line(21)) + group('a', line(0) + line(12))),
    ]);
    expect(report.problems).toEqual([]);
    const { morphs, orders } = action(rig);
    expect(
      morphs.map(({ path, deltas }) => [rig.groups[rig.paths[path].group].id, rig.paths[path].index, deltas[0]]),
    ).toEqual([
      ['a', 1, 2],
      ['b', 0, 1],
    ]);
    const [a, b] = [~groupOf(rig, 'a'), ~groupOf(rig, 'b')];
    expect(rig.groups[0].children).toEqual([a, b]);
    expect(orders.map(({ group: each, frames, values }) => [each, Array.from(frames), values])).toEqual([
      [0, [1], [[b, a]]],
    ]);
  });

  test('match groups of one id by their order, and groups without an id by their place in the parent', async () => {
    const picture = (x: number, y: number) =>
      svg(`${group('a', line(x))}${group('b', `<g>${line(1)}</g><g>${line(y)}</g>`)}${group('a', line(y))}`);
    const { rig } = await loadFrames([picture(0, 0), picture(1, 2)]);
    expect(action(rig).morphs.map(({ path, deltas }) => [rig.paths[path].group, deltas[0]])).toEqual([
      [1, 1],
      [4, 2],
      [5, 2],
    ]);
  });

  test('match names in both normal forms', async () => {
    const { rig, report } = await loadFrames([svg(group('ガ\u00e9', line(0))), svg(group('カ\u3099e\u0301', line(1)))]);
    expect(report.problems).toEqual([]);
    expect(action(rig).morphs.length).toBe(1);
  });

  test('say when colours, widths and what is seen change', async () => {
    const { rig, report } = await loadFrames([
      svg(line(0, 'fill="red" stroke="red" stroke-width="1"')),
      svg(line(0, 'fill="red" stroke="#f00" stroke-width="2"')),
      svg(line(0, 'fill="none" stroke="#f00" stroke-width="2"')),
      svg(line(0, 'fill="none" stroke="blue" stroke-width="2" display="none"')),
      svg(line(0, 'fill="red" stroke="red" stroke-width="1"')),
    ]);
    expect(report.problems).toEqual([]);
    const red = [1, 0, 0, 1];
    expect(action(rig).styles.map(({ property, frames, values }) => [property, Array.from(frames), values])).toEqual([
      ['fill', [2, 4], [null, red]],
      ['stroke', [3, 4], [null, red]],
      ['strokeWidth', [1, 4], [2, 1]],
    ]);
  });

  test('may show what is hidden at rest', async () => {
    const { rig } = await loadFrames([
      svg(group('a', line(0, 'fill="red" visibility="hidden"') + line(9, 'fill="red" visibility="hidden"'))),
      svg(group('a', line(0, 'fill="red"') + line(9, 'fill="red" visibility="hidden"'))),
    ]);
    expect(rig.paths.map(({ style }) => [style.visible, style.fill])).toEqual([
      [true, null],
      [false, [1, 0, 0, 1]],
    ]);
    expect(action(rig).styles).toMatchObject([{ path: 0, property: 'fill', values: [[1, 0, 0, 1]] }]);
  });

  test('say where a group is absent, and keep its place', async () => {
    const all = (...ids: string[]) => svg(ids.map((id) => group(id, line(0) + group(`${id}_in`, line(0)))).join(''));
    const loaded = await loadFrames([
      all('a', 'b', 'c', 'd'),
      all('a', 'c', 'd'),
      all('d', 'a', 'c'),
      all('d', 'a', 'b', 'c'),
    ]);
    const { rig } = loaded;
    const ids = (refs: readonly number[]) => refs.map((ref) => rig.groups[~ref].id).join('');
    expect(
      action(rig).visibility.map(({ group: each, frames, values }) => [
        rig.groups[each].id,
        Array.from(frames),
        values,
      ]),
    ).toEqual([['b', [1, 3], [false, true]]]);
    expect(action(rig).orders.map(({ frames, values }) => [Array.from(frames), values.map(ids)])).toEqual([
      [[2], ['dabc']],
    ]);
    expect(messages(loaded)).toEqual([
      'move_00001.svg, action move, frame 1, group "b": the group is not in this frame; it is invisible until it is back',
    ]);
  });

  test('follow transforms of groups and a moving view box', async () => {
    const { rig } = await loadFrames([
      svg(group('a', line(0)), 'viewBox="0 0 10 10"'),
      svg(`<g id="a" transform="translate(2 0)">${line(0)}</g>`, 'viewBox="0 0 10 10"'),
      svg(`<g id="a" transform="translate(2 0)">${line(0)}</g>`, 'viewBox="-1 0 10 10"'),
    ]);
    expect(shifts(action(rig).morphs[0], 8)).toEqual({ 1: 2, 2: 3 });
  });

  test('follow rules that change while classes stay', async () => {
    const picture = (color: string) => svg(`<style>.a{fill:${color}}</style><path class="a" d="M0 0L1 1"/>`);
    const { rig } = await loadFrames([picture('red'), picture('red'), picture('blue')]);
    expect(action(rig).styles).toMatchObject([{ property: 'fill', frames: Int32Array.of(2), values: [[0, 0, 1, 1]] }]);
  });

  test('follow gradients whose stops change while the reference stays', async () => {
    const picture = (color: string) =>
      svg(`<linearGradient id="g"><stop stop-color="${color}"/></linearGradient><path fill="url(#g)" d="M0 0L1 1"/>`);
    const { rig } = await loadFrames([picture('red'), picture('blue'), picture('blue')]);
    expect(action(rig).styles).toMatchObject([{ property: 'fill', frames: Int32Array.of(1), values: [[0, 0, 1, 1]] }]);
  });

  test('move clip paths, whatever their id is now', async () => {
    const picture = (id: string, x: number) =>
      svg(`<clipPath id="${id}">${line(x)}</clipPath>${line(0, `clip-path="url(#${id})"`)}`);
    const { rig, report } = await loadFrames([picture('c1', 0), picture('c2', 5), picture('c2', 5)]);
    expect(report.problems).toEqual([]);
    expect(
      action(rig).morphs.map(({ path, frames, deltas }) => [rig.paths[path].role, Array.from(frames), deltas[0]]),
    ).toEqual([['clip', [1], 5]]);
  });

  test('move clip paths with what they clip', async () => {
    const picture = (x: number) =>
      svg(
        `<clipPath id="c">${line(0)}</clipPath><g id="a" clip-path="url(#c)" transform="translate(${x})">${line(0)}</g>`,
      );
    const { rig } = await loadFrames([picture(0), picture(4)]);
    expect(action(rig).morphs.map(({ path, deltas }) => [rig.paths[path].role, deltas[0]])).toEqual([
      ['drawn', 4],
      ['clip', 4],
    ]);
  });

  test('are of the same kind as the file says: f is file f; ancestor: f is file f + 1', async () => {
    const frames = [0, 1, 2, 3].map((x) => svg(line(x)));
    const own = action((await loadFrames(frames)).rig);
    expect([own.frames, shifts(own.morphs[0], 8)]).toEqual([3, { 1: 1, 2: 2, 3: 3 }]);
    const ancestor = action((await loadFrames(frames, { numbering: 'ancestor' })).rig);
    expect([ancestor.frames, shifts(ancestor.morphs[0], 8)]).toEqual([2, { 1: 2, 2: 3 }]);
  });
});

describe('bone actions', () => {
  const bone = (x: number) => group('bone_a', `<path d="M 0 0 C 1 0 2 0 ${x} 0"/>`);
  const frames = [
    svg(group('a', line(0)) + bone(3)),
    svg(bone(4) + group('a', line(5, 'stroke="blue"'))),
    svg(bone(4)),
  ];

  test('give bones and order, and nothing of paths', async () => {
    const { rig, report } = await loadFrames(frames, { kind: 'BONE' });
    expect(report.problems).toEqual([]);
    expect(action(rig)).toMatchObject({ kind: 'bone', morphs: [], styles: [], visibility: [] });
    expect(action(rig).bones).toEqual([{ bone: 0, frames: Int32Array.of(1), deltas: Float64Array.of(0, 0, 1, 0) }]);
    expect(action(rig).orders.map(({ frames: keys }) => Array.from(keys))).toEqual([[1]]);
  });

  test('give paths in place of bones when baked', async () => {
    const { rig } = await loadFrames(frames, { kind: 'BONE', bakeBones: true });
    const { morphs, styles, visibility, bones, kind } = action(rig);
    expect([kind, morphs.length, styles.length, visibility.length, bones.length]).toEqual(['bone', 1, 1, 1, 0]);
  });

  test('give all when asked to where no rig file says what the bones bend', async () => {
    const read = (...rigFiles: object[]) =>
      loadFrames(frames, { kind: 'BONE', bakeBones: 'auto', rigFiles: rigFiles.map((file) => JSON.stringify(file)) });
    const found = async (loaded: Promise<{ rig: Rig }>) => {
      const { morphs, bones } = action((await loaded).rig);
      return [morphs.length, bones.length];
    };
    const baked = [1, 0];
    expect(await found(loadFrames(frames, { kind: 'BONE', bakeBones: true }))).toEqual(baked);
    expect(await found(read())).toEqual(baked);
    expect(await found(read({ bones: { bone_a: { strength: 1 } } }))).toEqual(baked);
    expect(await found(read({ flexi: { a: ['bone_a'] } }))).toEqual([0, 1]);
  });

  test('hold a bone whose path is gone or faulty', async () => {
    const loaded = await loadFrames(
      [svg(bone(3)), svg(group('bone_a')), svg(group('bone_a', '<path d="M 0 0 L"/>')), svg(bone(5))],
      { kind: 'BONE' },
    );
    expect(Array.from(action(loaded.rig).bones[0].frames)).toEqual([3]);
    expect(messages(loaded)).toEqual([
      'move_00001.svg, action move, frame 1, group "bone_a", bone "bone_a": the bone has no path in this frame; the frame before is held',
      'move_00002.svg, action move, frame 2, group "bone_a", bone "bone_a": the path of the bone has no segment; the frame before is held; found Unterminated command at the path end.',
    ]);
  });
});

describe('faulty frames are held, and reported', () => {
  test.each<[string, string | Uint8Array | undefined, string]>([
    ['missing', undefined, 'action move, frame 2: there is no file for this frame; the frame before is held'],
    ['empty', '', 'move_00002.svg, action move, frame 2: the file is empty (the frame before is held)'],
    [
      'cut off',
      svg(line(9)).slice(0, 90),
      'move_00002.svg:1:90, action move, frame 2: the file ends too early: unclosed tag: svg (the frame before is held)',
    ],
    [
      'not XML',
      'hello world',
      'move_00002.svg, action move, frame 2: not an XML file; expected "<"; found "hello world" (the frame before is held)',
    ],
    [
      'not SVG',
      '<html/>',
      'move_00002.svg:1:7, action move, frame 2: not an SVG file; expected <svg>; found <html> (the frame before is held)',
    ],
    [
      'of other commands',
      svg('<path stroke="red" d="M 9 0 L 9 1 L 9 2 Z"/>'),
      'move_00002.svg, action move, frame 2, group "<svg>", path 0: the commands of the path differ from those at rest; the frame before is held; expected M C; found M C×2 Z',
    ],
    [
      'of other counts',
      svg(line(9) + line(9)),
      'move_00002.svg, action move, frame 2, group "<svg>": the number of paths differs from that at rest; the frame before is held; expected 1 path; found 2 paths',
    ],
    [
      'of faulty path data',
      svg('<path stroke="red" d="M 9 0 C 9 1"/>'),
      'move_00002.svg:1, action move, frame 2, group "<svg>", path 0: faulty path data: Unterminated command at the path end. (the frame before is held)',
    ],
  ])('%s', async (_, frame, message) => {
    const loaded = await loadFrames([svg(line(0)), svg(line(1)), frame, svg(line(3))]);
    expect(messages(loaded)).toEqual([message]);
    expect(shifts(action(loaded.rig).morphs[0], 8)).toEqual({ 1: 1, 3: 3 });
  });

  test('in every frame that has the fault', async () => {
    const other = svg('<path stroke="red" d="M 9 0"/>');
    const loaded = await loadFrames([svg(line(0)), other, other, svg(line(1)), other]);
    expect(loaded.report.problems.map(({ frame }) => frame)).toEqual([1, 2, 4]);
    expect(shifts(action(loaded.rig).morphs[0], 8)).toEqual({ 3: 1 });
  });

  test('up to a hundred of a kind, and the count of the rest', async () => {
    const loaded = await loadFrames([svg(line(0)), ...Array.from({ length: 150 }, () => undefined), svg(line(0))]);
    expect(loaded.report.problems.length).toBe(101);
    expect(messages(loaded).at(-1)).toBe('50 more problems of this kind');
    expect(loaded.report.problems.at(-1)).toMatchObject({ code: 'frame-missing', severity: 'warning' });
  });

  test('a group that is not in the rest pose is left out', async () => {
    const loaded = await loadFrames([
      svg(group('right_arm')),
      svg(`${group('right_arm')}${group('right_arn', line(0))}<g>${line(0)}</g>`),
    ]);
    expect(messages(loaded)).toEqual([
      'move_00001.svg:1, action move, frame 1, group "right_arn": the group is not in the rest pose and is left out (at rest there is right_arm)',
      'move_00001.svg:1, action move, frame 1, group "<g> in <svg>": the group is not in the rest pose and is left out',
    ]);
  });

  test('a group that is inside another one than at rest stays where it was', async () => {
    const loaded = await loadFrames([
      svg(group('a', group('c', line(0))) + group('b')),
      svg(group('a') + group('b', group('c', line(1)))),
    ]);
    expect(messages(loaded)).toEqual([
      'move_00001.svg, action move, frame 1, group "c": the group is inside another one than at rest; it stays where it is at rest; expected inside "a"; found inside "b"',
    ]);
    expect(action(loaded.rig)).toMatchObject({ orders: [], visibility: [], morphs: [{ path: 0 }] });
  });

  test('what cannot change stays as at rest', async () => {
    const picture = (attributes: string, size = '100') =>
      svg(`<clipPath id="c">${line(0)}</clipPath>${line(0, attributes)}`, `width="${size}" height="100"`);
    const loaded = await loadFrames([
      picture('clip-path="url(#c)"'),
      picture('stroke-linecap="round" fill-rule="evenodd"', '50'),
    ]);
    expect(messages(loaded)).toEqual([
      'move_00001.svg, action move, frame 1: the size of the picture differs from that at rest; expected 100 × 100; found 50 × 100',
      'move_00001.svg, action move, frame 1, group "<svg>", path 0: lineCap cannot change; it stays as at rest; expected butt; found round',
      'move_00001.svg, action move, frame 1, group "<svg>", path 0: fillRule cannot change; it stays as at rest; expected nonzero; found evenodd',
      'move_00001.svg, action move, frame 1, group "<svg>", path 0: the clip is gone in this frame; that of the frame before is held',
    ]);
  });
});

describe('what a frame brings that is not drawn as it should be is reported', () => {
  const thick = (attributes: string) => line(0, `fill="blue" stroke="red" ${attributes}`);
  const filled = (x: number) => line(x, 'fill="blue"');
  const at = (group: string, rest: string) => `move_00001.svg, action move, frame 1, group "${group}", path 0: ${rest}`;
  const opacity = (group: string) =>
    `move_00001.svg, action move, frame 1, group "${group}": the opacity of a group is given to its paths one by one, so overlaps show through`;
  const several = (attributes: string) => svg(`<g id="a" ${attributes}><g>${filled(0)}<g>${filled(1)}</g></g></g>`);

  test.each([
    ['dashes', thick(''), thick('stroke-dasharray="1 2"'), at('<svg>', 'dashes are not supported; the line is solid')],
    [
      'an uneven stretch',
      thick(''),
      thick('transform="scale(2 1)"'),
      at('<svg>', 'the transform stretches the stroke unevenly; its width is made even'),
    ],
    [
      'opacity',
      thick(''),
      thick('opacity="0.5"'),
      at('<svg>', 'opacity is given to fill and stroke one by one, so the fill shows through the stroke'),
    ],
    ['the opacity of a group', several(''), several('opacity="0.5"'), opacity('a')],
  ])('%s', async (_, rest, frame, message) => {
    const [before, after] = [rest, frame].map((text) => (text.startsWith('<svg') ? text : svg(text)));
    // Once an action, and not at all where the rest pose has it.
    expect(messages(await loadFrames([before, after, before, after]))).toEqual([message]);
    const known = messages(await loadFrames([after, after, before]));
    expect(known.length).toBe(1);
    expect(known[0]).toMatch(/^base_00001.svg/);
  });

  test('and not the opacity of a group of a single path, or of none to see', async () => {
    const single = (attributes: string) => svg(group('a', filled(0)).replace('<g', `<g ${attributes}`));
    expect(messages(await loadFrames([single(''), single('opacity="0.5"')]))).toEqual([]);
    expect(messages(await loadFrames([several(''), several('opacity="0"')]))).toEqual([]);
  });
});

describe('the rest pose is needed', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['empty', '', 'AyatoriError: base_00001.svg: the file is empty'],
    ['blank', ' \n ', 'AyatoriError: base_00001.svg: the file is empty'],
    ['not XML', 'no', 'AyatoriError: base_00001.svg: not an XML file; expected "<"; found "no"'],
    ['cut off', '<svg>\n<g>\n<g id="', 'AyatoriError: base_00001.svg:3:7: the file ends too early: unclosed tag: g'],
    ['unclosed', '<svg>\n<g>\n', 'AyatoriError: base_00001.svg:3:1: the file ends too early: unclosed tag: g'],
    ['crossed', '<svg><g></svg>', 'AyatoriError: base_00001.svg:1:14: not well-formed XML: unexpected close tag.'],
  ])('%s', async (_, base, message) => {
    expect(await errorOf(loadFrames([base, svg('')]))).toBe(message);
  });
});

describe('byte order marks and encodings', () => {
  const text = svg(group('ガ', line(0)));
  const utf16 = (big: boolean, mark: boolean) => {
    const units = Array.from({ length: text.length + (mark ? 1 : 0) }, (_, i) =>
      mark && i === 0 ? 0xfeff : text.charCodeAt(mark ? i - 1 : i),
    );
    return Uint8Array.from(units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])));
  };
  test.each<[string, Uint8Array | string]>([
    ['UTF-8', text],
    ['UTF-8 with a mark', `\ufeff${text}`],
    ['a blank line before the declaration', `\n<?xml version="1.0"?>${text}`],
    ['UTF-16 LE', utf16(false, true)],
    ['UTF-16 BE', utf16(true, true)],
    ['UTF-16 LE without a mark', utf16(false, false)],
    ['UTF-16 BE without a mark', utf16(true, false)],
    ['UTF-8 that says it were UTF-16', `<?xml version="1.0" encoding="UTF-16"?>${text}`],
  ])('%s', async (_, bytes) => {
    const { rig, report } = await loadPicture(bytes);
    expect(report.problems).toEqual([]);
    expect(rig.groups[1].id).toBe('ガ');
  });

  test('a declared one', async () => {
    const bytes = new TextEncoder().encode(`<?xml version="1.0" encoding="windows-1252"?>${svg(group('X', line(0)))}`);
    bytes[bytes.indexOf(0x58)] = 0xe9;
    expect((await loadPicture(bytes)).rig.groups[1].id).toBe('é');
  });

  test('unknown ones and broken text are refused', async () => {
    expect(await errorOf(loadPicture(`<?xml version="1.0" encoding="klingon"?>${text}`))).toBe(
      'AyatoriError: a.svg: unknown encoding "klingon" (save the file as UTF-8)',
    );
    const broken = new TextEncoder().encode(text);
    broken[40] = 0xff;
    expect(await errorOf(loadPicture(broken))).toBe(
      `AyatoriError: a.svg: the file is not valid utf-8 text between bytes 0 and ${broken.length} (save the file as UTF-8)`,
    );
  });
});

describe('progress and stopping', () => {
  const frames = Array.from({ length: 5 }, (_, i) => svg(line(i)));

  test('every file is told', async () => {
    const told: string[] = [];
    await loadFrames(frames, { onProgress: ({ done, total, file }) => told.push(`${done}/${total} ${file}`) });
    expect(told).toEqual([
      '1/5 base_00001.svg',
      '2/5 move_00001.svg',
      '3/5 move_00002.svg',
      '4/5 move_00003.svg',
      '5/5 move_00004.svg',
    ]);
  });

  test('an aborted load ends with an error of its own', async () => {
    const before = AbortSignal.abort();
    expect(await errorOf(loadFrames(frames, { signal: before }))).toBe('AyatoriError: the load was aborted');
    const controller = new AbortController();
    let told = 0;
    const loading = loadFrames(frames, {
      signal: controller.signal,
      onProgress: () => {
        if (++told === 2) controller.abort();
      },
    });
    expect(await errorOf(loading)).toBe('AyatoriError: the load was aborted');
    expect(told).toBe(2);
  });

  test('an error of the callback comes through', async () => {
    const loading = loadFrames(frames, {
      onProgress: () => {
        throw new Error('mine');
      },
    });
    expect(await errorOf(loading)).toBe('Error: mine');
  });
});

describe('files', () => {
  const names = (files: Record<string, string>, csv?: string) =>
    load(memorySource(Object.entries(csv === undefined ? files : { 'filelist.csv': csv, ...files }), 'hero'));

  test.each([
    ['as written', './resource/walk_base/walk_', 'resource/walk_base/walk_'],
    ['without leading folders', './resource/walk_base/walk_', 'walk_base/walk_'],
    ['without any folder', './resource/walk_base/walk_', 'walk_'],
    ['with backslashes', '.\\resource\\walk_base\\walk_', 'walk_base/walk_'],
    ['from above, kept inside', '../../x/walk_', 'x/walk_'],
    ['in another normal form', './ガ/ガ_', 'カ\u3099/カ\u3099_'],
    ['a folder', './walk/', 'walk/'],
  ])('are found by prefix %s', async (_, prefix, path) => {
    const { rig } = await names({ [`${path}00001.svg`]: svg(line(0)) }, `BASE, 1, base, ${prefix}`);
    expect([rig.name, rig.paths.length]).toEqual(['hero', 1]);
  });

  test.each([1, 2, 3, 4, 5, 6, 7])('are found with numbers of %i digits', async (digits) => {
    const files = Object.fromEntries([1, 2, 10].map((n) => [`f${String(n).padStart(digits, '0')}.svg`, svg(line(n))]));
    const { rig } = await names(files, 'BASE, 1, base, f\nSMRT, 10, move, f');
    expect(shifts(action(rig).morphs[0], 8)).toEqual({ 2: 1, 10: 9 });
  });

  test('one file without a number is a base', async () => {
    const { rig } = await names({ 'base.svg': svg(line(0)) }, 'BASE, 1, base, ./base');
    expect(rig.paths.length).toBe(1);
  });

  test('of one number: the first is used', async () => {
    const loaded = await names(
      { 'f1.svg': svg(line(0)), 'f2.svg': svg(line(2)), 'f02.svg': svg(line(3)) },
      'BASE,1,base,f\nSMRT,2,move,f',
    );
    expect(messages(loaded)).toContain(
      'f2.svg: there is another file of number 2; this one is left out; found f02.svg',
    );
  });

  test('beyond the list are told', async () => {
    const loaded = await names({ 'f1.svg': svg(line(0)), 'f2.svg': svg(line(2)) }, 'BASE,1,base,f\nSMRT,1,move,f');
    expect(messages(loaded)).toEqual([
      'filelist.csv:2, action move: there are more files than the list says; they are left out; expected 1 frame; found a file of number 2',
    ]);
  });

  test('of an action that has none are one problem', async () => {
    const loaded = await names({ 'f1.svg': svg(line(0)) }, 'BASE,1,base,f\nSMRT,500,move,g');
    expect(messages(loaded)).toEqual([
      'filelist.csv:2, action move: no file of the action was found; it does nothing; expected files g00001.svg and so on',
    ]);
    expect(action(loaded.rig)).toMatchObject({ kind: 'morph', frames: 500, morphs: [] });
  });

  test('of the rest pose are needed', async () => {
    expect(await errorOf(names({}, 'BASE,1,base,f'))).toBe(
      'AyatoriError: filelist.csv:1, action base: the file of the rest pose was not found; expected a file f00001.svg or alike (leading folders of the prefix may be missing, the file names must fit)',
    );
  });
});

describe('folders', () => {
  const read = (files: Record<string, string>) => load(memorySource(Object.entries(files), 'hero'));

  test('of numbered frames are one action, in natural order', async () => {
    const { rig, report } = await read({
      'f10.svg': svg(line(10)),
      'f2.svg': svg(line(2)),
      'f1.svg': svg(line(1)),
      'f11.svg': svg(line(11)),
    });
    expect(rig.actions.map(({ name, kind, frames }) => [name, kind, frames])).toEqual([['f', 'morph', 11]]);
    expect(rig.paths[0].points[0]).toBe(1);
    expect(shifts(rig.actions[0].morphs[0], 8)).toEqual({ 2: 1, 10: 9, 11: 10 });
    expect(report.problems.map(({ code, frame }) => [code, frame])).toEqual(
      [3, 4, 5, 6, 7, 8, 9].map((n) => ['frame-missing', n]),
    );
  });

  test('of such folders are actions, with the base by its name', async () => {
    const { rig } = await read({
      'walk_run/r_1.svg': svg(line(4)),
      'walk_base/b_1.svg': svg(line(1)),
      'walk_歩き/x_1.svg': svg(line(2)),
      'notes.txt': 'x',
    });
    expect(rig.name).toBe('hero');
    expect(rig.actions.map(({ name, kind }) => [name, kind])).toEqual([
      ['base', 'base'],
      ['run', 'morph'],
      ['歩き', 'morph'],
    ]);
    expect(shifts(action(rig, 'run').morphs[0], 8)).toEqual({ 1: 3 });
  });

  test('with a file list go by it', async () => {
    const { rig } = await read({ 'list.CSV': 'BASE,1,rest,b/f', 'b/f1.svg': svg(line(0)), 'c/f1.svg': svg(line(0)) });
    expect(rig.actions.map(({ name }) => name)).toEqual(['rest']);
  });

  test('with one picture are that picture', async () => {
    expect((await read({ 'hat.svg': svg(line(0)), 'notes.txt': 'x' })).rig.name).toBe('hat');
  });

  test('of anything else are refused', async () => {
    expect(await errorOf(read({ 'notes.txt': 'x', 'b/c.png': 'y' }))).toBe(
      'AyatoriError: hero: this cannot be loaded; expected a filelist.csv, a folder of numbered SVG frames or of such folders, an .svg file, a path_data.bin, a text skeleton (.skel.txt), a Moho project, or a .zip archive of one of these; found notes.txt, b/',
    );
    expect(await errorOf(read({}))).toContain('found an empty folder');
  });
});

describe('inputs of other kinds are refused by what they are', () => {
  test.each([
    ['bones.json', '{"bones":{}}', 'JSON (give rig files in rigFiles, beside the frames)'],
    ['page', '<!DOCTYPE html><html></html>', 'an HTML page (is the address right?)'],
    ['notes.txt', 'hello', 'a file that begins with "hello"'],
    ['empty', '', 'an empty file'],
  ])('%s', async (name, content, found) => {
    expect(await errorOf(load(name, { source: memorySource([[name, content]]) }))).toBe(
      `AyatoriError: ${name}: this cannot be loaded; expected a filelist.csv, a folder of numbered SVG frames or of such folders, an .svg file, a path_data.bin, a text skeleton (.skel.txt), a Moho project, or a .zip archive of one of these; found ${found}`,
    );
  });

  test('a file that is not there', async () => {
    expect(await errorOf(load('a/b.svg', { source: memorySource([]) }))).toBe(
      'AyatoriError: a/b.svg: there is no such file; expected a filelist.csv, a folder of numbered SVG frames or of such folders, an .svg file, a path_data.bin, a text skeleton (.skel.txt), a Moho project, or a .zip archive of one of these',
    );
  });

  test('a picture or a list is known without its ending', async () => {
    const source = memorySource([
      ['x', svg(line(0))],
      ['y', 'BASE,1,base,f'],
      ['f1.svg', svg(line(0))],
    ]);
    expect((await load('x', { source })).rig.paths.length).toBe(1);
    expect((await load('y', { source })).rig.paths.length).toBe(1);
  });
});
