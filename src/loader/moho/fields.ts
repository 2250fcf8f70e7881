import type { Context } from './context.ts';

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers beyond this mean nothing in a picture; their products would not be finite any more. */
export const greatest = 1e9;

export const isNumber = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= greatest;

/** A value in a message. */
export function shortJson(value: unknown): string {
  // JSON has no word for numbers that it cannot hold, such as 1e999.
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** The fields of one object of a project. Every one may be missing; what is wrong is reported and replaced. */
export class Fields {
  readonly json: Json;
  readonly layer: string;
  readonly context: Context;
  readonly #path: string;

  /** @param path Of the object in its layer, such as `mesh.curves[]`; `''` for the layer itself. */
  constructor(value: unknown, layer: string, path: string, context: Context) {
    this.layer = layer;
    this.context = context;
    this.#path = path;
    this.json = isObject(value) ? value : {};
    if (value !== undefined && !isObject(value)) this.wrong('', 'an object', value);
  }

  /** The full name of a field. */
  name(key: string): string {
    if (key === '') return this.#path;
    return this.#path === '' ? key : `${this.#path}.${key}`;
  }

  wrong(key: string, expected: string, found: unknown): void {
    this.context.report(this.layer, this.name(key), {
      severity: 'warning',
      code: 'moho-value',
      message: 'the value is not valid; the default stands in',
      expected,
      found: shortJson(found),
    });
  }

  number(key: string, fallback: number): number {
    const value = this.json[key];
    if (value === undefined) return fallback;
    if (isNumber(value)) return value;
    this.wrong(key, `a number from -${greatest} to ${greatest}`, value);
    return fallback;
  }

  /** A whole number. */
  index(key: string, fallback: number): number {
    const value = this.number(key, fallback);
    if (Number.isInteger(value)) return value;
    this.wrong(key, 'a whole number', value);
    return fallback;
  }

  flag(key: string, fallback: boolean): boolean {
    const value = this.json[key];
    if (value === undefined) return fallback;
    if (typeof value === 'boolean') return value;
    this.wrong(key, 'true or false', value);
    return fallback;
  }

  text(key: string, fallback = ''): string {
    const value = this.json[key];
    if (value === undefined) return fallback;
    if (typeof value === 'string') return value;
    this.wrong(key, 'a string', value);
    return fallback;
  }

  list(key: string): readonly unknown[] {
    const value = this.json[key];
    if (value === undefined) return [];
    if (Array.isArray(value)) return value;
    this.wrong(key, 'a list', value);
    return [];
  }

  object(key: string): Fields {
    return new Fields(this.json[key], this.layer, this.name(key), this.context);
  }

  /** The objects of a list. */
  *objects(key: string): Generator<Fields> {
    for (const value of this.list(key)) yield new Fields(value, this.layer, `${this.name(key)}[]`, this.context);
  }

  /** Something valid that does not do here what it does in Moho. */
  unsupported(key: string, message: string, found?: string): void {
    this.context.report(this.layer, this.name(key), {
      severity: 'warning',
      code: 'moho-unsupported',
      message,
      ...(found !== undefined && { found }),
    });
  }

  /** Something that is drawn by a rule which no exported file confirms. */
  unverified(key: string, message: string): void {
    this.context.report(this.layer, this.name(key), { severity: 'info', code: 'moho-unverified', message });
  }
}
