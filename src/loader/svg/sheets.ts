import { fetchPart } from '../part.ts';
import type { ProblemLog } from '../report.ts';
import { learnColorNames } from './color.ts';
import { emptySheet, type Sheet } from './declarations.ts';
import type { SvgDocument } from './xml.ts';

/** The style sheets of the files of one rig. Files with the same text share one, as the frames of an action do. */
export class Sheets {
  readonly #log: ProblemLog;
  #css = '';
  #sheet = emptySheet;

  constructor(log: ProblemLog) {
    this.#log = log;
  }

  /** The sheet of a file. What reads it, and what else only some files need, is fetched by the first one. */
  async of({ css, file, namesColors }: SvgDocument): Promise<Sheet> {
    const hasSheet = css.trim() !== '';
    if (!hasSheet && !namesColors) return emptySheet;
    const isNew = hasSheet && css !== this.#css;
    const [part] = await Promise.all([isNew ? fetchPart(() => import('./css.ts')) : undefined, learnColorNames()]);
    if (part !== undefined) {
      this.#sheet = part.readSheet(css, file, this.#log);
      this.#css = css;
    }
    return hasSheet ? this.#sheet : emptySheet;
  }
}
