// The greatest coverage over all chords is the stroke's.
#include common.glsl
#include stroke-coverage.glsl

flat in vec2 vOrigin;
flat in vec2 vSize;
out vec4 oCoverage;

void main() {
  vec2 texel = gl_FragCoord.xy - vOrigin;
  if (any(lessThan(texel, vec2(0.0))) || any(greaterThan(texel, vSize))) discard;
  oCoverage = vec4(strokeCoverage(texel));
}
