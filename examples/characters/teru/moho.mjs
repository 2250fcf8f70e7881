/**
 * Parts of a Moho project as its JSON has them. What is given here is px of the picture, y down, and
 * degrees; what comes out is document units (two of them the height of the picture, y up) and radians.
 */

export const WIDTH = 480;
export const HEIGHT = 600;

/** How the way from a key to the next goes. */
export const LINEAR = { im: 0 };
const SMOOTH = { im: 1 };
/** After this key the frames from `first` to the key come again and again. */
export const cycleFrom = (first) => ({ im: 5, v1: -1, v2: first });

/** Keys from values by frame. */
export const keys = (values, way = SMOOTH) =>
  Object.entries(values).map(([frame, value]) => [Number(frame), value, way]);

/** As many digits as Moho writes, and never −0. */
const short = (value) => Number(value.toFixed(6)) + 0;

/** A length in document units. */
const units = (px) => short((px * 2) / HEIGHT);
const radians = (degrees) => short((degrees * Math.PI) / 180);
/** A place. */
const place = ([x, y]) => ({ x: units(x - WIDTH / 2), y: units(HEIGHT / 2 - y) });
/** A way from one place to another. */
export const shift = ([x, y]) => ({ x: units(x), y: units(-y), z: 0 });
/** A colour such as `#dd4233`. */
function color(hex) {
  const [r, g, b] = [1, 3, 5].map((i) => short(Number.parseInt(hex.slice(i, i + 2), 16) / 255));
  return { r, g, b, a: 1 };
}

/**
 * A channel: what a value is at some frames, and how it gets from one to the next.
 * @param {'Val' | 'Vec2' | 'Vec3' | 'Color' | 'Bool' | 'String'} type
 * @param {readonly (readonly [frame: number, value: unknown, way?: object])[]} track Its keys.
 * @param {Record<string, readonly (readonly [frame: number, value: unknown, way?: object])[]>} actions Keys by action.
 */
function channel(type, track, actions = {}) {
  const poses = Object.entries(actions).map(([name, own]) => ({ name, pose: channel(type, own) }));
  return {
    type,
    ref: false,
    mute: false,
    when: track.map(([frame]) => frame),
    val: track.map(([, value]) => value),
    interp: track.map(([, , way = SMOOTH]) => ({ im: 1, v1: 0.1, v2: 0.5, in: 1, h: 0, s: false, t: 0, ...way })),
    ...(poses.length > 0 && { actions: poses }),
  };
}

/** The same value at all frames. */
const still = (type, value) => channel(type, keys({ 0: value }));

let made = 0;
const uuid = () => `7e2b0d00-0000-4000-8000-${String(++made).padStart(12, '0')}`;

/** @param {{ name: string } & Record<string, unknown>} fields What the layer has that others do not. */
function layer(type, { name, visible = keys({ 0: true }), move = keys({ 0: shift([0, 0]) }), ...fields }) {
  return {
    type,
    name,
    uuid: uuid(),
    visible: true,
    edit_only: false,
    origin: { x: 0, y: 0 },
    parent_bone: -1,
    masking: 0,
    transforms: {
      translation: channel('Vec3', move),
      scale: still('Vec3', { x: 1, y: 1, z: 1 }),
      rotation_z: still('Val', 0),
    },
    layer_effects: { visibility: channel('Bool', visible), alpha: still('Val', 1) },
    ...fields,
  };
}

export const group = (name, layers, fields = {}) => layer('GroupLayer', { name, group_mask: 0, ...fields, layers });

/** Of its layers only the one with the name that a key says is seen. */
export const switchLayer = (name, layers, names) =>
  layer('SwitchLayer', { name, switch_keys: channel('String', names), layers });

/**
 * @param {readonly { name: string, parent?: string, from: readonly number[], to: readonly number[], strength?: number,
 *   angle?: object, scale?: object }[]} bones Where they are at rest. `angle` and `scale` give keys of the main timeline
 *   and of actions: `{ main, actions }`, degrees beyond rest and factors.
 */
