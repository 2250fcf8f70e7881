/** Typed listeners. `Events` maps each event's name to what its listeners are given. */
export class Emitter<Events extends object> {
  /** Null: nobody ever listened. */
  #listeners: Map<keyof Events, Set<(value: never) => void>> | null = null;

  /** @returns A function that removes the listener. */
  on<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): () => void {
    this.#listeners ??= new Map();
    let listeners = this.#listeners.get(name);
    if (!listeners) {
      listeners = new Set();
      this.#listeners.set(name, listeners);
    }
    listeners.add(listener);
    return () => this.off(name, listener);
  }

  off<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): void {
    this.#listeners?.get(name)?.delete(listener);
  }

  /** Calls the listeners in the order they came. One that throws does not keep the others from being called. */
  protected emit<Name extends keyof Events>(name: Name, value: Events[Name]): void {
    const listeners = this.#listeners?.get(name);
    if (!listeners || listeners.size === 0) return;
    for (const listener of [...listeners] as ((value: Events[Name]) => void)[]) {
      try {
        listener(value);
      } catch (error) {
        reportError(error);
      }
    }
  }
}
