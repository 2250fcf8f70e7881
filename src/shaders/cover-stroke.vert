// One quad for each chord of a stroked contour, into the atlas.
#include common.glsl
#include puppet.glsl
#include cell.glsl
#include stroke.glsl

uniform vec2 uAtlasSize;

flat out vec2 vOrigin; // of the cell, atlas texels
flat out vec2 vSize;   // of the cell, texels

void main() {
  int puppet = gl_InstanceID;
  uvec4 chord = fetch(uStrokes, gl_VertexID >> 2);
  Cell cell = cellOf(int(chord.w), puppet);
  vec2 canvas;
  // A cell without a place is not in this page.
  bool drawn = cell.scale.x > 0.0 && strokeCorner(puppet, chord, cell.low, cell.scale, canvas);
  vOrigin = cell.origin;
  // The canvas' edge cuts the box, and nothing may spill into the neighbours.
  vSize = cell.size * cell.scale;
  vec2 position = cell.origin + (canvas - cell.low) * cell.scale;
  gl_Position = drawn ? vec4(position / uAtlasSize * 2.0 - 1.0, 0.0, 1.0) : vec4(2.0, 2.0, 0.0, 1.0);
}
