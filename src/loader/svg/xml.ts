import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { AyatoriError } from '../../engine/model/problem.ts';
import { type Limits, limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';
import { decodeChunks } from '../text.ts';
import type { SvgDocument, SvgNode } from './document.ts';
import type { readEntities } from './entities.ts';
import { Namespaces } from './namespaces.ts';
import { needsExtras } from './needs.ts';

export type EntityReader = typeof readEntities;

/** The file must be begun again with a reader of entities; nothing was reported of it yet. */
export class EntitiesMissing extends Error {}

/**
 * Reads an SVG file into its elements. Elements of other namespaces are left out with all inside.
 * Nothing is run and nothing is fetched. Throws an AyatoriError with line and column where the
 * file is empty, not XML, cut off, not SVG, or beyond a limit. Yields between chunks of the file.
 *
 * Throws EntitiesMissing where the file declares entities and there is nothing to read them with.
 */
export function* parseSvg(
  bytes: Uint8Array,
  file: string,
  limits: Limits,
  log: ProblemLog,
  entities?: EntityReader,
): Generator<void, SvgDocument> {
  const reader = new Reader(file, limits, log, entities);
  for (const text of decodeChunks(bytes, file)) {
    reader.write(text);
    yield;
  }
  return reader.close();
}

class Reader {
  readonly #file: string;
  readonly #limits: Limits;
  /** Without places in the messages of errors, which have them besides. */
  readonly #parser = new SaxesParser({ position: false, xmlns: false });
  #started = false;
  #isAtEnd = false;
  /** Blank lines before the first `<`, which the parser does not see. */
  #linesBefore = 0;
  #root: SvgNode | undefined;
  #node: SvgNode | undefined;
  readonly #byId = new Map<string, SvgNode>();
  #elements = 0;
  #depth = 0;
  /** Depth of the outermost element that is left out; 0: none. */
  #skipped = 0;
  readonly #namespaces = new Namespaces();
  #css = '';
  #needsExtras = false;

  constructor(file: string, limits: Limits, log: ProblemLog, entities: EntityReader | undefined) {
    this.#file = file;
    this.#limits = limits;
    const parser = this.#parser;
    // It throws in any case: builds leave out how the parser goes on after a fault.
    parser.on('error', (error) => {
      const what = this.#isAtEnd ? 'the file ends too early' : 'not well-formed XML';
      throw this.#error('not-xml', `${what}: ${error.message}`);
    });
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', () => this.#close());
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
    parser.on('doctype', (text) => {
      // Only what is declared in the file itself counts.
      if (!text.includes('[')) return;
      if (entities === undefined) throw new EntitiesMissing();
      parser.ENTITIES = entities(text, file, limits, log);
    });
  }

  write(text: string): void {
    if (!this.#started) {
      const start = text.search(/\S/);
      this.#linesBefore += text.slice(0, start < 0 ? undefined : start).split('\n').length - 1;
      if (start < 0) return;
      if (text[start] !== '<') {
        const found = JSON.stringify(text.slice(start, start + 20));
        throw new AyatoriError({
          code: 'not-xml',
          file: this.#file,
          message: 'not an XML file',
          expected: '"<"',
          found,
        });
      }
      this.#started = true;
      // Editors leave blank lines before the XML declaration; that is no reason to refuse a file.
      text = text.slice(start);
    }
    this.#parser.write(text);
  }

  close(): SvgDocument {
    if (!this.#started) {
      throw new AyatoriError({ code: 'file-empty', file: this.#file, message: 'the file is empty' });
    }
    this.#isAtEnd = true;
    this.#parser.close();
    // The parser reports a document without a root element itself.
    const root = this.#root as SvgNode;
    return { file: this.#file, root, byId: this.#byId, css: this.#css, needsExtras: this.#needsExtras };
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    const depth = ++this.#depth;
    if (depth > this.#limits.depth) {
      throw limitError(this.#limits, 'depth', 'elements inside one another', depth, this.#file);
    }
    if (this.#skipped > 0) return;
    this.#namespaces.open(depth, attributes);
    const colon = name.indexOf(':');
    const isSvg = this.#namespaces.isSvg(name.slice(0, Math.max(0, colon)));
    const local = name.slice(colon + 1);
    if (depth === 1 && !(isSvg && local === 'svg')) {
      throw this.#error('not-svg', 'not an SVG file', { expected: '<svg>', found: `<${name}>` });
    }
    if (!isSvg) {
      this.#skipped = depth;
      return;
    }
    if (++this.#elements > this.#limits.elements) {
      throw limitError(this.#limits, 'elements', 'elements', undefined, this.#file);
    }
    const parent = this.#node;
    const node: SvgNode = { name: local, attributes, children: [], parent, line: this.#line };
    if (parent === undefined) this.#root = node;
    else parent.children.push(node);
    this.#node = node;
    const { id } = attributes;
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, node);
    this.#needsExtras ||= needsExtras(local, attributes, depth);
  }

  #close(): void {
    if (this.#skipped === 0) this.#node = this.#node?.parent;
    else if (this.#skipped === this.#depth) this.#skipped = 0;
    if (this.#skipped === 0) this.#namespaces.close(this.#depth);
    this.#depth--;
  }

  #text(text: string): void {
    if (this.#skipped === 0 && this.#node?.name === 'style') this.#css += text;
  }

  #error(code: string, message: string, more: { expected?: string; found?: string } = {}): AyatoriError {
    // The parser counts columns from 0 and stands behind the character at fault.
    const column = Math.max(1, this.#parser.column);
    return new AyatoriError({ code, file: this.#file, line: this.#line, column, message, ...more });
  }

  get #line(): number {
    return this.#linesBefore + this.#parser.line;
  }
}
