import type { CompiledRig } from '../compile/compiled-rig.ts';
import { type OwnPath, OwnRoom } from '../compile/own-room.ts';
import { AyatoriError } from '../model/problem.ts';

/** Where a puppet's paths are at rest, instead of where its rig has them. Everything else goes on from there. */
export class OwnPoints {
  /** One for each path that has points of its own. */
  readonly paths: (OwnPath & { version: number })[] = [];
  readonly #compiled: CompiledRig;
  #version = 0;

  constructor(compiled: CompiledRig) {
    this.#compiled = compiled;
  }

  /** @throws AyatoriError `unknown-path`; `moho-points` for what is rebuilt in every pose. */
  checkPath(path: number): void {
    const { paths, moho } = this.#compiled.rig;
    if (moho !== undefined) {
      throw new AyatoriError({
        code: 'moho-points',
        message: 'the control points of a Moho project cannot be set: they are rebuilt in every pose',
        hint: 'play its actions, and turn its bones',
      });
    }
    if (paths[path] !== undefined) return;
    throw new AyatoriError({
      code: 'unknown-path',
      message: 'the rig has no such path',
      expected: paths.length === 0 ? 'none: it has no paths' : `0 to ${paths.length - 1}`,
      found: String(path),
    });
  }

  /** See `PathPoints.set`. */
  set(path: number, points: ArrayLike<number>): void {
    checkPoints(points, this.#compiled.rig.paths[path].points.length);
    let own = this.#find(path);
    if (own === undefined) {
      own = { path, points: new Float32Array(points.length), version: 0 };
      this.paths.push(own);
    }
    own.points.set(points);
    own.version = ++this.#version;
  }

  /** The path is where its rig has it. */
  delete(path: number): void {
    const at = this.paths.findIndex((own) => own.path === path);
    if (at >= 0) this.paths.splice(at, 1);
  }

  /** The points of a path, if it has some of its own. */
  find(path: number): Float32Array | undefined {
    return this.#find(path)?.points;
  }

  /** What keeps in mind how much room they need. */
  createRoom(): OwnRoom {
    return new OwnRoom(this.#compiled);
  }

  #find(path: number): (OwnPath & { version: number }) | undefined {
    for (let i = 0; i < this.paths.length; i++) if (this.paths[i].path === path) return this.paths[i];
    return undefined;
  }
}

function checkPoints(points: ArrayLike<number>, length: number): void {
  let wrong = -1;
  for (let i = 0; i < points.length; i++) if (!(Math.abs(points[i]) <= MOST)) wrong = i;
  if (points.length === length && wrong < 0) return;
  throw new AyatoriError({
    code: 'points',
    message: 'the points do not fit the path',
    expected: `${length} numbers from -${MOST} to ${MOST}: x, y of each control point`,
    found: points.length === length ? `${points[wrong]} at ${wrong}` : `${points.length} numbers`,
  });
}

/** px. What is larger has no digits left for pixels. */
const MOST = 1e9;
