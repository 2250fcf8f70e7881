/**
 * Import it for its effect where rigs come neither from `load` of the same page or worker nor from its `PathBuilder`:
 * written by hand, changed, or sent by a worker. They are checked when they are compiled.
 */
import { provideCheck } from './engine/model/known-rig.ts';
import { validateRig } from './engine/model/validate.ts';

provideCheck(validateRig);
