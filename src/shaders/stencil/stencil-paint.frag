#include common.glsl

flat in vec4 vColor;
out vec4 oColor;

void main() {
  oColor = vColor;
}
