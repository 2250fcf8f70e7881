import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { parseSync } from 'vite';

/** Every layer of src/ with the layers it may import besides itself. */
const layers: Record<string, readonly string[]> = {
  'src/shaders': [],
  'src/engine/model': [],
  'src/engine/geometry': ['src/engine/model'],
  'src/loader': ['src/engine/model', 'src/engine/geometry', 'src/bones.ts', 'src/moho.ts'],
  'src/engine/compile': ['src/engine/model', 'src/engine/geometry'],
  'src/engine/animate': ['src/engine/model', 'src/engine/geometry', 'src/engine/compile'],
  'src/engine/moho': [
    'src/engine/model',
    'src/engine/geometry',
    'src/engine/compile',
    'src/engine/animate',
    'src/shaders',
  ],
  'src/engine/reference': ['src/engine/model', 'src/engine/geometry', 'src/engine/compile', 'src/engine/animate'],
  'src/engine/render': [
    'src/engine/model',
    'src/engine/geometry',
    'src/engine/compile',
    'src/engine/animate',
    'src/shaders',
  ],
  'src/engine/stage': [
    'src/engine/model',
    'src/engine/geometry',
    'src/engine/compile',
    'src/engine/animate',
    'src/engine/reference',
    'src/engine/render',
    'src/loader',
  ],
  'src/bones.ts': ['src/engine/model', 'src/engine/compile', 'src/engine/animate', 'src/shaders'],
  'src/moho.ts': ['src/engine/model', 'src/engine/compile', 'src/engine/animate', 'src/engine/moho'],
  'src/check.ts': ['src/engine/model'],
  'src/stencil.ts': ['src/engine/render'],
  'src/index.ts': ['src/engine', 'src/loader'],
  'src/cli': [
    'src/engine',
    'src/loader',
    'src/index.ts',
    'src/bones.ts',
    'src/check.ts',
    'src/moho.ts',
    'src/stencil.ts',
  ],
};

/** Packages that only one layer knows. */
const packageOwners: Record<string, string> = {
  earcut: 'src/engine/geometry',
  'twgl.js': 'src/engine/render',
  'playwright-core': 'src/cli',
};

const nodeUsers = ['src/cli', 'src/loader/node.ts', 'src/loader/sources'];
const pageUsers = ['src/engine/stage', 'src/cli/render-page.ts'];
const pageGlobals = new Set(['document', 'window']);

const isWithin = (file: string, place: string) => file === place || file.startsWith(`${place}/`);

/** What one file says of others. */
interface FileFacts {
  /** Specifiers as written, without queries. */
  readonly imports: readonly string[];
  /** Globals of a page that the file uses. */
  readonly pageGlobals: readonly string[];
}

/** Source text of all files below `folder` of `root`, by path from the root with `/`. */
export function readTree(root: string, folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    files.set(path.relative(root, file).split(path.sep).join('/'), readFileSync(file, 'utf8'));
  }
  return files;
}

/**
 * Breaches of the import direction, one line each.
 *
 * @param files Source text by path from the repository.
 * @param packages Names of the packages that published code may import.
 */
export function findFaults(files: ReadonlyMap<string, string>, packages: readonly string[]): string[] {
  const faults: string[] = [];
  const edges = new Map<string, string[]>();
  for (const [file, text] of files) {
    const layer = Object.keys(layers).find((place) => isWithin(file, place));
    if (layer === undefined) {
      faults.push(`${file} is in no layer`);
      continue;
    }
    if (!/\.[cm]?[jt]sx?$/.test(file)) continue;
    const facts = factsOf(file, text);
    const targets: string[] = [];
    edges.set(file, targets);
    for (const specifier of facts.imports) {
      if (!specifier.startsWith('.')) {
        faults.push(...packageFaults(file, specifier, packages));
        continue;
      }
      const target = path.posix.join(path.posix.dirname(file), specifier);
      targets.push(target);
      if (!files.has(target)) faults.push(`${file} imports ${specifier}, which is no file of src`);
      else if (![layer, ...layers[layer]].some((place) => isWithin(target, place))) {
        faults.push(`${file} imports ${target}: ${layer} may not know it`);
      }
    }
    if (!pageUsers.some((place) => isWithin(file, place))) {
      for (const name of facts.pageGlobals) faults.push(`${file} uses ${name}`);
    }
  }
  return [...faults, ...findCycles(edges).map((cycle) => `cycle: ${cycle.join(' → ')}`)];
}

