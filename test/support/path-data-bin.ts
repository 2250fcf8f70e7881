/**
 * `path_data.bin` as plain data, written and read by code of its own: tests make small files with it
 * and change large ones. Nothing here is bounded or checked.
 */

/** Undefined: empty. */
export type List<T> = readonly (T | undefined)[];

/** A value that never changes, or by action and frame; the first of the first is that at rest. */
export type Animated<T> = { readonly value: T } | { readonly actions: List<List<T>> };

export interface BinDescription {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly actions: readonly BinAction[];
  readonly roots: List<number>;
  readonly groups: readonly BinGroup[];
}

export interface BinAction {
  readonly name: string;
  readonly id: number;
  readonly totalFrames: number;
  readonly smart?: {
    readonly bone: number;
    readonly frames: number;
    readonly startAngle: number;
    readonly endAngle: number;
  };
}

/** Groups whose ids begin with `bone` have `bone` and children that never change. */
export interface BinGroup {
  readonly id: string;
  /** The number of a group, or -1. */
  readonly mask: number;
  readonly paths: List<BinPath>;
  readonly flexi: List<number>;
  readonly children: Animated<List<number>>;
  readonly bone?: BinBone;
}

export interface BinBone {
  readonly parent?: number;
  readonly isPin?: true;
  readonly fixed?: true;
  readonly strength?: number;
  readonly maxAngle?: number;
  readonly minAngle?: number;
  readonly flexiPoint?: { readonly point: number; readonly bones: List<number> };
}

export interface BinPath {
  readonly mask: number;
  readonly evenOdd: boolean;
  /** Each command with its numbers, in 1/30000 of the longer side. */
  readonly data: readonly BinCommand[];
  readonly width: Animated<number>;
  readonly fill: Animated<BinColor>;
  readonly stroke: Animated<BinColor>;
  readonly deltas: Animated<List<List<number>>>;
}

export type BinCommand = readonly [name: 'M' | 'L' | 'C' | 'Z', ...numbers: number[]];
/** Bytes; null: transparent. */
export type BinColor = readonly [red: number, green: number, blue: number] | null;

const names = ['M', 'L', 'C', 'Z'] as const;
const lengths = [2, 2, 6, 0];
const kinds = ['', 'parent', 'isPin', 'fixed', 'strength', 'maxAngle', 'minAngle'] as const;
const isBone = ({ id }: { readonly id: string }) => id.startsWith('bone');

/** Text such as `M 0 0 L 10 0 Z` as commands; numbers in px of a picture whose longer side is `side`. */
export function commands(text: string, side = 30_000): BinCommand[] {
  return [...text.matchAll(/([MLCZ])([^MLCZ]*)/g)].map(([, name, numbers]) => [
    name as 'M',
    ...(numbers.match(/-?[\d.]+/g) ?? []).map((number) => Math.round((Number(number) / side) * 30_000)),
  ]);
}

export function encodeBin(file: BinDescription): Uint8Array {
  const writer = new Writer();
  const { u8, u16, f32, string, list } = writer;
  const animated = <T>(value: Animated<T>, write: (value: T) => void) => {
    u8('value' in value ? 0 : 1);
    if ('value' in value) write(value.value);
    else list(value.actions, u8, (frames) => list(frames, u16, write));
  };
  const color = (value: BinColor) => {
    u8(value === null ? 0 : 1);
    value?.forEach(u8);
  };
  const indices = (value: List<number>) => list(value, u8, u16);
  const path = ({ mask, evenOdd, data, width, fill, stroke, deltas }: BinPath) => {
    u16(mask + 1);
    u8(evenOdd ? 1 : 0);
    u16(data.length);
    for (const [name, ...numbers] of data) {
      u8(names.indexOf(name));
      numbers.forEach(writer.i16);
    }
    animated(width, f32);
    animated(fill, color);
    animated(stroke, color);
    animated(deltas, (value) => list(value, u16, (numbers) => list(numbers, u16, writer.i16)));
  };

  string(file.name);
  u16(file.width);
  u16(file.height);
  u8(file.actions.length);
  for (const { name, id, totalFrames, smart } of file.actions) {
    string(name);
    u8(id);
    u16(totalFrames);
    u8(smart === undefined ? 0 : 1);
    if (smart === undefined) continue;
    u16(smart.bone);
    u16(smart.frames);
    f32(smart.startAngle);
    f32(smart.endAngle);
  }
  indices(file.roots);
  u16(file.groups.length);
  for (const group of file.groups) {
    string(group.id);
    u16(group.mask + 1);
    list(group.paths, u16, path);
    indices(group.flexi);
    if (!isBone(group)) {
      animated(group.children, indices);
      continue;
    }
    indices('value' in group.children ? group.children.value : []);
    const { bone = {} } = group;
    // In the order in which they were set, as its own writer has them.
    for (const key of Object.keys(bone) as (keyof BinBone)[]) {
      const value = bone[key];
      const kind = kinds.indexOf(key as 'parent');
      if (kind < 0 || value === undefined) continue;
      u8(kind);
      if (key === 'parent') u16(value as number);
      else if (kind > 3) f32(value as number);
    }
    u8(0);
    u8(bone.flexiPoint === undefined ? 0 : 1);
    if (bone.flexiPoint === undefined) continue;
    u8(bone.flexiPoint.point);
    indices(bone.flexiPoint.bones);
  }
  return writer.bytes();
}

