import {
  BANG,
  ChunkScanner,
  GT,
  behindMarkup,
  behindTag,
  closingTag,
  COLON,
  EQUALS,
  internDecoded,
  LT,
  NAME_END,
  QUESTION,
  SLASH,
  SPACE,
  matchesAt,
  TEXT_CLASS,
  textOf,
} from './chunkScanner.ts';
import { CELL, type ColumnStore } from './columns.ts';
import { cellType, TYPE, type CellType, type SheetContext } from './cellType.ts';
import { LIMITS } from './limits.ts';
import { readNumber, shownText } from './numberCell.ts';
import { SHOWS } from './numberFormat.ts';
import { NotKnown, SheetFileError } from './problem.ts';
import { isoSerial } from './serialDate.ts';
import { TextPool } from './textPool.ts';
import { cellTextOfXml, plainText } from './xmlText.ts';

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;
const QUOTE = 34;
const APOSTROPHE = 39;
const C = 99;
const F = 102;
const I = 105;
const R = 114;
const S = 115;
const T = 116;
const V = 118;
const X = 120;

/** Powers of ten that a double represents exactly. The quotient of two exact numbers is correctly rounded. */
export const POWERS = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/** Parses the cells of a worksheet row (attributes, value, inline string, formula) from bytes directly into columns. */
export abstract class CellScanner extends ChunkScanner {
  protected readonly store: ColumnStore;
  protected readonly context: SheetContext;
  protected inRow = false;
  protected rowNumber = 0;
  protected rowHidden = false;
  /** The row's index in the store; -1 until the row has a value. */
  protected row = -1;
  protected column = -1;
  /** The hash of the last text run, and whether that run needs decoding. */
  private hash = 0;
  private coded = false;
  /** The raw text runs that need decoding, each with the index of its decoded string. */
  private readonly written = new TextPool();
  private readonly decoded: number[] = [];

  constructor(store: ColumnStore, context: SheetContext) {
    super();
    this.store = store;
    this.context = context;
  }

  protected place(): string {
    return `row ${this.rowNumber}`;
  }

  /** Parses a cell that begins at `start`. Returns -1 without changing anything if the cell is not complete yet. */
  protected cell(bytes: Uint8Array, start: number): number {
    let at = start + 2 + this.prefix;
    let column = this.column + 1;
    let style = 0;
    let type: CellType = TYPE.number;
    let c = bytes[at] as number;
    // Parses the attributes.
    for (;;) {
      if (c === SPACE || c === 10 || c === 13 || c === 9) {
        at += 1;
        c = bytes[at] as number;
        continue;
      }
      if (c === GT || c === SLASH) break;
      if (c === 0) return -1;
      const quote = bytes[at + 2] as number;
      if (bytes[at + 1] === EQUALS && (quote === QUOTE || quote === APOSTROPHE)) {
        if (c === R) {
          at += 3;
          c = bytes[at] as number;
          let letters = 0;
          // Setting this bit makes the comparison case-insensitive and turns no other character into a letter.
          while ((c | 32) >= 97 && (c | 32) <= 122) {
            letters = letters * 26 + (c | 32) - 96;
            at += 1;
            c = bytes[at] as number;
          }
          let number = 0;
          while (c >= 48 && c <= 57) {
            number = number * 10 + c - 48;
            at += 1;
            c = bytes[at] as number;
          }
          if (c === 0) return -1;
          if (c !== quote || letters === 0 || number !== this.rowNumber) throw new NotKnown('a cell in another row');
          column = letters - 1;
          at += 1;
          c = bytes[at] as number;
          continue;
        }
        if (c === S) {
          at += 3;
          c = bytes[at] as number;
          style = 0;
          while (c >= 48 && c <= 57) {
            style = style * 10 + c - 48;
            at += 1;
            c = bytes[at] as number;
          }
          if (c === 0) return -1;
          if (c !== quote) throw new NotKnown('a style that is not a number');
          at += 1;
          c = bytes[at] as number;
          continue;
        }
        if (c === T) {
          // The two most common types are recognized by one or two bytes, all others by their full names.
          if (bytes[at + 4] === quote && bytes[at + 3] === S) {
            type = TYPE.shared;
            at += 5;
            c = bytes[at] as number;
            continue;
          }
          let stop = bytes[at + 3] === I && bytes[at + 11] === R ? at + 12 : at + 3;
          while (bytes[stop] !== quote) {
            if (bytes[stop] === 0) return -1;
            stop += 1;
          }
          type = cellType(bytes, at + 3, stop);
          at = stop + 1;
          c = bytes[at] as number;
          continue;
        }
      }
      if (c === X && matchesAt(bytes, at, 'xmlns') && this.declaresOther(bytes, start))
        return this.behindForeign(bytes, start);
      // Other attributes (cm, vm, ph) do not affect the value.
      while (c !== EQUALS && c !== 0 && c !== GT) {
        at += 1;
        c = bytes[at] as number;
      }
      const other = bytes[at + 1] as number;
      if (c === 0 || other === 0) return -1;
      if (c === GT || (other !== QUOTE && other !== APOSTROPHE)) throw new NotKnown('space around an attribute');
      at += 2;
      while (bytes[at] !== other) {
        if (bytes[at] === 0) return -1;
        at += 1;
      }
      at += 1;
      c = bytes[at] as number;
    }
    if (c === SLASH) {
      if (bytes[at + 1] === 0) return -1;
      this.pass(column);
      return at + 2;
    }
    return this.content(bytes, at + 1, column, style, type);
  }

