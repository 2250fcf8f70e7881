import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import { compile } from '../../src/engine/compile/compile.ts';
import { formatProblem } from '../../src/engine/model/problem.ts';
import type { Rig } from '../../src/engine/model/rig.ts';
import { groupRef, pathRef } from '../../src/engine/model/rig.ts';
import { validateRig } from '../../src/engine/model/validate.ts';
import { type LoadOptions, load, memorySource, writeSkeletonText } from '../../src/loader/index.ts';
import { sketchRig } from '../support/sketch.ts';
import { transformAction } from '../support/spatial.ts';

async function read(text: string, options: LoadOptions = {}): Promise<{ rig: Rig; problems: string[] }> {
  const source = memorySource([['hero.skel.txt', text]]);
  const { rig, report } = await load('hero.skel.txt', { source, ...options });
  validateRig(rig);
  return { rig, problems: report.problems.map(formatProblem) };
}

const head = `
picture 200 100 50 80 10
outline hat
fill #ff0000 evenodd
stroke #00f 0.2 round bevel 3
vertex 0 0
vertex 1 0 0.5
vertex 1 2
vertex 0 2
armature rig
bone hips - 0 0 0 0 1 0
weight 0 1 1 0.5
bone neck hips 0 1 0 0 2 0.5
weight 1 0.5 2 1 3 1
action nod 30
keyframe 1 neck 0 0 0 1 0 0 0
keyframe 12 neck 0.1 0.2 0.3 0.8 0.6 0 0 hips 1 0 0 1 0 0 0
`;

