import type { BoneOrder } from '../../engine/model/bone-order.ts';
import { nearestNames, type Place } from '../../engine/model/problem.ts';
import type { Action, Bone } from '../../engine/model/rig.ts';
import { nameKey } from '../names.ts';
import type { ProblemLog } from '../report.ts';
import type { RigSettings } from './rig-settings.ts';

/** A name that a rig file says something about, and that nothing has. */
export function reportUnknown(log: ProblemLog, kind: string, name: string, names: readonly string[], at: Place): void {
  const code = `rig-unknown-${kind}`;
  const key = [at.file, at.bone, at.group, at.action, name].join(' ');
  const near = log.keeps(code, key) ? nearestNames(name, names) : [];
  log.once(key, {
    severity: 'warning',
    code,
    ...at,
    message: `there is no ${kind} "${name}"; what is said about it is ignored`,
    ...(near.length > 0 && { hint: `did you mean ${near.join(', ')}?` }),
  });
}

/** A group of the name of a bone, which is none. */
export function reportNoBone(log: ProblemLog, name: string, bonePrefix: string, at: Place): void {
  const isNamed = bonePrefix !== '' && nameKey(name).startsWith(nameKey(bonePrefix));
  log.once([at.file, at.bone, at.group, at.action, name].join(' '), {
    severity: 'warning',
    code: 'rig-no-bone',
    ...at,
    message: `the group "${name}" is no bone; what is said about it is ignored`,
    expected: isNamed ? 'a path with a segment in it' : `an id that begins with the prefix of bones, "${bonePrefix}"`,
    ...(!isNamed && { hint: 'the option bonePrefix sets another one' }),
  });
}

/** What the engine leaves out because it leads in a circle. */
export function reportCycles(
  { flexiCycles, smartCycles }: BoneOrder,
  bones: readonly Bone[],
  actions: readonly Action[],
  settings: RigSettings,
  ownFile: string | undefined,
  log: ProblemLog,
): void {
  for (const { bone, by } of flexiCycles) {
    const { id, flexiPoint } = bones[bone];
    const said = flexiPoint?.bones.includes(by) ? settings.bones : settings.flexi;
    log.add({
      severity: 'warning',
      code: 'rig-flexi-cycle',
      file: said.get(nameKey(id))?.file ?? ownFile ?? '',
      bone: id,
      message: 'a bone that is to carry the bone hangs on it in turn; it does not carry it',
      found: `"${bones[by].id}"`,
    });
  }
  for (const { bone, by, action } of smartCycles) {
    log.add({
      severity: 'warning',
      code: 'rig-smart-cycle',
      file: settings.smart.get(nameKey(actions[action].name))?.file ?? ownFile ?? '',
      action: actions[action].name,
      bone: bones[bone].id,
      message: 'the smart action moves a bone that its own bone hangs on; driven by its bone it does not',
      found: `driven by "${bones[by].id}"`,
    });
  }
}
