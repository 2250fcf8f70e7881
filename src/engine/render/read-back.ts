import type { CompiledRig } from '../compile/compiled-rig.ts';
import type { DataTarget } from './device.ts';
import type { Renderer } from './renderer.ts';

/** The control points of the last batch's puppets of a rig, canvas px, read back: for tests and tools, slow. */
export function readControlPoints(renderer: Renderer | null, compiled: CompiledRig): Float32Array {
  const rig = renderer?.rigOf(compiled);
  if (!renderer || !rig?.pose) return new Float32Array(0);
  const texels = readTarget(renderer.device.gl, rig.pose);
  const points = new Float32Array(rig.puppetCount * compiled.pointCount * 2);
  for (let i = 0; i < points.length / 2; i++) points.set([texels[i * 4], texels[i * 4 + 1]], i * 2);
  return points;
}

/** What a data pass wrote, four numbers a texel. */
function readTarget(gl: WebGL2RenderingContext, target: DataTarget): Float32Array {
  const texels = new Float32Array(target.capacity * 4);
  if (target.framebuffer) {
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer);
    gl.readPixels(0, 0, target.width, target.height, gl.RGBA, gl.FLOAT, texels);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  } else {
    gl.bindBuffer(gl.COPY_READ_BUFFER, target.buffer);
    gl.getBufferSubData(gl.COPY_READ_BUFFER, 0, texels);
    gl.bindBuffer(gl.COPY_READ_BUFFER, null);
  }
  return texels;
}