export function boneLayer(name, bones, layers, actions) {
  const names = bones.map((bone) => bone.name);
  const world = ({ from, to }) => Math.atan2(from[1] - to[1], to[0] - from[0]);
  const written = bones.map(({ parent, strength = 0.3, angle = {}, scale = {}, ...bone }) => {
    const up = bones[names.indexOf(parent)];
    const length = Math.hypot(bone.to[0] - bone.from[0], bone.to[1] - bone.from[1]);
    const rest = ((world(bone) - (up ? world(up) : 0)) * 180) / Math.PI;
    const turned = (track) => track.map(([frame, degrees, way]) => [frame, radians(rest + degrees), way]);
    return {
      type: 'Bone',
      name: bone.name,
      parent: names.indexOf(parent),
      length: units(length),
      strength,
      scaling_mode: 0,
      anim_pos: still('Vec2', up ? along(up, bone.from, world(up)) : place(bone.from)),
      anim_angle: channel('Val', turned(angle.main ?? keys({ 0: 0 })), mapped(angle.actions, turned)),
      anim_scale: channel('Val', scale.main ?? keys({ 0: 1 }), scale.actions),
    };
  });
  return layer('BoneLayer', {
    name,
    group_mask: 0,
    actions: actions.map((action) => ({ name: action, pose: 0 })),
    skeleton: { type: 'Skeleton', binding_mode: 1, bones: written },
    layers,
  });
}

/** A place as a bone sees it: along it and to its left. */
function along({ from }, [x, y], angle) {
  const [dx, dy] = [x - from[0], from[1] - y];
  return {
    x: units(Math.cos(angle) * dx + Math.sin(angle) * dy),
    y: units(Math.cos(angle) * dy - Math.sin(angle) * dx),
  };
}

