// Curves to chords: each vertex is a segment at a fixed parameter.
#include common.glsl
#include data.glsl

uniform sampler2D uPose;
uniform sampler2D uRecipes;
uniform int uPointCount;
uniform int uVertexCount;

vec2 evaluateCubic(int point, float t) {
  vec2 p0 = fetch(uPose, point).xy;
  if (t == 0.0) return p0;
  vec2 p3 = fetch(uPose, point + 3).xy;
  if (t == 1.0) return p3;
  vec2 p1 = fetch(uPose, point + 1).xy;
  vec2 p2 = fetch(uPose, point + 2).xy;
  float u = 1.0 - t;
  return p0 * (u * u * u) + p1 * (3.0 * u * u * t) + p2 * (3.0 * u * t * t) + p3 * (t * t * t);
}

void main() {
  vec2 recipe = fetch(uRecipes, gl_VertexID).xy;
  vec2 position = evaluateCubic(gl_InstanceID * uPointCount + int(recipe.x), recipe.y);
  writeTexel(gl_InstanceID * uVertexCount + gl_VertexID, vec4(position, 0.0, 0.0));
}