function packageFaults(file: string, specifier: string, packages: readonly string[]): string[] {
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return nodeUsers.some((place) => isWithin(file, place)) ? [] : [`${file} imports ${specifier} of Node`];
  }
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (!packages.includes(name)) return [`${file} imports ${name}, which is not a dependency of the package`];
  const owner = packageOwners[name];
  return owner === undefined || isWithin(file, owner) ? [] : [`${file} imports ${name}: only ${owner} may`];
}

type Node = { readonly type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Static and dynamic imports, re-exports, import types, `new URL('…', import.meta.url)`. */
function factsOf(file: string, text: string): FileFacts {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const imports: string[] = [];
  const used = new Set<string>();
  const declared = new Set<string>();

  const addImport = (node: unknown) => {
    if (isNode(node) && typeof node.value === 'string') imports.push(node.value.replace(/\?.*$/, ''));
    else if (isNode(node)) throw new Error(`${file}: an import without a plain string`);
  };

  const visit = (node: Node, parent: Node | undefined, key: string) => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ExportNamedDeclaration':
      case 'ImportExpression':
      case 'TSImportType':
        addImport(node.source);
        break;
      case 'NewExpression':
        if (isModuleUrl(node)) addImport((node.arguments as unknown[])[0]);
        break;
      case 'Identifier':
        if (!pageGlobals.has(node.name as string) || isOnlyName(parent, key)) break;
        if (isDeclaration(parent, key)) declared.add(node.name as string);
        else used.add(node.name as string);
        break;
      case 'MemberExpression': {
        const { object, property } = node as { object?: unknown; property?: unknown };
        if (!isNode(object) || !isNode(property) || !['globalThis', 'self'].includes(object.name as string)) break;
        const name = (node.computed ? property.value : property.name) as string;
        if (pageGlobals.has(name)) used.add(`globalThis.${name}`);
        break;
      }
    }
    for (const [childKey, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, childKey);
    }
  };
  visit(program as unknown as Node, undefined, '');
  return { imports, pageGlobals: [...used].filter((name) => !declared.has(name)) };
}

function isModuleUrl(node: Node): boolean {
  const [target, base] = node.arguments as unknown[];
  if (!isNode(node.callee) || node.callee.name !== 'URL' || !isNode(target) || typeof target.value !== 'string') {
    return false;
  }
  return isNode(base) && base.type === 'MemberExpression' && isNode(base.object) && base.object.type === 'MetaProperty';
}

/** A name after a dot, of a key or of a type: no reference to a variable. */
function isOnlyName(parent: Node | undefined, key: string): boolean {
  if (parent === undefined) return false;
  if (key === 'property') return parent.type === 'MemberExpression' && !parent.computed;
  if (key === 'key') return !parent.computed;
  return parent.type === 'TSQualifiedName' || parent.type === 'TSTypeReference' || parent.type === 'TSEnumMember';
}

/** The file has a variable, parameter or import of that name, so that it means no global. */
function isDeclaration(parent: Node | undefined, key: string): boolean {
  if (parent === undefined) return false;
  return (
    key === 'params' ||
    key === 'local' ||
    (key === 'id' && parent.type === 'VariableDeclarator') ||
    (key === 'left' && parent.type === 'AssignmentPattern')
  );
}

/** Each knot of files that import each other, as one way around it. */
function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string) => {
    const at = way.indexOf(file);
    if (at >= 0) cycles.push([...way.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    way.push(file);
    for (const target of edges.get(file) ?? []) visit(target);
    way.pop();
    done.add(file);
  };
  for (const file of edges.keys()) visit(file);
  return cycles;
}
