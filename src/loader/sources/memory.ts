import { fileTooLarge } from './file-too-large.ts';
import type { Entry, Source } from './source.ts';

/** Files in memory: path → bytes or text, such as what was dropped on a page or unpacked. */
export function memorySource(
  files: Iterable<readonly [path: string, content: Uint8Array | string]>,
  name = '',
): Source {
  const contents = new Map<string, Uint8Array | string>();
  const folders = new Map<string, Map<string, Entry>>([['', new Map()]]);
  for (const [path, content] of files) {
    const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
    contents.set(parts.join('/'), content);
    for (let depth = 0; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/');
      const entries = folders.get(folder) ?? new Map<string, Entry>();
      folders.set(folder, entries);
      entries.set(parts[depth], { name: parts[depth], isFolder: depth < parts.length - 1 });
    }
  }
  return {
    name,
    async read(path, { maxBytes }) {
      const content = contents.get(path);
      if (content === undefined) return undefined;
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      if (bytes.length > maxBytes) throw fileTooLarge(path, bytes.length, maxBytes);
      return bytes;
    },
    async list(folder) {
      const entries = folders.get(folder);
      return entries === undefined ? undefined : [...entries.values()];
    },
  };
}
