// One quad for each chord of a stroked contour, onto the canvas.
#include common.glsl
#include puppet.glsl
#include stroke.glsl
#include canvas.glsl

uniform int uFirstPuppet;

flat out vec4 vColor; // premultiplied

void main() {
  vec2 canvas;
  uvec4 chord = fetch(uStrokes, gl_VertexID >> 2);
  bool drawn = strokeCorner(uFirstPuppet, chord, vec2(0.0), vec2(1.0), canvas);
  Style style = resolveStyle(int(fetch(uCells, int(chord.w)).x), uFirstPuppet);
  vColor = paintColor(style.stroke, uFirstPuppet);
  gl_Position = drawn ? canvasPosition(canvas) : vec4(2.0, 2.0, 0.0, 1.0);
}
