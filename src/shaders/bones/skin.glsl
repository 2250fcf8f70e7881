// p + sum of weight * (where a bone carries p - p), over the bones of a point.

uniform sampler2D uInfluences;
uniform sampler2D uBones;
// −1: all bones of all puppets are at rest.
uniform int uFirstBone;

vec2 boneShift(int bone, vec2 p, float depth, int puppet) {
  vec4 m = puppetTexel(puppet, uFirstBone + 2 * bone);
  vec4 n = puppetTexel(puppet, uFirstBone + 2 * bone + 1);
  return mat2(m.xy, m.zw) * p + n.xy + depth * n.zw;
}

// Squared distance from a bone at rest, ends included.
float boneDistance(int bone, vec2 p) {
  vec4 ends = fetch(uBones, bone);
  vec2 axis = ends.zw - ends.xy;
  float squared = dot(axis, axis);
  float along = squared == 0.0 ? 0.0 : clamp(dot(p - ends.xy, axis) / squared, 0.0, 1.0);
  vec2 away = ends.xy + along * axis - p;
  return dot(away, away);
}

// Weights given for each point; their number and the depth of the point stand before them.
vec2 skinByWeights(vec2 p, int first, int puppet) {
  vec2 result = p;
  if (first < 0) return p;
  vec2 header = fetch(uInfluences, first).xy;
  int last = first + int(header.y);
  for (int k = first + 1; k <= last; k++) {
    vec2 influence = fetch(uInfluences, k).xy;
    result += influence.y * boneShift(int(influence.x), p, header.x, puppet);
  }
  return result;
}

// The nearer a bone and the smaller its strength, the more of the point is its own.
vec2 skinByDistance(vec2 p, int first, int count, int puppet) {
  if (count == 1) return p + boneShift(int(fetch(uInfluences, first).x), p, 0.0, puppet);
  float total = 0.0;
  for (int k = first; k < first + count; k++) {
    vec2 influence = fetch(uInfluences, k).xy;
    total += influence.y * boneDistance(int(influence.x), p);
  }
  if (total == 0.0) return p;
  vec2 result = p;
  for (int k = first; k < first + count; k++) {
    vec2 influence = fetch(uInfluences, k).xy;
    float share = influence.y * boneDistance(int(influence.x), p) / total;
    result += (1.0 - share) / float(count - 1) * boneShift(int(influence.x), p, 0.0, puppet);
  }
  return result;
}

vec2 skinPoint(vec2 p, int point, int puppet) {
  if (uFirstBone < 0) return p;
  vec4 rest = fetch(uPoints, point);
  uvec4 span = fetch(uPaths, int(rest.z) * PATH_TEXELS + 1);
  if (span.w == 0u) return p;
  if ((span.w & SKIN_WEIGHTED) != 0u) return skinByWeights(p, int(rest.w), puppet);
  return skinByDistance(p, int(span.z), int(span.w), puppet);
}
