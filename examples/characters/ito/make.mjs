/**
 * Writes Ito as a sequence of SVG frames with a rig file:
 *
 *     node examples/characters/ito/make.mjs [folder]
 *
 * The folder is examples/public/characters/ito where none is given. The same script always writes
 * the same bytes.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ACTIONS } from './actions.mjs';
import { drawIto, HEIGHT, WIDTH } from './ito.mjs';
import { REST } from './pose.mjs';
import { describeBones } from './skeleton.mjs';
import { writeFrame } from './svg.mjs';

const PUBLIC = fileURLToPath(new URL('../../public/characters/ito', import.meta.url));

/** Every file of the character: path within its folder → text. @returns {Map<string, string>} */
export function makeFiles() {
  const files = new Map();
  const frameName = (action, frame) => `${action}/${action}_${String(frame).padStart(5, '0')}.svg`;
  const lengths = Object.fromEntries(ACTIONS.map(({ name, frames }) => [name, frames]));
  const rows = ['BASE, 1, base, ./base/base_'];
  const add = (action, frame, drawing) =>
    files.set(frameName(action, frame), writeFrame(drawing, { width: WIDTH, height: HEIGHT, frame }));

  add('base', 1, drawIto(REST));
  for (const { name, kind, frames, pose, dials = {} } of ACTIONS) {
    rows.push(`${kind}, ${frames}, ${name}, ./${name}/${name}_`);
    for (let frame = 1; frame <= frames; frame++) {
      const pointed = Object.entries(dials).map(([action, list]) => [
        action,
        { frame: list[frame - 1], frames: lengths[action] },
      ]);
      const drawing =
        kind === 'BONE'
          ? drawIto(REST, { bones: pose(frame), dials: Object.fromEntries(pointed) })
          : drawIto(pose(frame), { bones: REST });
      add(name, frame, drawing);
    }
  }
  files.set('filelist.csv', `${rows.join('\n')}\n`);
  files.set('bones.json', `${JSON.stringify(describeBones(lengths), null, 2)}\n`);
  return files;
}

function write(folder) {
  const files = makeFiles();
  for (const action of ['base', ...ACTIONS.map(({ name }) => name)]) {
    rmSync(path.join(folder, action), { recursive: true, force: true });
    mkdirSync(path.join(folder, action), { recursive: true });
  }
  let bytes = 0;
  for (const [name, text] of files) {
    writeFileSync(path.join(folder, name), text);
    bytes += text.length;
  }
  console.log(`${files.size} files, ${(bytes / 1e6).toFixed(2)} MB in ${folder}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) write(path.resolve(process.argv[2] ?? PUBLIC));
