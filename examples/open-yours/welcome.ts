import { element } from '../shared/shared.ts';

/** What a person sees who has nothing open. */
export function welcome(): HTMLElement[] {
  const sentences = [
    'Drop a character anywhere on this page: a Moho project (.moho, .mohoproj, .animeproj); a folder of SVG frame sequences as Moho exports them, with their filelist.csv; folders of numbered frames; a single SVG; rig JSON files beside any of these; or a zip of it all.',
    'Your files are read by this page alone, on this machine, and forgotten when you leave.',
  ];
  return [
    element('h2', { textContent: 'Drop yours here' }),
    ...sentences.map((textContent) => element('p', { textContent })),
    openers(),
  ];
}

/** Buttons for what can be opened; the page listens for `data-open`. */
export function openers(): HTMLElement {
  const all: [what: string, text: string][] = [
    ['folder', 'Open a folder'],
    ['files', 'Open files or a zip'],
    ['ito', 'Try it with Ito'],
    ['teru', 'Try it with Teru'],
  ];
  const buttons = all.map(([what, textContent]) => {
    const button = element('button', { className: 'button', type: 'button', textContent });
    button.dataset.open = what;
    return button;
  });
  return element('div', { className: 'bar' }, ...buttons);
}
