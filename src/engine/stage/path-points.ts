import { OwnPoints } from '../animate/own-points.ts';
import { OwnPointTable } from '../render/own-point-table.ts';
import type { Puppet } from './puppet.ts';

/**
 * The control points of one path of one puppet, to be moved by code: in every frame, if need be. All that were
 * moved are sent to the GPU together, once a frame.
 *
 *     const curve = new PathPoints(puppet, drawing.path);
 *     puppet.on('frame', () => curve.set(points));
 *
 * They take the place of the rig's rest positions, for this puppet alone. Actions, bones and masks do with them what they
 * do with those of the rig.
 */
export class PathPoints {
  readonly puppet: Puppet;
  /** Index into the rig's paths. */
  readonly path: number;
  readonly #own: OwnPoints;

  /**
   * @param path Index into the rig's paths; `PathBuilder.path` tells it.
   * @throws AyatoriError `unknown-path`, or `moho-points` in a rig of a Moho project.
   */
  constructor(puppet: Puppet, path: number) {
    this.#own = puppet.own ?? new OwnPoints(puppet.compiled);
    this.#own.checkPath(path);
    this.puppet = puppet;
    this.path = path;
    puppet.own = this.#own;
    puppet.ownTable = OwnPointTable;
  }

  /**
   * @param points x, y of each control point at rest, rig px, as many as `Path.points` has; they are copied.
   * @throws AyatoriError `points` when their number or a value does not fit; then nothing has changed.
   */
  set(points: ArrayLike<number>): void {
    this.#own.set(this.path, points);
  }

  /** Back to the points of the rig. */
  reset(): void {
    this.#own.delete(this.path);
  }
}
