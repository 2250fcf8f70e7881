#include common.glsl

flat in vec4 vValue;
out vec4 oValue;

void main() {
  oValue = vValue;
}
