import type { Action, Rig } from '../../src/engine/model/rig.ts';
import { seeded } from './random.ts';
import { type SketchPath, sketchRig, withActions } from './sketch.ts';

export interface RandomRigOptions {
  readonly seed?: number;
  readonly paths?: number;
  readonly actions?: number;
  readonly segments?: number;
  /** Farthest a control point is moved, px. */
  readonly motion?: number;
}

/** Blobs and strokes in up to four groups, moved by actions that also change colours and draw order. */
export function randomRig(options: RandomRigOptions = {}): Rig {
  const { seed = 1, paths = 24, actions = 9, segments = 5, motion = 6 } = options;
  const random = seeded(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const sketches: SketchPath[] = Array.from({ length: paths }, (_, p) => {
    const [cx, cy, r] = [between(20, 180), between(20, 180), between(8, 40)];
    const at = (k: number, f: number) => {
      const angle = (k / segments) * 2 * Math.PI;
      return `${cx + Math.cos(angle) * r * f} ${cy + Math.sin(angle) * r * f}`;
    };
    let d = `M ${at(0, 1)}`;
    for (let s = 0; s < segments; s++) {
      d += ` C ${at(s + 0.3, between(0.8, 1.4))} ${at(s + 0.7, between(0.8, 1.4))} ${at(s + 1, 1)}`;
    }
    const color = [random(), random(), random(), 1] as const;
    const style: Partial<SketchPath> =
      p % 4 === 3 ? { fill: null, stroke: color, strokeWidth: between(0.5, 6), lineJoin: 'round' } : { fill: color };
    return {
      d: p % 4 === 3 ? d : `${d} Z`,
      group: `g${Math.floor((p * 4) / paths)}`,
      fillRule: p % 2 ? 'evenodd' : 'nonzero',
      ...style,
    };
  });
  const rig = sketchRig(sketches, { width: 200, height: 200 });
  return withActions(
    rig,
    Array.from({ length: actions }, (_, a): Partial<Action> => {
      const frames = 4 + Math.floor(random() * 20);
      const touched = rig.paths.flatMap((_, p) => (random() < 0.4 ? [p] : []));
      const keys = () => Int32Array.from({ length: frames }, (_, i) => i + 1).filter(() => random() < 0.7);
      return {
        name: `action ${a}`,
        frames,
        morphs: touched.map((path) => {
          const at = keys();
          // One action in three moves farther than 16 bits hold finely.
          const range = a % 3 === 0 ? motion * 10 : motion;
          const length = at.length * rig.paths[path].points.length;
          return { path, frames: at, deltas: Float32Array.from({ length }, () => between(-range, range)) };
        }),
        styles: touched.slice(0, 2).map((path) => {
          const at = keys();
          return {
            path,
            property: 'fill' as const,
            frames: at,
            values: [...at].map(() =>
              rig.paths[path].style.fill ? ([random(), random(), random(), 1] as const) : null,
            ),
          };
        }),
        orders:
          a % 2 === 0
            ? [{ group: 0, frames: Int32Array.of(2), values: [[...rig.groups[0].children].sort(() => random() - 0.5)] }]
            : [],
      };
    }),
  );
}
