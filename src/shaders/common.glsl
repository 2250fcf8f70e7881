precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
precision highp isampler2D;

// Tables are one-dimensional; a texture holds them in lines of TABLE_WIDTH.
ivec2 texelAt(int index) {
  return ivec2(index & (TABLE_WIDTH - 1), index >> TABLE_SHIFT);
}

vec4 fetch(sampler2D table, int index) {
  return texelFetch(table, texelAt(index), 0);
}

uvec4 fetch(usampler2D table, int index) {
  return texelFetch(table, texelAt(index), 0);
}

ivec4 fetch(isampler2D table, int index) {
  return texelFetch(table, texelAt(index), 0);
}

// Tables whose rows begin at the texture's left side; a row may go on in the next lines.
uvec4 fetchRow(usampler2D table, int row, int length, int index) {
  int lines = (length + TABLE_WIDTH - 1) >> TABLE_SHIFT;
  return texelFetch(table, texelAt(index) + ivec2(0, row * lines), 0);
}