  /** Parses the content between a cell's tags. */
  private content(bytes: Uint8Array, from: number, column: number, style: number, type: CellType): number {
    const { prefix } = this;
    let at = from;
    let formula = false;
    // Whether there is a value element, which may be empty.
    let valued = false;
    let kind: number = CELL.empty;
    let value = 0;
    for (;;) {
      while (bytes[at] !== LT) {
        if (bytes[at] === 0) return -1;
        at += 1;
      }
      let name = at + 1 + prefix;
      let c = bytes[name] as number;
      if (bytes[at + 1] === BANG || bytes[at + 1] === QUESTION) {
        at = behindMarkup(bytes, at);
        if (at < 0) return -1;
        continue;
      }
      if (prefix > 0 && !this.isOwn(bytes, at + (bytes[at + 1] === SLASH ? 2 : 1))) {
        at = bytes[at + 1] === SLASH ? behindTag(bytes, at) : this.behindForeign(bytes, at);
        if (at < 0) return -1;
        continue;
      }
      if (bytes[at + 1] === SLASH) {
        name += 1;
        if (bytes[name] === 0 || bytes[name + 1] === 0) return -1;
        if (bytes[name] !== C) throw new NotKnown('an unknown element in a cell');
        at = bytes[name + 1] === GT ? name + 2 : behindTag(bytes, name);
        if (at < 0) return -1;
        break;
      }
      if (c === V && NAME_END[bytes[name + 1] as number] === 1) {
        valued = true;
        // For example, SheetJS writes <v xml:space="preserve">.
        const start = bytes[name + 1] === GT ? name + 2 : behindTag(bytes, at);
        if (start < 0) return -1;
        at = start;
        if (bytes[start - 2] === SLASH) continue;
        c = bytes[at] as number;
        if (type === TYPE.number) {
          // Ordinary numbers consist of digits, possibly with a sign and a decimal point, and have no more digits than
          // a double represents exactly.
          const negative = c === 45;
          if (negative) c = bytes[++at] as number;
          const first = at;
          let digits = 0;
          let point = 0;
          for (;;) {
            if (c >= 48 && c <= 57) digits = digits * 10 + c - 48;
            else if (c === 46 && point === 0) point = at;
            else break;
            at += 1;
            c = bytes[at] as number;
          }
          if (c === LT && at > first && at - first <= 15 && point !== at - 1) {
            value = point === 0 ? digits : digits / (POWERS[at - point - 1] as number);
            if (negative) value = -value;
            kind = CELL.number;
          } else {
            while (bytes[at] !== LT) {
              if (bytes[at] === 0) return -1;
              at += 1;
            }
            const read = readNumber(textOf(bytes, start, at), this.context.texts);
            kind = read.kind;
            value = read.value;
          }
          const shown = kind === CELL.number ? (this.context.numberStyles[style] ?? 0) : 0;
          if (shown === SHOWS.date) kind = CELL.date;
          else if (shown !== 0) {
            const written = shownText(value, shown);
            if (written !== null) {
              kind = CELL.text;
              value = this.context.texts.internText(written);
            }
          }
        } else if (type === TYPE.shared) {
          let index = 0;
          while (c >= 48 && c <= 57) {
            index = index * 10 + c - 48;
            at += 1;
            c = bytes[at] as number;
          }
          if (c === 0) return -1;
          if (c === LT && bytes[at + 1] === 0) return -1;
          if (c !== LT) throw new NotKnown('a reference that is not a number');
          // A comment may follow, with more digits after it.
          if (bytes[at + 1] === SLASH && index >= this.context.shared.length)
            throw new SheetFileError('damaged', this.place());
          // An empty value is not a reference.
          if (at > start) {
            value = this.context.shared[index] as number;
            kind = value < 0 ? CELL.empty : CELL.text;
          }
        } else {
          at = this.textRun(bytes, start);
          if (at < 0) return -1;
          if (at > start) {
            const read = this.special(bytes, start, at, type);
            kind = read.kind;
            value = read.value;
          }
        }
        if (bytes[at + 1] === BANG || bytes[at + 1] === QUESTION) {
          const stop = closingTag(bytes, start, prefix, V, -1);
          if (stop < 0) return -1;
          const read = this.valueOfText(plainText(textOf(bytes, start, stop)), style, type);
          kind = read.kind;
          value = read.value;
          at = stop;
        }
        if (prefix === 0 && bytes[at + 3] === GT && bytes[at + 5] === SLASH && bytes[at + 7] === GT) {
          // This is checked first because nearly every cell ends with </v></c>.
          if (bytes[at + 2] === V && bytes[at + 4] === LT && bytes[at + 6] === C) {
            at += 8;
            break;
          }
        }
        if (bytes[at + 1] === 0 || bytes[at + 2 + prefix] === 0 || bytes[at + 3 + prefix] === 0) return -1;
        if (bytes[at + 1] !== SLASH || bytes[at + 2 + prefix] !== V)
          throw new NotKnown('an unknown element in a value');
        at = bytes[at + 3 + prefix] === GT ? at + 4 + prefix : behindTag(bytes, at);
        if (at < 0) return -1;
      } else if (c === I && bytes[name + 1] === S && bytes[name + 2] === GT) {
        const t = name + 4 + prefix;
        let read = -2;
        // An ordinary inline string has one run: <is><t>text</t></is>.
        if (
          bytes[name + 3] === LT &&
          bytes[t] === T &&
          NAME_END[bytes[t + 1] as number] === 1 &&
          this.isOwn(bytes, name + 4)
        ) {
          at = this.behindTextName(bytes, t + 1);
          if (at < 0) return -1;
          if (bytes[at - 1] !== SLASH) {
            const start = at + 1;
            at = this.textRun(bytes, start);
            if (at < 0) return -1;
            const close = at + 3 + prefix;
            const is = close + 3 + prefix;
            if (
              bytes[at + 1] === SLASH &&
              bytes[close] === GT &&
              bytes[close + 1] === LT &&
              bytes[close + 2] === SLASH &&
              bytes[is] === I &&
              bytes[is + 2] === GT
            ) {
              if (start === at) read = -1;
              else read = this.intern(bytes, start, at);
              at = is + 3;
            }
          }
        }
        if (read === -2) {
          const stop = closingTag(bytes, name, prefix, I, S);
          if (stop < 0) return -1;
          const text = this.richOf(bytes, name - 1 - prefix, stop);
          read = text === '' ? -1 : this.context.texts.internText(text);
          at = behindTag(bytes, stop);
          if (at < 0) return -1;
        }
        if (read >= 0) {
          kind = CELL.text;
          value = read;
        }
      } else if (c === F && NAME_END[bytes[name + 1] as number] === 1) {
        const next = behindTag(bytes, at);
        if (next < 0) return -1;
        formula = true;
        if (bytes[next - 2] === SLASH) at = next;
        else {
          const stop = closingTag(bytes, next, prefix, F, -1);
          if (stop < 0) return -1;
          at = behindTag(bytes, stop);
          if (at < 0) return -1;
        }
      } else {
        at = this.behindForeign(bytes, at);
        if (at < 0) return -1;
      }
    }
    // A formula such as IF(A2="","",...) has an empty string as its cached result, so its cell counts as blank.
    if (kind === CELL.empty && formula && !(valued && type === TYPE.text)) kind = CELL.formula;
    this.pass(column);
    if (kind !== CELL.empty) {
      if (this.row < 0) {
        this.row = this.store.row(this.rowNumber);
        if (this.rowHidden) this.store.hiddenRows += 1;
      }
      const into = this.store.columns[column] ?? this.store.add(column);
      into.kinds[this.row] = kind;
      into.values[this.row] = value;
    }
    return at;
  }

