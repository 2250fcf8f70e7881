import { svg } from '../loader/inputs.ts';

/** Two frames and what is seen halfway between them, where positions blend and all else holds. */
export interface SequenceCase {
  readonly name: string;
  readonly first: string;
  readonly second: string;
  readonly halfway: string;
}

const shape = (d: string, attributes = 'fill="teal"') => svg(`<path ${attributes} d="${d}"/>`);
const two = (order: readonly ('a' | 'b')[], y: number) =>
  svg(
    order
      .map((id) =>
        id === 'a'
          ? '<g id="a"><rect x="10" y="20" width="50" height="50" fill="teal"/></g>'
          : `<g id="b"><rect x="40" y="${y}" width="50" height="50" fill="gold"/></g>`,
      )
      .join(''),
  );

export const SEQUENCES: readonly SequenceCase[] = [
  {
    name: 'points on a straight edge bulge by half, without a gap',
    first: shape('M10 40L30 40 50 40 70 40 90 40 90 90 70 90 50 90 30 90 10 90z'),
    second: shape('M10 40L30 20 50 10 70 24 90 40 90 90 70 82 50 70 30 78 10 90z'),
    halfway: shape('M10 40L30 30 50 25 70 32 90 40 90 90 70 86 50 80 30 84 10 90z'),
  },
  {
    name: 'equal points part',
    first: shape('M20 20L80 20 80 20 80 20 80 80 20 80 20 80z'),
    second: shape('M20 20L60 20 80 10 95 40 80 80 40 95 10 60z'),
    halfway: shape('M20 20L70 20 80 15 87.5 30 80 80 30 87.5 15 70z'),
  },
  {
    name: 'a shape that closes to a line and turns over',
    first: shape('M10 20C40 20 60 20 90 20C90 60 60 80 50 80C40 80 10 60 10 20z'),
    second: shape('M10 80C40 80 60 80 90 80C90 40 60 20 50 20C40 20 10 40 10 80z'),
    halfway: shape('M10 50C40 50 60 50 90 50C90 50 60 50 50 50C40 50 10 50 10 50z'),
  },
  {
    name: 'a hole that grows from a point',
    first: shape('M10 10H90V90H10zM50 50L50 50 50 50 50 50z', 'fill="teal" fill-rule="evenodd"'),
    second: shape('M10 10H90V90H10zM20 20L80 30 70 80 30 70z', 'fill="teal" fill-rule="evenodd"'),
    halfway: shape('M10 10H90V90H10zM35 35L65 40 60 65 40 60z', 'fill="teal" fill-rule="evenodd"'),
  },
  {
    name: 'a stroke moves; its width and colour hold',
    first: shape('M10 20L50 20 90 40', 'fill="none" stroke="teal" stroke-width="6"'),
    second: shape('M10 80L50 60 90 40', 'fill="none" stroke="gold" stroke-width="14"'),
    halfway: shape('M10 50L50 40 90 40', 'fill="none" stroke="teal" stroke-width="6"'),
  },
  {
    name: 'what is in front holds',
    first: two(['a', 'b'], 40),
    second: two(['b', 'a'], 20),
    halfway: two(['a', 'b'], 30),
  },
  {
    name: 'the same shape in other words',
    first: shape('M10 10h60v60h-60z'),
    second: shape('M20.0,30.0 L80.0,30.0 80 9e1 L2e1,90 Z'),
    halfway: shape('M15 20h60v60h-60z'),
  },
];
