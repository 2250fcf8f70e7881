import { compile, type Element } from 'stylis';
import type { ProblemLog } from '../report.ts';
import type { SvgNode } from './xml.ts';

/** Property → value. A value that ends in `!important` keeps it. */
export type Declarations = ReadonlyMap<string, string>;

/** The rules of a document's style elements, as far as they have simple selectors. */
export interface Sheet {
  /** What the rules say about an element, the strongest last; the same array for like elements. */
  declarationsOf(node: SvgNode): readonly Declarations[];
}

const none: readonly Declarations[] = [];

export const emptySheet: Sheet = { declarationsOf: () => none };

/** Rules of a drawing are few and short; this bounds the time that a hostile one can take. */
const maxCharacters = 1 << 18;
const maxRules = 10_000;

interface Rule {
  readonly name: string;
  readonly id: string;
  readonly classes: readonly string[];
  readonly specificity: number;
  readonly declarations: Declarations;
}

/**
 * Reads a style sheet with selectors of one element each (`path`, `.a`, `#b`, `g.a.b`, `*`) and
 * lists of them. Everything else in it is reported and counts as not written.
 */
export function readSheet(css: string, file: string, log: ProblemLog): Sheet {
  if (css.trim() === '') return emptySheet;
  const report = (message: string, found?: string) =>
    log.once(`${message} ${found}`, {
      severity: 'warning',
      code: 'css',
      file,
      message,
      ...(found !== undefined && { found: found.slice(0, 100) }),
    });
  if (css.length > maxCharacters) report(`only the first ${maxCharacters} characters of the style sheet are read`);

  const rules: Rule[] = [];
  let elements: Element[] = [];
  try {
    elements = compile(css.slice(0, maxCharacters));
  } catch (cause) {
    // Brackets inside brackets, thousands deep.
    if (!(cause instanceof RangeError)) throw cause;
    report('the style sheet is too deeply nested and was not read');
  }
  for (const { type, value, props, children } of elements) {
    if (type === 'comm') continue;
    if (type !== 'rule') {
      report('a rule of this kind is not supported', value);
      continue;
    }
    const declarations = readDeclarations(children);
    for (const selector of props) {
      const rule = readSelector(selector, declarations);
      if (rule === undefined) report('a selector of this kind is not supported', selector);
      else if (rules.length < maxRules) rules.push(rule);
      else report(`only the first ${maxRules} rules of the style sheet are read`);
    }
  }
  return makeSheet(rules);
}

function readDeclarations(children: Element['children']): Declarations {
  const declarations = new Map<string, string>();
  if (typeof children === 'string') return declarations;
  for (const { type, props, children: value } of children) {
    if (type === 'decl' && typeof props === 'string' && typeof value === 'string') {
      declarations.set(props.toLowerCase(), value.trim());
    }
  }
  return declarations;
}

function readSelector(selector: string, declarations: Declarations): Rule | undefined {
  const match = /^(\*|[\w-]+|)((?:[.#](?:[\w-]|[^\0-\x7f])+)*)$/.exec(selector);
  if (match === null || selector === '') return undefined;
  const [, name, rest] = match;
  const parts = rest.match(/[.#][^.#]+/g) ?? [];
  const ids = parts.filter((part) => part[0] === '#');
  if (ids.length > 1) return undefined;
  const classes = parts.filter((part) => part[0] === '.').map((part) => part.slice(1));
  const type = name === '*' ? '' : name;
  const specificity = ids.length * 1e6 + classes.length * 1e3 + (type === '' ? 0 : 1);
  return { name: type, id: ids[0]?.slice(1) ?? '', classes, specificity, declarations };
}

function makeSheet(rules: Rule[]): Sheet {
  if (rules.length === 0) return emptySheet;
  // Sorting is stable: among equals the later rule stays the stronger.
  rules.sort((a, b) => a.specificity - b.specificity);
  // Each rule waits under the rarest of its conditions.
  const index = new Map<string, number[]>();
  rules.forEach(({ name, id, classes }, order) => {
    const key = id !== '' ? `#${id}` : classes.length > 0 ? `.${classes[0]}` : name;
    const list = index.get(key);
    if (list === undefined) index.set(key, [order]);
    else list.push(order);
  });
  const cache = new Map<string, readonly Declarations[]>();

  return {
    declarationsOf({ name, attributes }) {
      const { class: list = '', id = '' } = attributes;
      const idRules = index.get(`#${id}`);
      const key = `${name} ${list}${idRules === undefined ? '' : `#${id}`}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const classes = new Set(list.split(/\s+/));
      const orders = [...(index.get('') ?? []), ...(index.get(name) ?? []), ...(idRules ?? [])];
      for (const each of classes) orders.push(...(index.get(`.${each}`) ?? []));
      const found = orders
        .sort((a, b) => a - b)
        .map((order) => rules[order])
        .filter((rule) => (rule.name === '' || rule.name === name) && rule.classes.every((each) => classes.has(each)))
        .map((rule) => rule.declarations);
      if (cache.size >= 10_000) cache.clear();
      cache.set(key, found);
      return found;
    },
  };
}

/** Splits a style attribute at its semicolons; those in quotes and brackets do not count. */
export function readStyleAttribute(text: string): Declarations {
  const declarations = new Map<string, string>();
  for (const [part] of text.matchAll(/(?:"[^"]*"|'[^']*'|\([^()]*\)|[^;"'(])+|["'(]/g)) {
    const colon = part.indexOf(':');
    if (colon > 0) declarations.set(part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1).trim());
  }
  return declarations;
}
