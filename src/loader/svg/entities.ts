import { AyatoriError } from '../../engine/model/problem.ts';
import { type Limits, limitError } from '../options.ts';
import type { ProblemLog } from '../report.ts';

const predefined = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Entities inside one another. */
const maxDepth = 100;

/**
 * The entities that the internal part of a document type declares, by name; each is expanded when
 * it is first read. External ones are never fetched. All text that they grow to is counted, so
 * that a short file cannot become a huge one.
 */
export function readEntities(doctype: string, file: string, limits: Limits, log: ProblemLog): Record<string, string> {
  const declared = declarations(doctype);
  const expanded = new Map<string, string>();
  let characters = 0;

  const tooLong = () => limitError(limits, 'entityCharacters', 'characters from entities', undefined, file);

  const expand = (name: string, inside: readonly string[]): string => {
    const character = predefined.get(name);
    if (character !== undefined) return character;
    if (inside.length > maxDepth) throw tooLong();
    if (inside.includes(name)) {
      const found = [...inside, name].map((each) => `&${each};`).join(' → ');
      throw new AyatoriError({ code: 'entity-cycle', file, message: 'an entity contains itself', found });
    }
    const known = expanded.get(name);
    const value = declared.get(name);
    if (value === undefined) throw undeclared(name, file);
    const text = known ?? value.replace(/&([^;&\s]+);/g, (_, inner: string) => reference(inner, [...inside, name]));
    characters += text.length;
    if (characters > limits.entityCharacters) throw tooLong();
    expanded.set(name, text);
    return text;
  };

  const reference = (name: string, inside: readonly string[]): string =>
    name[0] === '#' ? characterOf(name, file) : expand(name, inside);

  const entities: Record<string, string> = Object.create(null);
  for (const [name, text] of predefined) entities[name] = text;
  for (const [name, value] of declared) {
    if (predefined.has(name)) continue;
    // A getter, so that every use counts towards the limit and unused entities cost nothing.
    Object.defineProperty(entities, name, {
      get: () => {
        if (value === undefined) {
          log.once(`${file} ${name}`, {
            severity: 'warning',
            code: 'entity-external',
            file,
            message: `the external entity "&${name};" was not read`,
            hint: 'put its text into the file',
          });
          return '';
        }
        return expand(name, []);
      },
    });
  }
  return entities;
}

/** Name → replacement text as written; undefined for an external entity. The first declaration counts. */
function declarations(doctype: string): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  const start = doctype.indexOf('[');
  if (start < 0) return found;
  const declaration = /<!--[\s\S]*?(?:-->|$)|<!ENTITY\s+([^\s%"'<>&;]+)\s+(?:"([^"]*)"|'([^']*)'|(SYSTEM|PUBLIC)\s)/g;
  declaration.lastIndex = start;
  for (let match = declaration.exec(doctype); match !== null; match = declaration.exec(doctype)) {
    const [, name, double, single] = match;
    if (name !== undefined && !found.has(name)) found.set(name, double ?? single);
  }
  return found;
}

function characterOf(reference: string, file: string): string {
  const code = /^#x/i.test(reference) ? Number(`0${reference.slice(1)}`) : Number(reference.slice(1));
  if (!Number.isInteger(code) || code < 1 || code > 0x10ffff) {
    throw new AyatoriError({ code: 'not-xml', file, message: `malformed character reference "&${reference};"` });
  }
  return String.fromCodePoint(code);
}

function undeclared(name: string, file: string): AyatoriError {
  return new AyatoriError({ code: 'not-xml', file, message: `the entity "&${name};" is not declared` });
}
