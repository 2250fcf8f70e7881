import { expect, test } from 'vitest';
import type { Rig } from '../../src/engine/model/rig.ts';
import { load } from '../../src/loader/index.ts';
import { drawSvg, withoutBones } from '../support/compare-frames.ts';
import { bareStage, compareAndKeep, draw, picturesOf } from '../support/scene.ts';

const folder = '/shared/walk';
const [WIDTH, HEIGHT] = [480, 720];

/**
 * As the exporter draws: it takes no group for the source of a mask, so the head is not cut to the face. Marks of
 * bones, whose widths it rounds, are left out.
 */
function asExported(rig: Rig): Rig {
  const head = rig.groups.findIndex(({ id }) => id === 'layer_head');
  const marks = new Set(rig.groups.flatMap(({ id }, group) => (id.startsWith('bone_') ? [group] : [])));
  return {
    ...rig,
    groups: rig.groups.map((group) => (group.parent === head ? { ...group, masks: [] } : group)),
    paths: rig.paths.map((path) =>
      marks.has(path.group) ? { ...path, style: { ...path.style, visible: false } } : path,
    ),
  };
}

test.skipIf(!__SHARED_DATA__)(
  'a Moho project looks as the browser draws what Moho exports of it (needs ../shared/data)',
  { timeout: 400_000 },
  async () => {
    const { rig, report } = await load(`${folder}/walk.moho`);
    expect(report.problems).toEqual([]);
    const stage = bareStage(WIDTH, HEIGHT);
    const puppet = stage.add(asExported(rig));
    let [mean, over32] = [0, 0];
    for (const i of picturesOf(30)) {
      const name = rig.actions[i % rig.actions.length].name;
      // The main timeline plays the walk.
      const exported = name === 'main' ? '歩き' : name;
      const last = name === 'main' ? 239 : rig.actions[i % rig.actions.length].frames;
      const frame = 1 + ((i * 37 + 11) % last);
      puppet.setPose({ actions: { [name]: frame } });
      const file = `${folder}/walk_${exported}/walk_${exported}_${String(frame).padStart(5, '0')}.svg`;
      const expected = await drawSvg(withoutBones(await (await fetch(file)).text()), WIDTH, HEIGHT);
      const found = await compareAndKeep(`moho/${i}`, draw(stage), expected);
      expect.soft(found.mean, `${name} ${frame}`).toBeLessThanOrEqual(0.2);
      expect.soft(found.over32, `${name} ${frame}`).toBeLessThanOrEqual(0.05);
      mean = Math.max(mean, found.mean);
      over32 = Math.max(over32, found.over32);
    }
    stage.destroy();
    console.info(`Moho project, frames: mean ≤ ${mean.toFixed(3)}, over 32 ≤ ${over32.toFixed(4)} %`);
  },
);
