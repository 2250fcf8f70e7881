// How much of a texel one chord of a stroke covers.

flat in vec2 vStart;
flat in mat2 vToLocal;
flat in vec2 vHalfChord;
flat in ivec3 vEnds;
flat in vec4 vTangents;
flat in vec2 vNext;
flat in float vMiterLimit;

#define END_JOIN 4

// Neighbouring pieces overlap by this part of a texel, lest rounding leave a hole between them.
#define OVERLAP 0.01

// Width of a texel, in rig px, along a direction of the chord's frame.
float texelAlong(vec2 direction) {
  return length(direction * vToLocal);
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
  if (dot(from, vNext) > OVERLAP * texelAlong(vNext)) return 0.0;
  if (join == JOIN_ROUND) return disc(from);
  vec2 end = vTangents.zw;
  float side = end.x * vNext.y - end.y * vNext.x > 0.0 ? -1.0 : 1.0;
  vec2 normal = side * vec2(-end.y, end.x);
  vec2 nextNormal = side * vec2(-vNext.y, vNext.x);
  vec2 middle = normal + nextNormal;
  float size = length(middle);
  middle = size > 1e-4 ? middle / size : end;
  float cosHalf = 0.5 * size; // of the angle of turn: miter length / stroke width is its inverse
  if (join == JOIN_MITER && cosHalf * vMiterLimit >= 1.0) {
    return min(inside(vHalfChord.x - dot(from, normal), normal), inside(vHalfChord.x - dot(from, nextNormal), nextNormal));
  }
  return inside(vHalfChord.x * cosHalf - dot(from, middle), middle);
}

// `texel`: its middle, from the cell's origin.
float strokeCoverage(vec2 texel) {
  // Not interpolated: which piece a texel belongs to must not depend on the place in the atlas.
  vec2 local = vToLocal * (texel - vStart);
  vec2 fromEnd = local - vec2(vHalfChord.y, 0.0);
  // How far past the start and how far past the end, square to the stroke there.
  float started = dot(local, vTangents.xy);
  float ended = dot(fromEnd, vTangents.zw);
  float startTexel = texelAlong(vTangents.xy);
  float endTexel = texelAlong(vTangents.zw);
  if (vEnds.x == END_JOIN && started < -OVERLAP * startTexel) return 0.0;
  if (vEnds.y == END_JOIN && ended > 0.0) return corner(fromEnd, vEnds.z);
  if (vEnds.x == CAP_ROUND && started < 0.0) return disc(local);
  if (vEnds.y == CAP_ROUND && ended > 0.0) return disc(fromEnd);

  float halfWidth = vHalfChord.x;
  float texelAcross = texelAlong(vec2(0.0, 1.0));
  float across = clamp((halfWidth - local.y) / texelAcross + 0.5, 0.0, 1.0)
    - clamp((-halfWidth - local.y) / texelAcross + 0.5, 0.0, 1.0);
  float reach = vEnds.x == CAP_SQUARE ? halfWidth : 0.0;
  float open = vEnds.x == CAP_BUTT || vEnds.x == CAP_SQUARE ? clamp((started + reach) / startTexel + 0.5, 0.0, 1.0) : 1.0;
  reach = vEnds.y == CAP_SQUARE ? halfWidth : 0.0;
  float shut = vEnds.y == CAP_BUTT || vEnds.y == CAP_SQUARE ? clamp((ended - reach) / endTexel + 0.5, 0.0, 1.0) : 0.0;
  // A stroke shorter than a texel covers as much of it as it is long.
  return across * max(open - shut, 0.0);
}
