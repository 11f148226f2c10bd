import { LIMITS } from './limits.ts';
import { SheetFileError } from './problem.ts';
import { cellTextOfXml } from './xmlText.ts';
import { hashBytes, type TextPool } from './textPool.ts';

/** Bytes that scanners look for. */
export const LT = 60;
export const GT = 62;
export const SLASH = 47;
export const SPACE = 32;
export const EQUALS = 61;
export const BANG = 33;
export const QUESTION = 63;
export const COLON = 58;

/** 0 an ordinary byte of a text, 1 one that makes it need decoding (& CR _), 2 its end (< or the end of what is here). */
export const TEXT_CLASS = new Uint8Array(256);
TEXT_CLASS[38] = 1;
TEXT_CLASS[13] = 1;
TEXT_CLASS[95] = 1;
TEXT_CLASS[LT] = 2;
TEXT_CLASS[0] = 2;

/** 1 for the bytes that may stand behind an element's name. */
export const NAME_END = new Uint8Array(256);
for (const byte of [9, 10, 13, SPACE, SLASH, GT]) NAME_END[byte] = 1;

/** Zero bytes behind the content, so that a scanner may look a few bytes ahead and every loop meets an end. */
const SENTINELS = 128;
/** From this size on an unfinished element is looked at again only when twice as much is there: no quadratic search. */
const PATIENCE = 65_536;

/**
 * Hands a byte stream to a scanner in windows: what the scanner leaves unfinished is there again in the next one, joined
 * with what came. A zero byte stands behind each window.
 */
export abstract class ChunkScanner {
  private window = new Uint8Array(262_144);
  private filled = 0;
  private wanted = 0;
  /** Set by the scanner when it has seen all it needs: the rest is not looked at. */
  protected done = false;

  /**
   * Scans `bytes` up to `end`.
   *
   * @returns the first byte that it wants to see again
   */
  protected abstract scan(bytes: Uint8Array, end: number): number;

  push(chunk: Uint8Array): void {
    if (this.done) return;
    const end = this.filled + chunk.length;
    if (end + SENTINELS > this.window.length) {
      const larger = new Uint8Array(Math.max(this.window.length * 2, end + SENTINELS));
      larger.set(this.window.subarray(0, this.filled));
      this.window = larger;
    }
    this.window.set(chunk, this.filled);
    this.filled = end;
    if (end >= this.wanted) this.run();
  }

  /** Looks at what is left. */
  protected flush(): void {
    if (!this.done && this.filled > 0) this.run();
  }

  /** Bytes that are not scanned yet. */
  protected get left(): number {
    return this.filled;
  }

  private run(): void {
    const { window, filled } = this;
    window.fill(0, filled, filled + SENTINELS);
    const from = this.scan(window, filled);
    if (this.done) {
      this.window = new Uint8Array(0);
      this.filled = 0;
      return;
    }
    const left = filled - from;
    if (left > LIMITS.token) throw new SheetFileError('textTooLong', this.place());
    window.copyWithin(0, from, filled);
    this.filled = left;
    this.wanted = left > PATIENCE ? left * 2 : 0;
  }

  /** Where the scanner is, for a person. */
  protected abstract place(): string;
}

/** Position behind the next ">" outside quotes; -1 when it is not here yet. */
export function behindTag(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const c = bytes[at] as number;
    if (c === GT) return at + 1;
    if (c === 34 || c === 39) {
      at += 1;
      while (bytes[at] !== c) {
        if (bytes[at] === 0) return -1;
        at += 1;
      }
    } else if (c === 0) return -1;
    at += 1;
  }
}

/** Position behind a comment, declaration or processing instruction that begins at `from`; -1 when it is not here yet. */
export function behindMarkup(bytes: Uint8Array, from: number): number {
  const comment = bytes[from + 1] === BANG && bytes[from + 2] === 45 && bytes[from + 3] === 45;
  if (!comment) return behindTag(bytes, from);
  for (let at = from + 4; ; at++) {
    const c = bytes[at] as number;
    if (c === 0) return -1;
    if (c === GT && bytes[at - 1] === 45 && bytes[at - 2] === 45 && at >= from + 6) return at + 1;
  }
}

/** Position of the closing tag of an element named by one letter, or two (else `second` is -1); -1 when it is not here yet. */
export function closingTag(bytes: Uint8Array, from: number, prefix: number, first: number, second: number): number {
  for (let at = from; ; at++) {
    const c = bytes[at] as number;
    if (c === 0) return -1;
    if (c !== LT || bytes[at + 1] !== SLASH) continue;
    const name = at + 2 + prefix;
    if (bytes[name] === 0 || bytes[name + 1] === 0 || bytes[name + 2] === 0) return -1;
    if (bytes[name] !== first) continue;
    if (second < 0 ? NAME_END[bytes[name + 1] as number] === 1 : bytes[name + 1] === second) return at;
  }
}

/** Whether ASCII text stands at a position. */
export function standsAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

const decoder = new TextDecoder();

/** Bytes as text. */
export const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, end));

/** Number of a text that needs decoding; -1 for an empty one. */
export function internDecoded(texts: TextPool, bytes: Uint8Array, start: number, end: number): number {
  const text = cellTextOfXml(textOf(bytes, start, end));
  return text === '' ? -1 : texts.internText(text);
}

/** Number of a run of plain bytes; -1 for an empty one. */
export const internPlain = (texts: TextPool, bytes: Uint8Array, start: number, end: number): number =>
  start === end ? -1 : texts.intern(bytes, start, end, hashBytes(bytes, start, end));
