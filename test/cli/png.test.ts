import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { encodePng, toStraightAlpha } from '../../src/cli/png.ts';

test('straight colours, times alpha again, are the numbers there were: all of them', () => {
  const pixels: number[] = [];
  for (let alpha = 0; alpha < 256; alpha++) for (let c = 0; c <= alpha; c++) pixels.push(c, alpha - c, alpha, alpha);
  const straight = Uint8Array.from(pixels);
  toStraightAlpha(straight);
  const again = straight.map((value, i) => (i % 4 === 3 ? value : Math.round((value * straight[i | 3]) / 255)));
  expect(again).toEqual(Uint8Array.from(pixels));
});

test('a drawing buffer becomes a picture, top row first', () => {
  const bottom = [255, 0, 0, 255, 0, 0, 0, 0];
  const top = [0, 64, 0, 128, 0, 0, 10, 10];
  const { width, height, data } = PNG.sync.read(Buffer.from(encodePng(2, 2, Uint8Array.of(...bottom, ...top))));
  expect([width, height]).toEqual([2, 2]);
  expect([...data]).toEqual([0, 128, 0, 128, 0, 0, 255, 10, ...bottom]);
});
