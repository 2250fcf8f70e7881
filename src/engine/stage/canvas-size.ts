/** Keeps a canvas' drawing buffer as large as the screen px it covers. */
export class CanvasSize {
  /** Canvas px for a CSS px. */
  density = 1;

  readonly #canvas: HTMLCanvasElement | OffscreenCanvas;
  readonly #greatestDensity: number;
  readonly #changed: () => void;
  #observer: ResizeObserver | null = null;
  #densityQuery: MediaQueryList | null = null;
  /** Set by the observer where the browser knows exact device px. */
  #devicePixels: { width: number; height: number } | null = null;

  /** @param greatestDensity More canvas px for a CSS px are not used, whatever the screen has. */
  constructor(canvas: HTMLCanvasElement | OffscreenCanvas, greatestDensity: number, changed: () => void) {
    this.#canvas = canvas;
    this.#greatestDensity = greatestDensity;
    this.#changed = changed;
    if (!isElement(canvas)) return;
    this.#observer = new ResizeObserver((entries) => this.#observed(entries));
    try {
      this.#observer.observe(canvas, { box: 'device-pixel-content-box' });
    } catch {
      // Not every browser has this box.
      this.#observer.observe(canvas);
    }
    this.#watchDensity();
  }

  #observed(entries: ResizeObserverEntry[]): void {
    const box = entries[entries.length - 1].devicePixelContentBoxSize?.[0];
    this.#devicePixels = box ? { width: box.inlineSize, height: box.blockSize } : null;
    this.#changed();
  }

  /** A move to another screen changes the ratio without changing the CSS size. */
  #watchDensity(): void {
    this.#densityQuery?.removeEventListener('change', this.#densityChanged);
    this.#densityQuery = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    this.#densityQuery.addEventListener('change', this.#densityChanged);
  }

  readonly #densityChanged = (): void => {
    this.#devicePixels = null;
    this.#watchDensity();
    this.#changed();
  };

  /** Sets the drawing buffer's size. */
  apply(): void {
    const canvas = this.#canvas;
    if (!isElement(canvas) || !canvas.isConnected) return;
    const { clientWidth, clientHeight } = canvas;
    this.density = Math.min(devicePixelRatio, this.#greatestDensity);
    const width = this.#exact(this.#devicePixels?.width, clientWidth);
    const height = this.#exact(this.#devicePixels?.height, clientHeight);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    // Without a size from CSS the buffer's size is the size on the page, which would grow each time.
    if (canvas.clientWidth !== clientWidth) canvas.style.width = `${clientWidth}px`;
    if (canvas.clientHeight !== clientHeight) canvas.style.height = `${clientHeight}px`;
  }

  /** What the browser says of device px, unless a capped or an emulated density contradicts it. */
  #exact(devicePixels: number | undefined, clientLength: number): number {
    const computed = clientLength * this.density;
    if (devicePixels !== undefined && Math.abs(devicePixels - computed) <= 1 + this.density) return devicePixels;
    return Math.round(computed);
  }

  destroy(): void {
    this.#observer?.disconnect();
    this.#densityQuery?.removeEventListener('change', this.#densityChanged);
  }
}

function isElement(canvas: HTMLCanvasElement | OffscreenCanvas): canvas is HTMLCanvasElement {
  return typeof HTMLCanvasElement !== 'undefined' && canvas instanceof HTMLCanvasElement;
}
