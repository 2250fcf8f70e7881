import { expect } from 'vitest';

/**
 * Holds work to some seconds. On a busy machine only the time counts in which this process was at
 * work: the clock also runs while others are.
 */
export async function within<T>(seconds: number, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const used = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(used);
  expect(Math.min(performance.now() - start, (user + system) / 1000)).toBeLessThan(seconds * 1000);
  return result;
}
