// One quad for each chord of a stroked contour, onto the canvas.
#include common.glsl
#include puppet.glsl
#include stroke.glsl
#include canvas.glsl

uniform int uFirstPuppet;

void main() {
  vec2 canvas;
  bool drawn = strokeCorner(uFirstPuppet, fetch(uStrokes, gl_VertexID >> 2), vec2(0.0), vec2(1.0), canvas);
  gl_Position = drawn ? canvasPosition(canvas) : vec4(2.0, 2.0, 0.0, 1.0);
}
