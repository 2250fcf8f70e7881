/**
 * Writes a crane as a text skeleton (docs/skeleton-text.md):
 *
 *     node examples/characters/walker/make.mjs [file]
 *
 * The file is examples/public/characters/walker/walker.skel.txt where none is given. The same script
 * always writes the same bytes.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ACTIONS } from './actions.mjs';
import { BONES, OUTLINES } from './body.mjs';

const FILE = fileURLToPath(new URL('../../public/characters/walker/walker.skel.txt', import.meta.url));

/** Short and never −0. */
const short = (value, digits = 4) => String(Number(value.toFixed(digits)) + 0);
const row = (values, digits) => values.map((value) => short(value, digits)).join(' ');

/** Most bones of a vertex, and the least share that counts. */
const MOST = 4;
const LEAST = 0.02;

/** Shares of bones in a point: the nearer, the more; they add up to 1 as they are written. */
function sharesOf([x, y], names) {
  const pulls = names.map((name) => {
    const { head, tail } = BONES.find((bone) => bone.name === name);
    const [dx, dy] = [tail[0] - head[0], tail[1] - head[1]];
    const along = Math.min(1, Math.max(0, ((x - head[0]) * dx + (y - head[1]) * dy) / (dx * dx + dy * dy)));
    const distance = Math.hypot(x - head[0] - along * dx, y - head[1] - along * dy);
    return { name, pull: (distance + 0.02) ** -4 };
  });
  const strongest = pulls.sort((a, b) => b.pull - a.pull).slice(0, MOST);
  const total = strongest.reduce((sum, { pull }) => sum + pull, 0);
  const kept = strongest.filter(({ pull }) => pull / total >= LEAST);
  const sum = kept.reduce((all, { pull }) => all + pull, 0);
  const shares = kept.map(({ name, pull }) => ({ name, share: Number((pull / sum).toFixed(4)) }));
  shares[0].share = Number((1 - shares.slice(1).reduce((all, { share }) => all + share, 0)).toFixed(4));
  return shares;
}

function write() {
  const lines = [
    '# A crane. Made by examples/characters/walker/make.mjs; docs/skeleton-text.md says what the lines mean.',
    'name walker',
    'fps 24',
    'picture 720 760 330 700 400',
  ];
  const weights = new Map(BONES.map(({ name }) => [name, []]));
  let vertex = 0;
  for (const { name, fill, stroke = 'none', z, bones, curves } of OUTLINES) {
    lines.push('', `outline "${name}"`, `fill ${fill}`, `stroke ${stroke}`);
    for (const points of curves) {
      for (const point of points) {
        lines.push(`vertex ${row([...point, z])}`);
        for (const { name: bone, share } of sharesOf(point, bones)) weights.get(bone).push(`${vertex} ${share}`);
        vertex++;
      }
      lines.push('curve closed');
    }
  }
  lines.push('', 'armature crane');
  for (const { name, parent, head, tail } of BONES) {
    lines.push(`bone ${name} ${parent} ${row(head)} ${row(tail)}`);
    const shares = weights.get(name);
    for (let k = 0; k < shares.length; k += 10) lines.push(`weight ${shares.slice(k, k + 10).join(' ')}`);
  }
  for (const { name, frames, keys } of ACTIONS) {
    lines.push('', `action ${name} ${frames}`);
    for (const [frame, moves] of [...keys].sort(([a], [b]) => a - b)) {
      const entries = [...moves].map(([bone, { at, turn }]) => `${bone} ${row(at)} ${row(turn, 6)}`);
      lines.push(`keyframe ${frame} ${entries.join('  ')}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

const file = path.resolve(process.argv[2] ?? FILE);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, write());
