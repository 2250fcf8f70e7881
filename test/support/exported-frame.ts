/** A path of a frame as Moho exports it. */
export interface ExportedPath {
  /** Id of the group around. */
  readonly group: string;
  /** Place among the paths of the group. */
  readonly index: number;
  readonly fill: string;
  readonly stroke: string;
  readonly width: number;
  readonly cap: string;
  /** Points of each run of cubics: x, y, … */
  readonly runs: readonly Float64Array[];
}

const tag = /<(g|\/g|clipPath|\/clipPath|path)\b([^>]*?)\/?>/g;
const attribute = /([\w-]+)="([^"]*)"/g;

/** The paths of an exported frame in document order, without the copies in clip paths. */
export function parseExportedFrame(svg: string): ExportedPath[] {
  const paths: ExportedPath[] = [];
  const groups: { id: string; count: number }[] = [{ id: '', count: 0 }];
  let inClip = false;
  for (const [, name, text] of svg.matchAll(tag)) {
    if (name === 'clipPath') inClip = true;
    else if (name === '/clipPath') inClip = false;
    else if (name === '/g') groups.pop();
    else {
      const values = new Map([...text.matchAll(attribute)].map(([, key, value]) => [key, value]));
      const group = groups[groups.length - 1];
      if (name === 'g') groups.push({ id: values.get('id') ?? '', count: 0 });
      else if (!inClip) {
        paths.push({
          group: group.id,
          index: group.count++,
          fill: values.get('fill') ?? '',
          stroke: values.get('stroke') ?? '',
          width: Number(values.get('stroke-width') ?? 0),
          cap: values.get('stroke-linecap') ?? '',
          runs: parseRuns(values.get('d') ?? ''),
        });
      }
    }
  }
  return paths;
}

/** Only M, C and Z, absolute, with blanks between all numbers. */
function parseRuns(d: string): Float64Array[] {
  return d
    .split('M')
    .slice(1)
    .map((run) => Float64Array.from(run.replace(/[CZ]/g, ' ').trim().split(/\s+/), Number));
}
