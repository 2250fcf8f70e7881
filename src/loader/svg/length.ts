/** px of one unit. Text is not read, so `em` is that of the browsers' default text. */
const units = new Map<string, number>(
  Object.entries({
    '': 1,
    px: 1,
    pt: 96 / 72,
    pc: 16,
    in: 96,
    cm: 96 / 2.54,
    mm: 96 / 25.4,
    q: 96 / 101.6,
    em: 16,
    rem: 16,
    ex: 8,
  }),
);

const pattern = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*|%)\s*$/i;

/** A length in px; a percentage is one of `whole`. Undefined where it is not valid. */
export function parseLength(text: string, whole: number): number | undefined {
  if (text.length > 100) return undefined;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const unit = match[2].toLowerCase();
  const scale = unit === '%' ? whole / 100 : units.get(unit);
  const value = Number(match[1]) * (scale ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

/** A number, or a percentage as a share of 1. */
export function parseShare(text: string): number | undefined {
  return parseLength(text, 1);
}

/** A share within 0 to 1. */
export function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
