import { LIMITS } from './limits.ts';
import { NotKnown, otherEncoding, SheetFileError } from './problem.ts';
import { namespaceOf, scopeOfTag } from './xmlTags.ts';
import { cellTextOfXml, richText } from './xmlText.ts';
import { hashBytes, type TextPool } from './textPool.ts';

/** Bytes that scanners search for. */
export const LT = 60;
export const GT = 62;
export const SLASH = 47;
export const SPACE = 32;
export const EQUALS = 61;
export const BANG = 33;
export const QUESTION = 63;
export const COLON = 58;

/**
 * 0: an ordinary text byte; 1: a byte that needs decoding (& CR _); 2: the end of the text (< or the end of the
 * available bytes).
 */
export const TEXT_CLASS = new Uint8Array(256);
TEXT_CLASS[38] = 1;
TEXT_CLASS[13] = 1;
TEXT_CLASS[95] = 1;
TEXT_CLASS[LT] = 2;
TEXT_CLASS[0] = 2;

/** Has 1 at the index of each byte that may follow an element's name. */
export const NAME_END = new Uint8Array(256);
for (const byte of [9, 10, 13, SPACE, SLASH, GT]) NAME_END[byte] = 1;

/**
 * The maximum prefix length. Longer prefixes are not supported, so that lookahead never goes beyond the zeros after a
 * window.
 */
const LONGEST_PREFIX = 24;

/**
 * The number of zero bytes after the content, which let a scanner look a few bytes ahead and ensure that every loop
 * terminates.
 */
const SENTINELS = 128;
/**
 * An incomplete element larger than this is rescanned only once twice as many bytes are available, to avoid quadratic
 * time.
 */
const PATIENCE = 65_536;

/**
 * Feeds a byte stream to a scanner in windows, each followed by zero bytes. Bytes that a scanner left unprocessed are
 * repeated in the next window, followed by new ones.
 */
export abstract class ChunkScanner {
  private window = new Uint8Array(262_144);
  private filled = 0;
  private wanted = 0;
  /** Set by the scanner once it has everything it needs; the remaining bytes are ignored. */
  protected done = false;
  /** The length in bytes, including the colon, of the prefix of elements in the part's own namespace. */
  protected prefix = 0;
  /** The same prefix as a string; null until the root has been scanned. */
  protected prefixText: string | null = null;
  private namespace = '';
  private aliases: readonly string[] = [];

  /**
   * Scans `bytes` up to `end`.
   *
   * @returns the position at which the next scan must resume
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

  /** Processes the remaining bytes. */
  protected flush(): void {
    if (!this.done && this.filled > 0) this.run();
  }

  /** The number of bytes that have not been scanned yet. */
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

  /**
   * Determines the prefix of the part's own namespace from its root element: an element of an extension is different
   * even if it has the same name.
   * @throws NotKnown if the prefix is longer than the lookahead
   */
  protected root(bytes: Uint8Array, at: number, next: number): void {
    const scope = scopeOfTag(textOf(bytes, at, next));
    const prefix = prefixOf(bytes, at + 1);
    this.namespace = namespaceOf(scope, prefix.slice(0, -1));
    const same: string[] = [];
    for (const name in scope) if (scope[name] === this.namespace) same.push(name === '' ? '' : `${name}:`);
    this.aliases = same.filter(name => name !== prefix);
    this.take(prefix);
  }

  /** Whether an element whose name or prefix begins at `from` belongs to the part's own namespace. */
  protected isOwn(bytes: Uint8Array, from: number): boolean {
    return this.prefix === 0 || matchesAt(bytes, from, this.prefixText ?? '');
  }

  /**
   * Switches to another prefix of the same namespace for the following elements. Returns whether `prefix` is such a
   * prefix.
   */
  protected adopt(prefix: string): boolean {
    if (prefix === this.prefixText) return true;
    if (!this.aliases.includes(prefix)) return false;
    this.aliases = [...this.aliases.filter(name => name !== prefix), this.prefixText ?? ''];
    this.take(prefix);
    return true;
  }

  /**
   * Position after a foreign element or an extension list, including the content; -1 if the end is not available yet.
   *
   * @throws NotKnown for an unexpected element of the part's own namespace
   */
  protected behindForeign(bytes: Uint8Array, at: number): number {
    const prefix = prefixOf(bytes, at + 1);
    if (this.aliases.includes(prefix)) throw new NotKnown('two prefixes of one namespace');
    if (prefix === this.prefixText && !this.declaresOther(bytes, at)) {
      const name = at + 1 + this.prefix;
      if (!matchesAt(bytes, name, 'extLst') || NAME_END[bytes[name + 6] as number] !== 1) {
        if (behindTag(bytes, at) < 0) return -1;
        throw new NotKnown('an unknown element');
      }
    }
    return behindElement(bytes, at);
  }

