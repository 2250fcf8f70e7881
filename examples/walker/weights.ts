import type { Puppet, Rig } from 'ayatori';

/** Chords of one piece of a curve: each has a colour of its own. */
const CHORDS = 5;

type Rgb = readonly [number, number, number];

/** Colours that differ from those of the bones beside, and show on white and on black. */
export const boneColors = (rig: Rig): Rgb[] => rig.bones.map((_, b) => colorOf((b * 137.5 + 20) % 360));

const FAINT: Rgb = [186, 178, 186];
const STRONG: Rgb = [214, 40, 57];

/** Draws the outlines of a puppet in colours that say which bones carry their points. */
export class WeightView {
  /** The bone whose weights show alone; −1: those of all. */
  bone = -1;
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #puppet: Puppet;
  readonly #colors: readonly Rgb[];

  constructor(canvas: HTMLCanvasElement, puppet: Puppet) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d') as CanvasRenderingContext2D;
    this.#puppet = puppet;
    this.#colors = boneColors(puppet.rig);
  }

  clear(): void {
    this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  /** @param width of the canvas of the stage, px. @param height of it. @param density Its px for each px of the page. */
  draw(width: number, height: number, density: number): void {
    const canvas = this.#canvas;
    const context = this.#context;
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    this.clear();
    // As wide as the picture is large, but never too thin to see.
    const [a, b] = this.#puppet.matrix;
    context.lineWidth = Math.max(5.5 * Math.hypot(a, b), 1.5 * density);
    context.lineCap = 'round';
    for (const { points, contours, weights } of this.#puppet.rig.paths) {
      if (weights === undefined) continue;
      const { places, colors } = this.#pose(points, weights);
      for (const { start, segments } of contours) {
        for (let segment = 0; segment < segments; segment++) this.#curve(places, colors, start + 3 * segment);
      }
    }
  }

  /** Where the control points of a path are on the canvas, and their colours. */
  #pose(points: Float64Array, weights: NonNullable<Rig['paths'][number]['weights']>) {
    const { bones: effects, matrix: m } = this.#puppet;
    const places: [number, number][] = [];
    const colors: Rgb[] = [];
    for (let i = 0; i < points.length / 2; i++) {
      const [x, y, z] = [points[i * 2], points[i * 2 + 1], weights.depths?.[i] ?? 0];
      let [px, py] = [x, y];
      const color: [number, number, number] = [0, 0, 0];
      let own = 0;
      for (let k = weights.starts[i]; k < weights.starts[i + 1]; k++) {
        const [bone, weight] = [weights.bones[k], weights.weights[k]];
        // What a bone does to a point, as the shaders do it: eight numbers a bone.
        const e = effects.subarray(bone * 8, bone * 8 + 8);
        px += weight * (e[0] * x + e[2] * y + e[4] + e[6] * z);
        py += weight * (e[1] * x + e[3] * y + e[5] + e[7] * z);
        for (let c = 0; c < 3; c++) color[c] += weight * this.#colors[bone][c];
        if (bone === this.bone) own = weight;
      }
      places.push([m[0] * px + m[2] * py + m[4], m[1] * px + m[3] * py + m[5]]);
      colors.push(this.bone < 0 ? color : mix(FAINT, STRONG, own));
    }
    return { places, colors };
  }

  #curve(places: readonly (readonly [number, number])[], colors: readonly Rgb[], first: number): void {
    const context = this.#context;
    let from = places[first];
    for (let chord = 1; chord <= CHORDS; chord++) {
      const t = chord / CHORDS;
      const s = 1 - t;
      const shares = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
      const sum = (axis: 0 | 1) => shares.reduce((all, share, k) => all + share * places[first + k][axis], 0);
      const to = [sum(0), sum(1)] as const;
      const [red, green, blue] = mix(colors[first], colors[first + 3], t - 0.5 / CHORDS);
      context.strokeStyle = `rgb(${red} ${green} ${blue})`;
      context.beginPath();
      context.moveTo(...from);
      context.lineTo(...to);
      context.stroke();
      from = to;
    }
  }
}

const mix = (a: Rgb, b: Rgb, t: number): Rgb => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];

/** A colour of a hue in degrees, as strong as the others. */
function colorOf(hue: number): Rgb {
  const part = (shift: number) => {
    const k = (shift + hue / 30) % 12;
    return 255 * (0.52 - 0.36 * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [part(0), part(8), part(4)];
}
