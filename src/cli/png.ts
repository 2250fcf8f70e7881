import { PNG } from 'pngjs';

/**
 * A drawing buffer as a PNG file.
 * @param pixels As WebGL reads them back: bottom row first, colours times alpha. Is overwritten.
 */
export function encodePng(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const png = new PNG({ width, height });
  toStraightAlpha(pixels);
  const stride = width * 4;
  for (let y = 0; y < height; y++) {
    png.data.set(pixels.subarray(y * stride, (y + 1) * stride), (height - 1 - y) * stride);
  }
  return PNG.sync.write(png);
}

/**
 * Divides colours by alpha, in place. Each result is the nearest 8-bit one, which, times alpha
 * again, gives back the very number.
 * @param pixels Red, green, blue, alpha, …, no colour greater than its alpha.
 */
export function toStraightAlpha(pixels: Uint8Array): void {
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3];
    if (alpha === 255) continue;
    for (let c = i; c < i + 3; c++) pixels[c] = alpha === 0 ? 0 : Math.min(255, Math.round((pixels[c] * 255) / alpha));
  }
}
