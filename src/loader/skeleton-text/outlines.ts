import { AyatoriError } from '../../engine/model/problem.ts';
import type { Color, FillRule, LineCap, LineJoin, Style } from '../../engine/model/rig.ts';
import { nameKey } from '../names.ts';
import { type Limits, limitError } from '../options.ts';
import { readCssColor } from '../svg/css-color.ts';
import { floats, indices } from './growable.ts';
import { type Line, quote } from './line.ts';

/** A contour: its control points are vertices. */
export interface OutlineCurve {
  readonly vertices: Uint32Array;
  readonly closed: boolean;
}

export interface Outline {
  readonly name: string;
  readonly curves: OutlineCurve[];
  fillRule: FillRule;
  style: Style;
}

const plainStyle: Style = {
  fill: [0, 0, 0, 1],
  stroke: null,
  strokeWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  miterLimit: 4,
  visible: true,
};

const caps: readonly string[] = ['butt', 'round', 'square'] satisfies LineCap[];
const joins: readonly string[] = ['miter', 'round', 'bevel'] satisfies LineJoin[];
const colorForms = 'none, #rgb, #rrggbb, or red,green,blue[,alpha] from 0 to 1';

/** The shapes of a text, line by line. */
export class Outlines {
  readonly list: Outline[] = [];
  /** x, y, z of each vertex, as the file has them. */
  readonly vertices = floats();
  /** The line of each vertex. */
  readonly vertexLines = indices();
  readonly #line: Line;
  readonly #limits: Limits;
  readonly #names = new Set<string>();
  /** First vertex that no line of the outline has taken yet. */
  #free = 0;

  constructor(line: Line, limits: Limits) {
    this.#line = line;
    this.#limits = limits;
  }

  get vertexCount(): number {
    return this.vertexLines.length;
  }

