import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { easeInQuad } from '../../src/engine/animate/easing/named.ts';
import {
  type Animation,
  keyframes,
  parallel,
  sequence,
  type TweenOptions,
  tween,
} from '../../src/engine/animate/storyboard/animations.ts';
import { Storyboard } from '../../src/engine/animate/storyboard/storyboard.ts';
import { toMilliseconds } from '../../src/engine/animate/storyboard/time.ts';
import { trigger } from '../../src/engine/animate/storyboard/trigger.ts';
import { Emitter } from '../../src/engine/stage/events.ts';

const make = () => ({ x: 10, y: 0, size: 1, color: '#ff0000', tint: new Float32Array([1, 1, 1]), area: [0, 0, 0, 1] });

/** The values of a property at some times, ms. */
function values<T extends object>(target: T, property: keyof T, animation: Animation, times: readonly number[]) {
  const storyboard = new Storyboard(animation).play();
  return times.map((time) => {
    storyboard.seek(time);
    return target[property];
  });
}

describe('a tween', () => {
  const at = [0, 250, 1000, 2000];

  test.each<[string, Omit<TweenOptions, 'duration'>, number[]]>([
    ['from and to', { from: 0, to: 100 }, [0, 25, 100, 100]],
    ['to, from where it is', { to: 110 }, [10, 35, 110, 110]],
    ['by, from where it is', { by: 100 }, [10, 35, 110, 110]],
    ['from and by', { from: 50, by: 4 }, [50, 51, 54, 54]],
    ['from, to where it was', { from: 50 }, [50, 40, 10, 10]],
    ['to goes before by', { from: 0, to: 1, by: 8 }, [0, 0.25, 1, 1]],
    ['eased', { from: 0, to: 100, easing: easeInQuad }, [0, 6.25, 100, 100]],
    ['eased in words', { from: 0, to: 100, easing: 'steps(2)' }, [0, 0, 100, 100]],
    ['that stops', { from: 0, to: 100, fill: 'stop' }, [0, 25, 10, 10]],
    ['that begins later', { to: 110, begin: 100 }, [10, 25, 100, 110]],
    ['that begins later, as text', { to: 110, begin: '0:0:0.1' }, [10, 25, 100, 110]],
    ['twice as fast', { from: 0, to: 100, speed: 2 }, [0, 50, 100, 100]],
    ['and back', { from: 0, to: 100, autoReverse: true }, [0, 25, 100, 0]],
    ['for ever', { from: 0, to: 100, repeat: 'forever' }, [0, 25, 0, 0]],
    ['there and back for ever', { from: 0, to: 100, repeat: 'forever', autoReverse: true }, [0, 25, 100, 0]],
    ['twice', { from: 0, to: 100, repeat: 2 }, [0, 25, 0, 100]],
    ['once and a quarter', { from: 0, to: 100, repeat: 1.25 }, [0, 25, 0, 25]],
    ['for 1.5 seconds', { from: 0, to: 100, repeat: { duration: '0:0:1.5' } }, [0, 25, 0, 50]],
  ])('%s', (_, options, expected) => {
    const target = make();
    expect(values(target, 'x', tween(target, 'x', { ...options, duration: 1000 }), at)).toEqual(expected);
  });

  test('of no duration is at its end at once', () => {
    const target = make();
    expect(values(target, 'x', tween(target, 'x', { from: 3, to: 7, duration: 0, begin: 5 }), [0, 4, 5, 9])).toEqual([
      10, 10, 7, 7,
    ]);
  });

  test('of a colour', () => {
    const target = make();
    const to = (color: string) => tween(target, 'color', { to: color, duration: 1000 });
    expect(values(target, 'color', to('blue'), [0, 500, 1000])).toEqual([
      'rgb(255, 0, 0)',
      'rgb(128, 0, 128)',
      'rgb(0, 0, 255)',
    ]);
    // Red that goes, not red that turns into a dark one.
    target.color = 'red';
    expect(values(target, 'color', to('transparent'), [500, 1000])).toEqual([
      'rgba(255, 0, 0, 0.5)',
      'rgba(0, 0, 0, 0)',
    ]);
    target.color = 'red';
    expect(values(target, 'color', to('rgba(0, 0, 255, 0.5)'), [500, 1000])).toEqual([
      'rgba(170, 0, 85, 0.75)',
      'rgba(0, 0, 255, 0.5)',
    ]);
  });

  test('of lists of numbers, also by a colour', () => {
    const target = make();
    const { tint, area } = target;
    new Storyboard([
      tween(target, 'tint', { to: '#0000ff', duration: 1000 }),
      tween(target, 'area', { to: [4, 8, 0, 1], duration: 1000 }),
    ])
      .play()
      .seek(750);
    expect(target.tint).toBe(tint);
    expect([...tint]).toEqual([0.25, 0.25, 1]);
    expect(target.area).toEqual([3, 6, 0, 1]);
    // It was given, and so is not written into.
    expect(area).toEqual([0, 0, 0, 1]);
  });

  test.each<[string, () => unknown, string]>([
    ['text for a number', () => tween(make(), 'x', { to: 'red', duration: 1 }), 'expected a finite number; found red'],
    ['no colour', () => tween(make(), 'color', { to: 'redd', duration: 1 }), 'expected a CSS colour; found redd'],
    ['another length', () => tween(make(), 'tint', { to: [1], duration: 1 }), 'expected 3 numbers; found 1'],
    ['nothing', () => tween({} as { x: number }, 'x', { to: 1, duration: 1 }), 'the property x cannot be animated'],
    [
      'no time',
      () => tween(make(), 'x', { to: 1, duration: '1:30' }),
      'the duration is no time; expected milliseconds',
    ],
    [
      'no speed',
      () => tween(make(), 'x', { to: 1, duration: 1, speed: 0 }),
      'expected a number greater than 0; found 0',
    ],
    ['never', () => tween(make(), 'x', { to: 1, duration: 1, repeat: 0 }), 'the repeat count is out of range'],
    ['no easing', () => tween(make(), 'x', { to: 1, duration: 1, easing: 'easy' }), 'this is no easing'],
    ['no keys', () => keyframes(make(), 'x', []), 'no keys for the property x'],
  ])('refuses %s', (_, build, message) => {
    expect(() => new Storyboard(build() as Animation).play()).toThrow(message);
  });
});

