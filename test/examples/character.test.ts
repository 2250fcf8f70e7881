import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rig } from '../../src/engine/model/rig.ts';
import { load } from '../../src/loader/node.ts';
import { type Frame, type FramePath, readFrame } from './frame.ts';

const script = fileURLToPath(new URL('../../examples/characters/ito/make.mjs', import.meta.url));
const characters = fileURLToPath(new URL('../../examples/public/characters', import.meta.url));
const folder = path.join(characters, 'ito');
const riggedFolder = path.join(characters, 'ito-rigged');

const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const filesIn = (place: string) =>
  readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name))
    .sort();
const files = filesIn(folder);

const rows = read('filelist.csv')
  .trim()
  .split('\n')
  .map((row) => row.split(',').map((field) => field.trim()));
const actions = rows
  .filter(([kind]) => kind !== 'BASE')
  .map(([kind, frames, name]) => ({ kind, frames: Number(frames), name }));

const frame = (action: string, number: number): Frame =>
  readFrame(read(`${action}/${action}_${String(number).padStart(5, '0')}.svg`));
const frames = (action: string) => {
  const count = actions.find(({ name }) => name === action)?.frames ?? 0;
  return Array.from({ length: count }, (_, i) => frame(action, i + 1));
};
const rest = frame('base', 1);
const isBone = ({ key }: FramePath) => key.startsWith('bone');
const isClip = ({ key }: FramePath) => key.startsWith('clip:');
const drawn = rest.paths.filter((shape) => !isBone(shape) && !isClip(shape));
const byKey = (of: Frame) => new Map(of.paths.map((shape) => [shape.key, shape]));

/** The farthest that any control point of a drawn path goes between two frames, px. */
function farthest(a: Frame, b: Frame): number {
  const other = byKey(b);
  let worst = 0;
  for (const shape of a.paths) {
    if (isBone(shape)) continue;
    const { numbers } = other.get(shape.key) ?? { numbers: [] };
    for (let i = 0; i < shape.numbers.length; i += 2) {
      worst = Math.max(worst, Math.hypot(shape.numbers[i] - numbers[i], shape.numbers[i + 1] - numbers[i + 1]));
    }
  }
  return worst;
}

describe('the script that draws the character', () => {
  let made: string;
  beforeAll(() => {
    made = mkdtempSync(path.join(tmpdir(), 'ito-'));
    execFileSync(process.execPath, [script, made]);
  });
  afterAll(() => rmSync(made, { recursive: true, force: true }));

  it.each(['ito', 'ito-rigged'])('writes the files of the repository, byte for byte: %s', (name) => {
    const [written, kept] = [path.join(made, name), path.join(characters, name)];
    expect(filesIn(written)).toEqual(filesIn(kept));
    for (const file of filesIn(kept)) {
      expect(readFileSync(path.join(written, file)).equals(readFileSync(path.join(kept, file))), file).toBe(true);
    }
  });

  it('keeps them small', () => {
    const bytes = (place: string) =>
      filesIn(place).reduce((sum, name) => sum + readFileSync(path.join(place, name)).length, 0);
    expect(bytes(folder)).toBeLessThan(4.2e6);
    expect(bytes(riggedFolder)).toBeLessThan(0.8e6);
  });
});

