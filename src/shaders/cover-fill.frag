// Signed area between the chord and the middle row, exact within each texel's box: the texel itself, or more of the
// neighbourhood where the edge is soft. Summed over a closed contour, this is the share of the box times its winding.
#include common.glsl

flat in vec4 vChord;
flat in vec2 vOrigin;
flat in float vSign;
flat in float vMiddle;
flat in vec2 vBox;
out vec4 oArea;

// Integral of clamp(h, 0, 1).
float ramp(float h) {
  return h <= 0.0 ? 0.0 : h < 1.0 ? 0.5 * h * h : h - 0.5;
}

void main() {
  vec2 low = floor(gl_FragCoord.xy - vOrigin) - 0.5 * (vBox - 1.0);
  vec2 high = low + vBox;
  float left = max(vChord.x, low.x);
  float right = min(vChord.z, high.x);
  float width = (right - left) / vBox.x;
  if (width <= 0.0) discard;
  float slope = (vChord.w - vChord.y) / (vChord.z - vChord.x);
  // How much of the box's height lies below the chord, at the left and at the right.
  float below = high.y - vChord.y;
  float h0 = (below - slope * (left - vChord.x)) / vBox.y;
  float h1 = (below - slope * (right - vChord.x)) / vBox.y;
  float rise = h1 - h0;
  float mean = abs(rise) > 1e-3 ? (ramp(h1) - ramp(h0)) / rise : clamp(0.5 * (h0 + h1), 0.0, 1.0);
  oArea = vec4(vSign * width * (mean - clamp((high.y - vMiddle) / vBox.y, 0.0, 1.0)));
}
