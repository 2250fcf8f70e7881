import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { keyFrames } from '../../examples/shared/player/key-frames.ts';
import { fromRoot } from '../../scripts/lib/paths.mjs';
import type { PoseRequest } from '../../src/engine/animate/pose-request.ts';
import { mohoPicture } from '../../src/engine/reference/moho-picture.ts';
import type { PosedPicture } from '../../src/engine/reference/posed-picture.ts';
import { type Loaded, load, memorySource } from '../../src/loader/index.ts';
import { loadMohoProject } from '../../src/loader/moho/open.ts';
import { openIn } from '../../src/loader/open.ts';

const script = fromRoot('examples/characters/teru/make.mjs');
const kept = fromRoot('examples/public/characters/teru/teru.mohoproj');
const text = readFileSync(kept, 'utf8');
const source = memorySource([['teru.mohoproj', text]]);

it('is written by its script, byte for byte, and is small', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'teru-'));
  try {
    const made = path.join(folder, 'teru.mohoproj');
    execFileSync(process.execPath, [script, made]);
    expect(readFileSync(made, 'utf8') === text).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(text.length).toBeLessThan(250_000);
});

describe('Teru, a project of Moho', () => {
  let loaded: Loaded;
  beforeAll(async () => {
    loaded = await load(source);
  });

  it('loads without a warning', () => {
    const { rig, report } = loaded;
    expect(report.problems.map(({ severity, code, group }) => `${severity} ${code} ${group}`)).toEqual([
      'info moho-unverified mouth',
    ]);
    expect([rig.name, rig.width, rig.height, rig.fps]).toEqual(['teru', 480, 600, 24]);
  });

  it('has its timeline, its actions, its layers and its dials', () => {
    const { rig } = loaded;
    expect(Object.fromEntries(rig.actions.map(({ name, frames }) => [name, frames]))).toEqual({
      main: 120,
      gust: 40,
      bounce: 24,
      look: 41,
      blink: 8,
    });
    const ids = rig.groups.map(({ id }) => id);
    for (const id of ['sky', 'skirt', 'ball', 'ribbon', 'eyes', 'whites', 'pupils', 'mouth', 'smile', 'oh', 'open']) {
      expect(ids).toContain(id);
    }
    const dials = rig.smartBones.map(({ action, bone }) => [rig.actions[action].name, rig.bones[bone].id]);
    expect(dials).toEqual([
      ['look', 'look'],
      ['blink', 'blink'],
    ]);
  });

  it('has keys where its script sets them', () => {
    const { rig } = loaded;
    const frames = rig.moho ? keyFrames(rig.moho.project) : [];
    // Those of the weather, the switch, the blinks and the swing; not rest, nor what is beyond the end.
    expect(frames).toEqual(expect.arrayContaining([1, 21, 40, 41, 48, 56, 61, 62, 64, 96, 98, 99, 115, 120]));
    expect(frames).toEqual([...new Set(frames)].sort((a, b) => a - b));
    expect(frames.filter((frame) => frame < 1 || frame > 120 || frame === 30)).toEqual([]);
  });

  it('cuts the pupils to the whites and the tongue to the lips', () => {
    const { rig } = loaded;
    const cutTo = (id: string) =>
      rig.groups
        .find((group) => group.id === id)
        ?.masks.flatMap((mask) => rig.masks[mask].paths.map((at) => rig.groups[rig.paths[at].group].id));
    expect(new Set(cutTo('pupils'))).toEqual(new Set(['whites']));
    expect(new Set(cutTo('tongue'))).toEqual(new Set(['lips']));
    expect(cutTo('rims')).toEqual([]);
  });
});