test.each([
  [1500, 1500],
  ['0:0:1.5', 1500],
  ['1:2:3', 3_723_000],
  [' 0:00:00.25 ', 250],
] as const)('the time %s is %d ms', (time, expected) => {
  expect(toMilliseconds('it', time)).toBe(expected);
});

test.each([-1, Number.NaN, Infinity, '', '5', '0:0:', '0:0:-1', '0:0:1e3', '999999999:0:0:0'])(
  '%s is no time',
  (time) => {
    expect(() => toMilliseconds('it', time)).toThrow('it is no time');
  },
);

describe('keyframes', () => {
  test('discrete, linear, by a spline, eased', () => {
    const target = make();
    const animation = keyframes(target, 'x', [
      { at: 0, value: 0 },
      { at: 100, value: 10 },
      { at: 200, value: 20, easing: 'discrete' },
      { at: 300, value: 30, easing: [0.42, 0, 1, 1] },
      { at: 400, value: 40, easing: easeInQuad },
    ]);
    expect(values(target, 'x', animation, [50, 150, 199, 200, 250, 350, 400, 900])).toEqual([
      5,
      10,
      10,
      20,
      expect.closeTo(20 + 10 * 0.3153568, 5),
      32.5,
      40,
      40,
    ]);
  });

  test('without one at the start begins where it is; of one time the later one counts', () => {
    const target = make();
    const keys = [
      { at: 100, value: 20 },
      { at: 100, value: 40 },
    ];
    expect(values(target, 'x', keyframes(target, 'x', keys, { duration: 200 }), [0, 50, 100, 200])).toEqual([
      10, 15, 40, 40,
    ]);
  });
});

