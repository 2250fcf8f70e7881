import { expect } from 'vitest';
import type { Rig } from '../../src/engine/model/rig.ts';
import { validateRig } from '../../src/engine/model/validate.ts';

/** Holds a rig to what the model promises. */
export function checkRig(rig: Rig): void {
  expect(() => validateRig(rig)).not.toThrow();
}
