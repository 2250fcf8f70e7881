/** A small Moho project of our own: two bones, a dial, a mask, a switch, an action and a main timeline. */

type Json = Record<string, unknown>;

export const channel = (type: string, ...keys: [frame: number, value: unknown, mode?: number][]): Json => ({
  type,
  when: keys.map(([frame]) => frame),
  val: keys.map(([, value]) => value),
  interp: keys.map(([, , mode = 1]) => ({ im: mode, v1: 0.1, v2: 0.5, in: 1, h: 0, s: false, t: 0 })),
});

const withAction = (base: Json, name: string, pose: Json): Json => ({ ...base, actions: [{ name, pose }] });

const color = (r: number, g: number, b: number, a = 1) => channel('Color', [0, { r, g, b, a }]);

/** A closed curve through points of its own; `move` is added to the first point by the action `dial`. */
function mesh(points: readonly [number, number][], fill: Json, move?: [number, number]): Json {
  const position = ([x, y]: readonly [number, number]) => channel('Vec2', [0, { x, y }]);
  return {
    points: points.map((point, i) => {
      if (i > 0 || move === undefined) return { position: position(point) };
      const [x, y] = point;
      const pose = channel('Vec2', [0, { x, y }, 0], [10, { x: x + move[0], y: y + move[1] }]);
      return { position: withAction(position(point), 'dial', pose) };
    }),
    curves: [{ closed: true, points: points.map((_, point) => ({ point, smoothness: channel('Val', [0, 0.4]) })) }],
    shapes: [
      {
        has_fill: true,
        has_outline: true,
        edges: { curve: points.map(() => 0), segment: points.map((_, i) => i), flag: points.map(() => 0) },
        style: { fill_color: fill, line_color: color(0, 0, 0), line_width: 0.01, line_caps: 1 },
      },
    ],
  };
}

const layer = (type: string, name: string, more: Json): Json => ({ type, name, uuid: `uuid of ${name}`, ...more });

const square = (x: number, y: number, size: number): [number, number][] => [
  [x - size, y - size],
  [x + size, y - size],
  [x + size, y + size],
  [x - size, y + size],
];

export function smallProject(): Json {
  const wave = channel('Val', [0, 0, 0], [10, 0.5]);
  return {
    mime_type: 'application/x-vnd.lm_mohodoc',
    version: 1039,
    project_data: { width: 200, height: 100, fps: 12, start_frame: 1, end_frame: 20 },
    layers: [
      layer('BoneLayer', 'body', {
        animated_layer_order: true,
        layer_ordering: channel(
          'String',
          [0, 'uuid of mouth|uuid of limb|uuid of face|'],
          [15, 'uuid of face|uuid of limb|uuid of mouth|'],
        ),
        skeleton: {
          binding_mode: 1,
          bones: [
            { name: 'upper', parent: -1, length: 0.4, strength: 0.2, anim_pos: { x: -0.5, y: 0 }, anim_angle: 0 },
            {
              name: 'lower',
              parent: 0,
              length: 0.4,
              strength: 0.2,
              anim_pos: channel('Vec2', [0, { x: 0.4, y: 0 }]),
              anim_angle: withAction(channel('Val', [0, 0], [20, 0.6]), 'wave', wave),
            },
            {
              name: 'dial',
              parent: -1,
              length: 0.2,
              strength: 0.1,
              anim_pos: { x: 1.5, y: 0 },
              anim_angle: withAction(
                channel('Val', [0, Math.PI / 2]),
                'dial',
                channel('Val', [0, Math.PI / 2, 0], [10, Math.PI]),
              ),
            },
          ],
        },
        layers: [
          layer('MeshLayer', 'limb', {
            parent_bone: -1,
            flexi_bone_subset: '0|1',
            mesh: mesh(
              [
                [-0.5, -0.1],
                [0.3, -0.1],
                [0.3, 0.1],
                [-0.5, 0.1],
              ],
              color(1, 0, 0),
              [0, -0.2],
            ),
          }),
          layer('GroupLayer', 'face', {
            parent_bone: 1,
            group_mask: 2,
            layers: [
              layer('MeshLayer', 'white', { masking: 2, mesh: mesh(square(0, 0.5, 0.2), color(1, 1, 1), [0.1, 0]) }),
              layer('MeshLayer', 'pupil', { masking: 0, mesh: mesh(square(0.1, 0.5, 0.2), color(0, 0, 1)) }),
            ],
          }),
          layer('SwitchLayer', 'mouth', {
            parent_bone: 0,
            switch_keys: channel('String', [0, 'shut'], [5, 'open']),
            layers: [
              layer('MeshLayer', 'shut', { mesh: mesh(square(-0.5, -0.5, 0.1), color(0, 1, 0)) }),
              layer('MeshLayer', 'open', { mesh: mesh(square(-0.5, -0.5, 0.2), color(0, 1, 1, 0.5)) }),
            ],
          }),
        ],
      }),
    ],
  };
}

