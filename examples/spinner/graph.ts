import type { Easing } from 'ayatori';
import { find } from '../shared/shared.ts';

/** px of the drawing, both ways from 0 to 1. */
const WIDTH = 200;
const HEIGHT = 100;

/** Two easings over time, and where they are now. */
export class Graph {
  readonly #root = find('#graph', SVGSVGElement);
  readonly #now = find('.now', SVGLineElement, this.#root);
  #curve: Easing | undefined;
  #stair: Easing | undefined;

  draw(curve: Easing, stair: Easing): void {
    this.#curve = curve;
    this.#stair = stair;
    find('.curve', SVGPathElement, this.#root).setAttribute('d', line(curve));
    find('.stair', SVGPathElement, this.#root).setAttribute('d', line(stair));
  }

  /** @param time Share of a round, 0 to 1. */
  show(time: number): void {
    const x = String(time * WIDTH);
    this.#now.setAttribute('x1', x);
    this.#now.setAttribute('x2', x);
    for (const [name, easing] of [
      ['curve', this.#curve],
      ['stair', this.#stair],
    ] as const) {
      const dot = find(`.${name}-dot`, SVGCircleElement, this.#root);
      dot.setAttribute('cx', x);
      dot.setAttribute('cy', String(easing ? height(easing(time)) : HEIGHT));
    }
  }
}

const height = (share: number): number => (1 - share) * HEIGHT;

/** Finely enough that a step looks upright. */
function line(easing: Easing): string {
  const count = 800;
  const points = Array.from({ length: count + 1 }, (_, i) => {
    const t = i / count;
    return `${(t * WIDTH).toFixed(2)} ${height(easing(t)).toFixed(2)}`;
  });
  return `M${points.join('L')}`;
}
