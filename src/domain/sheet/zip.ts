import { LIMITS } from './limits.ts';
import { NotKnown, SheetFileError } from './problem.ts';

/** Random access to the bytes of a file: a Blob in the browser, an open file on the server. */
export interface ByteSource {
  readonly size: number;
  /** The bytes from `start` (inclusive) to `end` (exclusive). */
  read(start: number, end: number): Promise<Uint8Array>;
}

export interface ZipEntry {
  name: string;
  /** The compression method: 0 is stored, 8 is deflated. */
  method: number;
  crc: number;
  packed: number;
  size: number;
  /** The position of the entry's local header. */
  offset: number;
}

/** Entries by lower-case name, with slashes instead of backslashes and without a leading slash. */
export type ZipDirectory = ReadonlyMap<string, ZipEntry>;

const EOCD = 0x06054b50;
const EOCD64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
/**
 * The size of the end record with the longest possible comment. If the record is not within this many bytes of the end,
 * the file is truncated.
 */
const TAIL = 22 + 65_535;

export const partName = (name: string): string => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function number64(view: DataView, at: number): number {
  const value = view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
  if (!Number.isSafeInteger(value)) throw new SheetFileError('damaged', 'its zip directory');
  return value;
}

interface Directory {
  entries: number;
  size: number;
  /** The position of the directory in the file. */
  start: number;
  /** The number of bytes that precede the zip and that its offsets do not include. */
  before: number;
}

async function findDirectory(source: ByteSource): Promise<Directory> {
  const tailStart = Math.max(0, source.size - TAIL);
  const tail = await source.read(tailStart, source.size);
  const view = viewOf(tail);
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail[at] !== 0x50 || view.getUint32(at, true) !== EOCD) continue;
    if (at + 22 + view.getUint16(at + 20, true) > tail.length) continue;
    let entries = view.getUint16(at + 10, true);
    let size = view.getUint32(at + 12, true);
    let start = view.getUint32(at + 16, true);
    let end = tailStart + at;
    if (entries === 0xffff || size === 0xffffffff || start === 0xffffffff) {
      const locator = at - 20;
      if (locator < 0 || view.getUint32(locator, true) !== LOCATOR64) throw new SheetFileError('truncated');
      const record = number64(view, locator + 8);
      if (record + 56 > source.size) throw new SheetFileError('truncated');
      const bytes = await source.read(record, record + 56);
      const wide = viewOf(bytes);
      if (bytes.length < 56 || wide.getUint32(0, true) !== EOCD64)
        throw new SheetFileError('damaged', 'its zip directory');
      entries = number64(wide, 32);
      size = number64(wide, 40);
      start = number64(wide, 48);
      end = record;
    }
    const before = end - size - start;
    if (before < 0) throw new SheetFileError('truncated');
    return { entries, size, start: start + before, before };
  }
  throw new SheetFileError('truncated');
}

/**
 * Parses the directory at the end of a zip: the position and size of each part. The sizes of parts with data
 * descriptors are found only there.
 *
 * @throws SheetFileError 'truncated', 'damaged', 'password' (zip encryption), 'bomb' (more entries than a workbook has)
 */
export async function readZipDirectory(source: ByteSource): Promise<ZipDirectory> {
  const directory = await findDirectory(source);
  if (directory.entries > LIMITS.entries || directory.size > LIMITS.directory) throw new SheetFileError('bomb');
  const bytes = await source.read(directory.start, directory.start + directory.size);
  const view = viewOf(bytes);
  const decoder = new TextDecoder();
  const found = new Map<string, ZipEntry>();
  let at = 0;
  for (let index = 0; index < directory.entries; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== CENTRAL) {
      throw new SheetFileError('damaged', 'its zip directory');
    }
    const flags = view.getUint16(at + 8, true);
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = at + 46 + nameLength + extraLength + view.getUint16(at + 32, true);
    if (next > bytes.length) throw new SheetFileError('damaged', 'its zip directory');
    const entry = {
      name: decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    widen(entry, view, at + 46 + nameLength, extraLength);
    if (flags & 1) throw new SheetFileError('password');
    entry.offset += directory.before;
    if (entry.offset + entry.packed > source.size) throw new SheetFileError('truncated');
    const key = partName(entry.name);
    if (!key.endsWith('/')) {
      // Two parts have the same name, and programs differ in which of them they use.
      if (found.has(key)) throw new SheetFileError('damaged', 'a part that is there twice');
      found.set(key, entry);
    }
    at = next;
  }
  return found;
}

/** Takes 64-bit sizes and offsets from the zip64 field where the regular fields have their maximum value. */
function widen(entry: ZipEntry, view: DataView, start: number, length: number): void {
  for (let at = start; at + 4 <= start + length;) {
    const size = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1) {
      let field = at + 4;
      const end = Math.min(field + size, start + length);
      for (const name of ['size', 'packed', 'offset'] as const) {
        if (entry[name] !== 0xffffffff) continue;
        if (field + 8 > end) throw new SheetFileError('damaged', 'its zip directory');
        entry[name] = number64(view, field);
        field += 8;
      }
    }
    at += 4 + size;
  }
}

/** The position of an entry's first data byte, after its local header. */
export async function dataStart(source: ByteSource, entry: ZipEntry): Promise<number> {
  const head = await source.read(entry.offset, entry.offset + 30);
  const view = viewOf(head);
  if (head.length < 30 || view.getUint32(0, true) !== LOCAL) throw new SheetFileError('damaged', 'its zip directory');
  const start = entry.offset + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  if (start + entry.packed > source.size) throw new SheetFileError('truncated');
  if (entry.method !== 0 && entry.method !== 8) throw new NotKnown(`zip method ${entry.method}`);
  return start;
}
