import { expect, test, vi } from 'vitest';
import { DrawOrders } from '../../src/engine/animate/draw-orders.ts';
import { tween } from '../../src/engine/animate/storyboard/animations.ts';
import { Storyboard } from '../../src/engine/animate/storyboard/storyboard.ts';
import { trigger } from '../../src/engine/animate/storyboard/trigger.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { PuppetPointer } from '../../src/engine/stage/pointer.ts';
import { Puppet } from '../../src/engine/stage/puppet.ts';
import { withBones } from '../support/bones.ts';
import { sketchRig } from '../support/sketch.ts';

function make(): Puppet {
  const compiled = compile(sketchRig([{ d: 'M 0 0 L 9 0 L 9 9 Z' }], { actions: [{ name: 'wave', frames: 6 }] }));
  return new Puppet(compiled, new DrawOrders(compiled), {}, { orderChanged() {}, remove() {} });
}

test('a puppet tells of its actions, and goes to any time', () => {
  const puppet = make();
  const told = vi.fn();
  for (const event of ['start', 'marker', 'loop', 'complete', 'frame'] as const) puppet.on(event, () => told(event));
  puppet.action('wave').addMarker('hand', 3);
  puppet.play('wave', { loop: 2 });
  puppet.advance(1);
  expect(told.mock.calls.flat()).toEqual(['start', 'marker', 'loop', 'marker', 'complete', 'frame']);
  expect(puppet.time).toBe(1);
  puppet.seek(0.125);
  expect([puppet.action('wave').frame, puppet.action('wave').playing]).toEqual([4, true]);
});

test('a bone is where it belongs before the first picture, and where it was turned to in the next', () => {
  const rig = withBones(sketchRig([{ d: 'M 0 0 L 9 0 L 9 9 Z', group: 'g' }]), [
    { id: 'arm', base: [1, 2], tip: [5, 2] },
    { id: 'hand', base: [5, 2], tip: [8, 2], parent: 'arm' },
  ]);
  const compiled = compile(rig);
  const puppet = new Puppet(
    compiled,
    new DrawOrders(compiled),
    { x: 10, pivot: [0, 0] },
    { orderChanged() {}, remove() {} },
  );
  puppet.updatePose();
  expect(puppet.bonesVersion).toBe(0);
  expect(puppet.bone('hand').place).toEqual({ base: { x: 15, y: 2 }, tip: { x: 18, y: 2 } });
  puppet.bone('arm').angle = Math.PI / 2;
  puppet.updatePose();
  expect(puppet.bone('hand').place.tip.x).toBeCloseTo(11, 9);
  expect(puppet.bone('hand').place.tip.y).toBeCloseTo(9, 9);
  expect(puppet.bonesVersion).toBeGreaterThan(0);
});

test('time passes for a puppet as fast as its own', () => {
  const puppet = make();
  puppet.play('wave');
  puppet.speed = 0.5;
  puppet.advance(0.25);
  expect(puppet.action('wave').frame).toBe(4);
  puppet.speed = -1;
  puppet.advance(0.0625);
  expect(puppet.action('wave').frame).toBe(2.5);
});

test('a storyboard leads a puppet and its actions, set going by its events and by pointers on it', () => {
  const puppet = make();
  const listeners = new Map<string, () => void>();
  const pointer: Pick<PuppetPointer, 'addEventListener' | 'removeEventListener'> = {
    addEventListener: (type, listener) => listeners.set(type, listener as () => void),
    removeEventListener: (type) => listeners.delete(type),
  };
  const fall = new Storyboard([
    tween(puppet, 'y', { by: 8, duration: 1000 }),
    tween(puppet.action('wave'), 'weight', { from: 0, to: 1, duration: 1000 }),
    tween(puppet, 'tint', { to: '#ff0000', duration: 1000 }),
  ]);
  const ends = [trigger(puppet, 'complete', fall), trigger(pointer, 'pointerdown', fall, 'stop')];
  fall.follow(puppet);
  const { y } = puppet;
  puppet.play('wave');
  puppet.advance(0.25);
  expect([fall.state, puppet.y]).toEqual(['playing', y + 2]);
  puppet.advance(0.5);
  expect([fall.state, puppet.y]).toEqual(['playing', y + 6]);
  puppet.advance(-0.25);
  expect([puppet.y, puppet.action('wave').weight, [...puppet.tint]]).toEqual([y + 4, 0.5, [1, 0.5, 0.5]]);
  listeners.get('pointerdown')?.();
  expect([fall.state, puppet.y]).toEqual(['idle', y]);
  for (const end of ends) end();
  expect(listeners.size).toBe(0);
});
