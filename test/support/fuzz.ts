import { expect } from 'vitest';
import { AyatoriError } from '../../src/engine/model/problem.ts';

/** `npm run fuzz` asks for more inputs than the usual run, each time others. */
const asked = process.env.FUZZ_RUNS;
const seed = process.env.FUZZ_SEED ?? (asked === undefined ? 20_001 : undefined);

export const runs = Number(asked ?? 1000);

/** Parameters of fast-check for a share of all inputs. */
export const shareOf = (share: number) => ({
  numRuns: Math.ceil(runs * share),
  ...(seed !== undefined && { seed: Number(seed) }),
});

/** For the runner; what a single input may take is asserted. */
export const patience = asked === undefined ? 120_000 : 24 * 3600_000;

/** Longest that an input may take, ms. */
const most = 2000;

/** Counts what becomes of spoilt inputs. */
export class Outcomes {
  results = 0;
  errors = 0;
  #slowest = 0;
  readonly #codes = new Map<string, number>();

  /** Ends with a result or an AyatoriError, within 2 s; anything else fails the test. */
  async of(work: () => unknown): Promise<void> {
    const start = performance.now();
    const used = process.cpuUsage();
    try {
      await work();
      this.results++;
    } catch (error) {
      if (!(error instanceof AyatoriError)) throw error;
      this.errors++;
      const { code } = error.problem;
      this.#codes.set(code, (this.#codes.get(code) ?? 0) + 1);
    }
    // On a busy machine the clock also runs while others are at work.
    const { user, system } = process.cpuUsage(used);
    const took = Math.min(performance.now() - start, (user + system) / 1000);
    this.#slowest = Math.max(this.#slowest, took);
    expect(took).toBeLessThan(most);
  }

  /** Prints the counts; mutations that are all harmless or all deadly test little. */
  tell(what: string, least: { readonly results: number; readonly errors: number }): void {
    const total = this.results + this.errors;
    const codes = [...this.#codes].sort(([, a], [, b]) => b - a).map(([code, count]) => `${code} ${count}`);
    console.info(
      `${what}: ${total} inputs, ${this.results} results, ${this.errors} errors (${codes.join(', ')}),`,
      `slowest ${this.#slowest.toFixed(0)} ms`,
    );
    expect(this.results).toBeGreaterThan(total * least.results);
    expect(this.errors).toBeGreaterThan(total * least.errors);
  }
}
