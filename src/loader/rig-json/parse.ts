import { AyatoriError } from '../../engine/model/problem.ts';

/** JSON.parse with an error that has line and column. */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // Engines word their messages differently, and some do not say where.
    const { index, expected } = findFault(text);
    const before = text.slice(0, index).split('\n');
    const found = index >= text.length ? 'the end of the file' : JSON.stringify(text.slice(index, index + 12));
    throw new AyatoriError(
      {
        code: 'json',
        file,
        line: before.length,
        column: before[before.length - 1].length + 1,
        message: 'not valid JSON',
        expected,
        found,
      },
      { cause },
    );
  }
}

const blank = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Where the text stops being JSON, and what could have stood there. */
function findFault(text: string): { index: number; expected: string } {
  /** `{` or `[` for every level that is open. */
  const open: string[] = [];
  let index = 0;
  let wants: 'value' | 'key' | 'colon' | 'end' = 'value';
  /** Whether the level may close here: it is empty so far. */
  let mayClose = false;
  const skip = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = index;
    const match = pattern.exec(text)?.[0];
    index += match?.length ?? 0;
    return match;
  };
  for (;;) {
    skip(blank);
    const char = text[index];
    const level = open.at(-1);
    const closes = level === '{' ? char === '}' : level === '[' && char === ']';
    if (wants === 'end' || mayClose) {
      if (closes) {
        open.pop();
        index++;
        wants = 'end';
        mayClose = false;
        continue;
      }
      if (wants === 'end') {
        if (level === undefined) return { index, expected: 'the end of the file' };
        if (char !== ',') return { index, expected: level === '{' ? '"," or "}"' : '"," or "]"' };
        index++;
        wants = level === '{' ? 'key' : 'value';
        continue;
      }
    }
    if (wants === 'colon') {
      if (char !== ':') return { index, expected: '":"' };
      index++;
      wants = 'value';
    } else if (wants === 'key') {
      if (skip(string) === undefined) return { index, expected: 'a name in double quotes' };
      wants = 'colon';
      mayClose = false;
    } else if (char === '{' || char === '[') {
      open.push(char);
      index++;
      wants = char === '{' ? 'key' : 'value';
      mayClose = true;
    } else {
      if (skip(char === '"' ? string : word) === undefined) return { index, expected: 'a value' };
      wants = 'end';
      mayClose = false;
    }
  }
}
