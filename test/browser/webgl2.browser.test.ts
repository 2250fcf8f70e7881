import { expect, test } from 'vitest';

/** What the renderer needs of the browser, held apart from it: coverage adds up in a float target. */
test.each([
  ['R16F', 'HALF_FLOAT'],
  ['R32F', 'FLOAT'],
] as const)('additive blending into %s keeps negative and fractional sums', (internalFormat, type) => {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) throw new Error('no WebGL2 context');
  expect(gl.getExtension('EXT_color_buffer_float')).not.toBeNull();
  expect(gl.getExtension('EXT_float_blend')).not.toBeNull();

  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl[internalFormat], 2, 1, 0, gl.RED, gl[type], null);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(
    gl.FRAMEBUFFER,
    gl.COLOR_ATTACHMENT0,
    gl.TEXTURE_2D,
    gl.getParameter(gl.TEXTURE_BINDING_2D),
    0,
  );
  expect(gl.checkFramebufferStatus(gl.FRAMEBUFFER)).toBe(gl.FRAMEBUFFER_COMPLETE);

  const program = gl.createProgram();
  const sources = [
    [gl.VERTEX_SHADER, '#version 300 es\nvoid main() { gl_Position = vec4(-0.5, 0.0, 0.0, 1.0); gl_PointSize = 1.0; }'],
    [
      gl.FRAGMENT_SHADER,
      '#version 300 es\nprecision highp float; uniform float value; out vec4 color; void main() { color = vec4(value); }',
    ],
  ] as const;
  for (const [stage, source] of sources) {
    const shader = gl.createShader(stage);
    if (!shader) throw new Error('no shader');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  expect(gl.getProgramInfoLog(program)).toBe('');
  gl.useProgram(program);
  gl.viewport(0, 0, 2, 1);
  gl.clearColor(0, 0, 0, 0);
  gl.clear(gl.COLOR_BUFFER_BIT);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE);
  for (const value of [1.5, -4, 0.25]) {
    gl.uniform1f(gl.getUniformLocation(program, 'value'), value);
    gl.drawArrays(gl.POINTS, 0, 1);
  }

  const pixels = new Float32Array(8);
  gl.readPixels(0, 0, 2, 1, gl.RGBA, gl.FLOAT, pixels);
  expect(gl.getError()).toBe(gl.NO_ERROR);
  expect([pixels[0], pixels[4]]).toEqual([-2.25, 0]);
});