describe('groups', () => {
  test('one after the other: each begins where the one before has led', () => {
    const target = make();
    const animation = sequence([
      tween(target, 'x', { to: 20, duration: 100 }),
      tween(target, 'x', { by: 10, duration: 100, begin: 50 }),
      tween(target, 'x', { to: 0, duration: 100 }),
    ]);
    expect(new Storyboard(animation).duration).toBe(350);
    expect(values(target, 'x', animation, [50, 100, 120, 200, 250, 300, 350])).toEqual([15, 20, 20, 25, 30, 15, 0]);
  });

  test('in parallel: what begins later wins', () => {
    const target = make();
    const animation = parallel(
      [
        tween(target, 'x', { from: 100, to: 200, duration: 100, begin: 100, fill: 'stop' }),
        tween(target, 'x', { from: 0, to: 500, duration: 1000 }),
        tween(target, 'y', { to: 1, duration: 400 }),
      ],
      { repeat: 2, autoReverse: true, speed: 2 },
    );
    expect(new Storyboard(animation).duration).toBe(2000);
    expect(values(target, 'x', animation, [25, 50, 75, 100, 500, 925, 975, 1050, 2000])).toEqual([
      25, 100, 150, 100, 500, 150, 25, 100, 0,
    ]);
    expect(values(target, 'y', animation, [100, 200, 900])).toEqual([0.5, 1, 0.5]);
  });

  test('a track begins where one of another group has led', () => {
    const target = make();
    const animation = parallel([
      sequence([tween(target, 'y', { to: 1, duration: 500 }), tween(target, 'x', { by: 10, duration: 100 })]),
      parallel([tween(target, 'x', { to: 100, duration: 100 })]),
    ]);
    expect(values(target, 'x', animation, [50, 100, 550])).toEqual([55, 100, 105]);
  });

  test('a duration cuts off', () => {
    const target = make();
    const animation = parallel([tween(target, 'x', { from: 0, to: 100, duration: 100, repeat: 'forever' })], {
      duration: 250,
    });
    expect(new Storyboard(animation).duration).toBe(250);
    expect(values(target, 'x', animation, [120, 250, 400])).toEqual([20, 50, 50]);
  });

  test('what has no end runs in a group', () => {
    const target = make();
    const animation = parallel([tween(target, 'x', { from: 0, to: 100, duration: 100, repeat: 'forever' })]);
    expect(values(target, 'x', animation, [0, 20, 120, 100_050])).toEqual([0, 20, 20, 50]);
  });

  test('nothing can come after what has no end', () => {
    const target = make();
    const endless = tween(target, 'x', { to: 1, duration: 1, repeat: 'forever' });
    expect(() => sequence([endless, tween(target, 'x', { to: 1, duration: 1 })])).toThrow('never begins');
    expect(new Storyboard(sequence([endless])).duration).toBe(Infinity);
  });
});

