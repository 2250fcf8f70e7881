import type { Problem, Severity } from 'ayatori';
import { element } from '../shared/shared.ts';
import { arrange, cellText, columnsOf, countSeverities, type Key, type Rows, SEVERITIES } from './report-rows.ts';
import { numberText, sentence, severityName, severityText } from './words.ts';

/** A load report as a table to sort and to search; by code where it is long. */
export class ReportTable {
  readonly root: HTMLElement;
  readonly #problems: readonly Problem[];
  readonly #columns: readonly Key[];
  readonly #table = element('table', { className: 'problems' });
  readonly #count = element('output', { className: 'muted' });
  readonly #sortBy = element('select', { ariaLabel: 'Sort by' });
  readonly #shown: Set<Severity>;
  readonly #open = new Set<string>();
  #words = '';
  #sort: Key = 'severity';
  #descending = false;

  constructor(problems: readonly Problem[]) {
    this.#problems = problems;
    this.#columns = columnsOf(problems);
    this.#shown = new Set(SEVERITIES);
    const heading = element('h2', { textContent: 'Load report' });
    if (problems.length === 0) {
      const text = 'Nothing to report: every file was read as it is.';
      this.root = element('div', {}, heading, element('p', { className: 'muted', textContent: text }));
      return;
    }
    this.root = element('div', {}, heading, this.#tools(), element('div', { className: 'scroll' }, this.#table));
    this.#fill();
  }

  #tools(): HTMLElement {
    const search = element('input', {
      type: 'search',
      placeholder: 'Search',
      ariaLabel: 'Search the report',
      autocomplete: 'off',
    });
    search.addEventListener('input', () => {
      this.#words = search.value;
      this.#fill();
    });
    const severities = countSeverities(this.#problems).map(([severity, count]) => this.#toggle(severity, count));
    this.#sortBy.append(
      ...this.#columns.map((key) => element('option', { value: key, textContent: `By ${titleOf(key).toLowerCase()}` })),
    );
    this.#sortBy.addEventListener('change', () => this.#sortOn(this.#sortBy.value as Key, false));
    return element('div', { className: 'tools' }, search, ...severities, this.#sortBy, this.#count);
  }

  #toggle(severity: Severity, count: number): HTMLButtonElement {
    const button = element('button', { className: `severity ${severity}`, type: 'button', ariaPressed: 'true' });
    button.textContent = severityText(severity, count);
    button.addEventListener('click', () => {
      if (!this.#shown.delete(severity)) this.#shown.add(severity);
      button.ariaPressed = String(this.#shown.has(severity));
      this.#fill();
    });
    return button;
  }

  #sortOn(key: Key, descending: boolean): void {
    this.#sort = key;
    this.#descending = descending;
    this.#fill();
  }

  #fill(): void {
    const groups = arrange(this.#problems, {
      words: this.#words,
      severities: this.#shown,
      sort: this.#sort,
      descending: this.#descending,
    });
    const count = groups.reduce((sum, { problems }) => sum + problems.length, 0);
    this.#count.textContent =
      count === this.#problems.length ? '' : `${numberText(count)} of ${numberText(this.#problems.length)} shown`;
    this.#sortBy.value = this.#sort;
    this.#table.replaceChildren(this.#head(), ...groups.map((group) => this.#body(group)));
  }

  #head(): HTMLTableSectionElement {
    const cells = this.#columns.map((key) => {
      const isSorted = key === this.#sort;
      const button = element('button', { type: 'button', textContent: titleOf(key) });
      button.addEventListener('click', () => {
        this.#sortOn(key, isSorted && !this.#descending);
        this.#table.querySelector<HTMLElement>('th[aria-sort] button')?.focus();
      });
      const cell = element('th', { scope: 'col' }, button);
      if (isSorted) cell.ariaSort = this.#descending ? 'descending' : 'ascending';
      return cell;
    });
    return element('thead', {}, element('tr', {}, ...cells));
  }

  #body({ code, problems }: Rows): HTMLTableSectionElement {
    const body = element('tbody');
    if (code === undefined) {
      body.append(...problems.map((problem) => this.#row(problem)));
      return body;
    }
    // What was searched for must not be hidden.
    const isOpen = this.#words.trim() !== '' || this.#open.has(code);
    const button = element('button', { type: 'button', ariaExpanded: String(isOpen) }, code);
    const [[worst]] = countSeverities(problems);
    button.append(
      element('span', { className: `severity ${worst}`, textContent: numberText(problems.length) }),
      element('span', { className: 'muted', textContent: sentence(problems[0].message) }),
    );
    button.addEventListener('click', () => {
      if (!this.#open.delete(code)) this.#open.add(code);
      this.#fill();
      this.#table.querySelector<HTMLElement>(`[data-code="${CSS.escape(code)}"] button`)?.focus();
    });
    const heading = element('th', { colSpan: this.#columns.length, scope: 'rowgroup' }, button);
    heading.dataset.code = code;
    body.append(element('tr', { className: 'group' }, heading));
    if (isOpen) body.append(...problems.map((problem) => this.#row(problem)));
    return body;
  }

  #row(problem: Problem): HTMLTableRowElement {
    const cells = this.#columns.map((key) => {
      const text = cellText(problem, key);
      const cell = element('td');
      cell.dataset.key = key;
      cell.dataset.title = titleOf(key);
      if (key === 'severity') {
        const { severity } = problem;
        cell.append(element('span', { className: `severity ${severity}`, textContent: severityName(severity) }));
      } else if (key === 'file') cell.append(...breakable(text));
      else cell.textContent = key === 'message' || key === 'hint' ? sentence(text) : text;
      return cell;
    });
    return element('tr', {}, ...cells);
  }
}

/** A path that goes over to the next line between folders before it does so anywhere else. */
function breakable(path: string): (string | Node)[] {
  return path.split(/(?<=\/)/).flatMap((part, i) => (i === 0 ? [part] : [element('wbr'), part]));
}

const titleOf = (key: Key): string => (key === 'severity' ? 'Kind' : sentence(key));
