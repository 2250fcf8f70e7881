precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
precision highp isampler2D;

// Tables are one-dimensional; a texture holds them row after row.
ivec2 texelAt(int index, ivec2 size) {
  return ivec2(index % size.x, index / size.x);
}

vec4 fetch(sampler2D table, int index) {
  return texelFetch(table, texelAt(index, textureSize(table, 0)), 0);
}

uvec4 fetch(usampler2D table, int index) {
  return texelFetch(table, texelAt(index, textureSize(table, 0)), 0);
}

ivec4 fetch(isampler2D table, int index) {
  return texelFetch(table, texelAt(index, textureSize(table, 0)), 0);
}