describe('a text', () => {
  test('becomes a rig in px, y down and z away', async () => {
    const { rig, problems } = await read(head);
    expect(problems).toEqual([]);
    expect(rig).toMatchObject({ name: 'hero', width: 200, height: 100, fps: 24 });
    expect(rig.groups.map(({ id, parent }) => [id, parent])).toEqual([
      ['', -1],
      ['hat', 0],
      ['rig', 0],
      ['hips', 2],
      ['neck', 2],
    ]);
    const [path] = rig.paths;
    // A polygon of its four vertices: the handles of each side are its ends.
    const corners = [50, 80, 60, 80, 60, 60, 50, 60];
    expect(path.contours).toEqual([{ start: 0, segments: 4, closed: true }]);
    expect([...path.points.slice(0, 8)]).toEqual([...corners.slice(0, 2), ...corners.slice(0, 2), 60, 80, 60, 80]);
    expect([...path.points.slice(-2)]).toEqual([50, 80]);
    expect(path.style).toEqual({
      fill: [1, 0, 0, 1],
      stroke: [0, 0, 1, 1],
      strokeWidth: 2,
      lineCap: 'round',
      lineJoin: 'bevel',
      miterLimit: 3,
      visible: true,
    });
    expect(path.fillRule).toBe('evenodd');
    expect([...(path.weights?.depths ?? [])].slice(0, 4)).toEqual([0, 0, -5, -5]);
    expect([...(path.weights?.starts ?? [])].slice(0, 5)).toEqual([0, 1, 2, 4, 6]);
    expect(rig.bones[1]).toMatchObject({ id: 'neck', parent: 0, base: [50, 70], tip: [50, 60], depths: [0, -5] });
    const [base, nod] = rig.actions;
    expect(base).toMatchObject({ name: 'base', kind: 'base' });
    expect(nod).toMatchObject({ name: 'nod', kind: 'bone', frames: 30 });
    const [hips, neck] = nod.transforms ?? [];
    expect(hips).toMatchObject({ bone: 0, frames: Int32Array.of(12), translations: Float64Array.of(10, 0, 0) });
    expect([...neck.frames]).toEqual([1, 12]);
    expect([...neck.translations.slice(3)]).toEqual([1, -2, -3]);
    expect([...neck.rotations]).toEqual([0, 0, 0, 1, 0.6, 0, 0, 0.8]);
    expect(neck.interpolation).toBe('linear');
  });

  test('turns the other way in y and z: what goes up and to the viewer in the text does so in the picture', async () => {
    const q = Math.SQRT1_2;
    const { rig } = await read(`${head}action turn\nkeyframe 1 hips 0 0 0 ${q} 0 0 ${q} neck 0 0 0 ${q} 0 ${q} 0`);
    const [hips, neck] = rig.actions[2].transforms ?? [];
    // A quarter turn about z, which is counter-clockwise with y up, is so on screen as well: −90° clockwise.
    expect([...hips.rotations]).toEqual([0, 0, -q, q]);
    expect([...neck.rotations]).toEqual([0, -q, 0, q]);
  });

  test('has curves of handles and of lines, named or taken in order, which may share vertices', async () => {
    const vertices = Array.from({ length: 7 }, (_, i) => `vertex ${i} ${i * i}`).join('\n');
    const { rig, problems } = await read(
      `picture 9 9 0 0 1\noutline a\n${vertices}\ncurve open\ncurve closed 0 1 2 3 4 5\ncurve open line 6 0\n`,
    );
    expect(problems).toEqual([]);
    expect(rig.paths[0].contours).toEqual([
      { start: 0, segments: 2, closed: false },
      { start: 7, segments: 2, closed: true },
      { start: 14, segments: 1, closed: false },
    ]);
    expect(Array.from(rig.paths[0].points.filter((_, i) => i % 2 === 0))).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6],
      ...[0, 1, 2, 3, 4, 5, 0],
      ...[6, 6, 0, 0],
    ]);
  });

  test('fits the picture where nothing says how', async () => {
    const text = head.replace(/^picture.*$/m, '');
    const { rig } = await read(text);
    // 1 × 2 units: 240 × 480 px, and 120 px around it.
    expect([rig.width, rig.height]).toEqual([480, 720]);
    expect([...rig.paths[0].points.slice(0, 2)]).toEqual([120, 600]);
    const { rig: dot } = await read('outline o\nvertex 0 0\nvertex 1e-320 0\n');
    expect([dot.width, ...dot.paths[0].points.slice(0, 2)]).toEqual([2, 1, 1]);
    const placed = await read(text, { skeletonText: { size: [300, 300], origin: [10, 290], scale: 100 } });
    expect([placed.rig.width, placed.rig.height]).toEqual([300, 300]);
    expect([...placed.rig.paths[0].points.slice(14, 16)]).toEqual([110, 90]);
  });

  test('moves in steps or evenly, as its actions or the options say', async () => {
    const both = `${head}action other 5 linear\nkeyframe 1 hips 0 0 0 1 0 0 0\n`;
    const { rig } = await read(both, { skeletonText: { interpolation: 'step' } });
    expect(rig.actions.slice(1).map(({ transforms }) => transforms?.[0].interpolation)).toEqual(['step', 'linear']);
    await expect(read(head, { skeletonText: { interpolation: 'cubic' as 'step' } })).rejects.toThrow(
      'skeletonText.interpolation cannot be used; expected "linear" or "step"; found "cubic"',
    );
    await expect(read(head, { skeletonText: { scale: 0 } })).rejects.toThrow('a positive number; found 0');
    await expect(read(head, { skeletonText: { size: [1, -1] } })).rejects.toThrow('both positive; found [1,-1]');
  });

  test('is known by its first line, whatever the name of the file', async () => {
    const source = memorySource([['a/b', `# made by hand\n#\n\n${head}`]]);
    expect((await load('a/b', { source })).rig.bones.length).toBe(2);
    expect((await load(memorySource([['x/hero.skel.txt', head]]))).rig.name).toBe('hero');
    await expect(load('a/b', { source: memorySource([['a/b', 'outlines are here']]) })).rejects.toThrow(
      'this cannot be loaded',
    );
  });

  test('has names in quotes, comments, and lines that end as on any system', async () => {
    const text = '\ufeff# one\r\nname "a \\"b\\""\r\noutline "two words"\r\nvertex 0 0\r\nvertex 1 1\r\n  # three';
    const { rig, problems } = await read(text);
    expect(problems).toEqual([]);
    expect(rig.name).toBe('a "b"');
    expect(rig.groups[1].id).toBe('two words');
  });

  test('is read as the guide shows it', async () => {
    const guide = readFileSync(fromRoot('docs', 'skeleton-text.md'), 'utf8');
    const { rig, problems } = await read(/```\n(.*?)```/s.exec(guide)?.[1] ?? '');
    expect(problems).toEqual([]);
    expect(rig.bones.map(({ id, parent }) => [id, parent])).toEqual([
      ['upper', -1],
      ['lower', 0],
    ]);
    expect(rig.actions[1]).toMatchObject({ name: 'wave', frames: 24 });
  });

  test('with nothing in it is refused', async () => {
    await expect(read('# nothing\nname x\n')).rejects.toThrow('there is nothing to show in the file');
  });
});

