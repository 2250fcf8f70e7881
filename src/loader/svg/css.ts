import { compile, type Element } from 'stylis';
import type { ProblemLog } from '../report.ts';
import { type Declarations, emptySheet, noDeclarations, override, type Sheet } from './declarations.ts';
import { drawnProperties } from './drawn-properties.ts';
import { isStopProperty, unsupportedProperties } from './properties.ts';

/** Rules of a drawing are few and short; this bounds the time that a hostile one can take. */
const maxCharacters = 1 << 18;
const maxRules = 10_000;
/** Rules and declarations looked at for all elements together. */
const maxSteps = 2_000_000;

interface Rule {
  readonly name: string;
  readonly id: string;
  readonly classes: readonly string[];
  readonly specificity: number;
  readonly declarations: Declarations;
}

type Report = (message: string, found?: string) => void;

/**
 * Reads a style sheet with selectors of one element each (`path`, `.a`, `#b`, `g.a.b`, `*`) and
 * lists of them. Everything else in it is reported and counts as not written.
 */
export function readSheet(css: string, file: string, log: ProblemLog): Sheet {
  const report: Report = (message, found) =>
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
    elements = compile(flatRules(css.slice(0, maxCharacters), report));
  } catch (cause) {
    // Brackets inside brackets, thousands deep.
    if (!(cause instanceof RangeError)) throw cause;
    report('the style sheet is too deeply nested and was not read');
  }
  for (const { type, value, props, children } of elements) {
    if (type === 'comm') continue;
    if (type !== 'rule') {
      report(unsupportedRule, value);
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
  return makeSheet(rules, report);
}

const unsupportedRule = 'a rule of this kind is not supported';

/**
 * The sheet without rules that hold others. The parser writes nested rules out, selector by
 * selector, which doubles with every level: a few lines would fill the memory.
 */
function flatRules(css: string, report: Report): string {
  const token = /\/\*[\s\S]*?(?:\*\/|$)|"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|'[^'\\]*(?:\\[\s\S][^'\\]*)*'?|[{}]/g;
  let flat = '';
  let depth = 0;
  let start = 0;
  let open = 0;
  let isNested = false;
  for (const { 0: text, index } of css.matchAll(token)) {
    if (text === '{') {
      depth++;
      if (depth === 1) open = index;
      else isNested = true;
    } else if (text === '}' && depth > 0) {
      depth--;
      if (depth > 0) continue;
      if (isNested) report(unsupportedRule, css.slice(start, open).trim());
      else flat += css.slice(start, index + 1);
      start = index + 1;
      isNested = false;
    }
  }
  if (isNested) {
    report(unsupportedRule, css.slice(start, open).trim());
    return flat;
  }
  return flat + css.slice(start);
}

function readDeclarations(children: Element['children']): Declarations {
  const declarations = new Map<string, string>();
  if (typeof children === 'string') return declarations;
  for (const { type, props, children: value } of children) {
    if (type !== 'decl' || typeof props !== 'string' || typeof value !== 'string') continue;
    const name = props.toLowerCase();
    if (isKnownProperty(name)) declarations.set(name, value.trim());
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

function makeSheet(rules: Rule[], report: Report): Sheet {
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
  const cache = new Map<string, Declarations>();
  let steps = 0;

  const find = (name: string, list: string, idRules: readonly number[] | undefined): Declarations => {
    const classes = new Set(list.split(/\s+/));
    const orders = [index.get('') ?? [], index.get(name) ?? [], idRules ?? []].flat();
    for (const each of classes) for (const order of index.get(`.${each}`) ?? []) orders.push(order);
    steps += orders.length;
    const found = new Map<string, string>();
    for (const order of orders.sort((a, b) => a - b)) {
      const rule = rules[order];
      if (rule.name !== '' && rule.name !== name) continue;
      if (!rule.classes.every((each) => classes.has(each))) continue;
      steps += rule.declarations.size;
      override(found, rule.declarations);
    }
    return found;
  };

  return {
    declarationsOf({ name, attributes }) {
      const { class: list = '', id = '' } = attributes;
      const idRules = index.get(`#${id}`);
      const key = `${name} ${list}${idRules === undefined ? '' : `#${id}`}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      if (steps > maxSteps) {
        report('the style sheet has too many rules for so many elements; it is not used for all of them');
        return noDeclarations;
      }
      const found = find(name, list, idRules);
      if (cache.size >= 10_000) cache.clear();
      cache.set(key, found);
      return found;
    },
  };
}

const known = new Set<string>([...drawnProperties, 'color', ...unsupportedProperties.keys()]);

/** Whether a property has any say in a picture; others count as not written. */
function isKnownProperty(name: string): boolean {
  return known.has(name) || isStopProperty(name);
}
