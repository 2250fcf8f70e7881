import { describe, expect, test } from 'vitest';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { posedPicture } from '../../src/engine/reference/posed-picture.ts';
import { type Loaded, load, memorySource } from '../../src/loader/index.ts';
import { loadFrames, loadPicture, messages, svg } from '../loader/inputs.ts';
import { SEQUENCES } from './sequences.ts';

/** Poses of the action "move", or of the base where no frame is given. */
function posesOf({ rig }: Loaded) {
  const compiled = compile(rig);
  const orders = new DrawOrders(compiled);
  return (frame = 0) => posedPicture(compiled, orders, { actions: frame === 0 ? {} : { move: frame } });
}

describe('between two frames', () => {
  test.each(SEQUENCES)('$name', async ({ first, second, halfway }) => {
    const loaded = await loadFrames([first, first, second]);
    expect(messages(loaded)).toEqual([]);
    const pose = posesOf(loaded);
    for (const [frame, text] of [
      [1, first],
      [1.5, halfway],
      [2, second],
    ] as const) {
      const found = pose(frame);
      const expected = posesOf(await loadPicture(text))();
      expect(found.drawOrder).toEqual(expected.drawOrder);
      found.paths.forEach(({ points, ...look }, p) => {
        const { points: wanted, ...wantedLook } = expected.paths[p];
        expect(look).toEqual(wantedLook);
        expect(points.length).toBe(wanted.length);
        for (const [i, value] of points.entries()) expect(Math.abs(value - wanted[i])).toBeLessThan(0.01);
      });
    }
  });
});

describe('frames whose commands differ', () => {
  const shapes = {
    square: 'M20 20H80V80H20z',
    moved: 'M30 20H90V80H30z',
    blob: 'M50 10C90 10 95 60 50 90S10 90 50 10z',
    octagon: 'M10 10L50 10 90 10 90 50 90 90 50 90 10 90 10 50z',
    none: '',
  };
  type Name = keyof typeof shapes;
  const frame = (name: Name) => svg(`<g id="a"><path d="${shapes[name]}"/></g>`);
  const read = (...names: Name[]) => loadFrames(names.map(frame));
  const misfit = (at: number, found: string, expected = 'M C×3 Z') =>
    `move_0000${at}.svg, action move, frame ${at}, group "a", path 0: the commands of the path differ from those at rest; the frame before is held; expected ${expected}; found ${found}`;

  test('hold what was before, also between frames, and are exact again where they fit', async () => {
    const loaded = await read('square', 'moved', 'blob', 'octagon', 'square', 'none', 'moved');
    expect(messages(loaded)).toEqual([misfit(2, 'M C×2 Z'), misfit(3, 'M C×7 Z'), misfit(5, 'no commands')]);
    const pose = posesOf(loaded);
    const left = (at: number) => Math.round(pose(at).paths[0].points[0] * 100) / 100;
    expect([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6].map(left)).toEqual([
      ...[20, 25, 30, 30, 30, 30, 30, 25, 20, 20, 20, 25, 30],
    ]);
  });

  test('never give anything but numbers, in any order', async () => {
    const names = Object.keys(shapes) as Name[];
    for (const rest of names) {
      const loaded = await read(rest, ...names, ...[...names].reverse());
      const pose = posesOf(loaded);
      for (let at = 0; at <= 2 * names.length; at += 0.25) {
        for (const { points } of pose(at).paths) expect(points.every(Number.isFinite)).toBe(true);
      }
      // Only those of the rest pose's own kind can be told apart from it.
      const fitting = names.filter((name) => rest === name || [rest, name].every((each) => /square|moved/.test(each)));
      expect(loaded.report.problems.length).toBe(2 * (names.length - fitting.length));
    }
  });
});

test('frames are in the order of their numbers, however these are written', async () => {
  const names = ['f10.svg', 'f2.svg', 'f1.svg', 'f011.svg', 'f0003.svg', 'f4.SVG'];
  const numbers = names.map((name) => Number(/\d+/.exec(name)?.[0]));
  const loaded = await load(
    memorySource(
      names.map((name, i) => [name, svg(`<path d="M ${numbers[i]} 0 L 50 50"/>`)]),
      'hero',
    ),
  );
  const { actions, paths } = loaded.rig;
  expect(actions.map(({ name, frames }) => [name, frames])).toEqual([['f', 11]]);
  expect(paths[0].points[0]).toBe(1);
  const [{ frames, deltas }] = actions[0].morphs;
  expect([...frames].map((key, i) => [key, deltas[i * 8] + 1])).toEqual([2, 3, 4, 10, 11].map((n) => [n, n]));
});
