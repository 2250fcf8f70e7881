/** What values look like, in parts that can be put together. */

/** What of a value does not fit. */
export interface Misfit {
  /** From the value on, such as `.style.fill`; `''` for the value itself. */
  readonly field: string;
  readonly expected: string;
  readonly found: unknown;
}

/** Undefined where the value fits. */
export type Shape = (value: unknown) => Misfit | undefined;

export function is(expected: string, fits: (value: unknown) => boolean): Shape {
  return (value) => (fits(value) ? undefined : { field: '', expected, found: value });
}

export function oneOf(...values: readonly string[]): Shape {
  return is(values.join(' or '), (value) => values.includes(value as string));
}

export function optional(shape: Shape): Shape {
  return (value) => (value === undefined ? undefined : shape(value));
}

export function object(parts: Readonly<Record<string, Shape>>): Shape {
  const entries = Object.entries(parts);
  return (value) => {
    if (typeof value !== 'object' || value === null) return { field: '', expected: 'an object', found: value };
    for (const [key, shape] of entries) {
      const misfit = shape((value as Readonly<Record<string, unknown>>)[key]);
      if (misfit !== undefined) return { ...misfit, field: `.${key}${misfit.field}` };
    }
    return undefined;
  };
}

export function arrayOf(shape: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return { field: '', expected: 'an array', found: value };
    for (let i = 0; i < value.length; i++) {
      const misfit = shape(value[i]);
      if (misfit !== undefined) return { ...misfit, field: `[${i}]${misfit.field}` };
    }
    return undefined;
  };
}

/** A typed array, also one of another page or worker, all of whose numbers fit. */
export function numbersOf(
  type: 'Float64Array' | 'Float32Array' | 'Int32Array' | 'Uint32Array' | 'Uint8Array',
  expected: string,
  fits: (value: number) => boolean,
): Shape {
  return (value) => {
    if (Object.prototype.toString.call(value) !== `[object ${type}]`) {
      return { field: '', expected: `${type === 'Int32Array' ? 'an' : 'a'} ${type}`, found: value };
    }
    const numbers = value as ArrayLike<number>;
    for (let i = 0; i < numbers.length; i++) {
      if (!fits(numbers[i])) return { field: `[${i}]`, expected, found: numbers[i] };
    }
    return undefined;
  };
}
