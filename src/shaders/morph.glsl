// rest + sum of weight * delta over the active actions.

#include paths.glsl

uniform sampler2D uPoints;
uniform sampler2D uOwnPoints;
uniform usampler2D uMorphs;
uniform isampler2D uDeltas;

// The delta at one frame, in units of the morph's scale.
vec2 morphDelta(uvec4 morph, float frame, int local, int stride) {
  int row = frameRow(morph.y, frame);
  if (row == 0) return vec2(0.0);
  return vec2(fetch(uDeltas, int(morph.x) + (row - 1) * stride + local).xy);
}

// Where a point is at rest: where the puppet has it of its own, else where the rig has it.
vec2 restPoint(vec2 rest, int first, int local, int puppet) {
  vec4 own = puppetTexel(puppet, PUPPET_ATLAS);
  for (int k = 0; k < int(own.w); k++) {
    vec4 path = fetch(uOwnPoints, int(own.z) + k);
    if (int(path.x) != first) continue;
    vec4 pair = fetch(uOwnPoints, int(path.y) + (local >> 1));
    return (local & 1) == 0 ? pair.xy : pair.zw;
  }
  return rest;
}

vec2 morphPoint(int point, int puppet) {
  vec4 rest = fetch(uPoints, point);
  int path = int(rest.z);
  uvec4 tracks = fetch(uPaths, path * PATH_TEXELS);
  uvec4 span = fetch(uPaths, path * PATH_TEXELS + 1);
  int local = point - int(span.x);
  vec2 position = restPoint(rest.xy, int(span.x), local, puppet);
  for (uint k = 0u; k < tracks.y; k++) {
    uvec4 morph = fetch(uMorphs, int(tracks.x + k));
    vec4 state = actionState(puppet, morph.z);
    if (state.z == 0.0 && state.w == 0.0) continue;
    vec2 delta = state.z * morphDelta(morph, state.x, local, int(span.y));
    if (state.w != 0.0) delta += state.w * morphDelta(morph, state.y, local, int(span.y));
    position += delta * uintBitsToFloat(morph.w);
  }
  return position;
}