  private pass(column: number): void {
    if (!this.inRow) throw new NotKnown('a cell outside a row');
    if (column >= LIMITS.columns) throw new SheetFileError('damaged', 'a cell beyond column XFD');
    this.column = column;
  }

  /**
   * Position of the ">" of a t element; `xml:space="preserve"` is skipped in a single step. -1 if it is not available
   * yet.
   */
  private behindTextName(bytes: Uint8Array, from: number): number {
    let at = from;
    if (
      bytes[at + 21] === GT &&
      bytes[at + 4] === COLON &&
      bytes[at + 10] === EQUALS &&
      bytes[at + 12] === 112 &&
      bytes[at + 20] === bytes[at + 11]
    ) {
      at += 21;
    }
    while (bytes[at] !== GT) {
      if (bytes[at] === 0) return -1;
      at += 1;
    }
    return at;
  }

  /**
   * Position of the "<" that ends a text run; also stores the run's hash and whether the run needs decoding. -1 if the
   * end is not available yet.
   */
  private textRun(bytes: Uint8Array, start: number): number {
    let at = start;
    let special = 0;
    let hash = SEED;
    for (;;) {
      const c = bytes[at] as number;
      const kind = TEXT_CLASS[c] as number;
      if (kind === 2) {
        this.hash = hash;
        this.coded = special === 1;
        return c === LT ? at : -1;
      }
      special |= kind;
      hash = Math.imul(hash ^ c, PRIME);
      at += 1;
    }
  }

