import { painters } from './painters.ts';
import { addShaders } from './shader-source.ts';
import { StencilPainter } from './stencil-painter.ts';

const shaders: Record<string, string> = import.meta.glob('../../shaders/stencil/*.{vert,frag}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Lets stages have the quality `stencil`. Calling it again does nothing new. */
export function provideStencil(): void {
  addShaders(shaders);
  painters.stencil = (device) => new StencilPainter(device);
}
