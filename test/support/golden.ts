import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { PosedPicture } from '../../src/engine/reference/posed-picture.ts';

interface GoldenPath {
  readonly group: string;
  readonly index: number;
  readonly fill: string;
  readonly stroke: string;
  readonly width: number;
  readonly points: readonly number[];
}

/** A pose as the ancestor computed it. */
export interface Golden {
  readonly actions: Readonly<Record<string, number>>;
  readonly drawOrder: readonly string[];
  readonly bones: Readonly<Record<string, { readonly from: readonly number[]; readonly to: readonly number[] }>>;
  readonly paths: readonly GoldenPath[];
}

export const readGolden = (file: string): Golden => JSON.parse(readFileSync(file, 'utf8'));

/** A colour as numbers, or null for one that paints nothing. */
function colorOf(text: string): readonly number[] | null {
  if (text === 'none' || text === 'transparent') return null;
  if (text.startsWith('#')) return [1, 3, 5].map((i) => Number.parseInt(text.slice(i, i + 2), 16));
  return (text.match(/[\d.]+/g) ?? []).map(Number);
}

const distances = (a: readonly number[], b: readonly number[]): number[] =>
  a.length === b.length
    ? a.flatMap((_, i) => (i % 2 === 0 ? [Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1])] : []))
    : [Infinity];

/** Holds a picture to a golden pose. @returns The greatest distance of a control point and of a bone's end, px. */
export function compareWithGolden(picture: PosedPicture, golden: Golden): { points: number; bones: number } {
  expect(picture.actions).toEqual(golden.actions);
  expect(picture.drawOrder).toEqual(golden.drawOrder);
  const own = new Map(picture.paths.map((path) => [`${path.group} ${path.index}`, path]));
  expect([...own.keys()].sort()).toEqual(golden.paths.map(({ group, index }) => `${group} ${index}`).sort());
  let points = 0;
  for (const { group, index, fill, stroke, width, points: expected } of golden.paths) {
    const path = own.get(`${group} ${index}`);
    if (path === undefined) continue;
    expect([colorOf(path.fill), colorOf(path.stroke)], `${group} ${index}`).toEqual([colorOf(fill), colorOf(stroke)]);
    if (colorOf(stroke) !== null) expect(path.width, `${group} ${index}`).toBeCloseTo(width, 4);
    points = Math.max(points, ...distances(path.points, expected));
  }
  expect(Object.keys(picture.bones).sort()).toEqual(Object.keys(golden.bones).sort());
  let bones = 0;
  for (const [id, { from, to }] of Object.entries(golden.bones)) {
    const bone = picture.bones[id];
    bones = Math.max(bones, ...distances([...bone.from, ...bone.to], [...from, ...to]));
  }
  return { points, bones };
}
