// Colours and widths: the last action, in list order, that has a key at or before its frame wins.

#include paths.glsl

uniform sampler2D uPaints;
uniform usampler2D uStyles;
uniform sampler2D uValues;

struct Style {
  vec4 fill;
  vec4 stroke;
  float strokeWidth;
  bool visible;
  float miterLimit;
  int lineCap;
  int lineJoin;
};

Style resolveStyle(int path, int puppet) {
  vec4 geometry = fetch(uPaints, path * PAINT_TEXELS + 2);
  int capJoin = int(geometry.w);
  Style style = Style(
    fetch(uPaints, path * PAINT_TEXELS),
    fetch(uPaints, path * PAINT_TEXELS + 1),
    geometry.x, geometry.y > 0.5, geometry.z, capJoin & 3, capJoin >> 2);
  uint hidden = 0u;
  uvec4 tracks = fetch(uPaths, path * PATH_TEXELS);
  for (uint k = 0u; k < tracks.w; k++) {
    uvec4 track = fetch(uStyles, int(tracks.z + k));
    vec4 state = actionState(puppet, track.y);
    if (state.z == 0.0 && state.w == 0.0) continue;
    int row = frameRow(track.x, state.x);
    if (row == 0) continue;
    vec4 value = fetch(uValues, int(track.w) + row - 1);
    if (track.z == uint(STYLE_FILL)) style.fill = value;
    else if (track.z == uint(STYLE_STROKE)) style.stroke = value;
    else if (track.z == uint(STYLE_WIDTH)) style.strokeWidth = value.x;
    else {
      uint bit = 1u << (track.z - uint(STYLE_VISIBLE));
      hidden = value.x > 0.5 ? hidden & ~bit : hidden | bit;
    }
  }
  style.visible = style.visible && hidden == 0u;
  return style;
}
