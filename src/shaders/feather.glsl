// Soft edges of fills. What a texel takes up is not the area in its own square but in a box about its middle, so that the
// winding is filtered by that box: over a straight upright or level edge alpha goes evenly from 0 to 1 within its width,
// half of it on either side. A slanted edge fades over a little more, as the box is not round, with the same spread
// (variance). The sum over the edges is exact, whatever the outline.

// Width and height on the canvas, px, of the square of `feather` px of the rig: so wide that the spread along each axis
// is that of the square as the matrix turns, stretches and shears it.
vec2 featherSize(float feather, mat2 m) {
  vec2 size = feather * sqrt(vec2(m[0].x * m[0].x + m[1].x * m[1].x, m[0].y * m[0].y + m[1].y * m[1].y));
  return min(size, 1e5); // its square must stay a number
}