  outline(): void {
    this.end();
    const line = this.#line;
    if (!line.has(2, 'outline name')) return;
    const name = line.name(1);
    if (this.#names.has(nameKey(name))) {
      line.report('skel-name', 'there is an outline of this name already; both are drawn', 1, { group: name });
    }
    this.#names.add(nameKey(name));
    if (this.list.length >= this.#limits.paths) {
      throw limitError(this.#limits, 'paths', 'outlines', undefined, line.file);
    }
    this.list.push({ name, curves: [], fillRule: 'nonzero', style: plainStyle });
    this.#free = this.vertexCount;
  }

  vertex(): void {
    const line = this.#line;
    if (this.list.length === 0) {
      this.#reportEarly('vertex');
      return;
    }
    if (this.vertexCount >= this.#limits.points) {
      throw limitError(this.#limits, 'points', 'vertices', undefined, line.file);
    }
    const isWhole = line.has(3, 'vertex x y [z]');
    for (let k = 1; k <= 3; k++) {
      const value = k < line.words.length ? line.value(k) : 0;
      // A broken one keeps its number, so that those of others hold.
      this.vertices.push(isWhole && !Number.isNaN(value) ? value : 0);
    }
    this.vertexLines.push(line.number);
  }

  fill(): void {
    const line = this.#line;
    const outline = this.list.at(-1);
    if (outline === undefined) {
      this.#reportEarly('fill');
      return;
    }
    if (!line.has(2, 'fill colour [evenodd]')) return;
    const fill = this.#color(1);
    if (fill !== undefined) outline.style = { ...outline.style, fill };
    if (line.words.length < 3) return;
    if (line.words[2] === 'evenodd' || line.words[2] === 'nonzero') outline.fillRule = line.words[2];
    else this.#reportWord(2, 'evenodd or nonzero');
  }

  stroke(): void {
    const line = this.#line;
    const outline = this.list.at(-1);
    if (outline === undefined) {
      this.#reportEarly('stroke');
      return;
    }
    if (!line.has(2, 'stroke none, or stroke colour width [cap] [join] [miter limit]')) return;
    const stroke = this.#color(1);
    const style: { -readonly [K in keyof Style]: Style[K] } = { ...outline.style };
    if (stroke !== undefined) style.stroke = stroke;
    if (stroke !== null && !line.has(3, 'the width of the stroke')) return;
    for (let k = 2; k < line.words.length; k++) {
      const word = line.words[k];
      if (k === 2) style.strokeWidth = line.value(k, 0) || 0;
      else if (k === 3 && caps.includes(word)) style.lineCap = word as LineCap;
      else if (k === 4 && joins.includes(word)) style.lineJoin = word as LineJoin;
      else if (k === 5) style.miterLimit = line.value(k, 1) || style.miterLimit;
      else if (k < 5) this.#reportWord(k, (k === 3 ? caps : joins).join(' or '));
    }
    outline.style = style;
  }

  hidden(): void {
    const outline = this.list.at(-1);
    if (outline === undefined) {
      this.#reportEarly('hidden');
      return;
    }
    outline.style = { ...outline.style, visible: false };
  }

  /** `curve open|closed [line] [vertex …]` */
  curve(): void {
    const line = this.#line;
    const outline = this.list.at(-1);
    if (outline === undefined) {
      this.#reportEarly('curve');
      return;
    }
    if (!line.has(2, 'curve open|closed [line] [vertex …]')) return;
    const kind = line.words[1];
    if (kind !== 'open' && kind !== 'closed') {
      this.#reportWord(1, 'open or closed');
      return;
    }
    const isLine = line.words[2] === 'line';
    const first = isLine ? 3 : 2;
    const vertices = line.words.length > first ? this.#named(first) : this.#taken();
    if (vertices === undefined) return;
    this.#free = this.vertexCount;
    this.#add(outline, vertices, kind === 'closed', isLine);
  }

  /** The outline has all its lines. */
  end(): void {
    const outline = this.list.at(-1);
    if (outline === undefined || outline.curves.length > 0 || this.#free === this.vertexCount) return;
    this.#add(outline, this.#taken(), true, true);
  }

  #taken(): number[] {
    const free = this.#free;
    return Array.from({ length: this.vertexCount - free }, (_, i) => free + i);
  }

  #named(first: number): number[] | undefined {
    const vertices: number[] = [];
    for (let k = first; k < this.#line.words.length; k++) {
      const vertex = this.index(k);
      if (vertex === undefined) return undefined;
      vertices.push(vertex);
    }
    return vertices;
  }

  /** The vertex whose number stands at a word; undefined where there is none, which is reported. */
  index(word: number): number | undefined {
    const line = this.#line;
    const value = line.value(word);
    if (Number.isInteger(value) && value >= 0 && value < this.vertexCount) return value;
    if (Number.isNaN(value)) return undefined;
    const count = this.vertexCount;
    line.report('skel-vertex', 'there is no vertex of this number; it is left out', word, {
      expected: count === 0 ? 'vertices before this line' : `a whole number from 0 to ${count - 1}`,
      found: line.words[word],
      hint: 'vertices count from 0 over the whole file, and stand before the lines that name them',
    });
    return undefined;
  }

  #add(outline: Outline, vertices: number[], closed: boolean, isLine: boolean): void {
    const line = this.#line;
    const count = vertices.length;
    if (isLine ? count < 2 : count < 3 || (count % 3 !== 1 && !(closed && count % 3 === 0))) {
      line.report('skel-curve', 'the vertices make no curve; it is left out', 0, {
        group: outline.name,
        expected: isLine ? 'at least 2' : '3n + 1: a corner, then two handles and a corner for each piece',
        found: String(count),
      });
      return;
    }
    if (isLine) {
      const corners = closed ? [...vertices, vertices[0]] : vertices;
      const points = corners.flatMap((vertex, i) => (i === 0 ? [vertex] : [corners[i - 1], vertex, vertex]));
      outline.curves.push({ vertices: Uint32Array.from(points), closed });
      return;
    }
    if (count % 3 === 0) vertices.push(vertices[0]);
    outline.curves.push({ vertices: Uint32Array.from(vertices), closed });
  }

  #color(word: number): Color | null | undefined {
    const text = this.#line.words[word];
    if (text === 'none') return null;
    const parts = text.includes(',') && !text.includes('(') ? text.split(',').map(Number) : undefined;
    if (parts === undefined) {
      const color = readCssColor(text);
      if (color !== undefined) return color;
    } else if (parts.length >= 3 && parts.length <= 4 && parts.every((part) => part >= 0 && part <= 1)) {
      const [red, green, blue, alpha = 1] = parts;
      return [red, green, blue, alpha];
    }
    this.#line.report('skel-color', 'this is not a colour', word, { expected: colorForms, found: quote(text) });
    return undefined;
  }

  #reportWord(word: number, expected: string): void {
    const found = quote(this.#line.words[word]);
    this.#line.report('skel-word', 'this word is not known here', word, { expected, found });
  }

  #reportEarly(kind: string): void {
    const hint = 'begin the shape with a line: outline name';
    this.#line.report('skel-place', `a ${kind} stands before any outline; it is skipped`, 0, { hint });
  }

  /** @throws AyatoriError `skel-empty` */
  checkAny(bones: number): void {
    if (this.vertexCount > 0 || bones > 0) return;
    throw new AyatoriError({
      code: 'skel-empty',
      file: this.#line.file,
      message: 'there is nothing to show in the file',
      expected: 'outlines or bones',
    });
  }
}
