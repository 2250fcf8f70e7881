import type { Stage } from '../../src/engine/stage/stage.ts';
import type { Picture } from './canvas-reference.ts';
import { draw } from './scene.ts';

/** Lays a picture over another one, in place. */
function over(below: Picture, above: Picture): void {
  for (let i = 0; i < below.data.length; i += 4) {
    const through = 1 - above.data[i + 3] / 255;
    for (let c = i; c < i + 4; c++) below.data[c] = above.data[c] + below.data[c] * through;
  }
}

/** Each puppet drawn alone, laid over each other in z order. */
export function singles(target: Stage): Picture {
  const all = [...target.puppets];
  let sum: Picture | null = null;
  for (const puppet of all) {
    for (const other of all) other.visible = other === puppet;
    const picture = draw(target);
    if (sum) over(sum, picture);
    else sum = picture;
  }
  for (const puppet of all) puppet.visible = true;
  return sum as Picture;
}
