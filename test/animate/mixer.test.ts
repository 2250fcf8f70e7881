import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { easeInOutCubic, easeOutBack } from '../../src/engine/animate/easing/named.ts';
import { Mixer } from '../../src/engine/animate/mixer.ts';
import { Pose } from '../../src/engine/animate/pose.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { sketchRig } from '../support/sketch.ts';

const FRAMES = { walk: 10, run: 6, turn: 5, blink: 3 };
const NAMES = Object.keys(FRAMES) as (keyof typeof FRAMES)[];

const rig = {
  ...sketchRig([], { actions: NAMES.map((name) => ({ name, frames: FRAMES[name] })) }),
  fps: 10,
};
const compiled = compile(rig);

function make() {
  const listener = { start: vi.fn(), loop: vi.fn(), complete: vi.fn(), marker: vi.fn() };
  return { mixer: new Mixer(rig, listener), listener };
}

const weights = (mixer: Mixer) => mixer.actionStates.map(({ weight }) => weight);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function poseOf(mixer: Mixer): Float32Array {
  const pose = new Pose(compiled);
  mixer.apply(pose);
  return pose.actions;
}

describe('what happens', () => {
  test('is told of, also what was not to be awaited a step before', () => {
    const { mixer, listener } = make();
    const walk = mixer.play('walk', { loop: true }).addMarker('step', 9);
    mixer.advance(0.1);
    walk.addMarker('hop', 4);
    mixer.advance(0.25);
    expect(listener.marker).toHaveBeenCalledTimes(1);
    mixer.play('blink');
    mixer.advance(0.3);
    expect(listener.complete).toHaveBeenCalledTimes(1);
    walk.speed = 4;
    mixer.advance(0.1);
    expect(listener.marker).toHaveBeenCalledTimes(2);
  });

  test('is told of again when time has gone back', () => {
    const { mixer, listener } = make();
    mixer.play('walk', { loop: true }).addMarker('step', 4);
    for (const step of [0.35, 0.05, -0.2, 0.05, 0.1, 0.05]) mixer.advance(step);
    expect(listener.marker).toHaveBeenCalledTimes(2);
    mixer.seek(0.2);
    mixer.advance(0.2);
    expect(listener.marker).toHaveBeenCalledTimes(3);
  });
});

