import { expect, test } from 'vitest';
import { load, memorySource } from '../../src/loader/index.ts';
import { errorOf, messages, svg } from './inputs.ts';

const read = (csv: string | Uint8Array) =>
  load(
    memorySource(
      new Map([
        ['filelist.csv', csv],
        ['b1.svg', svg('')],
        ['m1.svg', svg('')],
      ]),
      'hero',
    ),
  );

test('rows are actions in their order; blanks, blank lines and comments do not count', async () => {
  const loaded = await read('\ufeff# mine\r\n smrt , 1 , a ,./m\r\n\r\nBASE,1,rest,./b\r\n"BONE",1,"b, c",./m\r\n');
  expect(messages(loaded)).toEqual([]);
  expect(loaded.rig.actions.map(({ name, kind, frames }) => [name, kind, frames])).toEqual([
    ['a', 'morph', 1],
    ['rest', 'base', 0],
    ['b, c', 'bone', 1],
  ]);
});

test.each([
  [
    'SMRT,1,a',
    'filelist.csv:2: wrong number of fields; the row is left out; expected 4 (kind, frames, action, prefix); found 3 (put fields with commas in quotes)',
  ],
  [
    'SMART,1,a,m',
    'filelist.csv:2: unknown kind; the row is left out; expected BASE, SMRT, BONE; found "SMART" (did you mean SMRT?)',
  ],
  [
    'SMRT,many,a,m',
    'filelist.csv:2: the number of frames is not valid; the row is left out; expected a whole number from 1 to 100000; found "many"',
  ],
  [
    'SMRT,0,a,m',
    'filelist.csv:2: the number of frames is not valid; the row is left out; expected a whole number from 1 to 100000; found "0"',
  ],
  [
    'SMRT,1,,m',
    'filelist.csv:2: a field is empty; the row is left out; expected kind, frames, action, prefix; found SMRT, 1, , m',
  ],
  ['BASE,1,other,m', 'filelist.csv:2, action other: there is a BASE row already; this one is left out'],
])('the faulty row %s is left out', async (row, message) => {
  const loaded = await read(`BASE,1,base,b\n${row}\nSMRT,1,ok,m`);
  expect(messages(loaded)).toEqual([message]);
  expect(loaded.rig.actions.map(({ name }) => name)).toEqual(['base', 'ok']);
});

test('two actions of one name are told', async () => {
  expect(messages(await read('BASE,1,base,b\nSMRT,1,a,m\nSMRT,1,a,m'))).toEqual([
    'filelist.csv:3, action a: there is an action of this name already; only the first can be reached by name',
  ]);
});

test('the line is right after a field over several lines', async () => {
  expect(messages(await read('BASE,1,base,b\nSMRT,1,"a\nb",m\nX,1,a,m'))[0]).toMatch(/^filelist.csv:4: unknown kind/);
});

test.each([
  ['', 'no usable row'],
  ['SMRT,1,a,m', 'SMRT a'],
])('without a BASE row there is no rig: "%s"', async (csv, found) => {
  expect(await errorOf(read(csv))).toBe(
    `AyatoriError: filelist.csv: the file list has no BASE row, so there is no rest pose; expected a row such as "BASE, 1, base, ./base/base_"; found ${found}`,
  );
});

test('UTF-16 is read', async () => {
  const text = 'BASE,1,ガ,b';
  const units = [0xfeff, ...Array.from(text, (char) => char.charCodeAt(0))];
  const bytes = Uint8Array.from(units.flatMap((unit) => [unit & 255, unit >> 8]));
  expect((await read(bytes)).rig.actions[0].name).toBe('ガ');
});
