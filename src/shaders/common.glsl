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

// Tables whose rows begin at the texture's left side; a row may go on in the next lines.
uvec4 fetchRow(usampler2D table, int row, int length, int index) {
  int width = textureSize(table, 0).x;
  int lines = (length + width - 1) / width;
  return texelFetch(table, ivec2(index % width, row * lines + index / width), 0);
}
