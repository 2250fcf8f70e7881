import { drawLarge, type Picture } from './canvas-reference.ts';

/** What the browser draws of an SVG file, stretched over the size, averaged down from several times of it. */
export async function drawSvg(file: string | Uint8Array, width: number, height: number): Promise<Picture> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([file as BlobPart], { type: 'image/svg+xml' }));
  await image.decode();
  const picture = drawLarge(width, height, (context) =>
    context.drawImage(image, 0, 0, context.canvas.width, context.canvas.height),
  );
  URL.revokeObjectURL(image.src);
  return picture;
}

/** The file without its bones, which are not part of the drawing. */
export function withoutBones(text: string): string {
  const document = new DOMParser().parseFromString(text, 'image/svg+xml');
  for (const group of document.querySelectorAll('g[id^="bone"]')) group.remove();
  return new XMLSerializer().serializeToString(document);
}
