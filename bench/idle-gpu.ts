/**
 * Leaves a context's GPU almost nothing to do, for a software GPU would make runs endless and take
 * the cores from what is measured: every draw is one of no primitives, and clears are dropped. The
 * calls that JavaScript makes, and all that it uploads, stay the same.
 */
export function idleGpu(gl: WebGL2RenderingContext): void {
  const { drawArrays, drawArraysInstanced, drawElementsInstanced } = gl;
  Object.assign(gl, {
    drawArrays: (mode: number, first: number) => drawArrays.call(gl, mode, first, 0),
    drawArraysInstanced: (mode: number, first: number, count: number) =>
      drawArraysInstanced.call(gl, mode, first, count, 0),
    drawElementsInstanced: (mode: number, count: number, type: number, offset: number) =>
      drawElementsInstanced.call(gl, mode, count, type, offset, 0),
  });
  gl.enable(gl.RASTERIZER_DISCARD);
}
