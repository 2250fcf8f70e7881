import { Bench } from 'tinybench';

/** What repeated runs of one piece of work took. */
export interface Spread {
  readonly median: number;
  /** First and third quartile. */
  readonly low: number;
  readonly high: number;
  readonly samples: number;
}

export interface SampleOptions {
  readonly samples: number;
  /** Runs before those that count. */
  readonly warmup: number;
  /** Before each run, not timed. */
  readonly before?: () => void;
}

/** Times runs of `work`, ms each. */
export async function sample(work: () => unknown, options: SampleOptions): Promise<Spread> {
  const bench = new Bench({
    iterations: options.samples,
    warmupIterations: options.warmup,
    // Counts decide, not time.
    time: 0,
    warmupTime: 0,
    retainSamples: true,
    throws: true,
  });
  bench.add('work', work, options.before === undefined ? {} : { beforeEach: options.before });
  const [{ result }] = await bench.run();
  if (result.state !== 'completed' || result.latency.samples === undefined) {
    throw new Error(`The measurement ended as ${result.state}.`);
  }
  return spreadOf(result.latency.samples);
}

/** The quartiles of some numbers, with linear interpolation between neighbours. */
export function spreadOf(numbers: readonly number[]): Spread {
  if (numbers.length === 0) throw new RangeError('there are no numbers to tell the quartiles of');
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
  };
  return { median: at(0.5), low: at(0.25), high: at(0.75), samples: sorted.length };
}
