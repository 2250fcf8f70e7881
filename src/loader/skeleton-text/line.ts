import type { Place, Problem } from '../../engine/model/problem.ts';
import type { ProblemLog } from '../report.ts';
import { decodeChunks } from '../text.ts';

/** Characters of one line. A list that is longer can go on in another line of its kind. */
const longest = 1 << 20;

/** A name in quotes, or whatever stands between blanks. */
const wordPattern = /"(?:[^"\\]|\\.)*"?|\S+/g;
const numberPattern = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** Greatest number that is read: what follows from it must stay finite. */
const greatest = 1e12;

/** The line of a text that is being read, and what is wrong with it. */
export class Line {
  readonly file: string;
  /** From 1. */
  number = 0;
  words: readonly string[] = [];
  readonly log: ProblemLog;
  #text = '';

  constructor(file: string, log: ProblemLog) {
    this.file = file;
    this.log = log;
  }

  /**
   * Goes from line to line. Only a chunk of the file is text at a time. Yields between chunks.
   * @param visit Called for each line that is neither empty nor a comment.
   */
  *each(bytes: Uint8Array, visit: () => void): Generator<void, void> {
    let rest = '';
    let isTooLong = false;
    for (const chunk of decodeChunks(bytes, this.file)) {
      const text = rest + chunk;
      let start = 0;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        this.number++;
        if (!isTooLong) this.#visit(text.slice(start, end), visit);
        isTooLong = false;
        start = end + 1;
      }
      rest = isTooLong ? '' : text.slice(start);
      if (rest.length > longest) {
        this.#reportLength();
        isTooLong = true;
        rest = '';
      }
      yield;
    }
    this.number++;
    if (!isTooLong) this.#visit(rest, visit);
  }

  #visit(text: string, visit: () => void): void {
    this.#text = text;
    const trimmed = text.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return;
    this.words = trimmed.includes('"') ? (trimmed.match(wordPattern) ?? []) : trimmed.split(/\s+/);
    visit();
  }

  #reportLength(): void {
    this.log.add({
      severity: 'error',
      code: 'skel-line-long',
      file: this.file,
      line: this.number + 1,
      column: longest,
      message: 'the line is too long; it is skipped',
      expected: `at most ${longest} characters`,
      hint: 'divide it: weights of a bone and keys of a frame can stand in several lines',
    });
  }

  /** Whether it has at least so many words; else that is reported. */
  has(count: number, expected: string): boolean {
    if (this.words.length >= count) return true;
    this.report('skel-truncated', 'the line ends too early', this.words.length, { expected });
    return false;
  }

  /** The number at a word, or NaN, which is reported. */
  value(word: number, least = -greatest, most = greatest): number {
    const text = this.words[word];
    const value = numberPattern.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    const range = least === -greatest ? 'a number' : `a number from ${least}${most === greatest ? '' : ` to ${most}`}`;
    const message = Number.isNaN(value) ? 'this is not a number' : 'this number is out of range';
    this.report('skel-number', message, word, { expected: range, found: quote(text) });
    return NaN;
  }

  /** The name at a word; in quotes as JSON has it. */
  name(word: number): string {
    const text = this.words[word];
    if (!text.startsWith('"')) return text;
    try {
      return String(JSON.parse(text));
    } catch {
      const more = { expected: 'a name in quotes as JSON writes it', found: quote(text) };
      this.report('skel-quotes', 'the quotes do not fit', word, more);
      return text.replaceAll('"', '');
    }
  }

  /** From 1; behind the last word where there is no such word. */
  column(word: number): number {
    let index = 0;
    for (const match of this.#text.matchAll(wordPattern)) if (index++ === word) return match.index + 1;
    return this.#text.trimEnd().length + 1;
  }

  report(
    code: string,
    message: string,
    word: number,
    more: Partial<Pick<Problem, 'severity' | 'expected' | 'found' | 'hint'>> & Place = {},
  ): void {
    const { file, number } = this;
    this.log.add({ severity: 'warning', code, file, line: number, column: this.column(word), message, ...more });
  }
}

export const quote = (text: string): string => JSON.stringify(text.slice(0, 40));
