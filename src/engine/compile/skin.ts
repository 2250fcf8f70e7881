import type { Rig } from '../model/rig.ts';
import { checkSize, LAYOUT } from './layout.ts';

/** Paths that the same bones carry. */
export interface SkinSet {
  readonly bones: readonly number[];
  readonly paths: readonly number[];
}

export interface CompiledSkin {
  /** See `layout.ts`. */
  readonly influences: Float32Array;
  /** Base and tip of each bone at rest. */
  readonly boneRests: Float32Array;
  /** For each path: first influence, and their number (+ SKIN_WEIGHTED). Both 0: no bone carries it. */
  readonly pathSkins: Uint32Array;
  /** For each control point of a path with given weights: where its influences begin, or −1. Undefined for other paths. */
  readonly pointSkins: ReadonlyMap<number, Float32Array>;
  readonly skinSets: readonly SkinSet[];
}

/** Which bones carry which points. Lists of bones that several groups share stand in the table once. */
export function compileSkin(rig: Rig): CompiledSkin {
  const influences: number[] = [];
  const pathSkins = new Uint32Array(rig.paths.length * 2);
  const pointSkins = new Map<number, Float32Array>();
  const sets = new Map<string, { bones: readonly number[]; paths: number[]; first: number }>();
  const flexi = flexiLists(rig);
  rig.paths.forEach(({ group, weights }, p) => {
    if (weights !== undefined) {
      const first = influences.length / 2;
      const starts = new Float32Array(weights.starts.length - 1);
      for (let i = 0; i < starts.length; i++) {
        const [from, to] = [weights.starts[i], weights.starts[i + 1]];
        starts[i] = from === to ? -1 : influences.length / 2;
        if (from === to) continue;
        influences.push(weights.depths?.[i] ?? 0, to - from);
        for (let k = from; k < to; k++) influences.push(weights.bones[k], weights.weights[k]);
      }
      checkSize('texels of skin', influences.length / 2);
      pointSkins.set(p, starts);
      const bones = [...new Set(weights.bones)];
      if (bones.length === 0) return;
      pathSkins.set([first, (bones.length | LAYOUT.SKIN_WEIGHTED) >>> 0], p * 2);
      sets.set(`path ${p}`, { bones, paths: [p], first });
      return;
    }
    const bones = flexi[group];
    // A single bone of no strength carries nothing.
    if (bones.length === 0 || (bones.length === 1 && rig.bones[bones[0]].strength === 0)) return;
    const key = bones.join();
    let set = sets.get(key);
    if (set === undefined) {
      set = { bones, paths: [], first: influences.length / 2 };
      sets.set(key, set);
      for (const bone of bones) influences.push(bone, rig.bones[bone].strength ?? 0);
      checkSize('texels of skin', influences.length / 2);
    }
    set.paths.push(p);
    pathSkins.set([set.first, bones.length], p * 2);
  });
  return {
    influences: Float32Array.from(influences),
    boneRests: Float32Array.from(rig.bones.flatMap(({ base, tip }) => [...base, ...tip])),
    pathSkins,
    pointSkins,
    skinSets: [...sets.values()].map(({ bones, paths }) => ({ bones, paths })),
  };
}

/** The flexi bones of each group and of all groups around it, outermost first. */
function flexiLists({ groups }: Rig): readonly (readonly number[])[] {
  const all: (readonly number[])[] = [];
  for (const { parent, flexi } of groups) {
    const around = parent < 0 ? [] : all[parent];
    all.push(flexi.length === 0 ? around : [...around, ...flexi]);
  }
  return all;
}
