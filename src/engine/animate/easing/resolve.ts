import { nearestNames } from '../../model/problem.ts';
import { cubicBezier } from './cubic-bezier.ts';
import { type Easing, fault, type Jump, linear, step, steps } from './easing.ts';
import * as named from './named.ts';

/** An easing, or one in words: `easeOutCubic`, `step`, or as in CSS `ease-in`, `cubic-bezier(…)`, `steps(4, jump-end)`. */
export type EasingLike = Easing | string;

const EASINGS: Readonly<Record<string, Easing>> = {
  linear,
  step,
  'step-end': step,
  'step-start': /* @__PURE__ */ steps(1, 'start'),
  ...named,
};

const JUMPS: Readonly<Record<string, Jump>> = {
  start: 'start',
  end: 'end',
  'jump-start': 'start',
  'jump-end': 'end',
  'jump-none': 'none',
  'jump-both': 'both',
};

/**
 * The easing that a text means.
 * @throws AyatoriError `easing`, with the nearest names.
 */
export function toEasing(easing: EasingLike): Easing {
  if (typeof easing === 'function') return easing;
  const text = easing.slice(0, 200).trim();
  if (Object.hasOwn(EASINGS, text)) return EASINGS[text];
  const [, count, jump = 'end'] = /^steps\(\s*(\S+?)\s*(?:,\s*([a-z-]+)\s*)?\)$/.exec(text) ?? [];
  if (count !== undefined && Object.hasOwn(JUMPS, jump)) return steps(Number(count), JUMPS[jump]);
  if (/^(ease\b(?![A-Z])|cubic-bezier\()/.test(text)) return cubicBezier(text);
  const near = nearestNames(text, Object.keys(EASINGS));
  const hint = near.length > 0 ? near.join(' or ') : 'a name such as easeInOutCubic, or an easing of CSS';
  throw fault('this is no easing', hint, `"${easing.slice(0, 60)}"`);
}
