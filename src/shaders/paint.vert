// One quad for each item, in the draw order of each puppet.
#include common.glsl
#include puppet.glsl
#include style.glsl
#include cell.glsl
#include canvas.glsl

uniform usampler2D uItems;
uniform usampler2D uOrders;
uniform int uItemCount;
uniform int uFirstPuppet;
uniform int uFirstSlot;

flat out vec4 vColor;  // premultiplied
flat out vec4 vPlace;  // low corner on the canvas, origin in the atlas
flat out vec2 vScale;
flat out ivec4 vItem;  // kind, first mask entry, mask entries, puppet

void main() {
  int puppet = uFirstPuppet + gl_InstanceID;
  int slot = uFirstSlot + (gl_VertexID >> 2);
  vec2 corner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1);
  vec4 offset = puppetTexel(puppet, PUPPET_OFFSET);
  uvec4 item = fetch(uItems, int(fetchRow(uOrders, int(offset.w), uItemCount, slot).x));
  uvec4 cell = fetch(uCells, int(item.x));
  Style style = resolveStyle(int(cell.x), puppet);
  Cell place = cellOf(int(item.x), puppet);

  vColor = paintColor(cell.y == uint(CELL_STROKE) ? style.stroke : style.fill, puppet);
  vPlace = vec4(place.low, place.origin);
  vScale = place.scale;
  vItem = ivec4(cell.y, item.y, item.z, puppet);
  vec2 position = place.low + corner * place.size;
  if (!style.visible || vColor.a <= 0.0) position = place.low;
  gl_Position = canvasPosition(position);
}
