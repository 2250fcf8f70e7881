import { evaluateKeys } from '../../src/engine/geometry/moho/channel.ts';
import { drawnLayers, layerPaths, type MohoPath } from '../../src/engine/geometry/moho/picture.ts';
import { type MohoMoment, MohoPose } from '../../src/engine/geometry/moho/pose.ts';
import { type PreparedMoho, prepareMoho } from '../../src/engine/geometry/moho/prepare.ts';
import type { MohoProject } from '../../src/engine/model/moho.ts';
import type { Color } from '../../src/engine/model/rig.ts';
import { readProject } from '../../src/loader/moho/read-project.ts';
import { defaultLimits } from '../../src/loader/options.ts';
import { ProblemLog } from '../../src/loader/report.ts';
import { archiveSource } from '../../src/loader/zip/archive.ts';
import { type ExportedPath, parseExportedFrame } from './exported-frame.ts';

/** Runs work to its end without a pause. */
export function finish<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The project in a .moho file. */
export async function readMoho(bytes: Uint8Array, log = new ProblemLog()): Promise<MohoProject> {
  const source = archiveSource(bytes, 'walk.moho', defaultLimits);
  const json = await source.read('Project.mohoproj', { maxBytes: 2 ** 28 });
  return finish(readProject(new TextDecoder().decode(json), 'walk.moho', 'walk', defaultLimits, log));
}

export const prepare = (project: MohoProject): PreparedMoho => finish(prepareMoho(project));

/** The moment that a frame of a folder of exported frames shows. */
export function momentOf(project: MohoProject, folder: string, frame: number): MohoMoment {
  if (folder === 'base') return { frame: 0 };
  const index = project.actions.findIndex(({ name }) => name === folder);
  for (const { skeleton } of project.layers) {
    const dial = skeleton?.dials.find(({ action }) => action === index);
    if (skeleton === undefined || dial === undefined) continue;
    const angles = new Float64Array(2);
    evaluateKeys(dial.curve, 1, frame, angles, 0);
    evaluateKeys(skeleton.bones[dial.bone].angle.main, 1, 0, angles, 1);
    return { frame: 0, turns: new Map([[folder, angles[0] - angles[1]]]) };
  }
  return { frame };
}

/** What of a frame is as exported, and what is not. */
export interface FrameResult {
  paths: number;
  points: number;
  /** Of distances, px; over paths that are no exporter quirk. */
  sum: number;
  greatest: number;
  /** Paths within so many px, quirks too. */
  within: { hundredth: number; tenth: number; one: number };
  /** Paths that the exporter traced in its own way, and how far off they are, px. */
  quirks: { name: string; distance: number }[];
  /** What is not as exported and should be. */
  faults: string[];
}

/** Moho's exporter joins edges whose ends lie nearer than this, in the units of a mesh. */
const joined = 0.001;
/** Greatest distance of a control point, px: what three decimals leave of two rounded coordinates, doubled. */
export const greatestDistance = 0.002;

/** What two coordinates of three decimals can be off, px, and a little more. */
const noise = 0.001;

/** Compares a frame with what is exported. */
export function compareFrame(prepared: PreparedMoho, moment: MohoMoment, svg: string): FrameResult {
  const { project } = prepared;
  const pose = new MohoPose(prepared, moment);
  const ours = drawnLayers(pose).flatMap((layer) => layerPaths(pose, layer));
  const theirs = parseExportedFrame(svg);
  const result: FrameResult = {
    paths: theirs.length,
    points: 0,
    sum: 0,
    greatest: 0,
    within: { hundredth: 0, tenth: 0, one: 0 },
    quirks: [],
    faults: [],
  };
  if (ours.length !== theirs.length) result.faults.push(`${ours.length} paths, exported ${theirs.length}`);
  for (const [i, their] of theirs.entries()) {
    const our = ours[i];
    if (our === undefined) break;
    const name = `${project.layers[our.layer].name} ${our.index}`;
    if (name !== `${their.group} ${their.index}`) {
      result.faults.push(`${name} stands where ${their.group} ${their.index} is exported`);
      break;
    }
    const paint = paintOf(our);
    const expected = `${their.fill} ${their.stroke} ${their.width} ${their.cap}`;
    if (paint !== expected) result.faults.push(`${name} is painted ${paint}, exported ${expected}`);
    const distances = sameStructure(our, their) ? pointDistances(our, their) : undefined;
    let distance = distances === undefined ? Infinity : Math.max(...distances);
    if (distances !== undefined && distance <= greatestDistance) {
      // Merged points that lie on one another as good as make no difference; they are no measure either.
      if (distance <= noise || !hasQuirk(pose, our)) {
        for (const each of distances) result.sum += each;
        result.points += distances.length;
        result.greatest = Math.max(result.greatest, distance);
      }
    } else {
      distance = segmentDistance(our, their);
      if (our.kind === 'fill' && hasQuirk(pose, our)) result.quirks.push({ name, distance });
      else result.faults.push(`${name} is ${distance.toFixed(4)} px off`);
    }
    if (distance < 0.01) result.within.hundredth++;
    if (distance < 0.1) result.within.tenth++;
    if (distance < 1) result.within.one++;
  }
  return result;
}