const mapped = (object = {}, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/**
 * Curves through points, and shapes that they bound.
 * @param {object} drawing
 * @param {Record<string, readonly number[]>} drawing.points x, y by name.
 * @param {readonly { through: string, closed?: boolean, corners?: string, smoothness?: number }[]} drawing.curves Names
 *   of points, one after the other. At corners the curve is not smooth.
 * @param {readonly { edges: readonly string[], fill?: string | readonly unknown[], line?: string, width?: number }[]} drawing.shapes
 *   Back to front. An edge is the index of a curve, with two names for the way between them: `0`, `1:top foot`.
 *   `fill` is a colour, or keys of one.
 * @param {Record<string, (at: readonly number[]) => readonly unknown[] | undefined>} drawing.moves What actions do with
 *   a point: keys of its place.
 */
export function mesh(name, { points, curves, shapes, moves = {}, ...fields }) {
  const names = Object.keys(points);
  const read = curves.map(({ through, ...curve }) => ({ ...curve, through: through.split(' ') }));
  const pointJson = names.map((point) => {
    const moved = Object.entries(moves).flatMap(([action, move]) => {
      const own = move(points[point]);
      return own ? [[action, own.map(([frame, at, way]) => [frame, place(at), way])]] : [];
    });
    return {
      type: 'Point',
      position: channel('Vec2', [[0, place(points[point])]], Object.fromEntries(moved)),
      parent: -2,
    };
  });
  return layer('MeshLayer', {
    name,
    ...fields,
    mesh: {
      type: 'Mesh',
      points: pointJson,
      curves: read.map(({ through, closed = false, corners = '', smoothness = 0.36 }) => ({
        type: 'Curve',
        num_points: through.length,
        closed,
        points: through.map((point) => ({
          point: names.indexOf(point),
          segments_on: true,
          smoothness: still('Val', corners.split(' ').includes(point) ? 0 : smoothness),
        })),
      })),
      shapes: shapes.map((shape, id) => shapeJson(shape, id, read)),
    },
  });
}

function shapeJson({ edges, fill, line, width = 3 }, id, curves) {
  const all = edges.flatMap((edge) => segmentsOf(edge, curves));
  return {
    type: 'Shape',
    name: '',
    id,
    has_fill: fill !== undefined,
    has_outline: line !== undefined,
    fill_allowed: true,
    edges: {
      curve: all.map(([curve]) => curve),
      segment: all.map(([, segment]) => segment),
      flag: all.map(() => 0),
    },
    style: {
      type: 'Style',
      fill_color: channel(
        'Color',
        (Array.isArray(fill) ? fill : keys({ 0: fill ?? '#000000' })).map(([frame, hex, way]) => [
          frame,
          color(hex),
          way,
        ]),
      ),
      line_width: line === undefined ? 0 : short(width / HEIGHT),
      line_color: still('Color', color(line ?? '#000000')),
      line_caps: 1,
    },
  };
}

/** @returns {[curve: number, segment: number][]} */
function segmentsOf(edge, curves) {
  const [curve, way] = edge.split(':');
  const { through, closed } = curves[Number(curve)];
  const count = closed ? through.length : through.length - 1;
  const [first, last] = way === undefined ? [0, count] : way.split(' ').map((point) => through.indexOf(point));
  const segments = [];
  for (let i = first; i !== last || segments.length === 0; i = way === undefined ? i + 1 : (i + 1) % through.length) {
    segments.push([Number(curve), i]);
  }
  return segments;
}

/** A closed curve through points that have no names. */
export function loop(points, paint, fields = {}) {
  const named = Object.fromEntries(points.map((point, i) => [`p${i}`, point]));
  return {
    points: named,
    curves: [{ through: Object.keys(named).join(' '), closed: true, ...fields.curve }],
    shapes: [{ edges: ['0'], ...paint }],
  };
}

/** An ellipse has four points. */
export const ellipse = (x, y, rx, ry, paint) =>
  loop(
    [
      [x - rx, y],
      [x, y - ry],
      [x + rx, y],
      [x, y + ry],
    ],
    paint,
    { curve: { smoothness: 0.39 } },
  );

/** Several drawings in one mesh, back to front. */
export function together(...drawings) {
  const points = {};
  const curves = [];
  const shapes = [];
  for (const [i, drawing] of drawings.entries()) {
    const first = curves.length;
    const named = (text) =>
      text
        .split(' ')
        .map((point) => `${i}${point}`)
        .join(' ');
    for (const [point, at] of Object.entries(drawing.points)) points[`${i}${point}`] = at;
    for (const curve of drawing.curves) {
      curves.push({ ...curve, through: named(curve.through), ...(curve.corners && { corners: named(curve.corners) }) });
    }
    for (const shape of drawing.shapes) {
      const edges = shape.edges.map((edge) => {
        const [curve, way] = edge.split(':');
        return `${first + Number(curve)}${way === undefined ? '' : `:${named(way)}`}`;
      });
      shapes.push({ ...shape, edges });
    }
  }
  return { points, curves, shapes };
}

/** @param {{ frames: number, fps: number, layers: unknown[] }} project */
export function project({ frames, fps, layers }) {
  return {
    mime_type: 'application/x-vnd.lm_mohodoc',
    version: 1039,
    major_version: 1,
    rev_version: 0,
    comment: 'Made by examples/characters/teru/make.mjs',
    project_data: {
      width: WIDTH,
      height: HEIGHT,
      start_frame: 1,
      end_frame: frames,
      fps,
      back_color: { r: 246, g: 239, b: 227, a: 255 },
    },
    styles: [],
    layercomps: [],
    animated_values: {
      camera_track: still('Vec3', { x: 0, y: 0, z: 3.732051 }),
      camera_zoom: still('Val', 2),
      camera_roll: still('Val', 0),
    },
    layers,
  };
}
