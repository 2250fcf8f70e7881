// One triangle for each chord of a contour, fanned out from the contour's first vertex. Front and
// back faces count the winding up and down, right for any outline, folded or crossing itself.
#include common.glsl
#include canvas.glsl

uniform sampler2D uVertices;
uniform usampler2D uEdges;
uniform int uVertexCount;
uniform int uFirstPuppet;

void main() {
  uvec4 edge = fetch(uEdges, gl_VertexID / 3);
  int corner = gl_VertexID % 3;
  uint vertex = corner == 0 ? edge.w & ~uint(EDGE_TURNED) : corner == 1 ? edge.x : edge.y;
  gl_Position = canvasPosition(fetch(uVertices, uFirstPuppet * uVertexCount + int(vertex)).xy);
}
