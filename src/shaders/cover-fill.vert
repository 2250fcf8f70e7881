// One quad for each chord of a contour: from the chord to the middle row of its cell.
#include common.glsl
#include puppet.glsl
#include cell.glsl
#include feather.glsl

uniform sampler2D uVertices;
uniform usampler2D uEdges;
uniform int uVertexCount;
uniform vec2 uAtlasSize;

flat out vec4 vChord;  // texels from the cell's origin, left end first
flat out vec2 vOrigin; // atlas texel
flat out float vSign;
flat out float vMiddle;
flat out vec2 vBox;    // what a texel takes up, texels

void main() {
  int puppet = gl_InstanceID;
  uvec4 edge = fetch(uEdges, gl_VertexID >> 2);
  ivec2 corner = ivec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1);
  Cell cell = cellOf(int(edge.z), puppet);
  int first = puppet * uVertexCount;
  vec2 a = (fetch(uVertices, first + int(edge.x)).xy - cell.low) * cell.scale;
  vec2 b = (fetch(uVertices, first + int(edge.y)).xy - cell.low) * cell.scale;
  float sign = (edge.w & uint(EDGE_TURNED)) != 0u ? -1.0 : 1.0;
  if (a.x > b.x) {
    vec2 swap = a;
    a = b;
    b = swap;
    sign = -sign;
  }
  vec2 size = ceil(cell.size * cell.scale - 1e-3);
  float middle = floor(0.5 * size.y);
  float feather = uintBitsToFloat(fetch(uCells, int(edge.z)).z);
  // A texel of its own has an extent of 1 already: the spreads of the two add up.
  vec2 soft = featherSize(feather, puppetMatrix(puppet)) * cell.scale;
  vBox = sqrt(1.0 + soft * soft);
  vec2 beyond = 0.5 * (vBox - 1.0);
  vec2 low = floor(vec2(a.x, min(middle, min(a.y, b.y))) - beyond);
  vec2 high = ceil(vec2(b.x, max(middle, max(a.y, b.y))) + beyond);
  low = clamp(low, vec2(0.0), size);
  high = clamp(high, vec2(0.0), size);
  if (a.x == b.x) high = low; // an upright chord bounds no area between columns

  // Not in atlas texels: large numbers would cost a steep chord its precision.
  vChord = vec4(a, b);
  vOrigin = cell.origin;
  vSign = sign;
  vMiddle = middle;
  vec2 position = cell.origin + mix(low, high, vec2(corner));
  gl_Position = vec4(position / uAtlasSize * 2.0 - 1.0, 0.0, 1.0);
}