describe('a queue', () => {
  test('waits for the end of what plays, which then gives way', () => {
    const { mixer, listener } = make();
    mixer.play('walk');
    mixer.queue('turn');
    mixer.advance(0.99);
    expect([mixer.action('turn').playing, ...weights(mixer)]).toEqual([false, 1, 0, 0, 0]);
    mixer.advance(0.11);
    expect(weights(mixer)).toEqual([0, 0, 1, 0]);
    expect(mixer.action('turn').frame).toBeCloseTo(2);
    expect([mixer.action('walk').playing, mixer.action('walk').frame]).toEqual([false, 0]);
    expect(listener.complete.mock.calls.map(([{ name }]) => name)).toEqual(['walk']);
    expect(listener.start.mock.calls.map(([{ name }]) => name)).toEqual(['walk', 'turn']);
  });

  test('waits for the end of the present round of what plays for ever', () => {
    const { mixer } = make();
    mixer.play('walk', { loop: true });
    mixer.advance(2.5);
    mixer.queue('turn', { delay: 0.2, fade: 0.4, loop: true });
    mixer.advance(0.65);
    expect(weights(mixer)).toEqual([1, 0, 0, 0]);
    mixer.advance(0.25);
    expect(weights(mixer)[0]).toBeCloseTo(0.5);
    expect(weights(mixer)[2]).toBeCloseTo(0.5);
    mixer.advance(0.15);
    expect(mixer.action('walk').playing).toBe(true);
    mixer.advance(0.1);
    expect(mixer.action('walk').playing).toBe(false);
  });

  test('one waits behind another', () => {
    const { mixer, listener } = make();
    mixer.play('walk');
    mixer.queue('turn');
    mixer.queue('walk', { loop: true });
    mixer.queue('run');
    mixer.advance(10);
    expect(listener.start.mock.calls.map(([{ name }]) => name)).toEqual(['walk', 'turn', 'walk', 'run']);
    expect(weights(mixer)).toEqual([0, 1, 0, 0]);
    mixer.seek(1.2);
    expect(weights(mixer)).toEqual([0, 0, 1, 0]);
    mixer.seek(2.4);
    expect(weights(mixer)).toEqual([1, 0, 0, 0]);
  });

  test('the same action again starts over', () => {
    const { mixer, listener } = make();
    mixer.play('turn');
    mixer.queue('turn');
    mixer.advance(0.7);
    expect(mixer.action('turn').frame).toBeCloseTo(3);
    expect(weights(mixer)).toEqual([0, 0, 1, 0]);
    expect(listener.complete).toHaveBeenCalledOnce();
    expect(listener.start).toHaveBeenCalledTimes(2);
  });

  test('follows a change of speed, and waits while what it waits for is paused', () => {
    const { mixer } = make();
    mixer.play('walk');
    mixer.queue('turn');
    mixer.advance(0.5);
    mixer.action('walk').speed = 2;
    mixer.advance(0.1);
    mixer.action('walk').pause();
    mixer.advance(5);
    expect(weights(mixer)).toEqual([1, 0, 0, 0]);
    mixer.action('walk').play();
    mixer.advance(0.14);
    expect(weights(mixer)).toEqual([1, 0, 0, 0]);
    mixer.advance(0.02);
    expect(weights(mixer)).toEqual([0, 0, 1, 0]);
  });

  test('waits for whom it is told to, and can be cleared', () => {
    const { mixer } = make();
    mixer.play('walk', { loop: true });
    mixer.play('blink', { loop: true });
    mixer.queue('turn', { after: 'walk' });
    mixer.advance(0.35);
    expect(weights(mixer)).toEqual([1, 0, 0, 1]);
    mixer.clearQueue();
    mixer.advance(2);
    expect(weights(mixer)).toEqual([1, 0, 0, 1]);
  });

  test('has nothing to wait for: plays at once', () => {
    const { mixer } = make();
    mixer.queue('turn');
    expect(mixer.action('turn').playing).toBe(true);
    mixer.action('turn').stop();
    mixer.queue('walk', { after: 'turn' });
    expect(mixer.action('walk').playing).toBe(true);
  });

  test('refuses bad options at once', () => {
    const { mixer } = make();
    mixer.play('walk');
    expect(() => mixer.queue('turn', { fade: -1 })).toThrow('the time of a fade is out of range');
    expect(() => mixer.queue('turn', { weight: 2 })).toThrow('the weight of turn is out of range');
    expect(() => mixer.queue('tunr')).toThrow('did you mean turn');
  });
});

