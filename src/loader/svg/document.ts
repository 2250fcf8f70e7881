/** An element of the SVG namespace, as the file has it. */
export interface SvgNode {
  /** Without a prefix. */
  readonly name: string;
  /** Raw values by full name; without a prototype. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: SvgNode[];
  readonly parent: SvgNode | undefined;
  readonly line: number;
}

export interface SvgDocument {
  readonly file: string;
  readonly root: SvgNode;
  /** The first element in the file with the id. */
  readonly byId: ReadonlyMap<string, SvgNode>;
  /** The text of all style elements. */
  readonly css: string;
  /** Whether the extras are needed to read it; see {@link needsExtras}. */
  readonly needsExtras: boolean;
}

/** The target of a `href`, whichever prefix the file binds to XLink. */
export function hrefOf(node: SvgNode): string | undefined {
  const { attributes } = node;
  if (attributes.href !== undefined) return attributes.href;
  for (const name in attributes) if (name.endsWith(':href')) return attributes[name];
  return undefined;
}
