import type { ContentReader } from './content.ts';
import type { SvgNode } from './document.ts';
import { isShape } from './shape-attributes.ts';
import type { Context } from './style.ts';

/** The shapes of a clip path, with what they inherit. Only shapes count there, also through `use`. */
export function* clipShapes(
  clip: SvgNode,
  context: Context,
  content: ContentReader,
  contextOfUse: (use: SvgNode) => Context,
): Generator<{ node: SvgNode; context: Context }, void> {
  for (const node of content.children(clip)) {
    const target = node.name === 'use' ? content.children(node)[0] : undefined;
    if (isShape(node.name)) yield { node, context };
    else if (target !== undefined && isShape(target.name)) yield { node: target, context: contextOfUse(node) };
    else if (node.name !== 'use' || target !== undefined) content.reportUnsupported(target ?? node);
  }
}