/** Widths as the exporter rounds them. */
function paintOf({ paint: { fill, stroke, width, cap } }: MohoPath): string {
  const line = stroke === null ? '0 ' : `${Math.max(1, Math.round(width))} ${cap}`;
  return `${hex(fill)} ${hex(stroke)} ${line}`;
}

const hex = (color: Color | null): string =>
  color === null
    ? 'none'
    : `#${color
        .slice(0, 3)
        .map((share) =>
          Math.floor(255 * share + 0.5)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`;

const runsOf = ({ contours, points }: MohoPath): Float64Array[] =>
  contours.map(({ start, segments }) => points.subarray(start * 2, (start + segments * 3 + 1) * 2));

function sameStructure(our: MohoPath, { runs }: ExportedPath): boolean {
  const own = runsOf(our);
  return own.length === runs.length && own.every((run, k) => run.length === runs[k].length);
}

function pointDistances(our: MohoPath, { runs }: ExportedPath): number[] {
  const distances: number[] = [];
  for (const [k, run] of runsOf(our).entries()) {
    for (let i = 0; i < run.length; i += 2) {
      distances.push(Math.hypot(run[i] - runs[k][i], run[i + 1] - runs[k][i + 1]));
    }
  }
  return distances;
}

/** The greatest distance of an exported segment from the nearest of ours, whichever way it goes. */
function segmentDistance(our: MohoPath, { runs }: ExportedPath): number {
  const own = runsOf(our).flatMap(segmentsOf);
  let greatest = 0;
  for (const segment of runs.flatMap(segmentsOf)) {
    let least = Infinity;
    for (const each of own) least = Math.min(least, apart(segment, each, false), apart(segment, each, true));
    greatest = Math.max(greatest, least);
  }
  return greatest;
}

const segmentsOf = (run: Float64Array): Float64Array[] =>
  Array.from({ length: (run.length / 2 - 1) / 3 }, (_, s) => run.subarray(s * 6, s * 6 + 8));

function apart(a: Float64Array, b: Float64Array, isBack: boolean): number {
  let greatest = 0;
  for (let i = 0; i < 8; i += 2) {
    const j = isBack ? 6 - i : i;
    greatest = Math.max(greatest, Math.hypot(a[i] - b[j], a[i + 1] - b[j + 1]));
  }
  return greatest;
}

/** Whether two points of a shape lie so near each other that the exporter takes them for one. */
function hasQuirk(pose: MohoPose, { layer, index }: MohoPath): boolean {
  const { project, meshes } = pose.prepared;
  const { curvePoints } = project.layers[layer].mesh ?? { curvePoints: new Uint32Array() };
  const anchors = pose.anchors(layer);
  const outline = meshes[layer]?.outlines[index];
  const points = [...new Set(Array.from(outline?.points ?? [], (point) => curvePoints[Math.floor(point / 3)]))];
  return points.some((a, i) =>
    points
      .slice(i + 1)
      .some((b) => Math.hypot(anchors[a * 2] - anchors[b * 2], anchors[a * 2 + 1] - anchors[b * 2 + 1]) < joined),
  );
}

/** Adds up the results of the frames of a folder. */
export function addResults(results: readonly FrameResult[]): FrameResult {
  const total: FrameResult = {
    paths: 0,
    points: 0,
    sum: 0,
    greatest: 0,
    within: { hundredth: 0, tenth: 0, one: 0 },
    quirks: [],
    faults: [],
  };
  for (const { paths, points, sum, greatest, within, quirks, faults } of results) {
    total.paths += paths;
    total.points += points;
    total.sum += sum;
    total.greatest = Math.max(total.greatest, greatest);
    total.within.hundredth += within.hundredth;
    total.within.tenth += within.tenth;
    total.within.one += within.one;
    total.quirks.push(...quirks);
    total.faults.push(...faults);
  }
  return total;
}
