/**
 * Import it for its effect where a stage that may have the quality `stencil` is drawn by hand and cannot wait for
 * `stage.ready`.
 */
import { provideStencil } from './engine/render/stencil.ts';

provideStencil();
