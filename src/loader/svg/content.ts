import { type Limits, limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { isContainer } from './containers.ts';
import type { SvgDocument, SvgNode } from './document.ts';
import { loadedExtras } from './extras-part.ts';
import { isShape } from './shape-attributes.ts';

/** Elements that draw nothing where they stand; what refers to them looks them up. */
const silent = new Set([
  'defs',
  'clipPath',
  'linearGradient',
  'radialGradient',
  'pattern',
  'mask',
  'marker',
  'filter',
  'symbol',
  'style',
  'title',
  'desc',
  'metadata',
  'script',
  'view',
]);

/** Finds what an element draws, through `use` and `switch`, and keeps count of what is repeated. */
export class ContentReader {
  readonly #document: SvgDocument;
  readonly #limits: Limits;
  readonly #log: ProblemLog;
  /** The `use` elements that we are inside of. */
  readonly #trail: SvgNode[] = [];
  /** How many of these stand inside an element. */
  readonly #around = new Map<SvgNode, number>();
  #repeated = 0;

  constructor(document: SvgDocument, limits: Limits, log: ProblemLog) {
    this.#document = document;
    this.#limits = limits;
    this.#log = log;
  }

  /** Whether what is visited now is a copy made by `use`; its ids are those of the original. */
  get isCopy(): boolean {
    return this.#trail.length > 0;
  }

  /** Whether an element is repeated right now, or one inside it is. */
  isRepeating(node: SvgNode): boolean {
    return this.#around.has(node);
  }

  /** The children that are drawn: shapes, and what holds others. */
  children(node: SvgNode): SvgNode[] {
    if (node.name === 'use') {
      const target = loadedExtras().useTarget(node, this.#document, this, this.#log);
      return target === undefined ? [] : [target];
    }
    const found: SvgNode[] = [];
    for (const child of node.children) {
      if (isShape(child.name) || isContainer(child.name)) found.push(child);
      else if (!silent.has(child.name)) this.reportUnsupported(child);
      // Of a switch only the first alternative that needs nothing special is drawn.
      if (node.name === 'switch' && found.length > 0) {
        if (child.attributes.requiredExtensions === undefined) break;
        found.pop();
      }
    }
    if (this.isCopy) {
      this.#repeated += found.length;
      if (this.#repeated > this.#limits.copies) {
        throw limitError(this.#limits, 'copies', 'elements repeated by use', undefined, this.#document.file);
      }
    }
    return found;
  }

  /** Call before the children of a `use` element are visited, and {@link leave} after. */
  enter(use: SvgNode): void {
    this.#trail.push(use);
    for (let each: SvgNode | undefined = use; each !== undefined; each = each.parent) {
      this.#around.set(each, (this.#around.get(each) ?? 0) + 1);
    }
    if (this.#trail.length > this.#limits.depth) {
      throw limitError(this.#limits, 'depth', 'use elements inside one another', undefined, this.#document.file);
    }
  }

  leave(): void {
    for (let each = this.#trail.pop(); each !== undefined; each = each.parent) {
      const count = (this.#around.get(each) ?? 0) - 1;
      if (count > 0) this.#around.set(each, count);
      else this.#around.delete(each);
    }
  }

  reportUnsupported({ name, line }: SvgNode): void {
    this.#log.once(name, {
      severity: 'warning',
      code: 'unsupported-element',
      file: this.#document.file,
      line,
      message: `<${name}> elements are not supported and are left out`,
    });
  }
}

/** Recursion over elements is bounded by the limit on depth; this one bounds what `use` adds to it. */
export function checkDepth(depth: number, limits: Limits, file: string): void {
  if (depth > limits.depth) throw limitError(limits, 'depth', 'elements inside one another', depth, file);
}
