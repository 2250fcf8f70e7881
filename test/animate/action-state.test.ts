import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ActionState } from '../../src/engine/animate/action-state.ts';
import { Pose } from '../../src/engine/animate/pose.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { sketchRig } from '../support/sketch.ts';

const FPS = 10;

function make(frames = 5) {
  const listener = { loop: vi.fn(), complete: vi.fn() };
  const action = new ActionState({ name: 'wave', kind: 'morph', frames }, 1, listener);
  const pose = new Pose(compile(sketchRig([], { actions: [{ name: 'wave', frames }] })));
  const applied = () => {
    action.apply(pose);
    return [...pose.actions.slice(4, 8)].map((value) => Math.round(value * 1e6) / 1e6);
  };
  return { action, listener, applied };
}

describe('an action in time', () => {
  test('is off and at rest until it is played', () => {
    const { action, applied } = make();
    action.advance(1, FPS);
    expect([action.frame, action.weight, action.playing]).toEqual([0, 0, false]);
    expect(applied()).toEqual([0, 1, 0, 0]);
  });

  test('plays from frame 1 at full weight', () => {
    const { action, applied } = make();
    action.play();
    expect(applied()).toEqual([1, 2, 1, 0]);
    action.advance(0.15, FPS);
    expect(applied()).toEqual([2, 3, 0.5, 0.5]);
  });

  test('shows its last frame for as long as the others, then is complete and stays', () => {
    const { action, listener, applied } = make();
    action.play();
    action.advance(0.45, FPS);
    expect(listener.complete).not.toHaveBeenCalled();
    expect(applied()).toEqual([5, 5, 0.5, 0.5]);
    action.advance(0.1, FPS);
    expect(listener.complete).toHaveBeenCalledOnce();
    expect([action.frame, action.playing, action.weight]).toEqual([5, false, 1]);
  });

  test('loops: the last frame blends into the first', () => {
    const { action, listener, applied } = make();
    action.play({ loop: true });
    action.advance(0.45, FPS);
    expect(applied()).toEqual([5, 1, 0.5, 0.5]);
    action.advance(0.05, FPS);
    expect(applied()).toEqual([1, 2, 1, 0]);
    expect(listener.loop).toHaveBeenCalledOnce();
  });

  test('loops as often as it is told, in all', () => {
    const { action, listener } = make();
    action.play({ loop: 3 });
    for (let i = 0; i < 40; i++) action.advance(0.05, FPS);
    expect(listener.loop).toHaveBeenCalledTimes(2);
    expect(listener.complete).toHaveBeenCalledOnce();
  });

  test('plays backwards from its end', () => {
    const { action, listener } = make();
    action.play({ speed: -1 });
    expect(action.frame).toBe(5);
    action.advance(0.3, FPS);
    expect(action.frame).toBeCloseTo(2);
    action.advance(0.3, FPS);
    expect([action.frame, action.playing]).toEqual([1, false]);
    expect(listener.complete).toHaveBeenCalledOnce();
  });

  test('held, it stays on whole frames', () => {
    const { action, applied } = make();
    action.play({ interpolation: 'hold' });
    action.advance(0.19, FPS);
    expect(applied()).toEqual([2, 3, 1, 0]);
  });

  test('fades evenly, and begins to play when it is faded in from rest', () => {
    const { action } = make();
    action.fadeTo(1, 0.4);
    expect([action.playing, action.frame]).toEqual([true, 1]);
    action.advance(0.1, FPS);
    expect(action.weight).toBeCloseTo(0.25);
    action.fadeTo(0, 0.5);
    action.advance(0.25, FPS);
    expect(action.weight).toBeCloseTo(0.125);
    action.advance(1, FPS);
    expect(action.weight).toBe(0);
  });

  test('a weight set by hand ends a fade', () => {
    const { action } = make();
    action.fadeTo(1, 1);
    action.weight = 0.5;
    action.advance(0.5, FPS);
    expect(action.weight).toBe(0.5);
  });

  test('frames beyond its ends are its ends', () => {
    const { action } = make();
    action.frame = 99;
    expect(action.frame).toBe(5);
    action.frame = -3;
    expect(action.frame).toBe(0);
  });

  test.each([
    ['weight', 1.5, 'the weight of wave is out of range; expected a number from 0 to 1; found 1.5'],
    ['weight', Number.NaN, 'the weight of wave is out of range; expected a number from 0 to 1; found NaN'],
    ['frame', Number.NaN, 'the frame of wave is out of range; expected a finite number; found NaN'],
    ['speed', Infinity, 'the speed of wave is out of range; expected a finite number; found Infinity'],
  ] as const)('refuses %s = %d', (property, value, message) => {
    const { action } = make();
    expect(() => {
      action[property] = value;
    }).toThrow(message);
  });

  test('however time is cut into steps, it comes to the same frame', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { maxLength: 20 }),
        fc.constantFrom(-2, -0.7, 0.3, 1, 5),
        (steps, speed) => {
          const [a, b] = [make().action, make().action];
          for (const action of [a, b]) action.play({ loop: true, speed, frame: 2 });
          for (const step of steps) a.advance(step, FPS);
          b.advance(
            steps.reduce((sum, step) => sum + step, 0),
            FPS,
          );
          // Around the loop, frames 1 and 6 are the same place.
          const gap = Math.abs(a.frame - b.frame);
          expect(Math.min(gap, Math.abs(gap - 5))).toBeLessThan(1e-6);
          expect(a.frame).toBeGreaterThanOrEqual(1 - 1e-8);
          expect(a.frame).toBeLessThan(6);
        },
      ),
    );
  });
});
