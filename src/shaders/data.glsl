// A pass that writes numbers: one point for each texel of the target.

uniform ivec2 uTargetSize;
flat out vec4 vValue;

void writeTexel(int index, vec4 value) {
  vec2 center = vec2(texelAt(index)) + 0.5;
  gl_Position = vec4(center / vec2(uTargetSize) * 2.0 - 1.0, 0.0, 1.0);
  gl_PointSize = 1.0;
  vValue = value;
}