/** Two bone layers with a dial of the same name each, and a layer outside that its action moves too. */
export function twoDolls(): Json {
  const doll = (name: string, x: number): Json =>
    layer('BoneLayer', name, {
      skeleton: {
        binding_mode: 1,
        bones: [
          {
            name: 'dial',
            parent: -1,
            length: 0.2,
            strength: 0.1,
            anim_pos: { x, y: 0 },
            anim_angle: withAction(
              channel('Val', [0, Math.PI / 2]),
              'dial',
              channel('Val', [0, Math.PI / 2, 0], [10, Math.PI]),
            ),
          },
        ],
      },
      layers: [
        layer('MeshLayer', `face of ${name}`, {
          parent_bone: 0,
          mesh: mesh(square(x, 0, 0.3), color(1, 0, 0), [0.1, 0]),
        }),
      ],
    });
  return {
    mime_type: 'application/x-vnd.lm_mohodoc',
    version: 1039,
    project_data: { width: 200, height: 100, fps: 12, start_frame: 1, end_frame: 20 },
    layers: [
      doll('left', -1),
      doll('right', 1),
      layer('MeshLayer', 'floor', { mesh: mesh(square(0, -0.5, 0.3), color(0, 1, 0), [0, 0.1]) }),
    ],
  };
}

/** Two white shapes side by side that share a slanted edge, 100 × 100 px. */
export function sharedEdge(): Json {
  const points: [number, number][] = [
    [-0.8, 0.8],
    [-0.2, 0.8],
    [0.2, -0.8],
    [-0.8, -0.8],
    [0.8, -0.8],
    [0.8, 0.8],
  ];
  const curve = (closed: boolean, ...through: number[]): Json => ({
    closed,
    points: through.map((point) => ({ point, smoothness: channel('Val', [0, 0]) })),
  });
  const shape = (curves: number[], segments: number[]): Json => ({
    has_fill: true,
    has_outline: false,
    edges: { curve: curves, segment: segments, flag: segments.map(() => 0) },
    style: { fill_color: color(1, 1, 1) },
  });
  return {
    mime_type: 'application/x-vnd.lm_mohodoc',
    version: 1039,
    project_data: { width: 100, height: 100, fps: 12, start_frame: 1, end_frame: 2 },
    layers: [
      layer('MeshLayer', 'shapes', {
        mesh: {
          points: points.map(([x, y]) => ({ position: channel('Vec2', [0, { x, y }]) })),
          // The second shape goes along the second segment of the first curve.
          curves: [curve(true, 0, 1, 2, 3), curve(false, 2, 4, 5, 1)],
          shapes: [shape([0, 0, 0, 0], [0, 1, 2, 3]), shape([0, 1, 1, 1], [1, 0, 1, 2])],
        },
      }),
    ],
  };
}

/** The object that a path of keys and indices leads to, to be spoilt. */
export function partOf(json: Json, ...way: (string | number)[]): Json {
  let part: unknown = json;
  for (const key of way) part = (part as Record<string | number, unknown>)[key];
  return part as Json;
}
