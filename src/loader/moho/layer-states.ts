import { type Drive, evaluateValues } from '../../engine/geometry/moho/channel.ts';
import { cameraMatrix, layerMatrix } from '../../engine/geometry/moho/layers.ts';
import { scaleOf } from '../../engine/geometry/moho/matrix.ts';
import { isShown, switchedChild } from '../../engine/geometry/moho/order.ts';
import type { PaintMoment } from '../../engine/geometry/moho/paint.ts';
import { idleDrive, type PreparedMoho } from '../../engine/geometry/moho/prepare.ts';

export interface LayerMoment extends PaintMoment {
  readonly isSeen: boolean;
}

/** What the paint of layers hangs on, at one moment. */
export class LayerStates {
  readonly #prepared: PreparedMoho;
  readonly #isSeen: Uint8Array;
  readonly #scales: Float64Array;
  /** By layer: the child of a switch that is seen. */
  readonly #switched: (number | undefined)[] = [];
  #frame = 0;
  #drive: Drive = idleDrive(0);
  #cameraScale = 1;

  constructor(prepared: PreparedMoho) {
    const count = prepared.project.layers.length;
    this.#prepared = prepared;
    this.#isSeen = new Uint8Array(count);
    this.#scales = new Float64Array(count);
  }

  evaluate(frame: number, drive: Drive): void {
    const { project, cycles } = this.#prepared;
    const { layers, camera, width, height } = project;
    this.#frame = frame;
    this.#drive = drive;
    this.#cameraScale = scaleOf(cameraMatrix(camera, width, height, frame, drive, cycles));
    // Parents stand before their children.
    for (let index = 0; index < layers.length; index++) {
      const layer = layers[index];
      const { parent } = layer;
      const isSwitchedOff = layers[parent]?.switchKeys !== undefined && this.#switched[parent] !== index;
      const isIn = parent < 0 || this.#isSeen[parent] === 1;
      this.#isSeen[index] = isIn && !isSwitchedOff && isShown(layer, frame, drive, cycles) ? 1 : 0;
      this.#scales[index] = (this.#scales[parent] ?? 1) * scaleOf(layerMatrix(layer, frame, drive, cycles));
      if (layer.switchKeys !== undefined) this.#switched[index] = switchedChild(layer, layers, frame, drive);
    }
  }

  moment(layer: number): LayerMoment {
    const { project, cycles } = this.#prepared;
    const { mesh } = project.layers[layer];
    const [frame, drive] = [this.#frame, this.#drive];
    const lineScale = this.#scales[layer] * 2 * this.#cameraScale;
    const widths = mesh === undefined ? new Float64Array(0) : evaluateValues(mesh.widths, frame, drive, cycles);
    return { frame, drive, cycles, lineScale, widths, isSeen: this.#isSeen[layer] === 1 };
  }
}
