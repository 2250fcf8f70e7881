import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Rig } from '../../src/engine/model/rig.ts';
import { placePoints } from '../../src/engine/reference/morph.ts';
import { posePoints } from '../../src/engine/reference/skin.ts';
import type { Puppet } from '../../src/engine/stage/puppet.ts';
import type { Stage } from '../../src/engine/stage/stage.ts';
import { load } from '../../src/loader/index.ts';
import { type Difference, difference, type Picture } from './canvas-reference.ts';
import { drawSvg, withoutBones } from './compare-frames.ts';
import { seeded } from './random.ts';
import { compareAndKeep, draw, picturesOf, pointsOnGpu, reference, sharedStage } from './scene.ts';
import { singles } from './singles.ts';

export interface Character {
  readonly name: string;
  /** Where `filelist.csv` lies. */
  readonly folder: string;
  readonly actionCount: number;
  /** How many frames, over all actions, are held to the browser's drawing of their files. */
  readonly frames: number;
  readonly merges: number;
  /**
   * Whether the page is watched while the character loads: again and again where it stood still. What takes long to load is
   * watched in Node instead, where a thread knows its own time: see `test/loader/walk.test.ts`.
   */
  readonly isWatched: boolean;
}

/** Software rendering on a busy machine. */
const SLOW = { timeout: 400_000 };
const [WIDTH, HEIGHT] = [480, 720];
/** Sides of a canvas on which a hundred puppets overlap well, px. */
const CROWD = 300;

/** ms. 50 is the limit on a machine that does nothing else; tests share theirs. */
const LONGEST_BLOCK = 150;

/** A time without a turn for others: how many files were read when it began and ended, and how long it was, ms. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Cut by clip paths alone, as a browser draws the files: masks that a name makes are left out. */
function withoutNameMasks(rig: Rig): Rig {
  const named = (mask: number) => rig.masks[mask].paths.some((path) => rig.paths[path].role === 'drawn');
  return { ...rig, groups: rig.groups.map((group) => ({ ...group, masks: group.masks.filter((m) => !named(m)) })) };
}

/** The URL of a file of an action, by the rows of the list. */
async function fileFinder(folder: string): Promise<(action: string, frame: number) => string> {
  const rows = (await (await fetch(`${folder}/filelist.csv`)).text()).split('\n').map((row) => row.split(/,\s*/));
  return (action, frame) => {
    const prefix = rows
      .find((row) => row[2] === action)?.[3]
      .replace(/^\.\/(resource\/)?/, '')
      .trim();
    return `${folder}/${prefix}${String(frame).padStart(5, '0')}.svg`;
  };
}

