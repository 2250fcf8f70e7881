import type { Color } from '../model/rig.ts';

/** A colour as CSS writes it: `#rrggbb`, `rgba(r, g, b, a)` where it is transparent, `none` without one. */
export function cssColor(color: Color | null): string {
  if (color === null) return 'none';
  const [red, green, blue] = color.slice(0, 3).map((channel) => Math.round(channel * 255));
  // Tables hold 32-bit floats: 0.2 comes back as 0.20000000298.
  const alpha = Math.round(color[3] * 1e4) / 1e4;
  if (alpha < 1) return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
  return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
