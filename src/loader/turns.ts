import { AyatoriError } from '../engine/model/problem.ts';

/** ms of work between two turns of the event loop: a page at 60 frames a second stays smooth. */
const slice = 8;

/**
 * Long work in small slices. Work is written as a generator that yields wherever it may be
 * interrupted; the clock decides whether it is.
 */
export class Turns {
  readonly #signal: AbortSignal | undefined;
  readonly #waiter: Waiter = typeof setImmediate === 'undefined' ? new MessageWaiter() : new ImmediateWaiter();
  #start = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Runs the work to its end and gives its result. Throws when the load was aborted, also before it. */
  async run<T>(work: Generator<void, T>): Promise<T> {
    for (;;) {
      this.check();
      const step = work.next();
      if (step.done) return step.value;
      if (performance.now() - this.#start >= slice) await this.next();
    }
  }

  /** Lets everything else on the event loop have its turn. Throws when the load was aborted. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => this.#waiter.wait(resolve));
    this.#start = performance.now();
    this.check();
  }

  /** Throws when the load was aborted. */
  check(): void {
    if (this.#signal?.aborted) throw abortError(this.#signal);
  }

  close(): void {
    this.#waiter.close();
  }
}

/** Calls back after the event loop has turned once. */
interface Waiter {
  wait(resume: () => void): void;
  close(): void;
}

/** For Node, which hands out a thousand messages, posted meanwhile or not, before any timer. */
class ImmediateWaiter implements Waiter {
  wait(resume: () => void): void {
    setImmediate?.(resume);
  }

  close(): void {}
}

/** For browsers and workers, where a nested setTimeout waits 4 ms or more each time. */
class MessageWaiter implements Waiter {
  readonly #channel = new MessageChannel();
  #resume: (() => void) | undefined;

  constructor() {
    this.#channel.port1.onmessage = () => this.#resume?.();
  }

  wait(resume: () => void): void {
    this.#resume = resume;
    this.#channel.port2.postMessage(0);
  }

  close(): void {
    this.#channel.port1.close();
    this.#channel.port2.close();
  }
}

export function abortError(signal: AbortSignal): AyatoriError {
  return new AyatoriError({ code: 'aborted', message: 'the load was aborted' }, { cause: signal.reason });
}
