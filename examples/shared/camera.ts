/** Which part of the stage is seen: a zoom and a middle, kept within what there is. */
export class Camera {
  #width = 1;
  #height = 1;
  #zoom = 1;
  #x = 0.5;
  #y = 0.5;
  readonly #greatest: number;

  constructor(greatest: number) {
    this.#greatest = greatest;
  }

  /** The whole that may be seen, stage px. */
  setWhole({ width, height }: { width: number; height: number }): void {
    this.#width = width;
    this.#height = height;
  }

  get zoom(): number {
    return this.#zoom;
  }

  /** Zooms about the middle of what is seen. */
  set zoom(zoom: number) {
    this.#zoom = Math.min(Math.max(zoom, 1), this.#greatest);
    this.move(0, 0);
  }

  /** What is seen, stage px. */
  get view(): { left: number; top: number; width: number; height: number } {
    const width = this.#width / this.#zoom;
    const height = this.#height / this.#zoom;
    return { left: this.#x * this.#width - width / 2, top: this.#y * this.#height - height / 2, width, height };
  }

  /** Moves by stage px. */
  move(dx: number, dy: number): void {
    const room = 0.5 / this.#zoom;
    this.#x = Math.min(Math.max(this.#x + dx / this.#width, room), 1 - room);
    this.#y = Math.min(Math.max(this.#y + dy / this.#height, room), 1 - room);
  }
}

export interface CameraEvents {
  changed(): void;
  /** A distance on the page in stage px. */
  toStage(dx: number, dy: number): [number, number];
}

/** Pointer and keys on the canvas: drag and arrows move, + and − and a pinch zoom, 0 shows the whole. */
export function steer(camera: Camera, canvas: HTMLCanvasElement, { changed, toStage }: CameraEvents): void {
  const scene = canvas.parentElement;
  let last: { x: number; y: number } | null = null;
  canvas.addEventListener('pointerdown', (event) => {
    if (camera.zoom === 1) return;
    last = { x: event.clientX, y: event.clientY };
    canvas.setPointerCapture(event.pointerId);
    scene?.classList.add('dragging');
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!last) return;
    const [dx, dy] = toStage(event.clientX - last.x, event.clientY - last.y);
    camera.move(-dx, -dy);
    last = { x: event.clientX, y: event.clientY };
    changed();
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    canvas.addEventListener(end, () => {
      last = null;
      scene?.classList.remove('dragging');
    });
  }
  canvas.addEventListener(
    'wheel',
    (event) => {
      // Browsers tell a pinch on a touchpad as a turned wheel with Ctrl; a plain wheel scrolls the page.
      if (!event.ctrlKey) return;
      event.preventDefault();
      camera.zoom *= Math.exp(-event.deltaY / 100);
      changed();
    },
    { passive: false },
  );
  canvas.addEventListener('keydown', (event) => {
    const { width, height } = camera.view;
    if (event.key === '+' || event.key === '=') camera.zoom *= 1.25;
    else if (event.key === '-') camera.zoom /= 1.25;
    else if (event.key === '0') camera.zoom = 1;
    else if (camera.zoom === 1) return;
    else if (event.key === 'ArrowLeft') camera.move(-width / 10, 0);
    else if (event.key === 'ArrowRight') camera.move(width / 10, 0);
    else if (event.key === 'ArrowUp') camera.move(0, -height / 10);
    else if (event.key === 'ArrowDown') camera.move(0, height / 10);
    else return;
    event.preventDefault();
    changed();
  });
}
