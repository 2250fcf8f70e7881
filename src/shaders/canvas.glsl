// Canvas px, y down, to clip space.

uniform vec2 uViewSize;

vec4 canvasPosition(vec2 point) {
  return vec4(point / uViewSize * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
