import type { Animated, BinDescription, BinGroup, BinPath, List } from './path-data-bin.ts';

/**
 * A second evaluator of ancestor rigs, written from their description alone and straight from the
 * numbers of the binary: slow, plain, and without a line of the engine.
 */

type Point = readonly [x: number, y: number];
type Ends = readonly [from: Point, to: Point];
type Matrix = readonly [number, number, number, number, number, number];

export interface AncestorPose {
  readonly actions: Record<string, number>;
  readonly bones: Record<string, Ends>;
  /** By group id and place: x, y of each point of M and C commands, px. */
  readonly paths: Map<string, number[]>;
}

const defined = <T>(list: List<T>): T[] => list.filter((item): item is T => item !== undefined);

/** The value of the last key from frame 1 to `frame` of an action. */
function keyAt<T>(value: Animated<T>, action: number, frame: number): T | undefined {
  if ('value' in value) return undefined;
  const frames = value.actions[action] ?? [];
  for (let f = Math.min(frame, frames.length - 1); f >= 1; f--) if (frames[f] !== undefined) return frames[f];
  return undefined;
}

const restOf = <T>(value: Animated<T>): T | undefined => ('value' in value ? value.value : value.actions[0]?.[0]);

export function ancestorPose(file: BinDescription, primaryName: string, primaryFrame: number): AncestorPose {
  const px = Math.max(file.width, file.height) / 30_000;
  const primary = file.actions.findIndex(({ name }) => name === primaryName);
  const parentOf = new Map<number, number>();
  file.groups.forEach((group, g) => {
    for (const child of defined(restOf(group.children) ?? [])) parentOf.set(child, g);
  });

  const restPoints = ({ data }: BinPath): Point[] =>
    data.flatMap(([, ...numbers]) =>
      Array.from({ length: numbers.length / 2 }, (_, i): Point => [numbers[i * 2] * px, numbers[i * 2 + 1] * px]),
    );
  const deltaAt = (path: BinPath, action: number, frame: number): Point[] => {
    const key = keyAt(path.deltas, action, frame) ?? [];
    return path.data.flatMap(([, ...numbers], c) =>
      Array.from({ length: numbers.length / 2 }, (_, i): Point => {
        const delta = key[c];
        return [(delta?.[i * 2] ?? 0) * px, (delta?.[i * 2 + 1] ?? 0) * px];
      }),
    );
  };
  const plus = (points: Point[], others: Point[]): Point[] =>
    points.map(([x, y], i) => [x + others[i][0], y + others[i][1]]);

  const isBone = (group: BinGroup) => group.id.startsWith('bone') && defined(group.paths).length > 0;
  const bonePath = (g: number): BinPath => defined(file.groups[g].paths)[0];
  const restEnds = (g: number): Ends => {
    const [from, to] = restPoints(bonePath(g));
    return [from, to];
  };
  const ownEnds = (g: number): Ends => {
    const [from, to] = plus(restPoints(bonePath(g)), deltaAt(bonePath(g), primary, primaryFrame));
    return [from, to];
  };

  const known = new Map<number, Ends>();
  const endsOf = (g: number): Ends => {
    let ends = known.get(g);
    if (ends !== undefined) return ends;
    const own = ownEnds(g);
    ends = own;
    const { parent, flexiPoint } = file.groups[g].bone ?? {};
    if (parent !== undefined && isBone(file.groups[parent])) {
      const matrix = effectOf(parent);
      ends = [applied(matrix, own[0]), applied(matrix, own[1])];
    }
    const bones = defined(flexiPoint?.bones ?? []);
    if (flexiPoint !== undefined && bones.length > 0) {
      const target = skinned(own[flexiPoint.point], bones);
      const from = ends[flexiPoint.point];
      const move = ([x, y]: Point): Point => [x + target[0] - from[0], y + target[1] - from[1]];
      ends = [move(ends[0]), move(ends[1])];
    }
    known.set(g, ends);
    return ends;
  };
  const angle = ([from, to]: Ends) => Math.atan2(to[1] - from[1], to[0] - from[0]);
  const length = ([from, to]: Ends) => Math.hypot(to[0] - from[0], to[1] - from[1]);
  const effectOf = (g: number): Matrix => {
    const [rest, now] = [restEnds(g), endsOf(g)];
    const turn = angle(now) - angle(rest);
    const scale = length(rest) === 0 ? 1 : length(now) / length(rest);
    const [a, b, c, d] = [Math.cos(turn), Math.sin(turn), -Math.sin(turn) * scale, Math.cos(turn) * scale];
    const [x, y] = rest[0];
    return [a, b, c, d, now[0][0] - a * x - c * y, now[0][1] - b * x - d * y];
  };
  const applied = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];
  const strengthOf = (g: number) => file.groups[g].bone?.strength;
  const skinned = (point: Point, bones: readonly number[]): Point => {
    if (bones.length === 0 || (bones.length === 1 && strengthOf(bones[0]) === 0)) return point;
    if (bones.length === 1) return applied(effectOf(bones[0]), point);
    const pulls = bones.map((g) => (strengthOf(g) ?? 0) * squaredDistance(point, restEnds(g)));
    const sum = pulls.reduce((total, pull) => total + pull, 0);
    if (sum === 0) return point;
    const parts = bones.map((g, i) => {
      const [x, y] = applied(effectOf(g), point);
      // The ancestor's weights add up to n − 1.
      const weight = (1 - pulls[i] / sum) / (bones.length - 1);
      return [weight * x, weight * y];
    });
    return [parts.reduce((total, [x]) => total + x, 0), parts.reduce((total, [, y]) => total + y, 0)];
  };

  const frames = file.actions.map(({ smart }, a) => {
    if (a === primary) return primaryFrame;
    if (smart === undefined) return 0;
    const radians = (degrees: number) => (degrees * Math.PI) / 180;
    const range = radians(smart.endAngle) - radians(smart.startAngle);
    let at = -angle(endsOf(smart.bone)) - radians(range >= 0 ? smart.startAngle : smart.endAngle);
    if (at < 0) at += 2 * Math.PI;
    if (range >= 0) return at > range ? 0 : Math.trunc((at / range) * (smart.frames - 1)) + 1;
    return at >= -range ? 0 : smart.frames + Math.trunc((at / range) * (smart.frames - 1));
  });

  const paths = new Map<string, number[]>();
  file.groups.forEach((group, g) => {
    if (group.id.startsWith('bone')) return;
    const bones: number[] = [];
    for (let at: number | undefined = g; at !== undefined; at = parentOf.get(at)) {
      bones.unshift(...defined(file.groups[at].flexi));
    }
    defined(group.paths).forEach((path, index) => {
      let points = restPoints(path);
      frames.forEach((frame, a) => {
        if (frame > 0) points = plus(points, deltaAt(path, a, frame));
      });
      paths.set(
        `${group.id} ${index}`,
        points.flatMap((point) => [...skinned(point, bones)]),
      );
    });
  });
  return {
    actions: Object.fromEntries(file.actions.map(({ name }, a) => [name, frames[a]])),
    bones: Object.fromEntries(
      file.groups.flatMap((group, g) => (isBone(group) ? [[group.id, endsOf(g)] as const] : [])),
    ),
    paths,
  };
}

function squaredDistance([x, y]: Point, [[ax, ay], [bx, by]]: Ends): number {
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
  return (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2;
}
