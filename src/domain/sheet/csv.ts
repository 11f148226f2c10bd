import { CELL, ColumnStore, type SheetData } from './columns.ts';
import { unguardedStart } from './csvText.ts';
import { markOf } from './encodings.ts';
import { separatorCode, type Separator, type TextForm } from './textForm.ts';
import { LIMITS } from './limits.ts';
import { SheetFileError } from './problem.ts';
import { hashBytes, TextPool } from './textPool.ts';
import { utf8Balance, utf8FromWindows1252 } from './windows1252.ts';
import type { ReadOptions } from './xlsx.ts';
import type { ByteSource } from './zip.ts';

/**
 * We read CSV with our own reader, because a general one turns "00123" into 123, "1-2" into a date, and a long id into
 * a different one. Here, every cell contains exactly the text in the file.
 */

const COMMA = 44;
const SEMICOLON = 59;
const TAB = 9;
const PIPE = 124;
const QUOTE = 34;
const SPACE = 32;
const LF = 10;
const CR = 13;

/** The number of bytes to read at a time, and the size of the sample from which the separator is detected. */
const STEP = 1_048_576;
const SAMPLE = 65_536;

/**
 * Converts the file to chunks of UTF-8 without the byte order mark.
 *
 * @throws SheetFileError 'encoding' if the bytes are invalid in the detected encoding
 */
async function* utf8Pieces(source: ByteSource, label: string, from: number): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(label, { fatal: true });
  const encoder = new TextEncoder();
  try {
    for (let at = from; at < source.size; at += STEP) {
      const bytes = await source.read(at, Math.min(at + STEP, source.size));
      // Decoding also verifies the detected encoding.
      const text = decoder.decode(bytes, { stream: true });
      yield label === 'utf-8' ? bytes : encoder.encode(text);
    }
    decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new SheetFileError('encoding');
    throw error;
  }
}

/**
 * Decodes as Windows-1252 a file that neither declares its encoding nor is UTF-8.
 * @param onExample receives the first text that would look different in another encoding
 */
async function* windowsPieces(source: ByteSource, onExample: (text: string) => void): AsyncGenerator<Uint8Array> {
  let reported = false;
  for (let at = 0; at < source.size; at += STEP) {
    const bytes = await source.read(at, Math.min(at + STEP, source.size));
    const piece = utf8FromWindows1252(bytes);
    const first = reported ? -1 : piece.findIndex(byte => byte >= 0x80);
    if (first >= 0) {
      reported = true;
      // The example's character begins here. Characters that are cut off at the edges are ignored.
      const around = (from: number, to: number) => new TextDecoder().decode(piece.subarray(from, to));
      onExample(cellAround(around(Math.max(0, first - MOST_AROUND), first), around(first, first + 4 * MOST_AROUND)));
    }
    yield piece;
  }
}

/** The maximum number of characters on either side of the example's character. */
const MOST_AROUND = 30;

/** The content of the cell that contains a position, that is, the text between two separators. */
function cellAround(textBefore: string, textFrom: string): string {
  const before = /[^,;\t\r\n]*$/.exec(textBefore)?.[0] ?? '';
  const after = /^[^,;\t\r\n]*/.exec(textFrom.slice(0, MOST_AROUND))?.[0] ?? '';
  return `${before}${after}`.trim().replace(/^"|"$/g, '');
}

/** The maximum number of lines used to detect the separator. */
const SAMPLE_LINES = 20;

/** Matches a comma that is not the decimal mark of a number. */
const LOOSE_COMMA = /(?:^|[^0-9]),|,(?:[^0-9]|$)/m;

/**
 * Detects the separator: the one that splits the most consecutive lines into the same number of cells or, in case of a
 * tie, into more cells. This way, neither a title above the headers nor commas within numbers affect the result. In a
 * file without headers, such as "A1;18,36;1,5", commas can tie with the separator; if all commas are between digits,
 * they are decimal marks. Excel's "sep=;" line takes precedence.
 *
 * @returns the separator, and the number of bytes to skip
 */
