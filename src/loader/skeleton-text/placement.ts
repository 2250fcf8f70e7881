import { AyatoriError } from '../../engine/model/problem.ts';

/** How a text that is not drawn to a scale fills the picture, px. */
const fitted = 480;
/** What is smaller is a point: to fill the picture with it would need numbers without end. */
const smallest = 1e-9;
/** Of sizes and scales in options, as of numbers in files. */
const greatest = 1e12;
/** Room around it for motion, as a share of its longer side. */
const margin = 0.25;

/** Where the picture plane of a text lies in the picture. In the text y goes up and z towards the viewer. */
export interface Placement {
  readonly width: number;
  readonly height: number;
  /** Where the origin lies, px. */
  readonly x: number;
  readonly y: number;
  /** px for each unit. */
  readonly scale: number;
}

/** What options or the file say of it. */
export interface PlacementWishes {
  readonly size?: readonly [width: number, height: number] | undefined;
  readonly origin?: readonly [x: number, y: number] | undefined;
  readonly scale?: number | undefined;
}

/**
 * What is not said fits all vertices and bones at rest, with room around them for motion.
 * @param ends x, y, z after one another, of which some must be there.
 */
export function place(
  { size, origin, scale: wished }: PlacementWishes,
  lists: readonly ArrayLike<number>[],
): Placement {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const list of lists) {
    for (let i = 0; i < list.length; i += 3) {
      left = Math.min(left, list[i]);
      right = Math.max(right, list[i]);
      bottom = Math.min(bottom, list[i + 1]);
      top = Math.max(top, list[i + 1]);
    }
  }
  const longer = Math.max(right - left, top - bottom);
  const room = size === undefined ? fitted : Math.min(...size) / (1 + 2 * margin);
  const scale = wished ?? (longer > smallest ? room / longer : 1);
  const gap = Math.max(1, margin * longer * scale);
  const [width, height] = size ?? [
    Math.ceil((right - left) * scale + 2 * gap),
    Math.ceil((top - bottom) * scale + 2 * gap),
  ];
  const [x, y] = origin ?? [width / 2 - (scale * (left + right)) / 2, height / 2 + (scale * (bottom + top)) / 2];
  return { width, height, x, y, scale };
}

/** @throws AyatoriError `option` */
export function checkWishes({ size, origin, scale }: PlacementWishes): void {
  const isPair = (pair: readonly number[] | undefined, fits: (value: number) => boolean) =>
    pair === undefined || (Array.isArray(pair) && pair.length === 2 && pair.every(fits));
  const isPositive = (value: number) => value > 0 && value <= greatest;
  if (!isPair(size, isPositive)) throw optionError('size', 'width and height, both positive', size);
  if (!isPair(origin, (value) => Math.abs(value) <= greatest)) throw optionError('origin', 'x and y in px', origin);
  if (scale !== undefined && !isPositive(scale)) throw optionError('scale', 'a positive number', scale);
}

export function optionError(name: string, expected: string, found: unknown): AyatoriError {
  return new AyatoriError({
    code: 'option',
    message: `skeletonText.${name} cannot be used`,
    expected,
    found: JSON.stringify(found) ?? String(found),
  });
}
