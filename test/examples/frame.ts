import { SaxesParser } from 'saxes';

/** A path of a frame as its file has it. */
export interface FramePath {
  /** Group id and place among the group's own paths, such as `coat/3`; clip shapes start with `clip:`. */
  readonly key: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The command letters alone. */
  readonly commands: string;
  readonly numbers: readonly number[];
}

export interface Frame {
  /** Ids of the child groups of each group, back to front. */
  readonly children: ReadonlyMap<string, readonly string[]>;
  readonly paths: readonly FramePath[];
}

/** Reads a frame that has nothing but groups, clip paths and paths. */
export function readFrame(text: string): Frame {
  const children = new Map<string, string[]>();
  const paths: FramePath[] = [];
  const open: { id: string; paths: number }[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const parent = open.at(-1);
    if (name === 'path' && parent !== undefined) {
      const data = attributes.d ?? '';
      paths.push({
        key: `${parent.id}/${parent.paths++}`,
        attributes,
        commands: data.replace(/[^A-Za-z]/g, ''),
        numbers: (data.match(/-?[\d.]+/g) ?? []).map(Number),
      });
    } else if (name !== 'path') {
      const id = `${name === 'clipPath' ? 'clip:' : ''}${attributes.id}`;
      if (name === 'g' && parent !== undefined) children.get(parent.id)?.push(id);
      children.set(id, []);
      open.push({ id, paths: 0 });
    }
  });
  parser.on('closetag', ({ name }) => {
    if (name !== 'path') open.pop();
  });
  parser.write(text).close();
  return { children, paths };
}
