import { describe, expect, test } from 'vitest';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Path, Rig } from '../../src/engine/model/rig.ts';
import { groupRef } from '../../src/engine/model/rig.ts';
import { validateRig } from '../../src/engine/model/validate.ts';
import { within } from '../support/within.ts';

/** Any part of a rig may be anything. */
// biome-ignore lint/suspicious/noExplicitAny: the tests break rigs in ways that types forbid.
type Loose = any;

/** For five points: one bone, none, two, two, one. */
const weights = () => ({
  starts: Uint32Array.of(0, 1, 1, 3, 5, 6),
  bones: Uint32Array.of(0, 0, 1, 1, 0, 1),
  weights: Float32Array.of(1, 0.25, 0.75, 0, 1, 1),
});

/** A rig with one of everything: two groups, three paths (one a clip), a mask of a mask, tracks of all kinds, two bones, weights. */
function whole(): Loose {
  const path = (group: number, index: number, role: Path['role']): Path => ({
    group,
    index,
    points: Float64Array.of(0, 0, 1, 0, 2, 0, 3, 0, 5, 5),
    contours: [
      { start: 0, segments: 1, closed: true },
      { start: 4, segments: 0, closed: false },
    ],
    fillRule: 'evenodd',
    style: {
      fill: [0, 0.5, 1, 1],
      stroke: null,
      strokeWidth: 1,
      lineCap: 'round',
      lineJoin: 'miter',
      miterLimit: 4,
      visible: true,
    },
    masks: [0],
    role,
  });
  const bone = { isPin: false, fixed: true, strength: 1, minAngle: undefined, maxAngle: 90 };
  const rig: Rig = {
    name: 'whole',
    width: 100,
    height: 50,
    fps: 24,
    groups: [
      { id: '', parent: -1, children: [groupRef(1), 0], masks: [], flexi: [] },
      { id: 'arm', parent: 0, children: [1], masks: [1], flexi: [0, 1] },
    ],
    paths: [path(0, 0, 'drawn'), { ...path(1, 0, 'drawn'), weights: weights() }, path(1, 0, 'clip')],
    masks: [
      { id: 'c', paths: [2], masks: [1] },
      { id: 'd', paths: [0, 2], masks: [] },
    ],
    actions: [
      { name: 'base', kind: 'base', frames: 0, morphs: [], styles: [], visibility: [], orders: [], bones: [] },
      {
        name: 'walk',
        kind: 'bone',
        frames: 5,
        morphs: [{ path: 1, frames: Int32Array.of(1, 3), deltas: new Float32Array(20) }],
        styles: [
          { path: 0, property: 'fill', frames: Int32Array.of(2), values: [null] },
          { path: 0, property: 'strokeWidth', frames: Int32Array.of(2, 5), values: [1, 0] },
        ],
        visibility: [{ group: 1, frames: Int32Array.of(4), values: [false] }],
        orders: [{ group: 0, frames: Int32Array.of(1), values: [[0, groupRef(1)]] }],
        bones: [{ bone: 1, frames: Int32Array.of(1), deltas: new Float64Array(4) }],
      },
    ],
    bones: [
      { ...bone, id: 'b0', group: 1, parent: 1, base: [0, 0], tip: [1, 1], flexiPoint: undefined },
      { ...bone, id: 'b1', group: 1, parent: -1, base: [0, 0], tip: [1, 1], flexiPoint: { point: 1, bones: [0] } },
    ],
    smartBones: [{ action: 1, bone: 0, startAngle: 0, endAngle: 90, frames: 5, firstFrame: 1, rule: 'nearest' }],
  };
  return rig;
}

test('a rig that keeps all promises is taken', () => {
  expect(() => validateRig(whole())).not.toThrow();
  expect(compile(whole()).pointCount).toBe(15);
});

const inGroup = (id: string) => `group "${id}": `;
const inWalk = 'action walk: ';
const coordinate = 'a number from -1e30 to 1e30';
const children = 'a drawn path of the group, or ~ a group in it';

