// Only the stencil is written.
#include common.glsl

out vec4 oColor;

void main() {
  oColor = vec4(0.0);
}
