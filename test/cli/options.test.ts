import { describe, expect, test } from 'vitest';
import { addAction, addBone, addReach, parseSize } from '../../src/cli/options.ts';

describe('--action', () => {
  test.each([
    ['walk=24', { walk: { frame: 24, weight: 1 } }],
    ['顔=30:0.5', { 顔: { frame: 30, weight: 0.5 } }],
    ['a=b:c=1.5:0', { 'a=b:c': { frame: 1.5, weight: 0 } }],
    ['walk=-1', { walk: { frame: -1, weight: 1 } }],
  ])('%s', (text, actions) => {
    expect(addAction(text)).toEqual(actions);
  });

  test('comes after those before it, and replaces one of its name', () => {
    const first = addAction('a=1', addAction('b=2'));
    expect(Object.keys(first)).toEqual(['b', 'a']);
    expect(addAction('b=3', first)).toEqual({ b: { frame: 3, weight: 1 }, a: { frame: 1, weight: 1 } });
  });

  test.each([
    ['walk', 'It must be NAME=FRAME or NAME=FRAME:WEIGHT.'],
    ['=24', 'It must be NAME=FRAME or NAME=FRAME:WEIGHT.'],
    ['walk=', 'It must be NAME=FRAME or NAME=FRAME:WEIGHT.'],
    ['walk=a', 'The frame must be a number.'],
    ['walk= ', 'The frame must be a number.'],
    ['walk=Infinity', 'The frame must be a number.'],
    ['walk=1:x', 'The weight must be a number.'],
    ['walk=1:1.5', 'The weight must be from 0 to 1.'],
    ['walk=1:-0.5', 'The weight must be from 0 to 1.'],
  ])('%s is refused', (text, message) => {
    expect(() => addAction(text)).toThrow(message);
  });
});

describe('--bone', () => {
  test('turns bones, degrees; a later one of a name replaces an earlier one', () => {
    expect(addBone('head=-12.5', addBone('a=b=3', addBone('head=1')))).toEqual({ head: -12.5, 'a=b': 3 });
  });

  test.each([
    ['head', 'It must be NAME=ANGLE.'],
    ['=3', 'It must be NAME=ANGLE.'],
    ['head=', 'It must be NAME=ANGLE.'],
    ['head=left', 'The angle must be a number.'],
    ['head=NaN', 'The angle must be a number.'],
  ])('%s is refused', (text, message) => {
    expect(() => addBone(text)).toThrow(message);
  });
});

describe('--ik', () => {
  test('gives bones a point each', () => {
    expect(addReach('手=1.5,-2', addReach('a=3,4'))).toEqual({ 手: [1.5, -2], a: [3, 4] });
  });

  test.each([
    ['hand=1', 'It must be BONE=X,Y.'],
    ['hand=1,2,3', 'It must be BONE=X,Y.'],
    ['hand=,2', 'It must be BONE=X,Y.'],
    ['hand=a,2', 'X must be a number.'],
    ['=1,2', 'It must be BONE=X,Y.'],
  ])('%s is refused', (text, message) => {
    expect(() => addReach(text)).toThrow(message);
  });
});

describe('--size', () => {
  test.each(['480x720', '480X720', '480×720'])('%s', (text) => {
    expect(parseSize(text)).toEqual({ width: 480, height: 720 });
  });

  test.each(['', '480', '480x', '0x720', '480x0', '4.5x3', '-4x3', '480x720px', '1e3x2'])('"%s" is refused', (text) => {
    expect(() => parseSize(text)).toThrow('It must be WxH');
  });
});
