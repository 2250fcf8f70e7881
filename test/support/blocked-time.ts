import { readFileSync } from 'node:fs';

/**
 * Watches how long the event loop is kept from a timer. Where the system tells (Linux), only the
 * time counts in which this very thread was at work: on a busy machine the clock also runs while
 * others are. Returns a function that stops the watch and gives the longest time in ms.
 */
export function watchBlockedTime(): () => number {
  let longest = 0;
  let clock = performance.now();
  let work = threadTime();
  const look = () => {
    const now = performance.now();
    const worked = threadTime();
    const elapsed = now - clock;
    longest = Math.max(
      longest,
      work === undefined || worked === undefined ? elapsed : Math.min(elapsed, worked - work),
    );
    clock = now;
    work = worked;
  };
  const timer = setInterval(look, 1);
  return () => {
    clearInterval(timer);
    look();
    return longest;
  };
}

/** ms that this thread has been at work. */
function threadTime(): number | undefined {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}