class Writer {
  #view = new DataView(new ArrayBuffer(1 << 12));
  #length = 0;

  readonly u8 = (value: number): void => this.#grow(1).setUint8(this.#length - 1, value);
  readonly u16 = (value: number): void => this.#grow(2).setUint16(this.#length - 2, value);
  readonly i16 = (value: number): void => this.#grow(2).setInt16(this.#length - 2, value);
  readonly f32 = (value: number): void => this.#grow(4).setFloat32(this.#length - 4, value);

  readonly string = (text: string): void => {
    this.u8(text.length);
    for (let i = 0; i < text.length; i++) this.u16(text.charCodeAt(i));
  };

  /** Items next to each other are one run where they are one number or one object; a closing run of empty ones says how long the list is. */
  readonly list = <T>(items: List<T>, count: (value: number) => void, write: (item: T) => void): void => {
    count(items.length);
    for (let i = 0; i < items.length; ) {
      const item = items[i];
      let end = i + 1;
      while (end < items.length && items[end] === item) end++;
      if (item === undefined) {
        this.u16(0);
        this.u16(end === items.length ? items.length : end - i);
      } else {
        this.u16(end - i);
        write(item);
      }
      i = end;
    }
  };

  bytes(): Uint8Array {
    return new Uint8Array(this.#view.buffer.slice(0, this.#length));
  }

  #grow(bytes: number): DataView {
    this.#length += bytes;
    if (this.#length > this.#view.byteLength) {
      const larger = new Uint8Array(2 * this.#view.byteLength);
      larger.set(new Uint8Array(this.#view.buffer));
      this.#view = new DataView(larger.buffer);
    }
    return this.#view;
  }
}

export function decodeBin(bytes: Uint8Array): BinDescription {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;
  const move = (by: number) => {
    offset += by;
    return offset - by;
  };
  const u8 = () => view.getUint8(move(1));
  const u16 = () => view.getUint16(move(2));
  const i16 = () => view.getInt16(move(2));
  const f32 = () => view.getFloat32(move(4));
  const many = <T>(count: number, read: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => read(i));
  const string = () => String.fromCharCode(...many(u8(), u16));
  const list = <T>(count: () => number, read: () => T): (T | undefined)[] => {
    const items = new Array<T | undefined>(count()).fill(undefined);
    for (let i = 0; i < items.length; ) {
      const run = u16();
      if (run > 0) items.fill(read(), i, i + run);
      i += run || u16();
    }
    return items;
  };
  const animated = <T>(read: () => T): Animated<T> =>
    u8() === 0 ? { value: read() } : { actions: list(u8, () => list(u16, read)) };
  const color = (): BinColor => (u8() === 0 ? null : [u8(), u8(), u8()]);
  const indices = () => list(u8, u16);
  const command = (): BinCommand => {
    const type = u8();
    return [names[type], ...many(lengths[type], i16)];
  };
  const path = (): BinPath => ({
    mask: u16() - 1,
    evenOdd: u8() === 1,
    data: many(u16(), command),
    width: animated(f32),
    fill: animated(color),
    stroke: animated(color),
    deltas: animated(() => list(u16, () => list(u16, i16))),
  });
  const bone = (): BinBone => {
    const fields: Record<string, unknown> = {};
    for (let kind = u8(); kind !== 0; kind = u8()) fields[kinds[kind]] = kind === 1 ? u16() : kind > 3 ? f32() : true;
    if (u8() === 1) fields.flexiPoint = { point: u8(), bones: indices() };
    return fields;
  };
  const action = (): BinAction => {
    const plain = { name: string(), id: u8(), totalFrames: u16() };
    if (u8() === 0) return plain;
    return { ...plain, smart: { bone: u16(), frames: u16(), startAngle: f32(), endAngle: f32() } };
  };
  const group = (): BinGroup => {
    const head = { id: string(), mask: u16() - 1, paths: list(u16, path), flexi: indices() };
    return isBone(head)
      ? { ...head, children: { value: indices() }, bone: bone() }
      : { ...head, children: animated(indices) };
  };
  const file = {
    name: string(),
    width: u16(),
    height: u16(),
    actions: many(u8(), action),
    roots: indices(),
    groups: many(u16(), group),
  };
  if (offset !== bytes.length) throw new Error(`${bytes.length - offset} bytes are left over.`);
  return file;
}