  /**
   * Whether a tag redeclares its own prefix for another namespace.
   *
   * @throws NotKnown if it declares another prefix for the part's own namespace
   */
  protected declaresOther(bytes: Uint8Array, at: number): boolean {
    const next = behindTag(bytes, at);
    if (next < 0) return false;
    const scope = scopeOfTag(textOf(bytes, at, next));
    const own = (this.prefixText ?? '').slice(0, -1);
    for (const name in scope) {
      if (name === own && scope[name] !== this.namespace) return true;
      if (name !== own && scope[name] === this.namespace) throw new NotKnown('two prefixes of one namespace');
    }
    return false;
  }

  /**
   * The text of a shared or inline string.
   * @throws NotKnown if its elements have another prefix of the part's own namespace
   */
  protected richOf(bytes: Uint8Array, start: number, end: number): string {
    const xml = textOf(bytes, start, end);
    for (const prefix of this.aliases) {
      if (xml.includes(`<${prefix}t>`) || xml.includes(`<${prefix}t `) || xml.includes(`<${prefix}r>`))
        throw new NotKnown('two prefixes of one namespace');
    }
    return richText(xml, this.prefixText ?? '');
  }

  private take(prefix: string): void {
    if (prefix.length > LONGEST_PREFIX) throw new NotKnown('a long prefix');
    this.prefixText = prefix;
    this.prefix = prefix.length;
  }

  /** The scanner's position, for error messages. */
  protected abstract place(): string;
}

/** Position after the next ">" outside quotes; -1 if it is not available yet. */
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

/**
 * Position after a comment, CDATA section, declaration or processing instruction that begins at `from`; -1 if it is not
 * available yet.
 */
export function behindMarkup(bytes: Uint8Array, from: number): number {
  if (matchesAt(bytes, from, '<!--')) return behindText(bytes, from + 4, '-->');
  if (matchesAt(bytes, from, '<![CDATA[')) return behindText(bytes, from + 9, ']]>');
  return bytes[from + 1] === QUESTION ? behindText(bytes, from + 2, '?>') : behindTag(bytes, from);
}

function behindText(bytes: Uint8Array, from: number, text: string): number {
  for (let at = from; bytes[at] !== 0; at++) if (matchesAt(bytes, at, text)) return at + text.length;
  return -1;
}

/** Position after an element, including its content; -1 if the end is not available yet. */
function behindElement(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let depth = 0; ;) {
    while (bytes[at] !== LT) {
      if (bytes[at] === 0) return -1;
      at += 1;
    }
    const c = bytes[at + 1] as number;
    if (c === BANG || c === QUESTION) at = behindMarkup(bytes, at);
    else {
      at = behindTag(bytes, at);
      if (at > 0 && c === SLASH) depth -= 1;
      else if (at > 0 && bytes[at - 2] !== SLASH) depth += 1;
    }
    if (at < 0) return -1;
    if (depth <= 0) return at;
  }
}

/** The prefix, including the colon, of the element whose name begins at `from`; empty if there is none. */
function prefixOf(bytes: Uint8Array, from: number): string {
  for (let at = from; NAME_END[bytes[at] as number] === 0 && bytes[at] !== 0; at++)
    if (bytes[at] === COLON) return textOf(bytes, from, at + 1);
  return '';
}

/**
 * Position of the closing tag of an element whose name has one letter (if `second` is -1) or two letters; -1 if it is
 * not available yet.
 */
export function closingTag(bytes: Uint8Array, from: number, prefix: number, first: number, second: number): number {
  for (let at = from; ; at++) {
    const c = bytes[at] as number;
    if (c === 0) return -1;
    if (c === LT && bytes[at + 1] === BANG) {
      at = behindMarkup(bytes, at) - 1;
      if (at < 0) return -1;
    }
    if (c !== LT || bytes[at + 1] !== SLASH) continue;
    const name = at + 2 + prefix;
    if (bytes[name] === 0 || bytes[name + 1] === 0 || bytes[name + 2] === 0) return -1;
    if (bytes[name] !== first) continue;
    if (second < 0 ? NAME_END[bytes[name + 1] as number] === 1 : bytes[name + 1] === second) return at;
  }
}

/** Whether the bytes at a position equal an ASCII string. */
export function matchesAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes bytes.
 * @throws SheetFileError 'damaged' if they are not UTF-8
 */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    throw otherEncoding();
  }
}

/** The index of a string that needs decoding; -1 if it is empty. */
export function internDecoded(texts: TextPool, bytes: Uint8Array, start: number, end: number): number {
  const text = cellTextOfXml(textOf(bytes, start, end));
  return text === '' ? -1 : texts.internText(text);
}

/** The index of a run of plain bytes; -1 if it is empty. */
export const internPlain = (texts: TextPool, bytes: Uint8Array, start: number, end: number): number =>
  start === end ? -1 : texts.intern(bytes, start, end, hashBytes(bytes, start, end));
