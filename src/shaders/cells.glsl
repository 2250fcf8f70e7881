// What is covered: the fill or the stroke of a path.

uniform usampler2D uCells;
uniform sampler2D uBounds;
uniform int uCellCount;

// Low and high corner on the canvas, whole px.
vec4 boxOf(int cell, int puppet) {
  return fetch(uBounds, puppet * uCellCount + cell);
}
