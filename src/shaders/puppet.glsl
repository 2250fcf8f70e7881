// What the CPU says of a puppet each frame: one row a puppet.

uniform sampler2D uPuppets;

vec4 puppetTexel(int puppet, int texel) {
  return texelFetch(uPuppets, ivec2(texel, puppet), 0);
}

// Rig px to canvas px.
mat2 puppetMatrix(int puppet) {
  vec4 m = puppetTexel(puppet, PUPPET_MATRIX);
  return mat2(m.xy, m.zw);
}

vec2 placePoint(vec2 point, int puppet) {
  return puppetMatrix(puppet) * point + puppetTexel(puppet, PUPPET_OFFSET).xy;
}

// frame, frame, weight, weight: the mix of two frames of one action.
vec4 actionState(int puppet, uint action) {
  return puppetTexel(puppet, PUPPET_ACTIONS + int(action));
}

// A colour under the puppet's tint and alpha, premultiplied.
vec4 paintColor(vec4 color, int puppet) {
  color *= vec4(puppetTexel(puppet, PUPPET_TINT).rgb, puppetTexel(puppet, PUPPET_OFFSET).z);
  return vec4(color.rgb * color.a, color.a);
}

uniform usampler2D uFrameRows;

// The key that holds at a frame, counted from 1; 0 before the first.
int frameRow(uint table, float frame) {
  return int(fetch(uFrameRows, int(table) + int(frame)).x);
}