describe('faults are reported with line and column, and the rest loads', () => {
  // Lines count from the first line of `head`, which is empty; what is added begins at line 18.
  test.each<[string, string, string[]]>([
    [
      'a keyframe before any armature',
      'action a\nkeyframe 1 hips 0 0 0 1 0 0 0\noutline o\nvertex 0 0\nvertex 1 0\n',
      [
        'hero.skel.txt:2:1: a keyframe stands before any armature; it is skipped (the bones of an armature stand before what moves them)',
      ],
    ],
    [
      'a keyframe before any action',
      'armature r\nbone b - 0 0 0 1 0 0\nkeyframe 1 b 0 0 0 1 0 0 0',
      [
        'hero.skel.txt:3:1: a keyframe stands before any action; it is skipped (begin the motion with a line: action name)',
      ],
    ],
    [
      'a weight before any bone',
      'outline o\nvertex 0 0\nvertex 1 0\n  weight 0 1\n',
      [
        'hero.skel.txt:4:3: a weight stands before any bone; it is skipped (the weights of a bone stand behind its own line)',
      ],
    ],
    [
      'a bone before any armature',
      'outline o\nvertex 0 0\nvertex 1 0\nbone b - 0 0 0 1 0 0\nweight 0 1',
      [
        'hero.skel.txt:4:1: a bone stands before any armature; it is skipped (begin the bones with a line: armature name)',
      ],
    ],
    [
      'a vertex before any outline',
      'vertex 0 0\noutline o\nvertex 0 0\nvertex 1 0\n',
      [
        'hero.skel.txt:1:1: a vertex stands before any outline; it is skipped (begin the shape with a line: outline name)',
      ],
    ],
    [
      'a bone that is moved and is not there',
      `${head}keyframe 13 nek 0 0 0 1 0 0 0 hips 0 0 0 1 0 0 0`,
      ['hero.skel.txt:18:13: there is no bone of this name; found "nek" (did you mean neck?)'],
    ],
    [
      'a parent that is not there',
      `${head}bone arm shoulder 0 0 0 1 0 0`,
      ['hero.skel.txt:18:10: there is no bone of this name; found "shoulder"'],
    ],
    [
      'a vertex that is not there',
      `${head}bone arm hips 0 0 0 1 0 0\nweight 4 1 1.5 1`,
      [
        'hero.skel.txt:19:8: there is no vertex of this number; it is left out; expected a whole number from 0 to 3; found 4 (vertices count from 0 over the whole file, and stand before the lines that name them)',
        'hero.skel.txt:19:12: there is no vertex of this number; it is left out; expected a whole number from 0 to 3; found 1.5 (vertices count from 0 over the whole file, and stand before the lines that name them)',
      ],
    ],
    [
      'weights that do not add up to one',
      `${head}bone arm hips 0 0 0 1 0 0\nweight 2 0.6`,
      ['hero.skel.txt:8:1: the weights of vertex 2 do not add up to one; they are scaled; expected 1; found 1.6'],
    ],
    [
      'a weight of zero',
      `${head}bone arm hips 0 0 0 1 0 0\nweight 2 0`,
      ['hero.skel.txt:19:10, bone "arm": a weight of zero; it is left out'],
    ],
    [
      'a vertex that a bone carries twice',
      `${head}bone arm hips 0 0 0 1 0 0\nweight 2 0.5 2 0.5`,
      [
        'hero.skel.txt:19:14, bone "arm": the bone has a weight for this vertex already; this one is left out; found 2',
        'hero.skel.txt:8:1: the weights of vertex 2 do not add up to one; they are scaled; expected 1; found 1.5',
      ],
    ],
    [
      'a broken number',
      `${head}bone arm hips 0 0 1,5 1 0 0\nweight 1 .5.`,
      ['hero.skel.txt:18:19: this is not a number; expected a number; found "1,5"'],
    ],
    [
      'a number that is out of range',
      `${head}bone arm hips 0 0 0 1 0 1e300\nbone leg hips 0 0 0 0 1 0\nweight 2 -1`,
      [
        'hero.skel.txt:18:25: this number is out of range; expected a number; found "1e300"',
        'hero.skel.txt:20:10: this number is out of range; expected a number from 0; found "-1"',
      ],
    ],
    [
      'a line that ends too early',
      `${head}keyframe 13 neck 0 0 0 1 0 0 0 hips 0 0\nkeyframe\nbone arm hips 0 0\nweight`,
      [
        'hero.skel.txt:18:40, action nod, frame 13: the line ends too early; expected bone x y z qw qx qy qz',
        'hero.skel.txt:19:9: the line ends too early; expected keyframe frame bone x y z qw qx qy qz …',
        'hero.skel.txt:20:18: the line ends too early; expected bone name parent hx hy hz tx ty tz; the parent is - where there is none',
      ],
    ],
    [
      'weights that end too early',
      `${head}bone arm hips 0 0 0 1 0 0\nweight 2`,
      ['hero.skel.txt:19:9, bone "arm": the line ends too early; expected weight vertex share …'],
    ],
    [
      'names that are there already',
      `${head}outline hat\nvertex 5 5\nvertex 6 6\narmature rig\nbone neck - 0 0 0 1 0 0\nweight 4 1\naction nod\n`,
      [
        'hero.skel.txt:18:9, group "hat": there is an outline of this name already; both are drawn',
        'hero.skel.txt:21:10, group "rig": there is an armature of this name already; both are kept',
        'hero.skel.txt:22:6, bone "neck": there is a bone of this name already; this one is left out',
        'hero.skel.txt:24:8, action nod: there is an action of this name already; only the first can be reached by name',
      ],
    ],
    [
      'keyframes out of order',
      `${head}keyframe 6 neck 0 0 9 1 0 0 0`,
      [
        'hero.skel.txt:18:10, action nod, frame 6: the keyframe comes after a later one; it is put in its place; expected 12 or later',
      ],
    ],
    [
      'two keys at one frame',
      `${head}keyframe 12 neck 0 0 9 1 0 0 0`,
      [
        'hero.skel.txt:18:13, action nod, frame 12, bone "neck": the bone has a key at this frame already; the later one counts',
      ],
    ],
    [
      'frames that are none',
      `${head}keyframe 0 neck 0 0 0 1 0 0 0\nkeyframe 2.5 neck 0 0 0 1 0 0 0`,
      [
        'hero.skel.txt:18:10: this is no frame; expected a whole number from 1 to 1000000; found "0" (frame 0 is the rest pose; motion begins at frame 1)',
        'hero.skel.txt:19:10: this is no frame; expected a whole number from 1 to 1000000; found "2.5" (frame 0 is the rest pose; motion begins at frame 1)',
      ],
    ],
    [
      'a quaternion of length 0',
      `${head}keyframe 20 neck 0 0 0 0 0 0 0`,
      [
        'hero.skel.txt:18:24, action nod, frame 20, bone "neck": a quaternion of length 0 is no rotation; the bone is not turned; expected a quaternion of length 1: qw qx qy qz',
      ],
    ],
    [
      'a quaternion of another length',
      `${head}keyframe 20 neck 0 0 0 0 3 0 4`,
      [
        'hero.skel.txt:18:24, action nod, frame 20, bone "neck": the quaternion is not of length 1; it is normalised; expected 1; found 5',
      ],
    ],
    [
      'parents in a circle',
      'armature r\nbone a c 0 0 0 1 0 0\nbone b a 1 0 0 2 0 0\nbone c b 2 0 0 3 0 0\nbone d c 3 0 0 4 0 0\n',
      ['hero.skel.txt:2:8, bone "a": the parents of the bone lead back to it; it has none now'],
    ],
    [
      'a bone that is its own parent',
      'armature r\nbone a a 0 0 0 1 0 0\n',
      ['hero.skel.txt:2:8, bone "a": the parents of the bone lead back to it; it has none now'],
    ],
    [
      'a bone without length',
      `${head}bone dot hips 1 1 1 1 1 1`,
      [
        'hero.skel.txt:18:15, bone "dot": the head and the tail of the bone are one point, so it shows no angle (give it a length)',
      ],
    ],
    [
      'kinds of lines that are not known',
      `${head}vertx 1 2`,
      [
        'hero.skel.txt:18:1: this kind of line is not known; it is skipped; expected outline, vertex, curve, fill, stroke, hidden, armature, bone, weight, action, keyframe, name, fps, picture; found "vertx" (did you mean vertex?)',
      ],
    ],
    [
      'curves that are none',
      `outline o\nvertex 0 0\nvertex 1 0\nvertex 2 2\nvertex 3 3\ncurve open 0 1 2\ncurve round 0 1\ncurve open line 0\ncurve open 0 1 2 9\ncurve open\ncurve open 0 1 2 3\n`,
      [
        'hero.skel.txt:6:1, group "o": the vertices make no curve; it is left out; expected 3n + 1: a corner, then two handles and a corner for each piece; found 3',
        'hero.skel.txt:7:7: this word is not known here; expected open or closed; found "round"',
        'hero.skel.txt:8:1, group "o": the vertices make no curve; it is left out; expected at least 2; found 1',
        'hero.skel.txt:9:18: there is no vertex of this number; it is left out; expected a whole number from 0 to 3; found 9 (vertices count from 0 over the whole file, and stand before the lines that name them)',
        'hero.skel.txt:10:1, group "o": the vertices make no curve; it is left out; expected 3n + 1: a corner, then two handles and a corner for each piece; found 0',
      ],
    ],
    [
      'colours and words that are not known',
      `${head}outline p\nvertex 0 0\nvertex 1 0\nfill reddish odd\nstroke 2,0,0 1 flat\n`,
      [
        'hero.skel.txt:21:6: this is not a colour; expected none, #rgb, #rrggbb, or red,green,blue[,alpha] from 0 to 1; found "reddish"',
        'hero.skel.txt:21:14: this word is not known here; expected evenodd or nonzero; found "odd"',
        'hero.skel.txt:22:8: this is not a colour; expected none, #rgb, #rrggbb, or red,green,blue[,alpha] from 0 to 1; found "2,0,0"',
        'hero.skel.txt:22:16: this word is not known here; expected butt or round or square; found "flat"',
      ],
    ],
    [
      'quotes that do not close',
      `${head}outline "open\nvertex 0 0\nvertex 1 0\n`,
      ['hero.skel.txt:18:9: the quotes do not fit; expected a name in quotes as JSON writes it; found "\\"open"'],
    ],
  ])('%s', async (_, text, expected) => {
    const { rig, problems } = await read(text);
    expect(problems).toEqual(expected);
    expect(rig.paths.length + rig.bones.length).toBeGreaterThan(0);
  });

  test('what is mended', async () => {
    const { rig } = await read(
      `${head}keyframe 20 neck 0 0 0 0 3 0 4\nkeyframe 6 neck 0 0 9 1 0 0 0\nkeyframe 12 neck 7 0 0 1 0 0 0\n`,
    );
    const [, neck] = rig.actions[1].transforms ?? [];
    expect([...neck.frames]).toEqual([1, 6, 12, 20]);
    expect([...neck.translations.slice(3, 9)]).toEqual([0, 0, -90, 70, 0, 0]);
    expect([...neck.rotations.slice(12)]).toEqual([0.6, 0, -0.8, 0]);
    const { rig: scaled } = await read(`${head}bone arm hips 0 0 0 1 0 0\nweight 2 0.6`);
    const weights = scaled.paths[0].weights;
    const from = weights?.starts[5] as number;
    expect([...(weights?.bones.slice(from, from + 2) ?? [])]).toEqual([1, 2]);
    expect(weights?.weights[from]).toBeCloseTo(1 / 1.6, 6);
    expect(weights?.weights[from + 1]).toBeCloseTo(0.6 / 1.6, 6);
  });

  test('a line without end', async () => {
    const { rig, problems } = await read(
      `${head}bone arm hips 0 0 0 1 0 0\nweight ${'1 0.5 '.repeat(400_000)}\nbone leg hips 0 0 0 1 0 0`,
    );
    expect(problems).toEqual([
      expect.stringMatching(
        /^hero\.skel\.txt:19:1048576: the line is too long; it is skipped; expected at most 1048576 characters/,
      ),
    ]);
    expect(rig.bones.map(({ id }) => id)).toEqual(['hips', 'neck', 'arm', 'leg']);
  });

  test('limits hold', async () => {
    await expect(read(head, { limits: { points: 3 } })).rejects.toThrow('more vertices than allowed');
    await expect(read(head, { limits: { deltaBytes: 100 } })).rejects.toThrow('more bytes of keys than allowed');
    await expect(read(head, { limits: { depth: 1 } })).rejects.toThrow('more bones on one another than allowed');
  });
});

