import type { Fit, Puppet, Stage } from 'ayatori';
import { Camera, steer } from '../shared/camera.ts';
import { find } from '../shared/shared.ts';

const CLOSEST = 16;

/** What is seen of the character: zoom, place and fit, by the controls and on the canvas. */
export class Viewport {
  readonly #stage: Stage;
  readonly #scene: HTMLElement;
  readonly #changed: () => void;
  readonly #camera = new Camera(CLOSEST);
  readonly #zoom = find('#zoom', HTMLInputElement);
  readonly #zoomValue = find('#zoom-value', HTMLOutputElement);
  #puppet: Puppet | undefined;

  constructor(stage: Stage, scene: HTMLElement, canvas: HTMLCanvasElement, changed: () => void) {
    this.#stage = stage;
    this.#scene = scene;
    this.#changed = changed;
    this.#zoom.addEventListener('input', () => {
      this.#camera.zoom = Number(this.#zoom.value);
      this.#apply();
    });
    const fit = find('#fit', HTMLSelectElement);
    fit.addEventListener('change', () => {
      stage.fit = fit.value as Fit;
      changed();
    });
    steer(this.#camera, canvas, {
      changed: () => this.#apply(),
      toStage: (dx, dy) => {
        const from = stage.toStage(0, 0);
        const to = stage.toStage(dx, dy);
        return [to.x - from.x, to.y - from.y];
      },
    });
  }

  /** Shows the whole of another character. */
  show(puppet: Puppet): void {
    this.#puppet = puppet;
    this.#camera.setWhole(puppet.rig);
    this.#camera.zoom = 1;
    this.#apply();
  }

  clear(): void {
    this.#puppet = undefined;
  }

  #apply(): void {
    const puppet = this.#puppet;
    if (!puppet) return;
    const { left, top, width, height } = this.#camera.view;
    this.#stage.view = { width, height };
    puppet.x = puppet.rig.width / 2 - left;
    puppet.y = puppet.rig.height / 2 - top;
    this.#scene.classList.toggle('zoomed', this.#camera.zoom > 1);
    this.#zoom.value = String(this.#camera.zoom);
    this.#zoomValue.textContent = `${this.#camera.zoom.toFixed(1)}×`;
    this.#changed();
  }
}
