// Alpha becomes the set of samples that the stencil is written for: the same alpha, the same
// samples, so that the union over all chords is the greatest of their coverages.
#include common.glsl
#include stroke-coverage.glsl

uniform vec2 uViewSize;
uniform bool uMultisampled;
out vec4 oColor;

void main() {
  float coverage = strokeCoverage(vec2(gl_FragCoord.x, uViewSize.y - gl_FragCoord.y));
  if (!uMultisampled && coverage < 0.5) discard;
  oColor = vec4(0.0, 0.0, 0.0, coverage);
}