describe('a pose of Teru', () => {
  let at: (request: PoseRequest) => PosedPicture;
  beforeAll(async () => {
    const project = await loadMohoProject(openIn(source), 'teru.mohoproj', {});
    if (project === undefined) throw new Error('it is taken for something else');
    at = (request) => mohoPicture(project.prepared, request);
  });
  const main = (frame: number) => at({ actions: { main: frame } });
  const of = ({ paths }: PosedPicture, id: string) => paths.filter(({ group }) => group === id);
  /** Degrees from straight down, to the right. */
  const lean = ({ bones }: PosedPicture, bone: string) => {
    const { from, to } = bones[bone];
    return (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;
  };

  it('swings in cycles, so that the timeline begins again where it ends', () => {
    expect(lean(at({}), 'thread')).toBeCloseTo(0, 4);
    for (const frame of [1, 41, 81, 121]) expect(lean(main(frame), 'thread'), `frame ${frame}`).toBeCloseTo(-6, 3);
    for (const frame of [21, 61, 101]) expect(lean(main(frame), 'thread'), `frame ${frame}`).toBeCloseTo(6, 3);
    for (const bone of ['head', 'cloth', 'hem']) {
      expect(lean(main(121), bone)).toBeCloseTo(lean(main(81), bone), 2);
      // The first swing comes out of the rest pose and is a little behind.
      expect(Math.abs(lean(main(121), bone) - lean(main(1), bone))).toBeLessThan(1);
    }
  });

  it('says what the switch says', () => {
    const mouths = ['smile', 'oh', 'lips'];
    const mouth = (frame: number) => mouths.filter((id) => of(main(frame), id).length > 0);
    expect([0, 1, 55, 56, 64, 95, 96, 120].map(mouth)).toEqual([
      ['smile'],
      ['oh'],
      ['oh'],
      ['smile'],
      ['lips'],
      ['lips'],
      ['smile'],
      ['oh'],
    ]);
  });

  it('has rain, then sun: colours go over, layers come and go at once', () => {
    expect(of(main(20), 'cloud')[0].fill).toBe('#8f9ab5');
    expect(of(main(80), 'cloud')[0].fill).toBe('#fff4e0');
    const between = of(main(50), 'cloud')[0].fill;
    expect(between).not.toBe('#8f9ab5');
    expect(between).not.toBe('#fff4e0');
    const seen = (id: string) => [1, 43, 44, 59, 60, 80, 99, 100, 113, 114].filter((f) => of(main(f), id).length > 0);
    expect(seen('rain')).toEqual([1, 43, 114]);
    expect(seen('rays')).toEqual([60, 80, 99]);
  });

  it('turns the face by a dial and shuts the eyes by another', () => {
    const left = (picture: PosedPicture, id: string) =>
      Math.min(...of(picture, id)[0].points.filter((_, i) => i % 2 === 0));
    const height = (picture: PosedPicture) => {
      const ys = of(picture, 'whites')[0].points.filter((_, i) => i % 2 === 1);
      return Math.max(...ys) - Math.min(...ys);
    };
    const rest = at({});
    expect(left(at({ bones: { look: 90 } }), 'smile')).toBeGreaterThan(left(rest, 'smile') + 20);
    expect(left(at({ bones: { look: -90 } }), 'smile')).toBeLessThan(left(rest, 'smile') - 20);
    expect(height(rest)).toBeCloseTo(42, 0);
    expect(height(at({ bones: { blink: -90 } }))).toBeLessThan(16);
    // The timeline turns both.
    expect(main(30).actions).toMatchObject({ look: 7, blink: 3 });
  });

  it('has a seam where light meets shade, and none without', async () => {
    const seams = of(at({}), 'ball').filter(({ fill, width }) => fill === 'none' && width === 1);
    expect(seams.map(({ stroke }) => stroke)).toEqual(['#e3d6d3', '#e3d6d3', '#e3d6d3']);
    const bare = await loadMohoProject(openIn(source), 'teru.mohoproj', { moho: { seams: 'none' } });
    const without = bare && of(mohoPicture(bare.prepared, {}), 'ball');
    expect(without?.filter(({ width }) => width === 1)).toEqual([]);
  });
});
