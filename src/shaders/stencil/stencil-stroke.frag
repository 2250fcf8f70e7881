// A stroke straight onto the canvas, in two rounds: pixels that a chord covers whole, then its
// smooth border where no chord has painted. The stencil lets each pixel be painted once.
#include common.glsl
#include stroke-coverage.glsl

uniform vec2 uViewSize;
uniform bool uWhole;

flat in vec4 vColor;
out vec4 oColor;

#define WHOLE 0.998

void main() {
  float coverage = strokeCoverage(vec2(gl_FragCoord.x, uViewSize.y - gl_FragCoord.y));
  if (coverage < 0.5 / 255.0 || (coverage >= WHOLE) != uWhole) discard;
  oColor = vColor * coverage;
}
