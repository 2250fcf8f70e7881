// Signed area between the chord and the middle row, exact within each texel. Summed over a closed
// contour, this is the texel's area times its winding.
#include common.glsl

flat in vec4 vChord;
flat in vec2 vOrigin;
flat in float vSign;
flat in float vMiddle;
out vec4 oArea;

// Integral of clamp(h, 0, 1).
float ramp(float h) {
  return h <= 0.0 ? 0.0 : h < 1.0 ? 0.5 * h * h : h - 0.5;
}

void main() {
  vec2 texel = floor(gl_FragCoord.xy - vOrigin);
  float left = max(vChord.x, texel.x);
  float right = min(vChord.z, texel.x + 1.0);
  float width = right - left;
  if (width <= 0.0) discard;
  float slope = (vChord.w - vChord.y) / (vChord.z - vChord.x);
  // How much of the texel's height lies below the chord, at the left and at the right.
  float below = texel.y + 1.0 - vChord.y;
  float h0 = below - slope * (left - vChord.x);
  float h1 = below - slope * (right - vChord.x);
  float rise = h1 - h0;
  float mean = abs(rise) > 1e-3 ? (ramp(h1) - ramp(h0)) / rise : clamp(0.5 * (h0 + h1), 0.0, 1.0);
  oArea = vec4(vSign * width * (mean - (texel.y >= vMiddle ? 1.0 : 0.0)));
}
