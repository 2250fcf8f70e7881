/** Where files come from. A source knows one folder and gives bytes; it knows nothing of formats. */
export interface Source {
  /** A short name for messages and for the rig, such as the folder's. */
  readonly name: string;
  /**
   * The bytes of a file, or undefined where there is none. `path` is relative to the source's
   * folder, with `/` between its parts, and never leaves the folder. Rejects with an AyatoriError
   * when the file is there and cannot be had.
   */
  read(path: string, options: ReadOptions): Promise<Uint8Array | undefined>;
  /** What is in a folder (`''`: the source's own), or undefined where there is no such folder. */
  list?(folder: string): Promise<readonly Entry[] | undefined>;
}

export interface ReadOptions {
  /** A larger file is refused with an AyatoriError of code `limit`. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}
