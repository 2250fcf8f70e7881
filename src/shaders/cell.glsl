// Where a cell's box lies on the canvas, and where its coverage lies in the atlas.

#include cells.glsl

uniform usampler2D uPlaces;

struct Cell {
  vec2 low;    // canvas px, whole
  vec2 size;   // canvas px, whole; zero: nothing to see
  vec2 origin; // atlas texel
  vec2 scale;  // texels for a canvas px: 1, or less when the box has outgrown its place
};

Cell cellOf(int cell, int puppet) {
  vec4 box = boxOf(cell, puppet);
  vec4 atlas = puppetTexel(puppet, PUPPET_ATLAS);
  float layoutRow = puppetTexel(puppet, PUPPET_TINT).w;
  vec4 place = vec4(fetchRow(uPlaces, int(layoutRow), uCellCount, cell));
  vec2 size = box.zw - box.xy;
  vec2 scale = min(vec2(1.0), place.zw / max(size, vec2(1.0)));
  return Cell(box.xy, size, atlas.xy + place.xy, scale);
}
