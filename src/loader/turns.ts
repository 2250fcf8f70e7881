import { AyatoriError } from '../engine/model/problem.ts';

/** ms of work between two turns of the event loop: a page at 60 frames a second stays smooth. */
const slice = 10;

/**
 * Long work in small slices. Work is written as a generator that yields wherever it may be
 * interrupted; the clock decides whether it is.
 *
 * Turns are taken by messages: a nested setTimeout of a browser waits 4 ms or more each time.
 */
export class Turns {
  readonly #signal: AbortSignal | undefined;
  readonly #channel = new MessageChannel();
  #resume: (() => void) | undefined;
  #start = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
    this.#channel.port1.onmessage = () => this.#resume?.();
  }

  /** Runs the work to its end and gives its result. */
  async run<T>(work: Generator<void, T>): Promise<T> {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      if (performance.now() - this.#start >= slice) await this.next();
    }
  }

  /** Lets everything else on the event loop have its turn. Throws when the load was aborted. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
      this.#channel.port2.postMessage(0);
    });
    this.#start = performance.now();
    this.check();
  }

  /** Throws when the load was aborted. */
  check(): void {
    if (this.#signal?.aborted) throw abortError(this.#signal);
  }

  /** An open channel keeps a Node process alive. */
  close(): void {
    this.#channel.port1.close();
    this.#channel.port2.close();
  }
}

export function abortError(signal: AbortSignal): AyatoriError {
  return new AyatoriError({ code: 'aborted', message: 'the load was aborted' }, { cause: signal.reason });
}
