// Control points of every puppet, in canvas px.
#include common.glsl
#include puppet.glsl
#include morph.glsl
#include data.glsl

uniform int uPointCount;

void main() {
  int point = gl_VertexID;
  int puppet = gl_InstanceID;
  vec2 position = placePoint(morphPoint(point, puppet), puppet);
  writeTexel(puppet * uPointCount + point, vec4(position, 0.0, 0.0));
}