describe('the character', () => {
  it('has the actions of the list', () => {
    expect(actions).toEqual([
      { kind: 'SMRT', frames: 24, name: 'walk' },
      { kind: 'SMRT', frames: 10, name: 'wind' },
      { kind: 'SMRT', frames: 14, name: 'arm_wave' },
      { kind: 'SMRT', frames: 12, name: 'head_turn' },
      { kind: 'SMRT', frames: 7, name: 'smile' },
      { kind: 'SMRT', frames: 5, name: 'blink' },
      { kind: 'BONE', frames: 4, name: 'sway' },
    ]);
    for (const { name, frames } of actions) {
      expect(files.filter((file) => file.startsWith(`${name}/`) || file.startsWith(`${name}\\`))).toHaveLength(frames);
    }
  });

  it('has fills with holes, strokes of several widths, clip paths and a pair of name masks', () => {
    expect(drawn).toHaveLength(112);
    const holed = drawn.filter(
      ({ attributes, commands }) => attributes.fill !== 'none' && (commands.match(/Z/g)?.length ?? 0) > 1,
    );
    expect(holed.map(({ key }) => key)).toEqual(expect.arrayContaining(['coat/8', 'coat/11', 'skull/0']));
    const stroked = drawn.filter(({ attributes }) => attributes.stroke !== 'none');
    expect(stroked.every(({ attributes }) => /round|butt/.test(attributes['stroke-linecap']))).toBe(true);
    expect(new Set(stroked.map(({ attributes }) => attributes['stroke-width'])).size).toBeGreaterThanOrEqual(8);
    expect(new Set(rest.paths.filter(isClip).map(({ key }) => key.replace(/\/.*/, '')))).toEqual(
      new Set(['clip:fur_clip', 'clip:pupil_near_clip', 'clip:pupil_far_clip', 'clip:tongue_clip']),
    );
    expect(rest.children.get('ball')).toEqual(['ball_Mask', 'ball_Mtarget']);
  });

  it('keeps the commands of every path in every frame', () => {
    const expected = new Map(rest.paths.map(({ key, commands }) => [key, commands]));
    for (const { name } of actions) {
      for (const [i, { paths }] of frames(name).entries()) {
        expect(new Map(paths.map(({ key, commands }) => [key, commands])), `${name} ${i + 1}`).toEqual(expected);
      }
    }
  });

  it('walks in a loop without a jump', () => {
    const walk = frames('walk');
    const steps = walk.map((now, i) => farthest(now, walk[(i + 1) % walk.length]));
    const seam = steps[walk.length - 1];
    expect(Math.min(...steps)).toBeGreaterThan(2);
    expect(seam).toBeLessThanOrEqual(Math.max(...steps.slice(0, -1)));
  });

  it('puts the leading leg in front, and the ear that turns away behind', () => {
    const orders = (action: string, group: string) =>
      new Set(frames(action).map(({ children }) => children.get(group)?.join(' ')));
    expect(orders('walk', 'legs')).toEqual(new Set(['leg_far leg_near', 'leg_near leg_far']));
    expect(orders('head_turn', 'head')).toEqual(
      new Set(['ear_far skull ear_near tuft face', 'ear_near skull ear_far tuft face']),
    );
  });

  it('blushes when it smiles, and changes no other colour', () => {
    const colors = new Map<string, Set<string>>();
    for (const { name } of actions) {
      for (const { paths } of frames(name)) {
        for (const { key, attributes } of paths) {
          const seen = colors.get(key) ?? new Set();
          colors.set(key, seen.add(`${attributes.fill} ${attributes.stroke} ${attributes['stroke-width']}`));
        }
      }
    }
    const changing = [...colors].filter(([, seen]) => seen.size > 1).map(([key]) => key);
    expect(changing).toEqual(['face/0', 'face/1']);
  });

  it('moves the bones in sway, and nothing else', () => {
    const atRest = byKey(rest);
    for (const now of frames('sway').slice(1)) {
      const moved = now.paths.filter(({ key, numbers }) => numbers.join() !== atRest.get(key)?.numbers.join());
      expect(moved.length).toBeGreaterThan(0);
      expect(moved.every(isBone)).toBe(true);
    }
    for (const { name, kind } of actions) {
      if (kind !== 'SMRT') continue;
      for (const now of frames(name)) {
        const moved = now.paths.filter(({ key, numbers }) => numbers.join() !== atRest.get(key)?.numbers.join());
        expect(moved.filter(isBone)).toEqual([]);
      }
    }
  });

  it('has a rig file whose bones, groups and actions exist', () => {
    const rig = JSON.parse(read('bones.json'));
    const groups = rest.children;
    for (const [id, { parent }] of Object.entries<{ parent?: string }>(rig.bones)) {
      expect(groups.has(id), id).toBe(true);
      if (parent !== undefined) expect(rig.bones).toHaveProperty(parent);
    }
    expect(groups.get('bone')?.slice().sort()).toEqual(Object.keys(rig.bones).sort());
    for (const [group, bones] of Object.entries<string[]>(rig.flexi)) {
      expect(groups.has(group), group).toBe(true);
      for (const bone of bones) expect(rig.bones).toHaveProperty(bone);
    }
    for (const [action, { boneName, smartFrames }] of Object.entries<{ boneName: string; smartFrames: number }>(
      rig.action,
    )) {
      expect(actions.find(({ name }) => name === action)?.frames).toBe(smartFrames);
      expect(rig.bones).toHaveProperty(boneName);
    }
  });
});