/** A character from its files to the picture: loading, the shader against its twin, single frames, merges, a crowd. */
export function characterTests(character: Character, present: boolean): void {
  const { name, folder } = character;

  describe.skipIf(!present)(name, () => {
    let rig: Rig;
    let stage: Stage;
    /** Where the page stood still in every load so far; undefined before the first one. */
    let blocks: readonly Block[] | undefined;

    async function watchedLoad(): Promise<void> {
      let last = performance.now();
      let watching = true;
      let at = 0;
      let from = 0;
      const found: Block[] = [];
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        const now = performance.now();
        if (now - last >= LONGEST_BLOCK) found.push({ from, to: at, length: Math.round(now - last) });
        last = now;
        from = at;
        if (watching) channel.port2.postMessage(0);
      };
      channel.port2.postMessage(0);
      const loaded = await load(`${folder}/filelist.csv`, {
        rigFiles: [`${folder}/bones.json`],
        bakeBones: true,
        onProgress: ({ done }) => {
          at = done;
        },
      });
      watching = false;
      channel.port1.close();
      rig = loaded.rig;
      const again = (block: Block) => found.some(({ from, to }) => from <= block.to && block.from <= to);
      blocks = blocks?.filter(again) ?? found;
    }

    beforeAll(async () => {
      // What blocks the page does so each time, at the same files; a neighbour on the same cores does not.
      const most = character.isWatched ? 4 : 1;
      for (let i = 0; i < most && blocks?.length !== 0; i++) await watchedLoad();
    }, 240_000);

    beforeEach(() => {
      stage = sharedStage(WIDTH, HEIGHT);
    });

    const scramble = (puppet: Puppet, random: () => number, off: number) => {
      for (const action of puppet.actionStates) {
        action.frame = random() * action.frames;
        action.weight = random() < off ? 0 : random();
      }
    };
    const compare = async (label: string, actual: Picture, expected: Picture): Promise<Difference> =>
      label.endsWith(' 0') || label === 'crowd'
        ? compareAndKeep(`${name}/${label}`, actual, expected)
        : difference(actual, expected);

    test('loads in a page', () => {
      expect(rig.actions.length).toBe(character.actionCount);
    });

    if (character.isWatched) {
      test('loads in a page that goes on reacting', () => {
        expect(blocks).toEqual([]);
      });
    }

    test('control points of 500 random poses equal those of the twin within 0.001 px', SLOW, () => {
      stage = sharedStage(8, 8);
      const random = seeded(23);
      for (let i = 0; i < 5; i++) stage.add(rig, { scale: 0.2 + random(), rotation: random() * 6, x: random() * 480 });
      const { compiled } = stage.puppets[0];
      let worst = 0;
      for (let round = 0; round < 100; round++) {
        for (const puppet of stage.puppets) scramble(puppet, random, 0.3);
        const gpu = pointsOnGpu(stage);
        stage.puppets.forEach((puppet, i) => {
          const twin = placePoints(posePoints(compiled, puppet), puppet.matrix);
          for (let k = 0; k < twin.length; k++) worst = Math.max(worst, Math.abs(twin[k] - gpu[i * twin.length + k]));
        });
      }
      console.info(`${name}: GPU and twin differ by at most ${worst.toFixed(5)} px`);
      expect(worst).toBeLessThan(0.001);
    });

    test('frames over all actions look as the browser draws their files', SLOW, async () => {
      const puppet = stage.add(withoutNameMasks(rig));
      const fileOf = await fileFinder(folder);
      let [mean, over32] = [0, 0];
      for (const i of picturesOf(character.frames)) {
        const action = puppet.actionStates[i % puppet.actionStates.length];
        const frame = 1 + ((i * 37 + 11) % action.frames);
        puppet.stop();
        action.frame = frame;
        action.weight = 1;
        const text = await (await fetch(fileOf(action.name, frame))).text();
        const found = await compare(`frame ${i}`, draw(stage), await drawSvg(withoutBones(text), WIDTH, HEIGHT));
        expect.soft(found.mean, `${action.name} ${frame}`).toBeLessThanOrEqual(0.2);
        expect.soft(found.over32, `${action.name} ${frame}`).toBeLessThanOrEqual(0.05);
        mean = Math.max(mean, found.mean);
        over32 = Math.max(over32, found.over32);
      }
      console.info(`${name}, frames: mean ≤ ${mean.toFixed(3)}, over 32 ≤ ${over32.toFixed(4)} %`);
    });

    test('merges with name masks look as Canvas2D draws the posed paths', SLOW, async () => {
      const puppet = stage.add(rig);
      const random = seeded(4);
      const morphs = puppet.actionStates.filter((action) => action.kind === 'morph');
      let [mean, over32] = [0, 0];
      for (const i of picturesOf(character.merges)) {
        puppet.stop();
        for (const action of [...morphs].sort(() => random() - 0.5).slice(0, 2 + (i % 4))) {
          action.frame = 1 + Math.floor(random() * action.frames);
          action.weight = random() < 0.5 ? 1 : random();
        }
        const found = await compare(`merge ${i}`, draw(stage), reference(stage));
        expect.soft(found.mean, `merge ${i}`).toBeLessThanOrEqual(0.2);
        expect.soft(found.over32, `merge ${i}`).toBeLessThanOrEqual(0.05);
        mean = Math.max(mean, found.mean);
        over32 = Math.max(over32, found.over32);
      }
      console.info(`${name}, merges: mean ≤ ${mean.toFixed(3)}, over 32 ≤ ${over32.toFixed(4)} %`);
    });

    test('the stencil quality is near: mean ≤ 0.35, at most 0.25 % over 32', SLOW, async () => {
      stage = sharedStage(WIDTH, HEIGHT, { quality: 'stencil', floatTargets: false });
      const puppet = stage.add(rig);
      const random = seeded(6);
      let [mean, over32] = [0, 0];
      for (let i = 0; i < 3; i++) {
        puppet.stop();
        for (const action of puppet.actionStates) {
          action.frame = 1 + Math.floor(random() * action.frames);
          action.weight = i > 0 && action.kind === 'morph' && random() < 0.6 ? 1 : 0;
        }
        const found = await compare(`stencil ${i}`, draw(stage), reference(stage));
        expect.soft(found.mean, `stencil ${i}`).toBeLessThanOrEqual(0.35);
        expect.soft(found.over32, `stencil ${i}`).toBeLessThanOrEqual(0.25);
        mean = Math.max(mean, found.mean);
        over32 = Math.max(over32, found.over32);
      }
      console.info(
        `${name}, stencil: mean ≤ ${mean.toFixed(3)}, over 32 ≤ ${over32.toFixed(4)} %, ${stage.stats.draws} draws`,
      );
    });

    test('100 overlapping puppets: at most 8 draws, and the picture of 100 single ones', SLOW, async () => {
      stage = sharedStage(CROWD, CROWD);
      const random = seeded(9);
      for (let i = 0; i < 100; i++) {
        const puppet = stage.add(rig, { x: random() * CROWD, y: random() * CROWD, scale: 0.25, z: random() });
        scramble(puppet, random, 0.4);
        for (const action of puppet.actionStates) if (action.kind === 'bone') action.stop();
      }
      const together = draw(stage);
      const { draws, batches, uploadBytes } = stage.stats;
      // A second batch, where the atlas is too small for all, is counted apart.
      expect(batches).toBeLessThanOrEqual(2);
      expect(draws).toBeLessThanOrEqual(8 * batches);
      stage.render();
      expect(stage.stats.uploadBytes).toBeLessThanOrEqual(100 * 1024);
      const orders = new Set(stage.puppets.map((puppet) => puppet.orders.find(puppet.actions)));
      expect(orders.size).toBeGreaterThanOrEqual(4);
      const found = await compare('crowd', together, singles(stage));
      console.info(
        `${name}, 100 puppets: ${draws} draws, ${orders.size} orders, first frame ${uploadBytes} B,`,
        `mean ${found.mean.toFixed(3)}, greatest ${found.greatest.toFixed(1)}`,
      );
      expect(found.greatest).toBeLessThanOrEqual(4);
      expect(found.mean).toBeLessThanOrEqual(0.2);
    });
  });
}
