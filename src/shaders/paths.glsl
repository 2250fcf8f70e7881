// Where each path's points, motions and style keys stand in their tables.

uniform usampler2D uPaths;