describe('a cross-fade', () => {
  test('lets one go and the other come', () => {
    const { mixer } = make();
    mixer.play('walk', { loop: true });
    mixer.advance(0.3);
    mixer.crossFade('walk', 'run', 0.4, { loop: true });
    mixer.advance(0.1);
    expect(weights(mixer)).toEqual([0.75, 0.25, 0, 0].map((weight) => expect.closeTo(weight)));
    expect(mixer.action('run').frame).toBeCloseTo(2);
    expect(mixer.action('walk').frame).toBeCloseTo(5);
    mixer.advance(0.3);
    expect(weights(mixer)).toEqual([0, 1, 0, 0]);
    expect([mixer.action('walk').playing, mixer.action('walk').frame]).toEqual([false, 0]);
    // What it had stopped stays so when its weight is set by hand.
    mixer.advance(0.1);
    mixer.action('walk').weight = 0.5;
    mixer.advance(0.1);
    expect([mixer.action('walk').playing, mixer.action('walk').frame]).toEqual([false, 0]);
  });

  test('turned back half-way goes on from there, without a new start', () => {
    const { mixer, listener } = make();
    mixer.play('walk', { loop: true });
    mixer.crossFade('walk', 'run', 0.4, { loop: true });
    mixer.advance(0.2);
    mixer.crossFade('run', 'walk', 0.2);
    mixer.advance(0.1);
    expect(sum(weights(mixer))).toBeCloseTo(1);
    mixer.advance(0.1);
    expect(weights(mixer)).toEqual([1, 0, 0, 0]);
    expect(mixer.action('walk').frame).toBeCloseTo(5);
    expect(listener.start).toHaveBeenCalledTimes(2);
  });

  test('of no time changes places at once', () => {
    const { mixer } = make();
    mixer.play('walk');
    mixer.crossFade('walk', 'run', 0);
    expect(weights(mixer)).toEqual([0, 1, 0, 0]);
    expect(mixer.action('walk').playing).toBe(false);
  });

  test('adds up to 1 at every time, whatever fades into what, and when', () => {
    const fade = fc.record({
      wait: fc.double({ min: 0, max: 0.6, noNaN: true }),
      to: fc.constantFrom(...NAMES),
      seconds: fc.constantFrom(0, 0.1, 0.25, 1),
      easing: fc.constantFrom(undefined, easeInOutCubic, easeOutBack),
    });
    fc.assert(
      fc.property(fc.array(fade, { minLength: 1, maxLength: 12 }), (fades) => {
        const { mixer } = make();
        let last: keyof typeof FRAMES = 'walk';
        mixer.play(last, { loop: true });
        for (const { wait, to, seconds, easing } of fades) {
          mixer.advance(wait);
          if (to !== last) mixer.crossFade(last, to, seconds, { loop: true, ...(easing && { easing }) });
          last = to;
        }
        const end = mixer.time + 1;
        for (let time = 0; time < end; time += 0.0371) {
          mixer.seek(time);
          expect(sum(weights(mixer))).toBeCloseTo(1, 12);
          for (const weight of weights(mixer)) expect(weight).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('of two alone adds up to exactly 1', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-3, max: 10, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (s, t) => {
          const { mixer } = make();
          mixer.play('walk', { loop: true });
          mixer.crossFade('walk', 'run', s);
          mixer.seek(s * t);
          expect(sum(weights(mixer))).toBe(1);
        },
      ),
    );
  });
});

describe('layers', () => {
  const shown = (mixer: Mixer) =>
    NAMES.map((_, i) => {
      const pose = poseOf(mixer);
      return Math.round((pose[(i + 1) * 4 + 2] + pose[(i + 1) * 4 + 3]) * 1e6) / 1e6;
    });

  test('additive ones have a weight in common', () => {
    const { mixer } = make();
    mixer.play('walk');
    const layer = mixer.layer('extra', { weight: 0.5 });
    layer.play('turn', { weight: 0.6 });
    layer.play('blink');
    expect(shown(mixer)).toEqual([1, 0, 0.3, 0.5]);
    layer.fadeTo(0, 1);
    mixer.advance(0.1);
    expect(shown(mixer)).toEqual([1, 0, 0.27, 0.45]);
    expect(mixer.layer('extra')).toBe(layer);
  });

  test('override takes the place of what is below as far as it plays', () => {
    const { mixer } = make();
    mixer.play('walk', { loop: true });
    const top = mixer.layer('top', { mode: 'override' });
    expect(shown(mixer)).toEqual([1, 0, 0, 0]);
    top.play('turn', { weight: 0.4, loop: true });
    expect(shown(mixer)).toEqual([0.6, 0, 0.4, 0]);
    top.crossFade('turn', 'run', 1, { loop: true });
    mixer.advance(1);
    expect(shown(mixer)).toEqual([0, 1, 0, 0]);
    top.weight = 0.5;
    expect(shown(mixer)).toEqual([0.5, 0.5, 0, 0]);
    mixer.seek(0);
    expect(shown(mixer)).toEqual([0.6, 0, 0.4, 0]);
  });

  test('each has a queue of its own', () => {
    const { mixer } = make();
    mixer.play('walk');
    mixer.layer('top').play('turn');
    mixer.queue('run');
    mixer.layer('top').queue('blink');
    mixer.advance(0.6);
    expect(weights(mixer)).toEqual([1, 0, 0, 1]);
    mixer.advance(0.6);
    expect(weights(mixer)).toEqual([0, 1, 0, 1]);
  });

  test('a region that the rig has not is refused', () => {
    expect(() => make().mixer.layer('face', { region: 'head' })).toThrow(
      'the rig has no such region; expected a rig with regions; found "head" (`divideRig` gives a rig its regions)',
    );
  });
});

describe('time', () => {
  test('steps add up without loss', () => {
    const { mixer } = make();
    for (let i = 0; i < 1000; i++) mixer.advance(0.1);
    expect(mixer.time).toBe(100);
    for (let i = 0; i < 1000; i++) mixer.advance(-0.1);
    expect(mixer.time).toBe(0);
  });

  test('what listeners do is done at the time of what they were told', () => {
    const play = (steps: number) => {
      const mixer = new Mixer(rig, { complete: ({ name }) => mixer.play(name === 'turn' ? 'blink' : 'turn') });
      mixer.play('turn');
      for (let i = 0; i < steps; i++) mixer.advance(4 / steps);
      return poseOf(mixer);
    };
    expect(play(1)).toEqual(play(256));
    expect(play(4)).toEqual(play(256));
  });

  test('a listener may seek', () => {
    const { mixer, listener } = make();
    mixer.play('walk', { loop: true });
    listener.loop.mockImplementationOnce(() => mixer.seek(0.25));
    mixer.advance(1.5);
    expect(mixer.time).toBe(0.25);
    mixer.advance(0.25);
    expect(mixer.action('walk').frame).toBe(6);
  });

  test('a listener may seek while others wait for their turn', () => {
    const { mixer, listener } = make();
    mixer.play('turn');
    mixer.play('walk', { speed: 2 });
    mixer.queue('blink', { after: 'turn' });
    mixer.layer('top').queue('run', { after: 'walk' });
    listener.start.mockImplementationOnce(() => mixer.seek(2));
    mixer.advance(1);
    expect(mixer.time).toBe(2);
    mixer.advance(0.01);
    expect(weights(mixer)).toEqual([0, 1, 0, 1]);
  });

  test('what is asked for after going back takes the place of what was asked for later', () => {
    const { mixer } = make();
    mixer.play('walk', { loop: true });
    mixer.advance(1);
    mixer.crossFade('walk', 'run', 0.5, { loop: true });
    mixer.queue('turn');
    mixer.advance(3);
    mixer.seek(0.5);
    mixer.action('blink').fadeTo(1, 1);
    mixer.seek(4);
    expect(weights(mixer)).toEqual([1, 0, 0, 1]);
  });

  test.each([Number.NaN, Infinity])('refuses %d', (time) => {
    const { mixer } = make();
    expect(() => mixer.advance(time)).toThrow('a step of time is out of range');
    expect(() => mixer.seek(time)).toThrow('the time is out of range');
  });
});

// --- Random programs ---

type Command = (mixer: Mixer) => void;

const name = fc.constantFrom(...NAMES);
const seconds = fc.oneof(fc.constantFrom(0, 0.1, 0.5, 1), fc.double({ min: 0, max: 1.5, noNaN: true }));
const weight = fc.double({ min: 0, max: 1, noNaN: true });
const speed = fc.constantFrom(-2, -1, -0.3, 0, 0.7, 1, 3);
const play = fc.record(
  {
    loop: fc.constantFrom<boolean | number>(true, false, 2, 3),
    speed,
    direction: fc.constantFrom('forward', 'reverse', 'ping-pong'),
    weight,
    offset: fc.double({ min: -1, max: 2, noNaN: true }),
    interpolation: fc.constantFrom('hold', 'linear'),
  },
  { requiredKeys: [] },
);

const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.tuple(name, play).map(
    ([n, o]): Command =>
      (mixer) =>
        mixer.play(n, o),
  ),
  fc.tuple(name, weight, seconds).map(
    ([n, w, s]): Command =>
      (mixer) =>
        mixer.action(n).fadeTo(w, s),
  ),
  fc.tuple(name, name, seconds, play).map(
    ([a, b, s, o]): Command =>
      (mixer) =>
        mixer.crossFade(a, b, s, o),
  ),
  fc.tuple(name, seconds, seconds, play).map(
    ([n, delay, fade, o]): Command =>
      (mixer) =>
        mixer.queue(n, { ...o, delay: delay - 0.5, fade }),
  ),
  fc.tuple(name, speed).map(
    ([n, s]): Command =>
      (mixer) => {
        mixer.action(n).speed = s;
      },
  ),
  fc.tuple(name, weight).map(
    ([n, w]): Command =>
      (mixer) => {
        mixer.action(n).weight = w;
      },
  ),
  fc.tuple(name, fc.double({ min: 0, max: 10, noNaN: true })).map(
    ([n, f]): Command =>
      (mixer) => {
        mixer.action(n).frame = f;
      },
  ),
  name.map(
    (n): Command =>
      (mixer) =>
        mixer.action(n).pause(),
  ),
  name.map(
    (n): Command =>
      (mixer) =>
        mixer.action(n).play(),
  ),
  name.map(
    (n): Command =>
      (mixer) =>
        mixer.action(n).stop(),
  ),
  fc.tuple(name, play).map(
    ([n, o]): Command =>
      (mixer) =>
        mixer.layer('top', { mode: 'override' }).play(n, o),
  ),
  fc.tuple(weight, seconds).map(
    ([w, s]): Command =>
      (mixer) =>
        mixer.layer('top').fadeTo(w, s),
  ),
  fc.constant<Command>((mixer) => mixer.clearQueue()),
);

// Steps add up exactly as long as the least is not 2⁵³ times smaller than the last digit of the whole.
const step = fc.oneof(fc.constantFrom(0, 1 / 60), fc.double({ min: 1e-9, max: 1, noNaN: true }));

/** Time that passes in some steps, then a command, or a jump to a time. */
const part = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  command: fc.oneof(
    { weight: 8, arbitrary: commands },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 4, noNaN: true }) },
  ),
});
const program = fc.array(part, { maxLength: 14 });