describe('the character with bones to take hold of', () => {
  let rig: Rig;
  beforeAll(async () => {
    const loaded = await load(path.join(riggedFolder, 'filelist.csv'), {
      rigFiles: [path.join(riggedFolder, 'bones.json')],
    });
    expect(loaded.report.problems).toEqual([]);
    ({ rig } = loaded);
  });

  it('has a bone whose rest angle chooses the frame that is the rest pose', () => {
    expect(rig.smartBones).toHaveLength(1);
    const [{ action, bone, startAngle, endAngle, frames, firstFrame }] = rig.smartBones;
    const { base, tip } = rig.bones[bone];
    const angle = (Math.atan2(base[1] - tip[1], tip[0] - base[0]) * 180) / Math.PI;
    const frame = firstFrame + ((angle - startAngle) / (endAngle - startAngle)) * (frames - 1);
    expect(frame).toBe(4);
    for (const { frames: keys, deltas } of rig.actions[action].morphs) {
      const row = keys.indexOf(4);
      expect(row).toBeGreaterThanOrEqual(0);
      const stride = deltas.length / keys.length;
      expect(Math.max(...deltas.subarray(row * stride, (row + 1) * stride).map(Math.abs))).toBe(0);
    }
  });

  it('has its paws, its face and what hangs from it on bones, its feet on the ground', () => {
    const carried = (id: string) => {
      const bones: string[] = [];
      for (let g = rig.groups.findIndex((group) => group.id === id); g >= 0; g = rig.groups[g].parent) {
        bones.push(...rig.groups[g].flexi.map((bone) => rig.bones[bone].id));
      }
      return bones;
    };
    expect(carried('paw_near')).toEqual(['bone_arm_near_lower', 'bone_arm_near_hand']);
    expect(carried('eye_far')).toEqual(['bone_head']);
    expect(carried('ear_near')).toEqual(['bone_ear_near', 'bone_head']);
    expect(carried('tail')).toEqual(['bone_tail_1', 'bone_tail_2']);
    expect(carried('leg_near')).toEqual([]);
  });

  it('stands within the limits of its joints', () => {
    const angle = ({ base, tip }: Rig['bones'][number]) => Math.atan2(tip[1] - base[1], tip[0] - base[0]);
    let limited = 0;
    for (const bone of rig.bones) {
      if (bone.minAngle === undefined || bone.maxAngle === undefined) continue;
      const bend = angle(bone) - (bone.parent < 0 ? 0 : angle(rig.bones[bone.parent]));
      const degrees = (Math.atan2(Math.sin(bend), Math.cos(bend)) * 180) / Math.PI;
      expect(degrees, bone.id).toBeGreaterThan(bone.minAngle);
      expect(degrees, bone.id).toBeLessThan(bone.maxAngle);
      limited++;
    }
    expect(limited).toBe(9);
  });
});
