import type { ProblemLog } from '../report.ts';
import { emptySheet, type Sheet } from './declarations.ts';
import type { SvgDocument } from './document.ts';
import { fetchExtras } from './extras-part.ts';

/** The style sheets of the files of one rig. Files with the same text share one, as the frames of an action do. */
export class Sheets {
  readonly #log: ProblemLog;
  #css = '';
  #sheet = emptySheet;

  constructor(log: ProblemLog) {
    this.#log = log;
  }

  async of({ css, file }: SvgDocument): Promise<Sheet> {
    if (css.trim() === '') return emptySheet;
    if (css !== this.#css) {
      const { readSheet } = await fetchExtras();
      this.#sheet = readSheet(css, file, this.#log);
      this.#css = css;
    }
    return this.#sheet;
  }
}
