import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Mixer } from '../../src/engine/animate/mixer.ts';
import { Pose } from '../../src/engine/animate/pose.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { sketchRig } from '../support/sketch.ts';

const FPS = 10;

function make(frames = 5) {
  const listener = { start: vi.fn(), loop: vi.fn(), complete: vi.fn(), marker: vi.fn() };
  const rig = { ...sketchRig([], { actions: [{ name: 'wave', frames }] }), fps: FPS };
  const mixer = new Mixer(rig, listener);
  const action = mixer.action('wave');
  const pose = new Pose(compile(rig));
  const applied = () => {
    mixer.apply(pose);
    return [...pose.actions.slice(4, 8)].map((value) => Math.round(value * 1e6) / 1e6);
  };
  return { mixer, action, listener, applied };
}

describe('an action in time', () => {
  test('is off and at rest until it is played', () => {
    const { mixer, action, applied } = make();
    mixer.advance(1);
    expect([action.frame, action.weight, action.playing]).toEqual([0, 0, false]);
    expect(applied()).toEqual([0, 0, 0, 0]);
  });

  test('plays from frame 1 at full weight', () => {
    const { mixer, action, applied } = make();
    action.play();
    expect(applied()).toEqual([1, 2, 1, 0]);
    mixer.advance(0.15);
    expect(applied()).toEqual([2, 3, 0.5, 0.5]);
  });

  test('shows its last frame for as long as the others, then is complete and stays', () => {
    const { mixer, action, listener, applied } = make();
    action.play();
    mixer.advance(0.45);
    expect(listener.complete).not.toHaveBeenCalled();
    expect(applied()).toEqual([5, 5, 0.5, 0.5]);
    mixer.advance(0.1);
    expect(listener.complete).toHaveBeenCalledOnce();
    expect([action.frame, action.playing, action.weight]).toEqual([5, false, 1]);
  });

  test('loops: the last frame blends into the first', () => {
    const { mixer, action, listener, applied } = make();
    action.play({ loop: true });
    mixer.advance(0.45);
    expect(applied()).toEqual([5, 1, 0.5, 0.5]);
    mixer.advance(0.05);
    expect(applied()).toEqual([1, 2, 1, 0]);
    expect(listener.loop).toHaveBeenCalledOnce();
  });

  test('loops as often as it is told, in all', () => {
    const { mixer, action, listener } = make();
    action.play({ loop: 3 });
    for (let i = 0; i < 40; i++) mixer.advance(0.05);
    expect(listener.loop).toHaveBeenCalledTimes(2);
    expect(listener.complete).toHaveBeenCalledOnce();
  });

  test('plays backwards from its end', () => {
    const { mixer, action, listener } = make();
    action.play({ speed: -1 });
    expect(action.frame).toBe(5);
    mixer.advance(0.3);
    expect(action.frame).toBeCloseTo(2);
    mixer.advance(0.3);
    expect([action.frame, action.playing]).toEqual([1, false]);
    expect(listener.complete).toHaveBeenCalledOnce();
  });

  test('held, it stays on whole frames', () => {
    const { mixer, action, applied } = make();
    action.play({ interpolation: 'hold' });
    mixer.advance(0.19);
    expect(applied()).toEqual([2, 3, 1, 0]);
  });

  test('fades evenly, and begins to play when it is faded in from rest', () => {
    const { mixer, action } = make();
    action.fadeTo(1, 0.4);
    expect([action.playing, action.frame]).toEqual([true, 1]);
    mixer.advance(0.1);
    expect(action.weight).toBeCloseTo(0.25);
    action.fadeTo(0, 0.5);
    mixer.advance(0.25);
    expect(action.weight).toBeCloseTo(0.125);
    mixer.advance(1);
    expect(action.weight).toBe(0);
  });

  test('a weight set by hand ends a fade', () => {
    const { mixer, action } = make();
    action.fadeTo(1, 1);
    action.weight = 0.5;
    mixer.advance(0.5);
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

  test.each([2, -0.1, Number.NaN])('refuses the weight %d wherever it is given', (weight) => {
    const { action } = make();
    const message = `the weight of wave is out of range; expected a number from 0 to 1; found ${weight}`;
    expect(() => action.play({ weight })).toThrow(message);
    expect(() => action.fadeTo(weight, 1)).toThrow(message);
    expect(action.weight).toBe(0);
  });

  test('turns round at its ends, once for each loop', () => {
    const { mixer, action, listener, applied } = make();
    action.play({ direction: 'ping-pong', loop: 3, interpolation: 'hold' });
    const shown = Array.from({ length: 13 }, () => {
      mixer.advance(0.05);
      const [frame] = applied();
      mixer.advance(0.05);
      return frame;
    });
    // Each for one frame's time, the ends too.
    expect(shown).toEqual([1, 2, 3, 4, 5, 4, 3, 2, 1, 2, 3, 4, 5]);
    expect(listener.loop).toHaveBeenCalledTimes(2);
    expect(listener.complete).toHaveBeenCalledOnce();
    expect([action.frame, action.playing]).toEqual([5, false]);
  });

  test('there and back, a new speed keeps the way it goes', () => {
    const { mixer, action } = make();
    action.play({ direction: 'ping-pong', loop: true });
    mixer.advance(0.5);
    expect(action.frame).toBeCloseTo(4);
    action.speed = 2;
    mixer.advance(0.1);
    expect(action.frame).toBeCloseTo(2);
    action.pause();
    mixer.advance(1);
    expect(action.frame).toBeCloseTo(2);
    action.play();
    mixer.advance(0.025);
    expect(action.frame).toBeCloseTo(1.5);
  });

  test.each([
    ['forward', 0.3, 4],
    ['forward', 0.7, 3],
    ['forward', -0.1, 5],
    ['reverse', 0.3, 2],
    ['ping-pong', 0.3, 4],
    ['ping-pong', 0.5, 4],
    ['ping-pong', 0.9, 2],
  ] as const)('%s, begins %d seconds later in its round', (direction, offset, frame) => {
    const { mixer, action, listener } = make();
    action.play({ direction, offset, loop: true });
    expect(action.frame).toBeCloseTo(frame);
    // A whole round (there and back: two) leads to the same place.
    mixer.advance(direction === 'ping-pong' ? 0.8 : 0.5);
    expect(action.frame).toBeCloseTo(frame);
    expect(listener.loop).toHaveBeenCalledTimes(direction === 'ping-pong' ? 2 : 1);
  });

  test('reverse turns the sign of the speed round', () => {
    const { mixer, action } = make();
    action.play({ direction: 'reverse', speed: -1 });
    mixer.advance(0.2);
    expect(action.frame).toBeCloseTo(3);
  });

  test('tells of its start, its named frames and its loops in their order', () => {
    const { mixer, action, listener } = make();
    action.addMarker('foot', 3).addMarker('hand', 1);
    const told: string[] = [];
    listener.start.mockImplementation(() => told.push('start'));
    listener.loop.mockImplementation(() => told.push('loop'));
    listener.complete.mockImplementation(() => told.push('complete'));
    listener.marker.mockImplementation(({ name, frame }) => told.push(`${name} ${frame} at ${mixer.time.toFixed(2)}`));
    action.play({ loop: 2 });
    mixer.advance(3);
    const all = ['start', 'hand 1 at 0.00', 'foot 3 at 0.20', 'loop', 'hand 1 at 0.50', 'foot 3 at 0.70', 'complete'];
    expect(told).toEqual(all);
    told.length = 0;
    mixer.seek(0);
    expect(told).toEqual([]);
    for (let i = 0; i < 30; i++) mixer.advance(0.1);
    expect(told).toEqual(all.slice(2));
    told.length = 0;
    action.play({ direction: 'ping-pong', loop: 2 });
    mixer.advance(3);
    expect(told).toEqual([
      'start',
      'hand 1 at 3.00',
      'foot 3 at 3.20',
      'loop',
      'foot 3 at 3.60',
      'hand 1 at 3.80',
      'complete',
    ]);
    told.length = 0;
    action.play({ direction: 'reverse', loop: 1 });
    mixer.advance(1);
    expect(told).toEqual(['start', 'foot 3 at 6.20', 'hand 1 at 6.40', 'complete']);
  });

  test('refuses markers beyond its frames', () => {
    expect(() => make().action.addMarker('foot', 6)).toThrow(
      'the frame of the marker foot of wave is out of range; expected a number from 1 to 5; found 6',
    );
  });

  test('bad options change nothing', () => {
    const { action } = make();
    expect(() => action.play({ speed: 2, offset: Number.NaN })).toThrow('the offset of wave is out of range');
    expect([action.playing, action.speed, action.weight]).toEqual([false, 1, 0]);
  });

  test('an absurd speed neither hangs nor leaves the frames', () => {
    const { mixer, action, listener } = make();
    for (const direction of ['forward', 'reverse', 'ping-pong'] as const) {
      action.play({ speed: 1e300, loop: true, direction });
      mixer.advance(1 / 60);
      expect(action.frame).toBeGreaterThanOrEqual(1);
      expect(action.frame).toBeLessThanOrEqual(6);
    }
    expect(listener.loop.mock.calls.length).toBeLessThanOrEqual(3000);
  });

  test('setting a frame by hand for hours takes no more memory', () => {
    const { mixer, action } = make();
    for (let i = 0; i < 100_000; i++) {
      mixer.advance(0.01);
      action.frame = 1 + (i % 4);
    }
    expect(action.frame).toBe(4);
    mixer.advance(-0.01);
    expect(action.frame).toBe(3);
    mixer.seek(0);
    // Of so long ago nothing is known but the oldest that is.
    expect([1, 2, 3, 4]).toContain(action.frame);
  });

  test('however time is cut into steps, it comes to the same frame', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { maxLength: 20 }),
        fc.constantFrom(-2, -0.7, 0.3, 1, 5),
        (steps, speed) => {
          const [a, b] = [make(), make()];
          for (const { action } of [a, b]) action.play({ loop: true, speed, frame: 2 });
          for (const step of steps) a.mixer.advance(step);
          b.mixer.seek(a.mixer.time);
          expect(a.action.frame).toBe(b.action.frame);
          expect(a.action.frame).toBeGreaterThanOrEqual(1);
          expect(a.action.frame).toBeLessThan(6);
        },
      ),
    );
  });
});
