#include common.glsl
#include puppet.glsl
#include cell.glsl

uniform sampler2D uAtlas;
uniform usampler2D uMasks;
uniform vec2 uViewSize;

flat in vec4 vColor;
flat in vec4 vPlace;
flat in vec2 vScale;
flat in ivec4 vItem;
out vec4 oColor;

float fillRule(float sum, int kind) {
  float winding = abs(sum);
  if (kind == CELL_EVENODD) {
    winding = mod(winding, 2.0);
    return winding > 1.0 ? 2.0 - winding : winding;
  }
  return min(winding, 1.0);
}

// Covered part of the canvas pixel by a cell's fill.
float cellCoverage(int index, int puppet, vec2 pixel) {
  Cell cell = cellOf(index, puppet);
  vec2 at = (pixel - cell.low) * cell.scale;
  if (any(lessThan(at, vec2(0.0))) || any(greaterThanEqual(at, cell.size * cell.scale))) return 0.0;
  return fillRule(texelFetch(uAtlas, ivec2(cell.origin + at), 0).x, int(fetch(uCells, index).y));
}

// Product over the masks of the union of each mask's cells.
float maskCoverage(int first, int count, int puppet, vec2 pixel) {
  float product = 1.0;
  float sum = 0.0;
  for (int k = 0; k < count; k++) {
    uint entry = fetch(uMasks, first + k).x;
    uint cell = entry & ~uint(MASK_LAST);
    // Neighbours that share a border add up to the whole of it.
    if (cell != uint(MASK_EMPTY)) sum += cellCoverage(int(cell), puppet, pixel);
    if ((entry & uint(MASK_LAST)) != 0u) {
      product *= min(sum, 1.0);
      sum = 0.0;
    }
  }
  return product;
}

void main() {
  vec2 pixel = vec2(gl_FragCoord.x, uViewSize.y - gl_FragCoord.y);
  vec2 at = vPlace.zw + (pixel - vPlace.xy) * vScale;
  float coverage = fillRule(texelFetch(uAtlas, ivec2(at), 0).x, vItem.x);
  if (coverage < 0.5 / 255.0) discard;
  if (vItem.z > 0) coverage *= maskCoverage(vItem.y, vItem.z, vItem.w, pixel);
  oColor = vColor * coverage;
}