/** Lines as a broken export could have them. */
const spoiltLines = fc.array(
  fc
    .tuple(
      fc.constantFrom(
        ...'outline fill stroke vertex vertex vertex curve hidden armature bone bone weight action keyframe picture fps name'.split(
          ' ',
        ),
      ),
      fc.array(
        fc.oneof(
          fc.constantFrom(
            'a',
            'b',
            '-',
            'open',
            'closed',
            'line',
            'step',
            '#f00',
            'none',
            '"',
            '"x',
            '0.5,0,0',
            '1e-320',
          ),
          fc.integer({ min: -2, max: 12 }).map(String),
          fc.constantFrom('0', '1', '0.5', '1e12', '-1e12', '1e400', 'NaN', 'Infinity', '0x10', '.', '-0', '1e-12'),
        ),
        { maxLength: 12 },
      ),
    )
    .map(([kind, words]) => [kind, ...words].join(' ')),
  { maxLength: 40 },
);

test('a weight too small for a 32-bit float counts as zero', async () => {
  const text = 'outline o\nvertex 0 0\nvertex 1 1\narmature r\nbone a - 0 0 0 1 0 0\nweight 0 1e-320 1 1';
  const { rig } = await read(text);
  const { starts = [], weights = [] } = rig.paths[0].weights ?? {};
  // The first point has none, all others are carried wholly.
  expect([starts[0], starts[1]]).toEqual([0, 0]);
  expect([...weights].every((weight) => weight === 1)).toBe(true);
  expect(weights.length).toBeGreaterThan(0);
  compile(rig);
});

