import { AyatoriError } from './problem.ts';
import type { Rig } from './rig.ts';

/** Rigs that keep the promises of the model: they were made by what is tested to keep them, or checked. */
const known = new WeakSet<Rig>();

let check: ((rig: Rig) => void) | undefined;

/** For what makes rigs and is tested to make valid ones. */
export function vouchFor(rig: Rig): Rig {
  known.add(rig);
  return rig;
}

/** For what changes a rig and is tested to keep it valid: the new one is as good as the old one. */
export function vouchAs(rig: Rig, old: Rig): Rig {
  if (known.has(old)) known.add(rig);
  return rig;
}

/** @param validate Throws for a rig that does not keep the promises of the model. */
export function provideCheck(validate: (rig: Rig) => void): void {
  check = validate;
}

/** @throws AyatoriError `rig-invalid`, or `rig-unchecked` where nothing here can tell whether the rig is valid. */
export function assertValid(rig: Rig): void {
  if (known.has(rig)) return;
  if (check === undefined) {
    throw new AyatoriError({
      code: 'rig-unchecked',
      message: 'the rig was neither loaded nor built here, and the part of the library that checks it is not loaded',
      hint: "import 'ayatori/check', and such a rig is checked when it is added",
    });
  }
  check(rig);
  known.add(rig);
}
