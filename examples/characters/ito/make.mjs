/**
 * Writes Ito as a sequence of SVG frames with a rig file, and once more with bones to take hold of:
 *
 *     node examples/characters/ito/make.mjs [folder]
 *
 * The folder, which then holds `ito` and `ito-rigged`, is examples/public/characters where none is
 * given. The same script always writes the same bytes.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ACTIONS } from './actions.mjs';
import { drawIto, HEIGHT, WIDTH } from './ito.mjs';
import { REST } from './pose.mjs';
import { describeRigged, drawRigged, RIGGED_ACTIONS } from './rigged.mjs';
import { describeBones } from './skeleton.mjs';
import { writeFrame } from './svg.mjs';

const PUBLIC = fileURLToPath(new URL('../../public/characters', import.meta.url));

/**
 * @typedef {object} Sequence
 * @property {{ name: string, kind: 'SMRT' | 'BONE', frames: number }[]} actions
 * @property {Parameters<typeof writeFrame>[0]} rest
 * @property {(action: string, frame: number) => Parameters<typeof writeFrame>[0]} draw
 * @property {object} rig
 */

/** Every file of a character: path within its folder → text. @param {Sequence} sequence @returns {Map<string, string>} */
function makeFiles({ actions, rest, draw, rig }) {
  const files = new Map();
  const add = (action, frame, drawing) =>
    files.set(
      `${action}/${action}_${String(frame).padStart(5, '0')}.svg`,
      writeFrame(drawing, { width: WIDTH, height: HEIGHT, frame }),
    );
  add('base', 1, rest);
  for (const { name, frames } of actions) {
    for (let frame = 1; frame <= frames; frame++) add(name, frame, draw(name, frame));
  }
  const rows = actions.map(({ kind, frames, name }) => `${kind}, ${frames}, ${name}, ./${name}/${name}_`);
  files.set('filelist.csv', `${['BASE, 1, base, ./base/base_', ...rows].join('\n')}\n`);
  files.set('bones.json', `${JSON.stringify(rig, null, 2)}\n`);
  return files;
}

/** @returns {Sequence} */
function ito() {
  const lengths = Object.fromEntries(ACTIONS.map(({ name, frames }) => [name, frames]));
  const draw = (action, frame) => {
    const { kind, pose, dials = {} } = ACTIONS.find(({ name }) => name === action);
    if (kind === 'SMRT') return drawIto(pose(frame), { bones: REST });
    const pointed = Object.entries(dials).map(([driven, list]) => [
      driven,
      { frame: list[frame - 1], frames: lengths[driven] },
    ]);
    return drawIto(REST, { bones: pose(frame), dials: Object.fromEntries(pointed) });
  };
  return { actions: ACTIONS, rest: drawIto(REST), draw, rig: describeBones(lengths) };
}

/** @returns {Sequence} */
function rigged() {
  const draw = (action, frame) => drawRigged(RIGGED_ACTIONS.find(({ name }) => name === action).look(frame));
  return { actions: RIGGED_ACTIONS, rest: drawRigged(), draw, rig: describeRigged() };
}

/** @param {string} folder @param {Sequence} sequence */
function write(folder, sequence) {
  const files = makeFiles(sequence);
  for (const action of ['base', ...sequence.actions.map(({ name }) => name)]) {
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

const target = path.resolve(process.argv[2] ?? PUBLIC);
write(path.join(target, 'ito'), ito());
write(path.join(target, 'ito-rigged'), rigged());