export function findSeparator(sample: Uint8Array): { separator: number; skip: number } {
  const start = new TextDecoder().decode(sample.subarray(0, 16));
  const named = /^"?sep=([,;\t|])"?(?:\r\n|\r|\n)/i.exec(start);
  if (named) return { separator: (named[1] as string).charCodeAt(0), skip: named[0].length };
  let best = { separator: COMMA, lines: 0, count: 0 };
  for (const separator of [SEMICOLON, TAB, PIPE]) {
    const { lines, count } = longestRun(countPerLine(sample, separator));
    if (lines > best.lines || (lines === best.lines && count > best.count)) best = { separator, lines, count };
  }
  const { lines, count } = longestRun(countPerLine(sample, COMMA));
  const isTie = lines === best.lines && best.count > 0;
  const isComma = isTie ? count > best.count && LOOSE_COMMA.test(new TextDecoder().decode(sample)) : lines > best.lines;
  return { separator: isComma ? COMMA : best.separator, skip: 0 };
}

/** The longest run of lines with the same nonzero count; in case of a tie, the one with the higher count. */
function longestRun(counts: readonly number[]): { lines: number; count: number } {
  let best = { lines: 0, count: 0 };
  let lines = 0;
  counts.forEach((count, at) => {
    lines = count === counts[at - 1] ? lines + 1 : 1;
    if (count > 0 && (lines > best.lines || (lines === best.lines && count > best.count))) best = { lines, count };
  });
  return best;
}

/**
 * How often a separator occurs in each of the first lines that are not blank; quotes are interpreted in the same way as
 * in the scanner below.
 */
function countPerLine(sample: Uint8Array, separator: number): number[] {
  const counts: number[] = [];
  let quoted = false;
  let count = 0;
  let empty = true;
  /**
   * Whether a quote at this position starts a quoted cell or, if doubled, continues one. Elsewhere in a cell, a quote
   * is an ordinary character.
   */
  let opens = true;
  for (const byte of sample) {
    if (quoted) {
      if (byte === QUOTE) quoted = false;
      opens = true;
      continue;
    }
    if (byte === LF || byte === CR) {
      if (!empty) counts.push(count);
      if (counts.length === SAMPLE_LINES) return counts;
      count = 0;
      empty = true;
      opens = true;
      continue;
    }
    empty = false;
    if (byte === QUOTE && opens) quoted = true;
    else if (byte === separator) count += 1;
    opens = byte === separator;
  }
  if (!empty) counts.push(count);
  return counts;
}

/** Splits chunks of UTF-8 into cells. */
class CsvScanner {
  private readonly store: ColumnStore;
  private readonly texts: TextPool;
  private readonly separator: number;
  /** The bytes of the current cell that have been read so far. */
  private cell = new Uint8Array(4096);
  private used = 0;
  private state: 'start' | 'plain' | 'quoted' | 'quoteInQuoted' | 'behindQuote' = 'start';
  private line = 1;
  /** The line number of the most recent opening quote. */
  private opened = 1;
  private row = -1;
  private column = 0;
  private afterCr = false;

  constructor(store: ColumnStore, texts: TextPool, separator: number) {
    this.store = store;
    this.texts = texts;
    this.separator = separator;
  }

  push(bytes: Uint8Array): void {
    const { separator } = this;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (this.state === 'quoted') {
        if (byte === QUOTE) this.state = 'quoteInQuoted';
        else this.keep(byte);
        continue;
      }
      if (byte === LF && this.afterCr) {
        this.afterCr = false;
        continue;
      }
      this.afterCr = false;
      if (byte === separator) this.endCell();
      else if (byte === LF || byte === CR) {
        this.endRow();
        this.afterCr = byte === CR;
      } else if (byte === QUOTE && (this.state === 'start' || this.state === 'quoteInQuoted')) {
        // A doubled quote within quotes represents a single quote.
        if (this.state === 'quoteInQuoted') this.keep(byte);
        else this.opened = this.line;
        this.state = 'quoted';
      } else if (this.state === 'quoteInQuoted') {
        // Without this check, the quotes of two rows could pair up, and the text between them would become one cell.
        if (byte !== SPACE && byte !== TAB) throw new SheetFileError('openQuote', `row ${this.opened}`);
        this.state = 'behindQuote';
      } else if (this.state === 'behindQuote') {
        if (byte !== SPACE && byte !== TAB) throw new SheetFileError('openQuote', `row ${this.opened}`);
      } else {
        this.state = 'plain';
        this.keep(byte);
      }
    }
  }

  /** @throws SheetFileError 'openQuote' if a quote was never closed */
  finish(): void {
    if (this.state === 'quoted') throw new SheetFileError('openQuote', `row ${this.opened}`);
    if (this.state !== 'start' || this.column > 0) this.endRow();
  }

  private keep(byte: number): void {
    if (byte === 0) throw new SheetFileError('damaged', `zeros in row ${this.line}`);
    if (this.used === this.cell.length) {
      if (this.used >= LIMITS.token) {
        const kind = this.state === 'quoted' ? 'openQuote' : 'textTooLong';
        throw new SheetFileError(kind, `row ${kind === 'openQuote' ? this.opened : this.line}`);
      }
      const larger = new Uint8Array(this.used * 2);
      larger.set(this.cell);
      this.cell = larger;
    }
    this.cell[this.used++] = byte;
  }

  private endCell(): void {
    if (this.used > 0) {
      if (this.row < 0) this.row = this.store.row(this.line);
      const from = unguardedStart(this.cell, this.used);
      const text = this.texts.intern(this.cell, from, this.used, hashBytes(this.cell, from, this.used));
      this.store.set(this.column, this.row, CELL.text, text);
      this.used = 0;
    }
    this.state = 'start';
    this.column += 1;
  }

  private endRow(): void {
    this.endCell();
    this.column = 0;
    this.row = -1;
    this.line += 1;
    if (this.line > LIMITS.rows + 1) throw new SheetFileError('tooManyRows');
  }
}

