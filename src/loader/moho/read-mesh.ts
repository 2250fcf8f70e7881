import type { MohoCurve, MohoMesh, MohoShape } from '../../engine/model/moho.ts';
import type { Fields } from './fields.ts';
import { curveFields, curvePointFields, meshFields, pointFields, reportOthers, shapeFields } from './known-fields.ts';
import { parts, ValuesBuilder } from './read-channel.ts';
import { readShapeStyle, type Styles } from './read-style.ts';

/** Points between two places where the work may be interrupted. */
const slice = 500;

/** Reads the mesh of a layer. Yields now and then. */
export function* readMesh(fields: Fields, styles: Styles): Generator<void, MohoMesh> {
  reportOthers(fields, meshFields);
  const { context } = fields;
  const pointCount = fields.list('points').length;
  context.spend('points', pointCount, 'keys and points');
  const positions = new ValuesBuilder(2, pointCount);
  const widths = new ValuesBuilder(1, pointCount);
  const pointBones = new Int32Array(pointCount).fill(-1);
  let point = 0;
  for (const each of fields.objects('points')) {
    reportOthers(each, pointFields);
    positions.read(point, each, 'position', parts.point, [0, 0]);
    widths.read(point, each, 'width', parts.number, [1]);
    pointBones[point] = each.index('parent', -1);
    point++;
    if (point % slice === 0) yield;
  }

  const curves: MohoCurve[] = [];
  let total = 0;
  for (const each of fields.objects('curves')) total += each.list('points').length;
  context.spend('points', total, 'keys and points');
  const curvePoints = new Uint32Array(total);
  const segmentsOn = new Uint8Array(total).fill(1);
  const builders = ['smoothness', 'weight_in', 'weight_out', 'offset_in', 'offset_out'].map(
    (key) => [key, key.startsWith('weight') ? 1 : 0, new ValuesBuilder(1, total)] as const,
  );
  let start = 0;
  for (const each of fields.objects('curves')) {
    reportOthers(each, curveFields);
    let at = start;
    for (const curvePoint of each.objects('points')) {
      reportOthers(curvePoint, curvePointFields);
      const index = curvePoint.index('point', -1);
      // A curve through a point that is not there is left out.
      if (index < 0 || index >= pointCount) {
        curvePoint.wrong('point', `the index of one of ${pointCount} points`, index);
        continue;
      }
      curvePoints[at] = index;
      segmentsOn[at] = curvePoint.flag('segments_on', true) ? 1 : 0;
      for (const [key, fallback, builder] of builders) builder.read(at, curvePoint, key, parts.number, [fallback]);
      at++;
      if (at % slice === 0) yield;
    }
    curves.push({ start, count: at - start, closed: each.flag('closed', false) });
    start = at;
  }

  const shapes: MohoShape[] = [];
  const [smoothness, weightIn, weightOut, offsetIn, offsetOut] = builders.map(([, , builder]) => builder.build());
  for (const each of fields.objects('shapes')) {
    shapes.push(readShape(each, curves, styles));
    yield;
  }
  const built = { positions: positions.build(), widths: widths.build() };
  reportWidths(fields, built.widths.rest, built.widths.moving.length > 0);
  return {
    pointCount,
    ...built,
    pointBones,
    curves,
    curvePoints,
    smoothness,
    weightIn,
    weightOut,
    offsetIn,
    offsetOut,
    segmentsOn,
    shapes,
  };
}

function readShape(fields: Fields, curves: readonly MohoCurve[], styles: Styles): MohoShape {
  reportOthers(fields, shapeFields);
  const edges = fields.object('edges');
  const [curve, segment] = [edges.list('curve'), edges.list('segment')];
  if (curve.length !== segment.length) edges.wrong('segment', `${curve.length} numbers`, `${segment.length}`);
  fields.context.spend('points', curve.length, 'keys and points');
  const starts: number[] = [];
  for (const [i, c] of curve.entries()) {
    const along = curves[c as number];
    const s = segment[i] as number;
    const count = along === undefined ? 0 : along.closed ? along.count : along.count - 1;
    if (along !== undefined && Number.isInteger(s) && s >= 0 && s < count) starts.push(along.start + s);
    else edges.wrong('curve', 'segments of the curves of the mesh', `segment ${s} of curve ${c}`);
  }
  return {
    name: fields.text('name'),
    hasFill: fields.flag('has_fill', false),
    hasOutline: fields.flag('has_outline', false),
    edges: Uint32Array.from(starts),
    style: readShapeStyle(fields, styles),
  };
}

/** Lines are drawn as wide as they are on average. */
function reportWidths(fields: Fields, rest: Float64Array, moves: boolean): void {
  const lined = [...fields.objects('shapes')].some((shape) => shape.json.has_outline === true);
  const varies = rest.some((width) => Math.abs(width - rest[0]) > 1e-6);
  if (lined && (varies || moves))
    fields.unsupported('points[].width', 'lines whose width varies; drawn in their mean width');
}
