/** As many numbers as a narrow screen has room for. */
const MOST_LABELS = 8;

/** After how many frames there is a line, and after how many a number: 1, 2 or 5 with noughts. */
export function rulerStep(frames: number): { tick: number; label: number } {
  for (let power = 1; ; power *= 10) {
    for (const label of [power, 2 * power, 5 * power]) {
      if (frames / label <= MOST_LABELS) return { tick: Math.max(1, label / (label === 2 * power ? 2 : 5)), label };
    }
  }
}