test('whatever lines there are, a rig comes of them or a typed error', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(spoiltLines, async (lines) => {
      const text = `outline o\nvertex 0 0\nvertex 1 1\narmature r\nbone a - 0 0 0 1 0 0\naction m\n${lines.join('\n')}`;
      // Holds the rig to the model.
      const { rig, problems } = await read(text);
      expect(problems.every((problem) => problem.startsWith('hero.skel.txt:') || / more problem/.test(problem))).toBe(
        true,
      );
      compile(rig);
    }),
    { numRuns: 400 },
  );
});

/** Any rig that a text can say. */
const rigs = fc.gen().map((g): Rig => {
  const whole = (max: number, min = 0) => g(fc.integer, { min, max });
  const number = () => g(fc.double, { min: -1e6, max: 1e6, noNaN: true }) + 0;
  const share = () => g(fc.double, { min: 0, max: 1, noNaN: true }) + 0;
  const name = () => g(fc.string, { maxLength: 12 });
  const color = () => (g(fc.boolean) ? null : ([share(), share(), share(), share()] as const));
  const pick = <T>(values: readonly T[]): T => values[whole(values.length - 1)];
  const boneCount = whole(4);
  const outlines = Array.from({ length: whole(3, 1) }, () => {
    const contours = [];
    let count = 0;
    for (let c = whole(2, 1); c > 0; c--) {
      const segments = whole(3, 1);
      contours.push({ start: count, segments, closed: g(fc.boolean) });
      count += 3 * segments + 1;
    }
    const starts = [0];
    const bones: number[] = [];
    const weights: number[] = [];
    for (let i = 0; i < count; i++) {
      const own = Array.from({ length: boneCount }, (_, b) => b).filter(() => g(fc.boolean));
      const shares = own.map(() => share() + 0.1);
      const sum = shares.reduce((a, b) => a + b, 0);
      bones.push(...own);
      weights.push(...shares.map((each) => each / sum));
      starts.push(bones.length);
    }
    const depths = Float64Array.from({ length: count }, number);
    return {
      points: Float64Array.from({ length: count * 2 }, number),
      contours,
      fillRule: pick(['nonzero', 'evenodd'] as const),
      style: {
        fill: color(),
        stroke: color(),
        strokeWidth: Math.abs(number()),
        lineCap: pick(['butt', 'round', 'square'] as const),
        lineJoin: pick(['miter', 'round', 'bevel'] as const),
        miterLimit: 1 + Math.abs(number()),
        visible: g(fc.boolean),
      },
      ...(bones.length > 0 && {
        weights: {
          starts: Uint32Array.from(starts),
          bones: Uint32Array.from(bones),
          weights: Float32Array.from(weights),
          ...(depths.some((depth) => depth !== 0) && { depths }),
        },
      }),
    };
  });
  const base = sketchRig([], { width: whole(900, 1), height: whole(900, 1) });
  const n = outlines.length;
  const armatures = boneCount === 0 ? 0 : whole(2, 1);
  const armatureOf = (bone: number) => (armatures === 2 && bone >= 2 ? 1 : 0);
  const bones = Array.from({ length: boneCount }, (_, b) => ({
    // Names of bones must differ.
    id: `${name()}${b}`,
    group: n + 1 + armatures + b,
    parent: b === 0 || g(fc.boolean) ? -1 : whole(b - 1),
    base: [number(), number()] as const,
    tip: [number(), number()] as const,
    depths: [number(), number()] as const,
    strength: undefined,
    minAngle: undefined,
    maxAngle: undefined,
    isPin: false,
    fixed: false,
    flexiPoint: undefined,
  }));
  const group = (id: string, parent: number, children: readonly number[]) => ({
    id,
    parent,
    children,
    masks: [],
    flexi: [],
  });
  const actions = Array.from({ length: whole(2) }, (_, a) => {
    const frames = whole(40, 1);
    const interpolation = pick(['linear', 'step'] as const);
    const moved = bones.flatMap((_, b) => (g(fc.boolean) ? [b] : []));
    const tracks = moved.map((bone) => {
      const keys = Array.from({ length: frames }, (_, f) => f + 1).filter((f) => f === 1 || g(fc.boolean));
      const turns = keys.flatMap(() => {
        const turn = [number(), number(), number(), number()];
        const length = Math.hypot(...turn);
        return length < 1e-3 ? [0, 0, 0, 1] : turn.map((value) => value / length + 0);
      });
      return {
        bone,
        frames: Int32Array.from(keys),
        interpolation,
        translations: Float64Array.from({ length: keys.length * 3 }, number),
        rotations: Float64Array.from(turns),
      };
    });
    return transformAction(`${name()}${a}`, frames, tracks);
  });
  return {
    ...base,
    name: name(),
    fps: whole(60, 1),
    groups: [
      group(
        '',
        -1,
        Array.from({ length: n + armatures }, (_, i) => groupRef(i + 1)),
      ),
      ...outlines.map((_, p) => group(name(), 0, [pathRef(p)])),
      ...Array.from({ length: armatures }, (_, a) =>
        group(
          name(),
          0,
          bones.flatMap((bone, b) => (armatureOf(b) === a ? [groupRef(bone.group)] : [])),
        ),
      ),
      ...bones.map(({ id }, b) => group(id, n + 1 + armatureOf(b), [])),
    ],
    paths: outlines.map((outline, p) => ({ ...outline, group: p + 1, index: 0, masks: [], role: 'drawn' as const })),
    actions: [{ ...base.actions[0], name: 'base', frames: 0 }, ...actions],
    bones,
  };
});

describe('a rig that is written', () => {
  test('is the same when it is read again', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(rigs, async (rig) => {
        validateRig(rig);
        const found = await read(writeSkeletonText(rig));
        expect(found.rig).toEqual(rig);
        expect(found.problems.filter((problem) => !/of this name already|are one point/.test(problem))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  test('as it is when it came from a text of its own units', async () => {
    const { rig } = await read(head);
    expect((await read(writeSkeletonText(rig))).rig).toEqual(rig);
  });

  test('is refused where a text has no lines for it', async () => {
    const { rig } = await read(head);
    expect(() => writeSkeletonText({ ...rig, masks: [{ id: 'm', paths: [], masks: [] }] })).toThrow(
      'a text skeleton has no lines for a mask',
    );
    const flat = rig.bones.map(({ depths: _, ...bone }) => bone);
    expect(() => writeSkeletonText({ ...rig, bones: flat })).toThrow(
      'a bone that moves in the picture plane; expected',
    );
    const two = sketchRig([
      { d: 'M 0 0 L 1 1', group: 'a' },
      { d: 'M 0 0 L 1 1', group: 'a' },
    ]);
    expect(() => writeSkeletonText(two)).toThrow('a group that is not one path in the picture');
  });
});
