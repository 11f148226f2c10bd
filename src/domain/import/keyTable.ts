/**
 * Indexes the rows of all files of an import by natural key. Used to find an earlier row with the same key, and the row
 * that changes an existing record. Half a million rows take about 20 MB.
 */
export class KeyTable {
  /** Returns the values of a file's key columns. */
  private readonly keysOf: (file: number) => readonly Float64Array[];
  private slots: Int32Array;
  private readonly hashes: Int32Array;
  private readonly entryFiles: Uint16Array;
  private readonly entryRows: Int32Array;
  /** The number of entries; they are numbered from 0. */
  count = 0;

  /** @param rows the maximum number of rows that will be added */
  constructor(rows: number, keysOf: (file: number) => readonly Float64Array[]) {
    this.keysOf = keysOf;
    let size = 16;
    while (size < rows * 2) size *= 2;
    this.slots = new Int32Array(size);
    this.hashes = new Int32Array(rows);
    this.entryFiles = new Uint16Array(rows);
    this.entryRows = new Int32Array(rows);
  }

  fileOf(entry: number): number {
    return this.entryFiles[entry] as number;
  }

  rowOf(entry: number): number {
    return this.entryRows[entry] as number;
  }

  /** Adds a row; returns the existing entry with the same key, or -1. */
  add(file: number, row: number): number {
    const keys = this.keysOf(file);
    const hash = hashOf(keys, row);
    const slot = this.slotOf(keys, row, hash);
    const found = (this.slots[slot] as number) - 1;
    if (found >= 0) return found;
    this.hashes[this.count] = hash;
    this.entryFiles[this.count] = file;
    this.entryRows[this.count] = row;
    this.count += 1;
    this.slots[slot] = this.count;
    return -1;
  }

  /** The entry whose key equals the given row of the given columns, which are in key order; -1 if there is none. */
  find(keys: readonly Float64Array[], row: number): number {
    return (this.slots[this.slotOf(keys, row, hashOf(keys, row))] as number) - 1;
  }

  /** The slot that contains the key, or the free slot where it belongs. */
  private slotOf(keys: readonly Float64Array[], row: number, hash: number): number {
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = (slots[slot] as number) - 1;
      if (entry < 0 || (hashes[entry] === hash && this.isAt(entry, keys, row))) return slot;
    }
  }

  private isAt(entry: number, keys: readonly Float64Array[], row: number): boolean {
    const others = this.keysOf(this.entryFiles[entry] as number);
    const other = this.entryRows[entry] as number;
    for (let at = 0; at < keys.length; at++) {
      if ((keys[at] as Float64Array)[row] !== (others[at] as Float64Array)[other]) return false;
    }
    return true;
  }
}

function hashOf(keys: readonly Float64Array[], row: number): number {
  let hash = 0x9e3779b9;
  for (let at = 0; at < keys.length; at++) {
    const value = (keys[at] as Float64Array)[row] as number;
    hash = Math.imul(hash ^ (value | 0), 0x85ebca6b);
    if (value > 0x7fffffff) hash ^= Math.floor(value / 4_294_967_296);
    hash ^= hash >>> 15;
  }
  return hash | 0;
}
