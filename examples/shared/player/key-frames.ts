import type { Rig } from 'ayatori';

type Project = NonNullable<Rig['moho']>['project'];

/** When something is keyed. */
interface Keyed {
  readonly main: { readonly frames: Float64Array };
}

/** Frames from 1 at which the main timeline of a Moho project has keys, ascending. */
export function keyFrames({ layers, camera, endFrame }: Project): number[] {
  const frames = new Set<number>();
  const add = (...channels: readonly (Keyed | undefined)[]) => {
    for (const channel of channels) for (const frame of channel?.main.frames ?? []) frames.add(frame);
  };
  add(camera.track, camera.zoom);
  for (const { visibility, alpha, ordering, switchKeys, transforms, skeleton, mesh } of layers) {
    add(visibility, alpha, ordering, switchKeys, ...Object.values(transforms));
    for (const { position, angle, scale } of skeleton?.bones ?? []) add(position, angle, scale);
    if (!mesh) continue;
    const { positions, widths, smoothness, weightIn, weightOut, offsetIn, offsetOut, shapes } = mesh;
    for (const { moving } of [positions, widths, smoothness, weightIn, weightOut, offsetIn, offsetOut]) {
      add(...moving.map(({ channel }) => channel));
    }
    for (const { style } of shapes) add(style.fill, style.line);
  }
  return [...frames].filter((frame) => frame >= 1 && frame <= endFrame).sort((a, b) => a - b);
}
