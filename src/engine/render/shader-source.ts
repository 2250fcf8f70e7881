import { LAYOUT } from '../compile/layout.ts';

/**
 * Puts a shader together: version, the numbers of the table layouts as `#define`s, and the file
 * with its `#include`s, each once. `#line` keeps compiler messages on the lines of the files: the
 * number behind the line is the index into {@link ShaderSource.files}.
 */
export interface ShaderSource {
  readonly text: string;
  readonly files: readonly string[];
}

const sources: Record<string, string> = import.meta.glob('../../shaders/*.{vert,frag,glsl}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const files = new Map<string, string>();
addShaders(sources);

/** Makes shaders known, such as those that only some rigs need: text by path of the file, which includes do without. */
export function addShaders(texts: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(texts)) files.set(path.slice(path.lastIndexOf('/') + 1), text);
}

export function shaderSource(name: string): ShaderSource {
  const included: string[] = [];
  const expand = (file: string): string => {
    const text = files.get(file);
    if (text === undefined) throw new Error(`There is no shader file "${file}".`);
    const index = included.push(file) - 1;
    const lines = text.split('\n').map((line, i) => {
      const inner = /^#include (\S+)/.exec(line)?.[1];
      if (inner === undefined) return line;
      return included.includes(inner) ? '' : `${expand(inner)}\n#line ${i + 2} ${index}`;
    });
    return `#line 1 ${index}\n${lines.join('\n')}`;
  };
  const body = expand(name);
  const defines = Object.entries(LAYOUT).map(
    ([key, value]) => `#define ${key} ${value > 0x7fffffff ? `${value}u` : value}`,
  );
  return { text: `#version 300 es\n${defines.join('\n')}\n${body}`, files: included };
}
