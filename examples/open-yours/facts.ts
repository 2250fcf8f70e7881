import { type Puppet, summarizeRig } from 'ayatori';
import type { LoadReport } from 'ayatori/loader';
import { byteText, element } from '../shared/shared.ts';
import { numberText } from './words.ts';

/** What a character consists of, as terms and their descriptions. */
export function describeFacts({ compiled }: Puppet, report: LoadReport): HTMLElement[] {
  const facts = summarizeRig(compiled);
  const frames = facts.actions.reduce((sum, action) => sum + action.frames, 0);
  const moving = facts.actions.filter(({ kind }) => kind !== 'base');
  const some = (count: number, one: string) => `${numberText(count)} ${one}${count === 1 ? '' : 's'}`;
  const rows: [term: string, value: string, more: string][] = [
    ['Size', `${numberText(facts.width)} × ${numberText(facts.height)} px`, `${numberText(facts.fps)} frames a second`],
    ['Paths', numberText(facts.paths), `${numberText(facts.fills)} filled, ${numberText(facts.strokes)} stroked`],
    ['Points', numberText(facts.points), some(facts.segments, 'curve')],
    ['Actions', numberText(moving.length), some(frames, 'frame')],
    ['Bones', numberText(facts.bones), facts.smartBones > 0 ? `${facts.smartBones} smart` : ''],
    ['Masks', numberText(facts.masks), ''],
    ['Draw orders', numberText(facts.drawOrders), ''],
    ['Deltas', byteText(facts.deltaBytes), 'on the GPU'],
    ['Load time', timeText(report.milliseconds), `${some(report.files, 'file')}, ${byteText(report.bytes)}`],
  ];
  return rows.map(([term, value, more]) => {
    const description = element('dd', {}, element('b', { textContent: value }));
    if (more) description.append(' ', element('small', { textContent: more }));
    return element('div', {}, element('dt', { textContent: term }), description);
  });
}

function timeText(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
