import { describe, expect, test } from 'vitest';
import { loadPicture, messages } from '../loader/inputs.ts';
import { checkRig } from '../support/check-rig.ts';
import { PICTURES } from './pictures.ts';

describe.each(Object.entries(PICTURES))('%s: what is not drawn right is reported, and nothing else', (_, cases) => {
  test.each(cases)('$name', async ({ text, report = [], isWrong = false }) => {
    const loaded = await loadPicture(text);
    checkRig(loaded.rig);
    expect(messages(loaded)).toEqual(report);
    if (isWrong) expect(report).not.toEqual([]);
  });
});
