// The quad of one chord of a stroked contour, with its cap or the join at its end.
#include style.glsl
#include cells.glsl

uniform sampler2D uPose;
uniform sampler2D uVertices;
uniform sampler2D uRecipes;
uniform usampler2D uStrokes;
uniform int uPointCount;
uniform int uVertexCount;

flat out vec2 vStart;     // the chord's start, texels from the cell's origin
flat out mat2 vToLocal;   // texels from the start to along and across the chord, rig px
flat out vec2 vHalfChord; // half width, length
flat out ivec3 vEnds;     // at the start, at the end, the join's kind: see END_
flat out vec4 vTangents;  // the stroke's direction at the start and at the end, in that frame
flat out vec2 vNext;      // its direction behind the corner at the end
flat out float vMiterLimit;

#define END_JOIN 4

// Chords shorter than this, in canvas px, have no direction.
#define SHORTEST 1e-4

vec2 vertexAt(int puppet, int vertex) {
  return fetch(uVertices, puppet * uVertexCount + vertex).xy;
}

bool isAnchor(int vertex) {
  float t = fetch(uRecipes, vertex).y;
  return t == 0.0 || t == 1.0;
}

vec2 firstLong(vec2 a, vec2 b, vec2 c) {
  return length(a) > SHORTEST ? a : length(b) > SHORTEST ? b : c;
}

// Direction of the curve, canvas px, at the start (or the end) of the segment that leads to a
// vertex; `chord` where the vertex begins a contour: the line that closes it has no curve.
vec2 curveDirection(int puppet, int vertex, bool atEnd, vec2 chord) {
  vec2 recipe = fetch(uRecipes, vertex).xy;
  if (recipe.y == 0.0) return chord;
  int point = puppet * uPointCount + int(recipe.x);
  vec2 p0 = fetch(uPose, point).xy;
  vec2 p1 = fetch(uPose, point + 1).xy;
  vec2 p2 = fetch(uPose, point + 2).xy;
  vec2 p3 = fetch(uPose, point + 3).xy;
  return atEnd ? firstLong(p3 - p2, p3 - p1, p3 - p0) : firstLong(p1 - p0, p2 - p0, p3 - p0);
}

// A corner of the quad around one chord, canvas px; false: there is nothing to draw.
// `low` and `scale`: from canvas px to texels.
bool strokeCorner(int puppet, uvec4 chord, vec2 low, vec2 scale, out vec2 canvas) {
  canvas = vec2(0.0);
  vStart = vec2(0.0);
  vToLocal = mat2(1.0);
  vHalfChord = vec2(0.0);
  vEnds = ivec3(0);
  vTangents = vec4(1.0, 0.0, 1.0, 0.0);
  vNext = vec2(1.0, 0.0);
  vMiterLimit = 1.0;

  vec2 corner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1);
  int first = int(chord.y);
  int count = int(chord.z & ~uint(CONTOUR_CLOSED));
  bool closed = (chord.z & uint(CONTOUR_CLOSED)) != 0u;
  int start = int(chord.x) - first;
  int end = (start + 1) % count;
  int path = int(fetch(uCells, int(chord.w)).x);
  Style style = resolveStyle(path, puppet);
  mat2 matrix = puppetMatrix(puppet);
  if (!style.visible || style.strokeWidth <= 0.0 || determinant(matrix) == 0.0) return false;
  vec2 a = vertexAt(puppet, first + start);
  vec2 b = vertexAt(puppet, first + end);
  int startEnd = style.lineCap;
  int endEnd = style.lineCap;
  int join = JOIN_ROUND;
  mat2 toRig = inverse(matrix);
  vec2 along = vec2(1.0, 0.0);
  float len = 0.0;
  if (distance(a, b) > SHORTEST) {
    vec2 rigChord = toRig * (b - a);
    len = length(rigChord);
    along = rigChord / len;
    mat2 toChord = transpose(mat2(along, vec2(-along.y, along.x))) * toRig;
    // A chord's ends lie square to the curve, not to the chord: across a wide stroke it shows.
    if (isAnchor(first + start)) vTangents.xy = normalize(toChord * curveDirection(puppet, first + end, false, b - a));
    if (isAnchor(first + end)) vTangents.zw = normalize(toChord * curveDirection(puppet, first + end, true, b - a));
    // The start joins when anything of the contour before it has a length: that chord draws the join.
    for (int k = 1; k < count; k++) {
      int at = start - k;
      if (at < 0 && !closed) break;
      if (distance(vertexAt(puppet, first + (at + count) % count), a) > SHORTEST) {
        startEnd = END_JOIN;
        break;
      }
    }
    bool corner = isAnchor(first + end);
    for (int k = 1; k < count; k++) {
      int at = end + k;
      if (at >= count && !closed) break;
      vec2 next = vertexAt(puppet, first + at % count);
      if (distance(next, b) > SHORTEST) {
        endEnd = END_JOIN;
        vec2 direction = next - b;
        if (isAnchor(first + end)) direction = curveDirection(puppet, first + at % count, false, direction);
        vNext = normalize(toChord * direction);
        break;
      }
      corner = corner || isAnchor(first + at % count);
    }
    // Between two chords of one curve there is no corner in the drawing: round hides the chords.
    if (corner) join = style.lineJoin;
  } else {
    // A contour without any length is a dot of the cap's shape, drawn once.
    for (int k = 1; k < count; k++) {
      if (distance(vertexAt(puppet, first + (start + k) % count), a) > SHORTEST) {
        return false;
      }
    }
    if (start != 0 || style.lineCap == CAP_BUTT) return false;
  }

  float halfWidth = 0.5 * style.strokeWidth;
  vec2 across = vec2(-along.y, along.x);
  mat2 toFrame = transpose(mat2(along, across)) * toRig * mat2(1.0 / scale.x, 0.0, 0.0, 1.0 / scale.y);
  // One texel in the frame's units, along and across.
  vec2 texel = vec2(length(vec2(toFrame[0].x, toFrame[1].x)), length(vec2(toFrame[0].y, toFrame[1].y)));
  // Ends that are not square to the chord reach farther on one side.
  vec2 tilt = abs(vTangents.yw) * halfWidth;
  float before = tilt.x + texel.x + (startEnd == CAP_ROUND || startEnd == CAP_SQUARE ? halfWidth : 0.0);
  float after = tilt.y + texel.x + (endEnd == CAP_BUTT ? 0.0 : halfWidth);
  if (endEnd == END_JOIN && join == JOIN_MITER) after += halfWidth * (style.miterLimit - 1.0);
  vec2 local = vec2(mix(-before, len + after, corner.x), mix(-1.0, 1.0, corner.y) * (halfWidth + texel.y));

  vStart = (a - low) * scale;
  vToLocal = toFrame;
  vHalfChord = vec2(halfWidth, len);
  vEnds = ivec3(startEnd, endEnd, join);
  vMiterLimit = style.miterLimit;
  canvas = a + matrix * (along * local.x + across * local.y);
  return true;
}
