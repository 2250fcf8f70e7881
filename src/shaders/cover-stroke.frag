// How much of the texel one chord of a stroke covers. The greatest over all chords is the stroke's.
#include common.glsl

in vec2 vLocal;
flat in mat2 vToLocal;
flat in vec2 vHalfChord;
flat in ivec3 vEnds;
flat in vec2 vNext;
flat in float vMiterLimit;
flat in vec4 vClip;
out vec4 oCoverage;

#define END_JOIN 4

// Width of a texel, in rig px, along a direction of the chord's frame.
float texelAlong(vec2 direction) {
  return length(direction * vToLocal);
}

// Covered part of a texel-wide interval around `at` by [low, high].
float interval(float low, float high, float at, float texel) {
  return clamp((high - at) / texel + 0.5, 0.0, 1.0) - clamp((low - at) / texel + 0.5, 0.0, 1.0);
}

// Covered part of a texel `depth` inside of a straight border; never more than the stroke is wide.
float inside(float depth, vec2 normal) {
  float texel = texelAlong(normal);
  return min(clamp(depth / texel + 0.5, 0.0, 1.0), 2.0 * vHalfChord.x / texel);
}

float disc(vec2 from) {
  float radius = length(from);
  return inside(vHalfChord.x - radius, radius > 0.0 ? from / radius : vec2(0.0, 1.0));
}

// Beyond the chord's end, before the next one's start: the wedge on the outer side of the corner.
float corner(vec2 from, int join) {
  if (dot(from, vNext) > 0.0) return 0.0;
  if (join == JOIN_ROUND) return disc(from);
  float side = vNext.y > 0.0 ? -1.0 : 1.0;
  vec2 normal = vec2(0.0, side);
  vec2 nextNormal = side * vec2(-vNext.y, vNext.x);
  vec2 middle = normal + nextNormal;
  float size = length(middle);
  middle = size > 1e-4 ? middle / size : vec2(1.0, 0.0);
  float cosHalf = 0.5 * size; // of the angle of turn: miter length / stroke width is its inverse
  if (join == JOIN_MITER && cosHalf * vMiterLimit >= 1.0) {
    return min(inside(vHalfChord.x - dot(from, normal), normal), inside(vHalfChord.x - dot(from, nextNormal), nextNormal));
  }
  return inside(vHalfChord.x * cosHalf - dot(from, middle), middle);
}

void main() {
  if (any(lessThan(gl_FragCoord.xy, vClip.xy)) || any(greaterThan(gl_FragCoord.xy, vClip.zw))) discard;
  float halfWidth = vHalfChord.x;
  float len = vHalfChord.y;
  float coverage;
  if (vLocal.x < 0.0 && vEnds.x == END_JOIN) discard;
  else if (vLocal.x > len && vEnds.y == END_JOIN) coverage = corner(vLocal - vec2(len, 0.0), vEnds.z);
  else if (vLocal.x < 0.0 && vEnds.x == CAP_ROUND) coverage = disc(vLocal);
  else if (vLocal.x > len && vEnds.y == CAP_ROUND) coverage = disc(vLocal - vec2(len, 0.0));
  else {
    coverage = interval(-halfWidth, halfWidth, vLocal.y, texelAlong(vec2(0.0, 1.0)));
    float low = vEnds.x == CAP_BUTT ? 0.0 : vEnds.x == CAP_SQUARE ? -halfWidth : -1e9;
    float high = vEnds.y == CAP_BUTT ? len : vEnds.y == CAP_SQUARE ? len + halfWidth : 1e9;
    float texel = texelAlong(vec2(1.0, 0.0));
    coverage *= interval(low, high, vLocal.x, texel);
  }
  oCoverage = vec4(coverage);
}
