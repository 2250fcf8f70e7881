const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * Which prefixes stand for SVG at the element that is being read. Without declarations names are
 * taken as SVG, with the usual prefix or none.
 */
export class Namespaces {
  /** By prefix; `''` is the default. */
  readonly #isSvg = new Map([
    ['', true],
    ['svg', true],
  ]);
  /** What the declarations of open elements replaced, innermost last. */
  readonly #replaced: { readonly depth: number; readonly prefix: string; readonly before: boolean | undefined }[] = [];

  /** Takes in what an element declares. */
  open(depth: number, attributes: Readonly<Record<string, string>>): void {
    for (const name in attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const prefix = name.slice('xmlns:'.length);
      this.#replaced.push({ depth, prefix, before: this.#isSvg.get(prefix) });
      this.#isSvg.set(prefix, attributes[name] === svgNamespace);
    }
  }

  /** Forgets what an element declared. */
  close(depth: number): void {
    for (let last = this.#replaced.at(-1); last?.depth === depth; last = this.#replaced.at(-1)) {
      this.#replaced.pop();
      if (last.before === undefined) this.#isSvg.delete(last.prefix);
      else this.#isSvg.set(last.prefix, last.before);
    }
  }

  /** Whether the prefix (`''` for none) stands for SVG. */
  isSvg(prefix: string): boolean {
    return this.#isSvg.get(prefix) ?? false;
  }
}