describe('a rig that breaks a promise is refused, with the field', () => {
  test.each<[what: string, spoil: (rig: Loose) => void, message: string]>([
    ['no groups', (rig) => delete rig.groups, 'groups is not valid; expected an array; found undefined'],
    [
      'an empty list',
      (rig) => (rig.groups = []),
      'groups is not valid; expected at least one, the picture itself; found []',
    ],
    ['a hole in a list', (rig) => (rig.paths[1] = null), 'paths[1] is not valid; expected an object; found null'],
    ['no size', (rig) => (rig.width = 0), 'width is not valid; expected a positive number; found 0'],
    [
      'an endless size',
      (rig) => (rig.height = Infinity),
      'height is not valid; expected a positive number; found Infinity',
    ],
    ['no rate', (rig) => (rig.fps = Number.NaN), 'fps is not valid; expected a positive number; found NaN'],
    ['a name of numbers', (rig) => (rig.name = 7), 'name is not valid; expected a string; found 7'],

    [
      'a root with a parent',
      (rig) => (rig.groups[0].parent = 0),
      `groups[0].parent is not valid; expected -1: the picture is in no group; found 0`,
    ],
    [
      'groups in a ring',
      (rig) => (rig.groups[1].parent = 1),
      `${inGroup('arm')}groups[1].parent is not valid; expected an earlier group; found 1`,
    ],
    [
      'half a group',
      (rig) => (rig.groups[1].parent = 0.5),
      `${inGroup('arm')}groups[1].parent is not valid; expected a whole number; found 0.5`,
    ],
    [
      'a mask that is not there',
      (rig) => (rig.groups[1].masks = [2]),
      `${inGroup('arm')}groups[1].masks[0] is not valid; expected 0 to 1; found 2`,
    ],
    [
      'a bone that is not there',
      (rig) => (rig.groups[1].flexi = [0, 9]),
      `${inGroup('arm')}groups[1].flexi[1] is not valid; expected 0 to 1; found 9`,
    ],

    [
      'a child that is not there',
      (rig) => rig.groups[1].children.push(3),
      `${inGroup('arm')}groups[1].children[1] is not valid; expected ${children}; found 3`,
    ],
    [
      'a clip path as child',
      (rig) => rig.groups[1].children.push(2),
      `${inGroup('arm')}groups[1].children[1] is not valid; expected ${children}; found 2`,
    ],
    [
      'a child of another group',
      (rig) => rig.groups[1].children.push(0),
      `${inGroup('arm')}groups[1].children[1] is not valid; expected ${children}; found 0`,
    ],
    [
      'a group in itself',
      (rig) => rig.groups[1].children.push(~1),
      `${inGroup('arm')}groups[1].children[1] is not valid; expected ${children}; found -2`,
    ],
    [
      'a child twice',
      (rig) => rig.groups[1].children.push(1),
      `${inGroup('arm')}groups[1].children[1] is not valid; expected no child twice; found 1`,
    ],
    [
      'a path in no list',
      (rig) => (rig.groups[1].children = []),
      `${inGroup('arm')}groups[1].children is not valid; expected all that is in the group, 1 too; found []`,
    ],
    [
      'a group in no list',
      (rig) => (rig.groups[0].children = [0]),
      'groups[0].children is not valid; expected all that is in the group, -2 too; found [0]',
    ],

    ['a path of no group', (rig) => (rig.paths[1].group = 2), 'paths[1].group is not valid; expected 0 to 1; found 2'],
    [
      'a point that is no number',
      (rig) => (rig.paths[1].points[3] = Number.NaN),
      `${inGroup('arm')}paths[1].points[3] is not valid; expected ${coordinate}; found NaN`,
    ],
    [
      'a point too far away',
      (rig) => (rig.paths[1].points[3] = -1e31),
      `${inGroup('arm')}paths[1].points[3] is not valid; expected ${coordinate}; found -1e+31`,
    ],
    [
      'points of another kind',
      (rig) => (rig.paths[1].points = [0, 0]),
      `${inGroup('arm')}paths[1].points is not valid; expected a Float64Array; found [0, 0]`,
    ],
    [
      'too few points',
      (rig) => (rig.paths[1].points = new Float64Array(8)),
      `${inGroup('arm')}paths[1].points is not valid; expected 10 numbers, as the contours need; found 8 numbers`,
    ],
    [
      'a contour elsewhere',
      (rig) => (rig.paths[1].contours[1].start = 3),
      `${inGroup('arm')}paths[1].contours[1].start is not valid; expected 4, where the contour before ends; found 3`,
    ],
    [
      'half a segment',
      (rig) => (rig.paths[1].contours[0].segments = 0.5),
      `${inGroup('arm')}paths[1].contours[0].segments is not valid; expected a whole number from 0; found 0.5`,
    ],
    [
      'a contour neither open nor closed',
      (rig) => (rig.paths[1].contours[0].closed = 1),
      `${inGroup('arm')}paths[1].contours[0].closed is not valid; expected true or false; found 1`,
    ],
    [
      'another rule',
      (rig) => (rig.paths[1].fillRule = 'odd'),
      `${inGroup('arm')}paths[1].fillRule is not valid; expected nonzero or evenodd; found "odd"`,
    ],
    [
      'a colour out of range',
      (rig) => (rig.paths[1].style.fill = [0, 0, 1.5, 1]),
      `${inGroup('arm')}paths[1].style.fill is not valid; expected null, or four numbers from 0 to 1; found [0, 0, 1.5, 1]`,
    ],
    [
      'a colour without alpha',
      (rig) => (rig.paths[1].style.stroke = [0, 0, 1]),
      `${inGroup('arm')}paths[1].style.stroke is not valid; expected null, or four numbers from 0 to 1; found [0, 0, 1]`,
    ],
    [
      'a negative width',
      (rig) => (rig.paths[1].style.strokeWidth = -1),
      `${inGroup('arm')}paths[1].style.strokeWidth is not valid; expected a number from 0 to 1e30; found -1`,
    ],
    [
      'a small miter limit',
      (rig) => (rig.paths[1].style.miterLimit = 0.5),
      `${inGroup('arm')}paths[1].style.miterLimit is not valid; expected a number from 1 to 1e30; found 0.5`,
    ],
    [
      'another cap',
      (rig) => (rig.paths[1].style.lineCap = 'flat'),
      `${inGroup('arm')}paths[1].style.lineCap is not valid; expected butt or round or square; found "flat"`,
    ],
    [
      'another join',
      (rig) => delete rig.paths[1].style.lineJoin,
      `${inGroup('arm')}paths[1].style.lineJoin is not valid; expected miter or round or bevel; found undefined`,
    ],
    [
      'no style',
      (rig) => (rig.paths[1].style = null),
      `${inGroup('arm')}paths[1].style is not valid; expected an object; found null`,
    ],
    [
      'another role',
      (rig) => (rig.paths[1].role = ''),
      `${inGroup('arm')}paths[1].role is not valid; expected drawn or clip; found ""`,
    ],
    [
      'a mask of a path that is not there',
      (rig) => (rig.paths[0].masks = [7]),
      'paths[0].masks[0] is not valid; expected 0 to 1; found 7',
    ],

    [
      'weights of fewer points',
      (rig) => (rig.paths[1].weights.starts = Uint32Array.of(0, 1, 1, 3, 6)),
      `${inGroup('arm')}paths[1].weights.starts is not valid; expected 6 numbers; found 5 numbers`,
    ],
    [
      'weights that begin late',
      (rig) => (rig.paths[1].weights.starts[0] = 1),
      `${inGroup('arm')}paths[1].weights.starts[0] is not valid; expected ascending numbers from 0; found 1`,
    ],
    [
      'weights that go back',
      (rig) => (rig.paths[1].weights.starts[2] = 0),
      `${inGroup('arm')}paths[1].weights.starts[2] is not valid; expected ascending numbers from 0; found 0`,
    ],
    [
      'weights that end early',
      (rig) => (rig.paths[1].weights.starts[5] = 5),
      `${inGroup('arm')}paths[1].weights.starts[5] is not valid; expected 6, the number of bones; found 5`,
    ],
    [
      'starts of another kind',
      (rig) => (rig.paths[1].weights.starts = [0, 1, 1, 3, 5, 6]),
      `${inGroup('arm')}paths[1].weights.starts is not valid; expected a Uint32Array; found [0, 1, 1, 3, 5, 6]`,
    ],
    [
      'more bones than weights',
      (rig) => (rig.paths[1].weights.weights = Float32Array.of(1, 0.25, 0.75, 0, 1)),
      `${inGroup('arm')}paths[1].weights.weights is not valid; expected 6 numbers; found 5 numbers`,
    ],
    [
      'weights of no bone',
      (rig) => (rig.paths[1].weights.bones[4] = 2),
      `${inGroup('arm')}paths[1].weights.bones[4] is not valid; expected 0 to 1; found 2`,
    ],
    [
      'weights that do not come to 1',
      (rig) => (rig.paths[1].weights.weights[2] = 0.7),
      `${inGroup('arm')}paths[1].weights.weights is not valid; expected a sum of 1 for point 2; found 0.949`,
    ],
    [
      'a negative weight',
      (rig) => (rig.paths[1].weights.weights[3] = -0.5),
      `${inGroup('arm')}paths[1].weights.weights[3] is not valid; expected a number from 0 to 1; found -0.5`,
    ],
    [
      'a weight that is no number',
      (rig) => (rig.paths[1].weights.weights[3] = Number.NaN),
      `${inGroup('arm')}paths[1].weights.weights[3] is not valid; expected a number from 0 to 1; found NaN`,
    ],
    [
      'half the weights',
      (rig) => delete rig.paths[1].weights.bones,
      `${inGroup('arm')}paths[1].weights.bones is not valid; expected a Uint32Array; found undefined`,
    ],

    [
      'a mask of no path',
      (rig) => (rig.masks[0].paths = [3]),
      'masks[0].paths[0] is not valid; expected 0 to 2; found 3',
    ],
    [
      'a mask cut by no mask',
      (rig) => (rig.masks[0].masks = [2]),
      'masks[0].masks[0] is not valid; expected 0 to 1; found 2',
    ],
    [
      'masks in a ring',
      (rig) => (rig.masks[1].masks = [0]),
      'masks[1].masks is not valid; expected nothing that leads back to where it starts; found 0',
    ],

    [
      'a bone of no group',
      (rig) => (rig.bones[0].group = 2),
      'bone "b0": bones[0].group is not valid; expected 0 to 1; found 2',
    ],
    [
      'a bone of no parent',
      (rig) => (rig.bones[1].parent = -2),
      'bone "b1": bones[1].parent is not valid; expected -1, or 0 to 1; found -2',
    ],
    [
      'bones in a ring',
      (rig) => (rig.bones[1].parent = 0),
      'bone "b1": bones[1].parent is not valid; expected nothing that leads back to where it starts; found 0',
    ],
    [
      'a bone without an end',
      (rig) => (rig.bones[1].tip = [1]),
      `bone "b1": bones[1].tip is not valid; expected two of ${coordinate}; found [1]`,
    ],
    [
      'a bone of no strength',
      (rig) => (rig.bones[1].strength = Number.NaN),
      'bone "b1": bones[1].strength is not valid; expected a number from -1e30 to 1e30; found NaN',
    ],
    [
      'a third end',
      (rig) => (rig.bones[1].flexiPoint.point = 2),
      'bone "b1": bones[1].flexiPoint.point is not valid; expected 0 or 1; found 2',
    ],
    [
      'carried by no bone',
      (rig) => (rig.bones[1].flexiPoint.bones = [0, 2]),
      'bone "b1": bones[1].flexiPoint.bones[1] is not valid; expected 0 to 1; found 2',
    ],
    [
      'a smart bone of no action',
      (rig) => (rig.smartBones[0].action = 2),
      'smartBones[0].action is not valid; expected 0 to 1; found 2',
    ],
    [
      'a smart bone of no bone',
      (rig) => (rig.smartBones[0].bone = 2),
      'smartBones[0].bone is not valid; expected 0 to 1; found 2',
    ],
    [
      'a smart bone without frames',
      (rig) => (rig.smartBones[0].frames = 0),
      'smartBones[0].frames is not valid; expected a whole number from 1; found 0',
    ],

    [
      'a smart bone that begins before the rest pose',
      (rig) => (rig.smartBones[0].firstFrame = -1),
      'smartBones[0].firstFrame is not valid; expected a whole number from 0; found -1',
    ],
    [
      'a smart bone of no rule',
      (rig) => (rig.smartBones[0].rule = 'linear'),
      'smartBones[0].rule is not valid; expected ancestor or nearest or continuous; found "linear"',
    ],
    [
      'a smart bone of no angle',
      (rig) => (rig.smartBones[0].endAngle = Infinity),
      'smartBones[0].endAngle is not valid; expected a number from -1e30 to 1e30; found Infinity',
    ],

    [
      'an action of another kind',
      (rig) => (rig.actions[1].kind = 'run'),
      `${inWalk}actions[1].kind is not valid; expected base or morph or bone; found "run"`,
    ],
    [
      'endless frames',
      (rig) => (rig.actions[1].frames = 1e9),
      `${inWalk}actions[1].frames is not valid; expected a whole number from 0 to 1000000; found 1000000000`,
    ],
    [
      'no tracks',
      (rig) => delete rig.actions[1].orders,
      `${inWalk}actions[1].orders is not valid; expected an array; found undefined`,
    ],
    [
      'a track of no path',
      (rig) => (rig.actions[1].morphs[0].path = 3),
      `${inWalk}actions[1].morphs[0].path is not valid; expected 0 to 2; found 3`,
    ],
    [
      'a track of too many keys',
      (rig) => (rig.actions[1].morphs[0].frames = new Int32Array(65_536).fill(1)),
      `${inWalk}actions[1].morphs[0].frames is not valid; expected at most 65535 keys; found 65536 numbers`,
    ],
    [
      'a key at frame 0',
      (rig) => (rig.actions[1].morphs[0].frames[0] = 0),
      `${inWalk}actions[1].morphs[0].frames[0] is not valid; expected a frame from 1; found 0`,
    ],
    [
      'keys that do not ascend',
      (rig) => (rig.actions[1].morphs[0].frames[1] = 1),
      `${inWalk}actions[1].morphs[0].frames[1] is not valid; expected ascending frames from 1 to 5; found 1`,
    ],
    [
      'a key beyond the last frame',
      (rig) => (rig.actions[1].morphs[0].frames[1] = 6),
      `${inWalk}actions[1].morphs[0].frames[1] is not valid; expected ascending frames from 1 to 5; found 6`,
    ],
    [
      'frames of another kind',
      (rig) => (rig.actions[1].morphs[0].frames = [1, 3]),
      `${inWalk}actions[1].morphs[0].frames is not valid; expected an Int32Array; found [1, 3]`,
    ],
    [
      'rows that are too short',
      (rig) => (rig.actions[1].morphs[0].deltas = new Float32Array(19)),
      `${inWalk}actions[1].morphs[0].deltas is not valid; expected 20 for its keys; found 19 numbers`,
    ],
    [
      'a delta that is no number',
      (rig) => (rig.actions[1].morphs[0].deltas[11] = Infinity),
      `${inWalk}actions[1].morphs[0].deltas[11] is not valid; expected ${coordinate}; found Infinity`,
    ],
    [
      'a style of no path',
      (rig) => (rig.actions[1].styles[0].path = 3),
      `${inWalk}actions[1].styles[0].path is not valid; expected 0 to 2; found 3`,
    ],
    [
      'another property',
      (rig) => (rig.actions[1].styles[0].property = 'font'),
      `${inWalk}actions[1].styles[0].property is not valid; expected fill or stroke or strokeWidth; found "font"`,
    ],
    [
      'too few colours',
      (rig) => (rig.actions[1].styles[0].values = []),
      `${inWalk}actions[1].styles[0].values is not valid; expected 1 for its keys; found []`,
    ],
    [
      'a colour that is a width',
      (rig) => (rig.actions[1].styles[0].values = [1]),
      `${inWalk}actions[1].styles[0].values[0] is not valid; expected null, or four numbers from 0 to 1; found 1`,
    ],
    [
      'a width that is a colour',
      (rig) => (rig.actions[1].styles[1].values[1] = null),
      `${inWalk}actions[1].styles[1].values[1] is not valid; expected a number from 0 to 1e30; found null`,
    ],
    [
      'a group that is not there',
      (rig) => (rig.actions[1].visibility[0].group = 2),
      `${inWalk}actions[1].visibility[0].group is not valid; expected 0 to 1; found 2`,
    ],
    [
      'half visible',
      (rig) => (rig.actions[1].visibility[0].values = [0.5]),
      `${inWalk}actions[1].visibility[0].values[0] is not valid; expected true or false; found 0.5`,
    ],
    [
      'an order of no group',
      (rig) => (rig.actions[1].orders[0].group = 2),
      `${inWalk}actions[1].orders[0].group is not valid; expected 0 to 1; found 2`,
    ],
    [
      'an order that leaves one out',
      (rig) => (rig.actions[1].orders[0].values = [[0]]),
      `${inWalk}actions[1].orders[0].values[0] is not valid; expected a permutation of the children of the group; found [0]`,
    ],
    [
      'an order with one twice',
      (rig) => (rig.actions[1].orders[0].values = [[0, 0]]),
      `${inWalk}actions[1].orders[0].values[0] is not valid; expected a permutation of the children of the group; found [0, 0]`,
    ],
    [
      'an order of others',
      (rig) => (rig.actions[1].orders[0].values = [[0, 1]]),
      `${inWalk}actions[1].orders[0].values[0] is not valid; expected a permutation of the children of the group; found [0, 1]`,
    ],
    [
      'a track of no bone',
      (rig) => (rig.actions[1].bones[0].bone = 2),
      `${inWalk}actions[1].bones[0].bone is not valid; expected 0 to 1; found 2`,
    ],
    [
      'an end that is no number',
      (rig) => (rig.actions[1].bones[0].deltas[3] = Number.NaN),
      `${inWalk}actions[1].bones[0].deltas[3] is not valid; expected ${coordinate}; found NaN`,
    ],
    [
      'ends of another kind',
      (rig) => (rig.actions[1].bones[0].deltas = new Float32Array(4)),
      `${inWalk}actions[1].bones[0].deltas is not valid; expected a Float64Array; found 4 numbers`,
    ],
    [
      'too many ends',
      (rig) => (rig.actions[1].bones[0].deltas = new Float64Array(8)),
      `${inWalk}actions[1].bones[0].deltas is not valid; expected 4 for its keys; found 8 numbers`,
    ],
  ])('%s', (_, spoil, message) => {
    const rig = whole();
    spoil(rig);
    let thrown: unknown;
    try {
      compile(rig);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ name: 'AyatoriError', problem: { code: 'rig-invalid' } });
    // 32-bit numbers have more digits than anyone wants to read.
    expect((thrown as Error).message.replace(/(\.\d{3})\d+/, '$1')).toBe(message);
  });

  test.each([[undefined], [null], [7], [{}]])('that is none at all: %j', (rig) => {
    expect(() => validateRig(rig as unknown as Rig)).toThrow(/is not valid; expected/);
  });

  test('groups, masks and bones inside one another, deeper than can be followed', () => {
    const count = 1e5;
    const groups = whole();
    const group = groups.groups[1];
    groups.groups = Array.from({ length: count }, (_, g) => ({
      ...group,
      parent: g - 1,
      children: g < count - 1 ? [groupRef(g + 1)] : [],
    }));
    expect(() => validateRig(groups)).toThrow(
      'groups[4097].parent is not valid; expected at most 4096 groups around it',
    );
    // Listed from either end.
    for (const step of [1, -1]) {
      const masks = whole();
      masks.masks = Array.from({ length: count }, (_, m) => ({
        id: '',
        paths: [],
        masks: masks.masks[0] && m + step >= 0 && m + step < count ? [m + step] : [],
      }));
      expect(() => validateRig(masks)).toThrow(
        /^masks\[\d+\].masks is not valid; expected at most 4096 inside one another/,
      );
    }
  });
});

test('the check takes time in line with the size', async () => {
  const rig = whole();
  const track = rig.actions[1].morphs[0];
  rig.actions[1].frames = 50_000;
  rig.actions[1].morphs = Array.from({ length: 20 }, () => ({
    ...track,
    frames: Int32Array.from({ length: 50_000 }, (_, k) => k + 1),
    deltas: new Float32Array(500_000),
  }));
  rig.masks = Array.from({ length: 1e5 }, (_, m) => ({ id: '', paths: [0, 1, 2], masks: m >= 20 ? [m % 20] : [] }));
  await within(1, () => validateRig(rig));
});