  /** The index of the last run's string; -1 if it is empty after decoding. */
  private intern(bytes: Uint8Array, start: number, end: number): number {
    const { texts } = this.context;
    if (!this.coded) return texts.intern(bytes, start, end, this.hash);
    // "J&amp;T Express" is decoded only once, even if it is in every row.
    const written = this.written.intern(bytes, start, end, this.hash);
    return (this.decoded[written] ??= internDecoded(texts, bytes, start, end));
  }

  /** The value of a text that is assembled from several pieces. */
  private valueOfText(text: string, style: number, type: CellType): { kind: number; value: number } {
    const { texts, shared, numberStyles } = this.context;
    if (type === TYPE.number) {
      const read = readNumber(text, texts);
      const shown = numberStyles[style] ?? 0;
      if (read.kind !== CELL.number || shown === 0) return read;
      if (shown === SHOWS.date) return { ...read, kind: CELL.date };
      const written = shownText(read.value, shown);
      return written === null ? read : { kind: CELL.text, value: texts.internText(written) };
    }
    if (type === TYPE.shared) {
      if (text.trim() === '') return { kind: CELL.empty, value: 0 };
      const index = Number(text);
      if (!Number.isInteger(index)) throw new NotKnown('a reference that is not a number');
      const value = shared[index];
      if (value === undefined) throw new SheetFileError('damaged', this.place());
      return { kind: value < 0 ? CELL.empty : CELL.text, value };
    }
    if (type === TYPE.text || type === TYPE.inline) {
      return text === '' ? { kind: CELL.empty, value: 0 } : { kind: CELL.text, value: texts.internText(text) };
    }
    return this.typed(text.trim(), type);
  }

  /** Parses values that are neither plain numbers nor shared strings. */
  private special(bytes: Uint8Array, start: number, end: number, type: CellType) {
    if (type === TYPE.text || type === TYPE.inline) {
      const value = this.intern(bytes, start, end);
      return { kind: value < 0 ? CELL.empty : CELL.text, value };
    }
    return this.typed(cellTextOfXml(textOf(bytes, start, end)).trim(), type);
  }

  /** The value of a cell with one of the remaining types. */
  private typed(text: string, type: CellType): { kind: number; value: number } {
    const { texts, date1904 } = this.context;
    if (text === '') return { kind: CELL.empty, value: 0 };
    if (type === TYPE.boolean) return { kind: CELL.boolean, value: text === '1' || text === 'true' ? 1 : 0 };
    if (type === TYPE.error) return { kind: CELL.error, value: texts.internText(text) };
    const serial = isoSerial(text, date1904);
    return serial === null ? { kind: CELL.text, value: texts.internText(text) } : { kind: CELL.date, value: serial };
  }
}
