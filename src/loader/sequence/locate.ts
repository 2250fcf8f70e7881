/** The files of an action by their number; which of them exist may only come out when they are read. */
export interface Located {
  /** Path of the file of a number; undefined where it is known that there is none. */
  path(number: number): string | undefined;
  /** Numbers of the files, where they are known. */
  readonly numbers: readonly number[] | undefined;
}

/**
 * Finds the frame files of a prefix such as `./resource/walk/walk_`. It is taken relative to the folder of the list;
 * leading folders are left off until files are found, since lists keep the folders of the machine where they were made.
 */
export interface Locator {
  /**
   * Undefined where not one file was found.
   * @param last The number of the last file, where the first ones may be missing.
   */
  locate(prefix: string, last?: number): Promise<Located | undefined>;
}
