import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import type { Bone, Rig } from '../../src/engine/model/rig.ts';
import { boneColor } from '../../src/engine/stage/debug/bone-marks.ts';
import { DebugView, type DebugViewOptions } from '../../src/engine/stage/debug-view.ts';
import type { Stage } from '../../src/engine/stage/stage.ts';
import { bareStage } from '../support/scene.ts';
import { sketchRig } from '../support/sketch.ts';

const [WIDTH, HEIGHT] = [300, 200];
const NONE = { bones: false, zones: false, points: false, handles: false, bounds: false, names: false };

function bone(
  id: string,
  parent: number,
  base: [number, number],
  tip: [number, number],
  more: Partial<Bone> = {},
): Bone {
  const free = { minAngle: undefined, maxAngle: undefined, isPin: false, fixed: false, flexiPoint: undefined };
  return { id, group: 0, parent, base, tip, strength: 0.1, ...free, ...more };
}

/** Two bones in a row from left to right; a bar about them, a square away from both, a clip path. */
function rig(): Rig {
  const sketch = sketchRig(
    [
      { d: 'M 40 89.5 L 260 89.5 L 260 110.5 L 40 110.5 Z', group: 'bar', fill: [0.9, 0.9, 0.9, 1] },
      {
        d: 'M 20.5 20.5 L 60.5 20.5 L 60.5 60.5 L 20.5 60.5 Z',
        group: 'box',
        fill: null,
        stroke: [0, 0, 0, 1],
        strokeWidth: 8,
      },
    ],
    { width: WIDTH, height: HEIGHT },
  );
  return {
    ...sketch,
    groups: sketch.groups.map((group) => (group.id === 'bar' ? { ...group, flexi: [0, 1] } : group)),
    bones: [
      bone('upper', -1, [50, 100], [150, 100], { fixed: true }),
      bone('lower', 0, [150, 100], [250, 100], { minAngle: -40, maxAngle: 40 }),
    ],
  };
}

describe('the view behind the picture', () => {
  let stage: Stage;
  let canvas: HTMLCanvasElement;
  let view: DebugView;

  beforeEach(() => {
    stage = bareStage(WIDTH, HEIGHT);
    stage.add(rig());
    canvas = document.createElement('canvas');
    view = new DebugView(stage, canvas, NONE);
  });
  afterEach(() => stage.destroy());

  const pixels = () => (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, WIDTH, HEIGHT).data;
  /** Px of a part of the canvas that are within 40 of a colour. */
  const count = (color: readonly number[], [x0, y0, x1, y1] = [0, 0, WIDTH, HEIGHT]) => {
    const data = pixels();
    let near = 0;
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) {
        const i = (y * WIDTH + x) * 4;
        if (data[i + 3] > 200 && color.every((channel, c) => Math.abs(data[i + c] - channel) < 40)) near++;
      }
    }
    return near;
  };
  const drawn = () => pixels().reduce((sum, value, i) => sum + (i % 4 === 3 && value > 0 ? 1 : 0), 0);
  const show = async (name: string, options: DebugViewOptions) => {
    view.set({ ...NONE, ...options });
    stage.render();
    await commands.writeOutput(`debug/${name}.png`, canvas.toDataURL().replace(/^.*,/, ''));
  };

  test('is as large as the stage, and empty where nothing is asked for or it is off', async () => {
    await show('nothing', {});
    expect([canvas.width, canvas.height, drawn()]).toEqual([WIDTH, HEIGHT, 0]);
    view.enabled = false;
    await show('off', { bones: true, points: true });
    expect(drawn()).toBe(0);
    view.enabled = true;
    stage.render();
    expect(drawn()).toBeGreaterThan(500);
    view.destroy();
    stage.render();
    expect(drawn()).toBe(0);
  });

  test('shows each bone where it is, in a colour of its own, and what it reaches for', async () => {
    await show('bones', { bones: true });
    const [upper, lower] = [0, 1].map((b) => boneColor(b));
    expect(count(upper, [60, 90, 140, 110])).toBeGreaterThan(100);
    expect(count(lower, [60, 90, 140, 110])).toBe(0);
    expect(count(lower, [180, 90, 240, 110])).toBeGreaterThan(100);
    stage.puppets[0].bone('lower').reach(150.5, 189.5, { chain: 1 });
    await show('reach', { bones: true });
    // It comes no farther than its limit; a cross says where it should.
    expect(count(lower, [180, 90, 240, 104])).toBeLessThan(20);
    expect(count(lower, [200, 120, 240, 170])).toBeGreaterThan(60);
    expect(count(lower, [138, 178, 163, 200])).toBeGreaterThan(20);
  });

  test('shows points in the mixed colours of the bones that carry them', async () => {
    await show('points', { points: true });
    const [upper, lower] = [0, 1].map((b) => boneColor(b));
    expect(count(upper, [36, 86, 44, 114])).toBeGreaterThan(10);
    expect(count(lower, [256, 86, 264, 114])).toBeGreaterThan(10);
    // What no bone carries is grey.
    expect(count([110, 110, 120], [16, 16, 24, 24])).toBeGreaterThan(5);
    expect(count(upper, [0, 0, 80, 70])).toBe(0);
  });

  test('shows handles, the boxes of groups with their strokes, and strength zones', async () => {
    await show('handles', { handles: true });
    expect(count([110, 110, 120], [40, 88, 113, 92])).toBeGreaterThan(40);
    await show('bounds', { bounds: true, names: true });
    expect(count([0, 120, 215], [15, 14, 18, 66])).toBeGreaterThan(15);
    expect(count([0, 120, 215], [19, 19, 61, 61])).toBe(0);
    await show('zones', { zones: true });
    const [, , , alpha] = pixels().subarray((120 * WIDTH + 100) * 4);
    expect(alpha).toBeGreaterThan(0);
    // A tenth of the longer side.
    expect(pixels()[(135 * WIDTH + 100) * 4 + 3]).toBe(0);
  });

  test('keeps to the groups that are chosen', async () => {
    await show('box only', { bones: true, points: true, groups: ['box'] });
    expect(count(boneColor(0))).toBe(0);
    expect(drawn()).toBeGreaterThan(500);
    expect(count([110, 110, 120], [16, 16, 24, 24])).toBeGreaterThan(5);
    await show('bar only', { bones: true, points: true, groups: ['bar'] });
    expect(count(boneColor(0))).toBeGreaterThan(200);
    expect(count([110, 110, 120], [0, 0, 80, 70])).toBe(0);
  });
});
