// The box of each cell: of its control points, which hold the curves inside, cut to the canvas.
#include common.glsl
#include puppet.glsl
#include style.glsl
#include feather.glsl
#include data.glsl

uniform sampler2D uPose;
uniform usampler2D uCells;
uniform int uPointCount;
uniform int uCellCount;
uniform vec2 uViewSize;

// Greatest factor by which the matrix stretches a length.
float greatestStretch(mat2 m) {
  float sum = dot(m[0], m[0]) + dot(m[1], m[1]);
  float det = determinant(m);
  return sqrt(0.5 * (sum + sqrt(max(0.0, sum * sum - 4.0 * det * det))));
}

void main() {
  int puppet = gl_InstanceID;
  uvec4 cell = fetch(uCells, gl_VertexID);
  uvec4 span = fetch(uPaths, int(cell.x) * PATH_TEXELS + 1);
  int first = puppet * uPointCount + int(span.x);
  vec2 low = vec2(1e30);
  vec2 high = vec2(-1e30);
  for (int i = 0; i < int(span.y); i++) {
    vec2 point = fetch(uPose, first + i).xy;
    low = min(low, point);
    high = max(high, point);
  }
  if (cell.y == uint(CELL_STROKE)) {
    Style style = resolveStyle(int(cell.x), puppet);
    float reach = 0.5 * style.strokeWidth * uintBitsToFloat(cell.z) * greatestStretch(puppetMatrix(puppet));
    low -= reach;
    high += reach;
  } else {
    vec2 reach = 0.5 * featherSize(uintBitsToFloat(cell.z), puppetMatrix(puppet));
    low -= reach;
    high += reach;
  }
  low = clamp(floor(low) - 1.0, vec2(-1.0), uViewSize + 1.0);
  high = clamp(ceil(high) + 1.0, vec2(-1.0), uViewSize + 1.0);
  writeTexel(puppet * uCellCount + gl_VertexID, vec4(low, max(low, high)));
}