/** All that there is to know of a mixer, to the last bit. */
function stateOf(mixer: Mixer) {
  return {
    time: mixer.time,
    pose: [...poseOf(mixer)],
    actions: mixer.actionStates.map(({ frame, weight, playing, speed, loop, layer, drives }) => [
      frame,
      weight,
      playing,
      speed,
      loop,
      layer,
      drives,
    ]),
  };
}

describe('random programs', () => {
  const RUNS = { numRuns: 400 };

  test('to play to a time is the same as to seek it, bit for bit', () => {
    fc.assert(
      fc.property(program, (parts) => {
        const [played, sought] = [make().mixer, make().mixer];
        for (const { steps, command } of parts) {
          for (const step of steps) played.advance(step);
          sought.seek(played.time);
          expect(stateOf(sought)).toEqual(stateOf(played));
          for (const mixer of [played, sought]) {
            if (typeof command === 'number') mixer.seek(command);
            else command(mixer);
          }
        }
        played.advance(0.3);
        played.advance(0.7);
        const end = stateOf(played);
        sought.seek(played.time);
        expect(stateOf(sought)).toEqual(end);
        // From anywhere.
        for (const time of [0, 50, played.time / 3]) {
          sought.seek(time);
          sought.seek(played.time);
          expect(stateOf(sought)).toEqual(end);
        }
      }),
      RUNS,
    );
  });

  test('time that goes back passes through all that was, bit for bit', () => {
    fc.assert(
      fc.property(program, (parts) => {
        const { mixer } = make();
        const passed: number[] = [];
        // Where several things were asked for at one time, the last state counts.
        const states = new Map<number, unknown>();
        for (const { steps, command } of parts) {
          if (typeof command !== 'number') command(mixer);
          states.set(mixer.time, stateOf(mixer));
          for (const step of steps) {
            passed.push(step);
            mixer.advance(step);
            states.set(mixer.time, stateOf(mixer));
          }
        }
        for (const step of passed.toReversed()) {
          mixer.advance(-step);
          expect(stateOf(mixer)).toEqual(states.get(mixer.time));
        }
        expect(mixer.time).toBe(0);
        for (const step of passed) {
          mixer.advance(step);
          expect(stateOf(mixer)).toEqual(states.get(mixer.time));
        }
      }),
      RUNS,
    );
  });

  test('what is told does not depend on the steps', () => {
    fc.assert(
      fc.property(program, fc.integer({ min: 1, max: 40 }), (parts, count) => {
        const tell = (steps: number) => {
          const told: unknown[] = [];
          const note =
            (event: string) =>
            ({ name }: { name: string }) =>
              told.push(`${event} ${name} at ${mixer.time}`);
          const mixer = new Mixer(rig, {
            start: note('start'),
            loop: note('loop'),
            complete: note('complete'),
            marker: note('marker'),
          });
          mixer.action('walk').addMarker('foot', 4).addMarker('hand', 10);
          for (const { command } of parts) {
            if (typeof command !== 'number') command(mixer);
            const goal = mixer.time + 0.75;
            for (let i = 1; i < steps; i++) mixer.advance((goal - mixer.time) / 3);
            mixer.advance(goal - mixer.time);
          }
          return told;
        };
        expect(tell(count)).toEqual(tell(1));
      }),
      RUNS,
    );
  });
});
