type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export type Rgb = readonly [red: number, green: number, blue: number];

export const css = ([r, g, b]: Rgb, alpha = 1): string =>
  `rgb(${Math.round(r)} ${Math.round(g)} ${Math.round(b)} / ${alpha})`;

const HALO = 'rgb(255 255 255 / 0.85)';
const DARK = 'rgb(24 20 34)';

/**
 * Draws what has a place in the rig but a size on the screen: lines and marks keep their px however
 * near the puppet is, and have a light edge, so that they are seen on any picture.
 */
export class Pen {
  readonly context: Context;
  /** Canvas px for a CSS px. */
  readonly #unit: number;
  readonly #matrix: ArrayLike<number>;

  /** @param matrix Rig px → canvas px: a, b, c, d, e, f. */
  constructor(context: Context, matrix: ArrayLike<number>, unit: number) {
    this.context = context;
    this.#matrix = matrix;
    this.#unit = unit;
  }

  x(x: number, y: number): number {
    return this.#matrix[0] * x + this.#matrix[2] * y + this.#matrix[4];
  }

  y(x: number, y: number): number {
    return this.#matrix[1] * x + this.#matrix[3] * y + this.#matrix[5];
  }

  /** Rig px for a CSS px, about. */
  get grain(): number {
    const [a, b, c, d] = [this.#matrix[0], this.#matrix[1], this.#matrix[2], this.#matrix[3]];
    return this.#unit / (Math.sqrt(Math.abs(a * d - b * c)) || 1);
  }

  /** A shape whose points are given in rig px, for {@link fill} and {@link line}. */
  shape(trace: (context: Context) => void): void {
    const [a, b, c, d, e, f] = Array.from(this.#matrix);
    this.context.setTransform(a, b, c, d, e, f);
    this.context.beginPath();
    trace(this.context);
    this.context.resetTransform();
  }

  fill(color: string): void {
    this.context.fillStyle = color;
    this.context.fill();
  }

  /** @param dash CSS px, drawn and left out in turn. */
  line(color: string, width: number, { halo = true, dash = [] as number[] } = {}): void {
    const { context } = this;
    context.lineJoin = 'round';
    context.setLineDash([]);
    if (halo) {
      context.strokeStyle = HALO;
      context.lineWidth = (width > 1 ? width + 2 : width + 1) * this.#unit;
      context.stroke();
    }
    context.setLineDash(dash.map((length) => length * this.#unit));
    context.strokeStyle = color;
    context.lineWidth = width * this.#unit;
    context.stroke();
    context.setLineDash([]);
  }

  /** A mark at a point of the rig. @param size Across, CSS px. */
  mark(kind: 'dot' | 'box' | 'cross', x: number, y: number, size: number, color: string, hollow = false): void {
    const { context } = this;
    const [cx, cy, r] = [this.x(x, y), this.y(x, y), (size / 2) * this.#unit];
    context.beginPath();
    if (kind === 'dot') context.arc(cx, cy, r, 0, 2 * Math.PI);
    else if (kind === 'box') context.rect(cx - r, cy - r, 2 * r, 2 * r);
    else {
      for (const [dx, dy] of [
        [r, 0],
        [0, r],
      ]) {
        context.moveTo(cx - dx, cy - dy);
        context.lineTo(cx + dx, cy + dy);
      }
    }
    this.line(color, 1.25);
    if (kind !== 'cross') this.fill(hollow ? HALO : color);
  }

  /** Words beside a point of the rig. @param dx CSS px to the right. */
  label(text: string, x: number, y: number, dx: number, dy: number): void {
    const { context } = this;
    const unit = this.#unit;
    context.font = `600 ${11 * unit}px system-ui, sans-serif`;
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3.5 * unit;
    context.strokeStyle = HALO;
    const [left, top] = [this.x(x, y) + dx * unit, this.y(x, y) + dy * unit];
    context.strokeText(text, left, top);
    context.fillStyle = DARK;
    context.fillText(text, left, top);
  }
}
