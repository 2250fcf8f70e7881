import type { ProblemLog } from '../report.ts';
import { isContainer } from './containers.ts';
import { hrefOf, type SvgDocument, type SvgNode } from './document.ts';
import { isShape } from './shape-attributes.ts';

/** What a reader of content knows. */
interface Content {
  isRepeating(node: SvgNode): boolean;
  reportUnsupported(node: SvgNode): void;
}

/** What a `use` element repeats; undefined, with a report, where that cannot be drawn. */
export function useTarget(use: SvgNode, document: SvgDocument, content: Content, log: ProblemLog): SvgNode | undefined {
  const href = hrefOf(use)?.trim() ?? '';
  const report = (code: string, message: string, found: string) =>
    log.once(href, { severity: 'warning', code, file: document.file, line: use.line, message, found });
  if (!href.startsWith('#')) {
    report(
      'reference-external',
      'use of something outside the file is not supported; nothing was fetched',
      JSON.stringify(href.slice(0, 60)),
    );
    return undefined;
  }
  const target = document.byId.get(href.slice(1));
  if (target === undefined) {
    report('reference-missing', 'use refers to an element that is not there', href.slice(0, 60));
    return undefined;
  }
  if (content.isRepeating(target) || isInside(use, target)) {
    report('reference-cycle', 'use repeats an element that it is inside of; it is not drawn', href.slice(0, 60));
    return undefined;
  }
  if (isShape(target.name) || isContainer(target.name) || target.name === 'symbol') return target;
  content.reportUnsupported(target);
  return undefined;
}

function isInside(node: SvgNode, ancestor: SvgNode): boolean {
  for (let each: SvgNode | undefined = node; each !== undefined; each = each.parent) if (each === ancestor) return true;
  return false;
}
