// Control points of every puppet, in canvas px: anchors, and handles built around them.
#include common.glsl
#include puppet.glsl
#include curve-layout.glsl
#include paths.glsl
#include data.glsl

uniform sampler2D uPoints;
uniform sampler2D uCurvePoints;
uniform sampler2D uHidden;
uniform int uPointCount;
uniform int uHiddenCount;
uniform int uFirstBone;

// Shorter than this share of its sides a tangent says nothing.
const float flatness = 1e-6;
// What is left of a smoothness of 0 in sums of 32 bits.
const float corner = 1e-6;

vec2 hidden(float point, int puppet) {
  return fetch(uHidden, puppet * uHiddenCount + int(point)).xy;
}

// Cosine and sine to the last digits: those of GPUs may have three. Cephes' polynomials, within 45°.
vec2 direction(float angle) {
  float quarter = floor(angle / radians(90.0) + 0.5);
  // Pi / 2 in three parts, the first two with few digits, so that the products are exact.
  float x = ((angle - quarter * 1.5703125) - quarter * 4.837512969970703125e-4) - quarter * 7.5497899548918821e-8;
  float z = x * x;
  float sine = ((-1.9515295891e-4 * z + 8.3321608736e-3) * z - 1.6666654611e-1) * z * x + x;
  float cosine = ((2.443315711809948e-5 * z - 1.388731625493765e-3) * z + 4.166664568298827e-2) * z * z - 0.5 * z + 1.0;
  int turns = int(quarter) & 3;
  vec2 result = (turns & 1) == 0 ? vec2(cosine, sine) : vec2(-sine, cosine);
  return turns < 2 ? result : -result;
}

// Sides are those at rest and what is added to them, so that short ones keep their digits.
vec2 side(vec2 rest, float from, float to, int puppet) {
  return from < 0.0 || to < 0.0 ? vec2(0.0) : rest + hidden(to, puppet) - hidden(from, puppet);
}

// From an anchor to its handle in (kind 1) or out (2). docs/moho.md names the rule.
vec2 buildHandle(int curvePoint, vec4 points, int kind, int puppet) {
  vec4 sides = fetch(uCurvePoints, curvePoint * CURVE_TEXELS);
  vec2 u1 = side(sides.xy, points.y, points.x, puppet);
  vec2 u2 = side(sides.zw, points.x, points.z, puppet);
  float l1 = length(u1);
  float l2 = length(u2);
  vec2 own = kind == 1 ? u1 : u2;
  float size = kind == 1 ? l1 : l2;
  if (size == 0.0) return vec2(0.0);
  vec2 tangent = vec2(0.0);
  if (l1 > 0.0) tangent += (2.0 * l1 + 3.0 * l2) / l1 * u1;
  if (l2 > 0.0) tangent += (3.0 * l1 + 2.0 * l2) / l2 * u2;
  float steepness = length(tangent);
  vec2 first = hidden(points.w, puppet);
  vec2 second = hidden(points.w + 1.0, puppet);
  float smoothness = first.x;
  float weight = kind == 1 ? first.y : second.x;
  float offset = kind == 1 ? second.y : hidden(points.w + 2.0, puppet).x;
  bool isCorner = abs(smoothness) < corner;
  if (isCorner) {
    weight = 1.0;
    offset = 0.0;
  }
  vec2 along = tangent / steepness;
  // A closed curve of two points has no tangent.
  if (isCorner || points.y == points.z || steepness <= flatness * (l1 + l2)) {
    smoothness = 1.0 / 3.0;
    along = own / size;
  }
  vec2 turn = direction(offset);
  return mat2(turn, vec2(-turn.y, turn.x)) * along * ((kind == 1 ? -size : size) * smoothness * weight);
}

vec2 moveByLayer(vec2 point, int row, int puppet) {
  vec4 m = puppetTexel(puppet, uFirstBone + 2 * row);
  vec4 n = puppetTexel(puppet, uFirstBone + 2 * row + 1);
  return mat2(m.xy, m.zw) * point + n.xy;
}

void main() {
  int puppet = gl_InstanceID;
  vec4 rest = fetch(uPoints, gl_VertexID);
  int curvePoint = int(rest.w) / 3;
  int kind = int(rest.w) % 3;
  vec4 points = fetch(uCurvePoints, curvePoint * CURVE_TEXELS + 1);
  vec2 point = fetch(uPoints, uPointCount + int(points.x)).xy + hidden(points.x, puppet);
  if (kind > 0) point += buildHandle(curvePoint, points, kind, puppet);
  uvec4 span = fetch(uPaths, int(rest.z) * PATH_TEXELS + 1);
  point = moveByLayer(point, int(span.z), puppet);
  writeTexel(puppet * uPointCount + gl_VertexID, vec4(placePoint(point, puppet), 0.0, 0.0));
}
