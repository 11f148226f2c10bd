import { crc32 as nodeCrc, deflateRawSync } from 'node:zlib';

/** Builds zip files byte by byte, including unusual ones that none of our programs would write. */

export interface ZipOptions {
  /** Puts sizes and checksum after the data, as streaming writers do. */
  dataDescriptors?: boolean;
  /** Stores sizes and offsets in zip64 fields. */
  zip64?: boolean;
  /** Stores the data uncompressed. */
  stored?: boolean;
  /** Bytes that precede the zip and are not counted in its offsets. */
  before?: Uint8Array;
  /** General-purpose flags to add; 1 means encrypted. */
  flags?: number;
  /** Writes this checksum into every entry. */
  crc?: number;
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32; built into Node since 20.15. */
export function crc32(bytes: Uint8Array): number {
  if (typeof nodeCrc === 'function') return nodeCrc(bytes);
  let crc = -1;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

const u16 = (value: number): number[] => [value & 0xff, (value >>> 8) & 0xff];
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];
const u64 = (value: number): number[] => [...u32(value >>> 0), ...u32(Math.floor(value / 2 ** 32))];

/** A part that is already compressed; its checksum is unknown. */
export interface Packed {
  packed: Uint8Array;
  size: number;
}

/** Zips the parts in order. */
export function zipOf(
  parts: Readonly<Record<string, string | Uint8Array | Packed>>,
  options: ZipOptions = {},
): Uint8Array<ArrayBuffer> {
  const { dataDescriptors = false, zip64 = false, stored = false } = options;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const push = (bytes: Uint8Array | number[]) => {
    const chunk = bytes instanceof Uint8Array ? bytes : Uint8Array.from(bytes);
    chunks.push(chunk);
    length += chunk.length;
  };
  if (options.before) push(options.before);
  const shift = length;
  const central: number[][] = [];
  for (const [name, content] of Object.entries(parts)) {
    const raw = typeof content === 'object' && !(content instanceof Uint8Array) ? content : null;
    const plain =
      typeof content === 'string' ? new TextEncoder().encode(content) : raw ? null : (content as Uint8Array);
    const data = raw?.packed ?? (stored ? (plain as Uint8Array) : new Uint8Array(deflateRawSync(plain as Uint8Array)));
    const size = raw?.size ?? (plain as Uint8Array).length;
    const crc = options.crc ?? (plain ? crc32(plain) : 0);
    const names = [...new TextEncoder().encode(name)];
    const flags = (options.flags ?? 0) | 0x800 | (dataDescriptors ? 8 : 0);
    const head = [...u16(20), ...u16(flags), ...u16(stored ? 0 : 8), ...u32(0)];
    const offset = length - shift;
    const none = dataDescriptors ? [...u32(0), ...u32(0), ...u32(0)] : null;
    const local64 = zip64 && !dataDescriptors ? [...u16(1), ...u16(16), ...u64(size), ...u64(data.length)] : [];
    const sizes = zip64
      ? [...u32(crc), ...u32(0xffffffff), ...u32(0xffffffff)]
      : [...u32(crc), ...u32(data.length), ...u32(size)];
    push([
      ...u32(0x04034b50),
      ...head,
      ...(none ?? sizes),
      ...u16(names.length),
      ...u16(local64.length),
      ...names,
      ...local64,
    ]);
    push(data);
    if (dataDescriptors) push([...u32(0x08074b50), ...u32(crc), ...u32(data.length), ...u32(size)]);
    const extra = zip64 ? [...u16(1), ...u16(24), ...u64(size), ...u64(data.length), ...u64(offset)] : [];
    central.push([
      ...u32(0x02014b50),
      ...u16(20),
      ...head,
      ...sizes,
      ...u16(names.length),
      ...u16(extra.length),
      ...u16(0),
      ...u16(0),
      ...u16(0),
      ...u32(0),
      ...u32(zip64 ? 0xffffffff : offset),
      ...names,
      ...extra,
    ]);
  }
  const start = length - shift;
  for (const record of central) push(record);
  const directory = length - shift - start;
  if (zip64) {
    const at = length;
    push([...u32(0x06064b50), ...u64(44), ...u16(45), ...u16(45), ...u32(0), ...u32(0)]);
    push([...u64(central.length), ...u64(central.length), ...u64(directory), ...u64(start)]);
    push([...u32(0x07064b50), ...u32(0), ...u64(at - shift), ...u32(1)]);
  }
  const full = (value: number, most: number): number => (zip64 ? most : value);
  push([
    ...u32(0x06054b50),
    ...u16(0),
    ...u16(0),
    ...u16(full(central.length, 0xffff)),
    ...u16(full(central.length, 0xffff)),
  ]);
  push([...u32(full(directory, 0xffffffff)), ...u32(full(start, 0xffffffff)), ...u16(0)]);
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
