// The box of one cell, in the colour of its fill or stroke.
#include common.glsl
#include puppet.glsl
#include style.glsl
#include cells.glsl
#include canvas.glsl

uniform int uFirstPuppet;
uniform int uCell;

flat out vec4 vColor; // premultiplied

void main() {
  vec2 corner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1);
  uvec4 cell = fetch(uCells, uCell);
  Style style = resolveStyle(int(cell.x), uFirstPuppet);
  vec4 box = boxOf(uCell, uFirstPuppet);
  vColor = paintColor(cell.y == uint(CELL_STROKE) ? style.stroke : style.fill, uFirstPuppet);
  if (!style.visible) vColor = vec4(0.0);
  gl_Position = canvasPosition(mix(box.xy, box.zw, corner));
}