describe('a storyboard', () => {
  const slide = (target: { x: number }) => tween(target, 'x', { to: 110, duration: 1000 });

  test('plays, is paused, goes on, is over, and gives back', () => {
    const target = make();
    const listener = { start: vi.fn(), complete: vi.fn() };
    const storyboard = new Storyboard(slide(target), listener);
    storyboard.advance(1);
    expect([storyboard.state, target.x]).toEqual(['idle', 10]);
    storyboard.play();
    storyboard.advance(0.25);
    storyboard.pause().advance(1);
    expect([storyboard.state, storyboard.time, target.x]).toEqual(['paused', 250, 35]);
    storyboard.resume().advance(2);
    expect([storyboard.state, storyboard.time, target.x]).toEqual(['complete', 1000, 110]);
    storyboard.advance(1);
    expect(listener.complete).toHaveBeenCalledOnce();
    storyboard.seek(500);
    expect([storyboard.state, target.x]).toEqual(['playing', 60]);
    storyboard.stop();
    expect([storyboard.state, storyboard.time, target.x]).toEqual(['idle', 0, 10]);
    expect(listener.start).toHaveBeenCalledOnce();
  });

  test('plays backwards from its end', () => {
    const target = make();
    const storyboard = new Storyboard(slide(target));
    storyboard.speed = -2;
    storyboard.play();
    expect(target.x).toBe(110);
    storyboard.advance(0.25);
    expect(target.x).toBe(60);
    storyboard.advance(0.5);
    expect([storyboard.state, storyboard.time, target.x]).toEqual(['complete', 0, 10]);
  });

  test('leaves alone what it does not lead yet', () => {
    const target = make();
    const storyboard = new Storyboard(tween(target, 'x', { from: 0, to: 1, duration: 100, begin: 100, fill: 'stop' }));
    storyboard.play();
    target.x = 77;
    storyboard.advance(0.05);
    expect(target.x).toBe(77);
    storyboard.advance(0.1);
    expect(target.x).toBe(0.5);
    storyboard.advance(0.1);
    expect(target.x).toBe(10);
  });

  test('follows a stage or a puppet', () => {
    class Source extends Emitter<{ frame: number; complete: string }> {
      tell(seconds: number) {
        this.emit('frame', seconds);
      }
    }
    const target = make();
    const source = new Source();
    const end = new Storyboard(slide(target)).play().follow(source);
    source.tell(0.25);
    expect(target.x).toBe(35);
    end();
    source.tell(0.25);
    expect(target.x).toBe(35);
  });

  test('to play to a time, in any steps, is the same as to seek it, bit for bit', () => {
    const time = fc.integer({ min: 0, max: 900 });
    const options = fc.record(
      {
        begin: time,
        repeat: fc.constantFrom<NonNullable<TweenOptions['repeat']>>(2, 1.5, { duration: 700 }),
        autoReverse: fc.boolean(),
        fill: fc.constantFrom('hold', 'stop'),
        speed: fc.constantFrom(0.3, 1, 2),
      },
      { requiredKeys: [] },
    );
    const track = fc.tuple(options, time, fc.constantFrom('x', 'y', 'size'), fc.constantFrom('to', 'by', 'from')).map(
      ([o, duration, property, way]) =>
        (target: ReturnType<typeof make>) =>
          tween(target, property, { ...o, duration, [way]: 100, easing: 'easeInOutSine' }),
    );
    const tree = fc
      .tuple(fc.array(fc.tuple(fc.array(track, { maxLength: 4 }), fc.boolean(), options), { maxLength: 3 }), options)
      .map(
        ([groups, o]) =>
          (target: ReturnType<typeof make>) =>
            parallel(
              groups.map(([tracks, inRow, own]) =>
                (inRow ? sequence : parallel)(
                  tracks.map((build) => build(target)),
                  own,
                ),
              ),
              o,
            ),
      );
    const steps = fc.array(fc.double({ min: 0, max: 0.4, noNaN: true }), { maxLength: 12 });
    fc.assert(
      fc.property(tree, steps, (build, all) => {
        const [played, sought] = [make(), make()];
        const [a, b] = [new Storyboard(build(played)).play(), new Storyboard(build(sought)).play()];
        const passed: { time: number; x: number; y: number; size: number }[] = [];
        const note = () => passed.push({ time: a.time, x: played.x, y: played.y, size: played.size });
        note();
        for (const step of all) {
          a.advance(step);
          note();
        }
        for (const { time, x, y, size } of passed.toReversed()) {
          b.seek(time);
          expect([sought.x, sought.y, sought.size]).toEqual([x, y, size]);
        }
        b.stop();
        expect([sought.x, sought.y, sought.size]).toEqual([10, 0, 1]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a trigger', () => {
  const board = () => {
    const target = make();
    return { target, storyboard: new Storyboard(tween(target, 'x', { from: 0, to: 1, duration: 1000 })) };
  };

  test('by the pointer over an element', () => {
    const { storyboard } = board();
    const element = new EventTarget();
    const ends = [
      trigger(element, 'pointerenter', storyboard),
      trigger(element, 'pointerleave', storyboard, 'stop'),
      trigger(element, 'pointerdown', storyboard, 'pause'),
    ];
    element.dispatchEvent(new Event('pointerenter'));
    expect(storyboard.state).toBe('playing');
    element.dispatchEvent(new Event('pointerdown'));
    expect(storyboard.state).toBe('paused');
    element.dispatchEvent(new Event('pointerleave'));
    expect(storyboard.state).toBe('idle');
    for (const end of ends) end();
    element.dispatchEvent(new Event('pointerenter'));
    expect(storyboard.state).toBe('idle');
  });

  test('by an event of a puppet', () => {
    class Source extends Emitter<{ complete: string; loop: string }> {
      tell() {
        this.emit('complete', 'walk');
      }
    }
    const { storyboard } = board();
    const source = new Source();
    const end = trigger(source, 'complete', storyboard);
    source.tell();
    expect(storyboard.state).toBe('playing');
    end();
    storyboard.stop();
    source.tell();
    expect(storyboard.state).toBe('idle');
  });

  test('when something is loaded', async () => {
    const [loaded, failed, ended] = [board(), board(), board()];
    const loading = Promise.resolve();
    const failing = Promise.reject(new Error('no such file'));
    trigger(loading, 'loaded', loaded.storyboard);
    trigger(failing, 'loaded', failed.storyboard);
    trigger(loading, 'loaded', ended.storyboard)();
    await Promise.allSettled([loading, failing]);
    await Promise.resolve();
    expect([loaded, failed, ended].map(({ storyboard }) => storyboard.state)).toEqual(['playing', 'idle', 'idle']);
  });
});
