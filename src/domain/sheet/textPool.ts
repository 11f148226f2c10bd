import { LIMITS } from './limits.ts';
import { otherEncoding, SheetFileError } from './problem.ts';
import { isUtf8 } from './utf8.ts';

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;
/** A run of occupied slots of this length means that the file was crafted to cause collisions. */
const MOST_PROBES = 20_000;

/** The number of bytes that are decoded at a time. */
const MOST_WHOLE = 33_554_432;

/** The hash of a run of bytes (FNV-1a). Scanners compute the same hash while they search for the end of the run. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), PRIME);
  return hash;
}

/**
 * Stores each distinct string of a workbook once, as concatenated UTF-8 bytes. A string takes eight bytes in addition
 * to its own, and equal strings have the same index. Strings are decoded only when requested.
 */
export class TextPool {
  private bytes = new Uint8Array(65_536);
  private used = 0;
  private offsets = new Uint32Array(1024);
  private hashes = new Int32Array(1024);
  private slots = new Int32Array(4096);
  private known: string[] = [];
  private whole = '';
  private readonly decoder = new TextDecoder();
  private readonly encoder = new TextEncoder();
  /** The number of strings; they are numbered from 0. */
  count = 0;
  /** The length of the longest string in bytes. */
  longest = 0;

  /**
   * The index of a string.
   *
   * @param run the result of hashBytes for the same run
   * @throws SheetFileError 'tooLarge' if the strings take too much memory, 'damaged' if the run is not UTF-8
   */
  intern(from: Uint8Array, start: number, end: number, run: number): number {
    // The hash of an empty run is not yet the 32-bit integer as which hashes are stored, and would equal none of them.
    const hash = run | 0;
    const mask = this.slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let probes = 0; ; probes++) {
      const found = (this.slots[slot] as number) - 1;
      if (found < 0) break;
      if (this.hashes[found] === hash && this.equals(found, from, start, end)) return found;
      slot = (slot + 1) & mask;
      if (probes > MOST_PROBES) throw new SheetFileError('damaged', 'texts that no spreadsheet holds');
    }
    return this.append(from, start, end, hash, slot);
  }

  /** The index of a string, which is added if it is new. */
  internText(text: string): number {
    const bytes = this.encoder.encode(text);
    return this.intern(bytes, 0, bytes.length, hashBytes(bytes, 0, bytes.length));
  }

  /** The string with the given index. */
  text(index: number): string {
    const known = this.known[index];
    if (known !== undefined) return known;
    const start = this.offsets[index] as number;
    const end = this.offsets[index + 1] as number;
    return (this.known[index] = this.isAscii(start, end)
      ? this.slice(start, end)
      : this.decoder.decode(this.bytes.subarray(start, end)));
  }

  /** The length in bytes of the string with the given index. */
  size(index: number): number {
    return (this.offsets[index + 1] as number) - (this.offsets[index] as number);
  }

  private isAscii(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if ((this.bytes[at] as number) > 127) return false;
    return true;
  }

  /** Decoding all bytes at once and slicing the result is many times faster than decoding each short string. */
  private slice(start: number, end: number): string {
    if (end > this.whole.length) {
      if (this.used > MOST_WHOLE) return this.decoder.decode(this.bytes.subarray(start, end));
      // Latin-1 has one character for each byte, so positions stay the same. Other strings may be garbled, which does
      // not matter.
      this.whole = new TextDecoder('latin1').decode(this.bytes.subarray(0, this.used));
    }
    return this.whole.slice(start, end);
  }

  private equals(index: number, from: Uint8Array, start: number, end: number): boolean {
    let at = this.offsets[index] as number;
    if ((this.offsets[index + 1] as number) - at !== end - start) return false;
    const { bytes } = this;
    for (let i = start; i < end; i++, at++) if (from[i] !== bytes[at]) return false;
    return true;
  }

  private append(from: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const index = this.count;
    const size = end - start;
    if (this.used + size > this.bytes.length) {
      if (this.used + size > LIMITS.texts) throw new SheetFileError('tooLarge');
      const more = new Uint8Array(Math.min(LIMITS.texts, Math.max(this.bytes.length * 2, this.used + size)));
      more.set(this.bytes.subarray(0, this.used));
      this.bytes = more;
    }
    if (index + 2 > this.offsets.length) {
      const offsets = new Uint32Array(this.offsets.length * 2);
      offsets.set(this.offsets);
      this.offsets = offsets;
      const hashes = new Int32Array(this.hashes.length * 2);
      hashes.set(this.hashes);
      this.hashes = hashes;
    }
    let all = 0;
    for (let i = 0; i < size; i++) {
      const byte = from[start + i] as number;
      all |= byte;
      this.bytes[this.used + i] = byte;
    }
    if (all > 127 && !isUtf8(from, start, end)) throw otherEncoding();
    this.used += size;
    if (size > this.longest) this.longest = size;
    this.offsets[index + 1] = this.used;
    this.hashes[index] = hash;
    this.slots[slot] = index + 1;
    this.count = index + 1;
    if (this.count * 2 > this.slots.length) this.rehash();
    return index;
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let index = 0; index < this.count; index++) {
      const hash = this.hashes[index] as number;
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
    this.slots = slots;
  }
}
