import { bodyReader } from './body.ts';
import { fileTooLarge } from './file-too-large.ts';
import type { Source } from './source.ts';
import { folderTree } from './tree.ts';

/**
 * Files at hand: path → bytes, text, or a Blob that is read when it is asked for, such as a File
 * that was dropped on a page.
 */
export function memorySource(
  files: Iterable<readonly [path: string, content: Uint8Array | string | Blob]>,
  name = '',
): Source {
  const contents = new Map<string, Uint8Array | string | Blob>();
  for (const [path, content] of files) {
    const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
    contents.set(parts.join('/'), content);
  }
  const readBody = bodyReader();
  const folders = folderTree(contents.keys());
  return {
    name,
    async read(path, { maxBytes }) {
      const content = contents.get(path);
      if (content === undefined) return undefined;
      if (typeof content === 'object' && 'size' in content) {
        if (content.size > maxBytes) throw fileTooLarge(path, content.size, maxBytes);
        return readBody(content.stream(), path, maxBytes);
      }
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      if (bytes.length > maxBytes) throw fileTooLarge(path, bytes.length, maxBytes);
      return bytes;
    },
    async list(folder) {
      return folders.get(folder);
    },
  };
}
