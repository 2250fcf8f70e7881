import { AyatoriError } from '../../engine/model/problem.ts';

/** How edges that two fills share are kept from showing what is behind. */
export const seamRules: readonly string[] = ['stroke', 'none'];

export function optionError(name: string, values: readonly string[], found: unknown): AyatoriError {
  return new AyatoriError({
    code: 'option',
    message: `moho.${name} has no such value`,
    expected: values.map((value) => `"${value}"`).join(' or '),
    found: String(JSON.stringify(found)),
  });
}
