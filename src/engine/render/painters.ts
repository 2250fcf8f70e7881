import { CoveragePainter } from './coverage-painter.ts';
import type { Device } from './device.ts';
import type { Painter } from './painter.ts';

/** `coverage`: exact, for float targets. `stencil`: multisampled, for any WebGL2. */
export type Quality = 'coverage' | 'stencil';

/** What makes the painter of a quality. That of `stencil` is missing until {@link provideStencil} was called. */
export const painters: { readonly coverage: PainterMaker; stencil?: PainterMaker } = {
  coverage: (device) => new CoveragePainter(device),
};

export type PainterMaker = (device: Device) => Painter;
