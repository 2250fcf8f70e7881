import { describe, expect, test } from 'vitest';
import { AyatoriError, formatProblem, nearestNames } from '../../src/engine/model/problem.ts';
import { within } from '../support/within.ts';

describe('a problem in one line', () => {
  test('names the place from the file to the path, then what was expected and found', () => {
    const problem = {
      code: 'x',
      file: 'hero/walk_00012.svg',
      line: 3,
      column: 7,
      byte: 99,
      action: '歩き',
      frame: 12,
      group: 'it\'s "in" 手',
      path: 2,
      bone: 'b',
      message: 'it is wrong',
      expected: 'this',
      found: 'that',
      hint: 'mend it',
    };
    const text =
      'hero/walk_00012.svg:3:7, byte 99, action 歩き, frame 12, group "it\'s "in" 手", path 2, bone "b": it is wrong; expected this; found that (mend it)';
    expect(formatProblem({ severity: 'warning', ...problem })).toBe(text);
    const error = new AyatoriError(problem);
    expect([error.name, error.message, error.problem.severity]).toEqual(['AyatoriError', text, 'error']);
  });

  test('without a place is the message alone', () => {
    expect(formatProblem({ severity: 'info', code: 'x', message: 'well', column: 3 })).toBe('well');
  });

  test('cuts names that are as long as a file', () => {
    const group = 'g'.repeat(1e6);
    expect(formatProblem({ severity: 'info', code: 'x', message: 'well', group })).toBe(
      `group "${'g'.repeat(200)}…": well`,
    );
  });
});

describe('the nearest names', () => {
  test.each([
    ['wlak', ['walk', 'talk', 'wink'], ['walk']],
    ['slid', ['slide', 'base'], ['slide']],
    ['bone_c', ['bone_a', 'bone_b', 'bone_ガ', 'bone_d'], ['bone_a', 'bone_b', 'bone_d']],
    ['LeftArm', ['left_arm', 'right_arm'], ['left_arm']],
    ['aciton', ['action', 'walk'], ['action']],
    ['カ\u3099ン', ['ガン', 'ガメ'], ['ガン', 'ガメ']],
    ['😀😁', ['😀😂', '🎈🎉'], ['😀😂']],
    ['walk', [], []],
    ['walk', ['', 'jump'], []],
  ])('%s: %j → %j', (wanted, names, near) => {
    expect(nearestNames(wanted, names)).toEqual(near);
  });

  test.each([
    ['a', ['b', 'c', 'cd', '目'], []],
    ['顔', ['目', '口', '眉'], []],
    ['a', ['A', 'ab', 'b'], ['A', 'ab']],
    ['ab', ['xy', 'ac'], ['ac']],
    ['', ['a', 'b'], []],
  ])('of a short name are not just any other: %s: %j → %j', (wanted, names, near) => {
    expect(nearestNames(wanted, names)).toEqual(near);
  });

  test('are found in bounded time, however many and long the names are', async () => {
    const long = Array.from({ length: 1e5 }, (_, i) => `${'name'.repeat(20)}${i}`);
    const short = Array.from({ length: 1e5 }, (_, i) => `${i}`);
    for (const names of [long, short]) {
      await within(1, () => {
        expect(nearestNames(`${'nane'.repeat(20)}7`, names).length).toBeLessThanOrEqual(3);
      });
    }
  });
});
