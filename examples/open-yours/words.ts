import type { Severity } from 'ayatori';

const ONE: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** Such as `1 error`, `3 notes`. */
export function severityText(severity: Severity, count: number): string {
  return `${numberText(count)} ${ONE[severity]}${count === 1 ? '' : 's'}`;
}

export const severityName = (severity: Severity): string => ONE[severity];

/** With a mark between thousands. */
export const numberText = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 });

/** Messages of the engine begin small, as parts of a line. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