/**
 * Reads a CSV file: UTF-8 with or without a byte order mark, UTF-16 with one, otherwise the encoding that a person
 * chose or, if nobody chose one, Windows-1252, in which case the result says that it was guessed. The separator is
 * detected unless a person chose one. Every cell is text, exactly as in the file except for the apostrophe that guards
 * against formulas (csvText.ts); row numbers are as in Excel.
 *
 * @throws SheetFileError 'encoding', 'notSpreadsheet', 'damaged' (zeros), 'openQuote', 'textTooLong', 'tooManyRows',
 * 'tooManyCells'
 */
export async function readCsv(
  source: ByteSource,
  name: string,
  options: ReadOptions = {},
  { encoding: chosen, separator }: TextForm = {},
): Promise<SheetData> {
  const mark = markOf(await source.read(0, Math.min(3, source.size)));
  if (chosen && !mark) {
    const letters = chosen === 'windows-1252' ? windowsPieces(source, () => undefined) : utf8Pieces(source, chosen, 0);
    return scan(letters, source.size, name, options, separator);
  }
  try {
    const { label, bytes } = mark ?? { label: 'utf-8', bytes: 0 };
    return await scan(utf8Pieces(source, label, bytes), source.size, name, options, separator);
  } catch (error) {
    if (mark || !(error instanceof SheetFileError) || error.kind !== 'encoding') throw error;
    let balance = 0;
    for (let at = 0; at < source.size; at += STEP)
      balance += utf8Balance(await source.read(at, Math.min(at + STEP, source.size)));
    if (balance > 0) throw error;
  }
  let example = '';
  const pieces = windowsPieces(source, text => (example = text));
  const data = await scan(pieces, source.size, name, options, separator);
  return { ...data, guessed: { encoding: 'Windows-1252', example } };
}

async function scan(
  pieces: AsyncIterable<Uint8Array>,
  totalBytes: number,
  name: string,
  options: ReadOptions,
  chosen?: Separator,
): Promise<SheetData> {
  const texts = new TextPool();
  const store = new ColumnStore();
  let scanner: CsvScanner | undefined;
  let bytes = 0;
  for await (const piece of pieces) {
    let rest = piece;
    if (!scanner) {
      const { separator, skip } = findSeparator(piece.subarray(0, SAMPLE));
      scanner = new CsvScanner(store, texts, chosen === undefined ? separator : separatorCode(chosen));
      rest = piece.subarray(skip);
    }
    scanner.push(rest);
    bytes += piece.length;
    options.onProgress?.({ bytes: Math.min(bytes, totalBytes), totalBytes, rows: store.rows });
    if (options.mostRows !== undefined && store.rows >= options.mostRows) return store.data(name, texts, false);
  }
  scanner?.finish();
  return store.data(name, texts, false);
}

/**
 * Rejects a guessed encoding, for callers that cannot ask a person.
 *
 * @throws SheetFileError 'guessedEncoding', including the guess, if the file's encoding had to be guessed
 */
export function refuseGuessed({ guessed }: Pick<SheetData, 'guessed'>): void {
  if (guessed) throw new SheetFileError('guessedEncoding', `${guessed.encoding}, for example "${guessed.example}"`);
}
