// What curves are made of, for every puppet: how far each anchor is from where it is at rest, in its
// mesh, and parameters. Two numbers each.
#include common.glsl
#include puppet.glsl
#include curve-layout.glsl
#include morph.glsl
#include skin.glsl
#include data.glsl

uniform int uPointCount;
uniform int uHiddenCount;

// How far beside an anchor its surroundings are looked at, units of the mesh.
const float probe = 0.001;

struct Sums {
  vec2 plain;
  vec2 turned; // with the skin
};

Sums sumTracks(int point, int path, int puppet) {
  uvec4 tracks = fetch(uPaths, path * PATH_TEXELS);
  uvec4 span = fetch(uPaths, path * PATH_TEXELS + 1);
  int local = point - int(span.x);
  Sums sums = Sums(vec2(0.0), vec2(0.0));
  for (uint k = 0u; k < tracks.y; k++) {
    uvec4 morph = fetch(uMorphs, int(tracks.x + k));
    vec4 state = actionState(puppet, morph.z & ~uint(MORPH_TURNED));
    if (state.z == 0.0 && state.w == 0.0) continue;
    vec2 delta = state.z * morphDelta(morph, state.x, local, int(span.y));
    if (state.w != 0.0) delta += state.w * morphDelta(morph, state.y, local, int(span.y));
    delta *= uintBitsToFloat(morph.w);
    if ((morph.z & uint(MORPH_TURNED)) != 0u) sums.turned += delta;
    else sums.plain += delta;
  }
  return sums;
}

// What the skin does to a place: how far it moves it, and where what lies beside it along x comes to lie.
struct Skinned {
  vec2 shift;
  vec2 beside;
};

// Where an elbow slides a place to, along the child at rest.
float slide(vec2 p, float bend) {
  float reach = abs(p.x);
  float moved = p.y * bend > 0.0
    ? reach + abs(bend) / radians(180.0) * max(0.0, 2.0 * abs(p.y) - reach)
    : reach - 0.5 * abs(bend) * max(0.0, abs(p.y) - reach);
  return p.x < 0.0 ? -moved : moved;
}

Skinned skinByElbow(vec2 p, int first, float bend, int puppet) {
  vec2 bones = fetch(uInfluences, first + 1).xy;
  vec2 joint = fetch(uInfluences, first + 2).xy;
  vec2 along = fetch(uInfluences, first + 3).xy;
  mat2 axes = mat2(along, vec2(-along.y, along.x));
  vec2 own = (p - joint) * axes;
  vec2 next = own + probe * vec2(along.x, -along.y);
  float slid = slide(own, bend);
  vec2 place = p + (slid - own.x) * along;
  int bone = int(own.x < 0.0 ? bones.x : bones.y);
  int other = int(next.x < 0.0 ? bones.x : bones.y);
  vec2 shift = boneShift(bone, place, 0.0, puppet);
  vec2 aside = axes * vec2(slide(next, bend) - slid, -probe * along.y);
  vec4 m = puppetTexel(puppet, uFirstBone + 2 * other);
  vec2 beside = aside + mat2(m.xy, m.zw) * aside;
  if (other != bone) beside += boneShift(other, place, 0.0, puppet) - shift;
  return Skinned(place - p + shift, beside);
}

Skinned skinByBones(vec2 p, int first, int count, int puppet) {
  Skinned result = Skinned(vec2(0.0), vec2(probe, 0.0));
  for (int k = first + 1; k < first + 1 + 2 * count; k += 2) {
    vec2 influence = fetch(uInfluences, k).xy;
    float change = fetch(uInfluences, k + 1).x * probe;
    vec2 shift = boneShift(int(influence.x), p, 0.0, puppet);
    vec4 m = puppetTexel(puppet, uFirstBone + 2 * int(influence.x));
    result.shift += influence.y * shift;
    result.beside += change * shift + (influence.y + change) * probe * m.xy;
  }
  return result;
}

// How far bones move an anchor. What dials do is turned as the skin turns between the anchor and a place
// beside it. That place is not skinned by itself: the difference of two so near has few digits left.
vec2 skinAnchor(vec2 rest, Sums sums, int first, int puppet) {
  vec2 header = fetch(uInfluences, first).xy;
  vec2 p = rest + sums.plain;
  mat2 linear = mat2(1.0);
  float bend = 0.0;
  if (header.y >= 0.0) {
    int row = uFirstBone + 2 * int(header.y);
    vec4 m = puppetTexel(puppet, row);
    vec4 n = puppetTexel(puppet, row + 1);
    linear = mat2(m.xy, m.zw);
    p = linear * p + n.xy;
    bend = n.z;
  }
  vec2 delta = linear * sums.turned;
  vec2 shift;
  if (int(header.x) == SKIN_BONE) {
    shift = delta + boneShift(int(fetch(uInfluences, first + 1).x), p + delta, 0.0, puppet);
  } else {
    Skinned skinned;
    if (int(header.x) == SKIN_ELBOW) skinned = skinByElbow(p, first, bend, puppet);
    else skinned = skinByBones(p, first, int(header.x), puppet);
    float size = length(skinned.beside);
    vec2 turn = size == 0.0 ? vec2(1.0, 0.0) : skinned.beside / size;
    shift = skinned.shift + mat2(turn, vec2(-turn.y, turn.x)) * delta;
  }
  return sums.plain + inverse(linear) * shift;
}

void main() {
  int point = uPointCount + gl_VertexID;
  int puppet = gl_InstanceID;
  vec4 rest = fetch(uPoints, point);
  Sums sums = sumTracks(point, int(rest.z), puppet);
  vec2 value;
  if (rest.w >= 0.0) value = skinAnchor(rest.xy, sums, int(rest.w), puppet);
  else value = sums.plain + sums.turned + (int(rest.w) == HIDDEN_PARAMETER ? rest.xy : vec2(0.0));
  writeTexel(puppet * uHiddenCount + gl_VertexID, vec4(value, 0.0, 0.0));
}
