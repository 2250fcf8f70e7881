/** Writes a drawing as an SVG frame in the form that Moho exports. */

/** @typedef {import('./curve.mjs').Contour} Contour */
/** @typedef {{ fill?: string, opacity?: number, stroke?: string, width?: number, cap?: 'butt' | 'round' | 'square' }} Paint */
/** @typedef {{ contours: Contour[] } & Paint} Path */
/** @typedef {{ id: string, children: (Path | Group)[], clip?: string, shape?: Path[] }} Group */

/** @returns {Path} */
export const path = (contours, paint) => ({ contours: [contours].flat(), ...paint });

/** @returns {Group} */
export const group = (id, children) => ({ id, children });

/** A group cut to a shape. @returns {Group} */
export const clipped = (id, shape, children) => ({ id, children, clip: `${id}_clip`, shape: [shape].flat() });

/** Hundredths of a px: finer than any screen shows, and a fifth less to load. */
const number = (v) => String(Math.round(v * 100) / 100 + 0);

function pathData(contours) {
  return contours
    .map(({ points, closed }) => {
      const n = points.map(number);
      let text = `M ${n[0]} ${n[1]} C`;
      for (let i = 2; i < n.length; i++) text += ` ${n[i]}`;
      return closed ? `${text} Z` : text;
    })
    .join(' ');
}

function writePath({ contours, fill, opacity, stroke, width, cap = 'round' }, clip) {
  let text = '<path';
  text += fill === undefined ? ' fill="none"' : ` fill="${fill}" fill-rule="evenodd"`;
  if (opacity !== undefined) text += ` fill-opacity="${opacity}"`;
  text +=
    stroke === undefined
      ? ' stroke="none"'
      : ` stroke="${stroke}" stroke-width="${number(width)}" stroke-linecap="${cap}" stroke-linejoin="round"`;
  text += ` d="${pathData(contours)}"`;
  if (clip !== undefined) text += ` clip-path="url(#${clip})"`;
  return `${text}/>\n`;
}

function writeGroup({ id, children, clip, shape }) {
  let text = `<g id="${id}">\n`;
  if (clip !== undefined) {
    text += `<clipPath id="${clip}">\n`;
    for (const { contours } of shape) text += writePath({ contours, fill: '#000000' });
    text += '</clipPath>\n';
  }
  for (const child of children) text += 'children' in child ? writeGroup(child) : writePath(child, clip);
  return `${text}</g>\n`;
}

/** One frame. @param {Group} root */
export function writeFrame(root, { width, height, frame }) {
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    `<svg version="1.1" id="Frame_${frame}" xmlns="http://www.w3.org/2000/svg" ` +
    `xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}px" height="${height}px">\n` +
    `${writeGroup(root)}</svg>\n`
  );
}
