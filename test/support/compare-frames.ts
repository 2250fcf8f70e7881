import { average, type Picture } from './canvas-reference.ts';

const OVERSAMPLING = 6;

/** What the browser draws of an SVG file, stretched over the size, averaged down from six times of it. */
export async function drawSvg(file: string | Uint8Array, width: number, height: number): Promise<Picture> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([file as BlobPart], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = new OffscreenCanvas(width * OVERSAMPLING, height * OVERSAMPLING);
  const context = canvas.getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return average(context.getImageData(0, 0, canvas.width, canvas.height), OVERSAMPLING);
}

/** The file without its bones, which are not part of the drawing. */
export function withoutBones(text: string): string {
  const document = new DOMParser().parseFromString(text, 'image/svg+xml');
  for (const group of document.querySelectorAll('g[id^="bone"]')) group.remove();
  return new XMLSerializer().serializeToString(document);
}
