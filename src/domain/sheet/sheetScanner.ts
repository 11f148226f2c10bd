import {
  BANG,
  behindMarkup,
  behindTag,
  COLON,
  EQUALS,
  LT,
  NAME_END,
  QUESTION,
  SLASH,
  matchesAt,
  textOf,
} from './chunkScanner.ts';
import { CellScanner } from './cellScanner.ts';
import { hiddenByTag } from './hiddenRows.ts';
import { LIMITS } from './limits.ts';
import { NotKnown, SheetFileError } from './problem.ts';

const QUOTE = 34;
const APOSTROPHE = 39;
const C = 99;
const H = 104;
const R = 114;
const X = 120;

/**
 * Scans a worksheet's XML byte by byte directly into columns, without building a tree and without an object or string
 * for each cell. Only the content of sheetData matters; the declared dimension, widths, merges and everything else are
 * skipped.
 */
export class SheetScanner extends CellScanner {
  private inData = false;

  /** Whether all requested rows have been read. */
  get finished(): boolean {
    return this.done;
  }

  /** @throws SheetFileError 'damaged' if the part ended before its cells did */
  finish(): void {
    this.flush();
    if (!this.done) throw new SheetFileError('damaged', `it ends at row ${this.rowNumber}`);
  }

  protected scan(bytes: Uint8Array, end: number): number {
    let at = 0;
    for (;;) {
      let c = bytes[at] as number;
      while (c !== LT) {
        if (c === 0) {
          if (at < end) throw new SheetFileError('damaged', this.place());
          return at;
        }
        at += 1;
        c = bytes[at] as number;
      }
      c = bytes[at + 1] as number;
      let next: number;
      if (c === BANG || c === QUESTION) next = behindMarkup(bytes, at);
      else if (!this.inData) next = this.prolog(bytes, at);
      else if (c === SLASH) next = this.close(bytes, at);
      else {
        const name = at + 1 + this.prefix;
        if (bytes[name] === C && NAME_END[bytes[name + 1] as number] === 1 && this.isOwn(bytes, at + 1)) {
          next = this.cell(bytes, at);
        } else next = this.other(bytes, at, name);
      }
      if (next < 0) return at;
      if (this.done) return next;
      at = next;
    }
  }

  /** Parses a tag before sheetData. */
  private prolog(bytes: Uint8Array, at: number): number {
    const next = behindTag(bytes, at);
    if (next < 0) return -1;
    if (bytes[at + 1] === SLASH) {
      if (matchesAt(bytes, next - 10, 'worksheet>')) this.done = true;
      return next;
    }
    if (this.prefixText === null) this.root(bytes, at, next);
    let name = at + 1;
    for (let i = name; NAME_END[bytes[i] as number] === 0; i++) if (bytes[i] === COLON) name = i + 1;
    if (matchesAt(bytes, name, 'col') && NAME_END[bytes[name + 3] as number] === 1) {
      const run = hiddenByTag(textOf(bytes, at, next));
      if (run && this.store.hiddenColumns.length < LIMITS.columns) this.store.hiddenColumns.push(run);
      return next;
    }
    if (!matchesAt(bytes, name, 'sheetData') || NAME_END[bytes[name + 9] as number] !== 1) return next;
    if (!this.adopt(textOf(bytes, at + 1, name))) return next;
    if (bytes[next - 2] === SLASH) this.done = true;
    else this.inData = true;
    return next;
  }

  private close(bytes: Uint8Array, at: number): number {
    const next = behindTag(bytes, at);
    if (next < 0) return -1;
    const name = at + 2 + this.prefix;
    if (!this.isOwn(bytes, at + 2)) throw new NotKnown('an unknown element among the rows');
    if (matchesAt(bytes, name, 'row')) this.inRow = false;
    else if (matchesAt(bytes, name, 'sheetData')) this.done = true;
    else throw new NotKnown('an unknown element among the rows');
    return next;
  }

  /** Parses a row's tag or handles an unexpected element. */
  private other(bytes: Uint8Array, at: number, name: number): number {
    const next = behindTag(bytes, at);
    if (next < 0) return -1;
    const isRow = matchesAt(bytes, name, 'row') && NAME_END[bytes[name + 3] as number] === 1;
    if (!isRow || !this.isOwn(bytes, at + 1)) return this.behindForeign(bytes, at);
    let number = this.rowNumber + 1;
    let hidden = false;
    let i = name + 3;
    while (i < next - 1) {
      const c = bytes[i] as number;
      if (NAME_END[c] === 1) {
        i += 1;
        continue;
      }
      const isNumber = c === R && bytes[i + 1] === EQUALS;
      const isHidden = c === H && matchesAt(bytes, i, 'hidden') && bytes[i + 6] === EQUALS;
      if (c === X && matchesAt(bytes, i, 'xmlns') && this.declaresOther(bytes, at))
        return this.behindForeign(bytes, at);
      while (bytes[i] !== EQUALS && i < next) i += 1;
      const quote = bytes[i + 1];
      if (quote !== QUOTE && quote !== APOSTROPHE) throw new NotKnown('space around an attribute');
      i += 2;
      // Whether the attribute is "1" or "true".
      if (isHidden) hidden = bytes[i] === 49 || bytes[i] === 116;
      let value = 0;
      for (; bytes[i] !== quote && i < next; i++) value = value * 10 + ((bytes[i] as number) - 48);
      i += 1;
      if (isNumber) number = value;
    }
    if (!(number > this.rowNumber)) throw new NotKnown('rows out of order');
    if (number > LIMITS.rows) throw new SheetFileError('tooManyRows');
    if (this.store.rows >= this.context.mostRows) {
      this.done = true;
      return next;
    }
    this.rowNumber = number;
    this.rowHidden = hidden;
    this.row = -1;
    this.column = -1;
    this.inRow = bytes[next - 2] !== SLASH;
    return next;
  }
}
