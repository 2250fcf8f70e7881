import { AyatoriError } from 'ayatori';
import { element } from '../shared/shared.ts';
import { cellText } from './report-rows.ts';
import { sentence } from './words.ts';

/** Why nothing could be opened: what is wrong, where, and what to do. */
export function describeFault(error: unknown): HTMLElement {
  const text = error instanceof Error ? error.message : String(error);
  const heading = element('h2', { textContent: 'This could not be opened' });
  if (!(error instanceof AyatoriError)) {
    return element('div', { className: 'fault' }, heading, element('p', { textContent: text }));
  }
  const { problem } = error;
  const place = [
    cellText(problem, 'file'),
    problem.action !== undefined && `action ${problem.action}`,
    problem.frame !== undefined && `frame ${problem.frame}`,
    problem.group !== undefined && `group ${problem.group}`,
    problem.path !== undefined && `path ${problem.path}`,
    problem.bone !== undefined && `bone ${problem.bone}`,
  ].filter(Boolean);
  const rows: [term: string, text: string | undefined][] = [
    ['Where', place.length > 0 ? place.join(', ') : undefined],
    ['Expected', problem.expected],
    ['Found', problem.found],
    ['What to do', problem.hint && sentence(problem.hint)],
  ];
  const list = element('dl');
  for (const [term, value] of rows) {
    if (!value) continue;
    list.append(element('dt', { textContent: term }), element('dd', { textContent: value }));
  }
  return element(
    'div',
    { className: 'fault' },
    heading,
    element('p', { textContent: `${sentence(problem.message)}.` }),
    list,
  );
}
