import {
  behindMarkup,
  behindTag,
  BANG,
  ChunkScanner,
  GT,
  internDecoded,
  internPlain,
  LT,
  NAME_END,
  QUESTION,
  SLASH,
  matchesAt,
  TEXT_CLASS,
} from './chunkScanner.ts';
import { SheetFileError } from './problem.ts';
import type { TextPool } from './textPool.ts';

const MOST_STRINGS = 20_000_000;

/** Scans sharedStrings.xml and adds its strings to the pool. Each string item gets an index; an empty item gets -1. */
export class SharedStringScanner extends ChunkScanner {
  private readonly texts: TextPool;
  private items = new Int32Array(1024);
  private count = 0;

  constructor(texts: TextPool) {
    super();
    this.texts = texts;
  }

  /**
   * The string index of each item.
   * @throws SheetFileError 'damaged' if the part ended too early
   */
  finish(): Int32Array {
    this.flush();
    if (!this.done) throw new SheetFileError('damaged', 'its texts end early');
    return this.items.subarray(0, this.count);
  }

  protected place(): string {
    return `text ${this.count + 1}`;
  }

  protected scan(bytes: Uint8Array, end: number): number {
    let at = 0;
    for (;;) {
      while (bytes[at] !== LT) {
        if (bytes[at] === 0) {
          if (at < end) throw new SheetFileError('damaged', this.place());
          return at;
        }
        at += 1;
      }
      const c = bytes[at + 1] as number;
      let next: number;
      if (c === 0) return at;
      if (c === BANG || c === QUESTION) next = behindMarkup(bytes, at);
      else if (this.prefixText === null) next = this.begin(bytes, at);
      else if (c === SLASH) {
        next = behindTag(bytes, at);
        if (next > 0 && this.isOwn(bytes, at + 2) && matchesAt(bytes, at + 2 + this.prefix, 'sst')) {
          this.done = true;
          return next;
        }
      } else {
        const name = at + 1 + this.prefix;
        const isItem = bytes[name] === 115 && bytes[name + 1] === 105 && NAME_END[bytes[name + 2] as number] === 1;
        next = isItem && this.isOwn(bytes, at + 1) ? this.item(bytes, at, name + 2) : this.behindForeign(bytes, at);
      }
      if (next < 0) return at;
      at = next;
    }
  }

  private begin(bytes: Uint8Array, at: number): number {
    const next = behindTag(bytes, at);
    if (next < 0) return -1;
    this.root(bytes, at, next);
    if (bytes[next - 2] === SLASH) this.done = true;
    return next;
  }

  /** Parses one `si` element. `from` is the position after its name. */
  private item(bytes: Uint8Array, start: number, from: number): number {
    let at = from;
    while (bytes[at] !== GT) {
      if (bytes[at] === 0) return -1;
      at += 1;
    }
    if (bytes[at - 1] === SLASH) {
      this.add(-1);
      return at + 1;
    }
    // An ordinary item has one run: <si><t>text</t></si>.
    const t = at + 2 + this.prefix;
    const isText = bytes[at + 1] === LT && bytes[t] === 116 && NAME_END[bytes[t + 1] as number] === 1;
    if (isText && this.isOwn(bytes, at + 2)) {
      let text = t + 1;
      while (bytes[text] !== GT) {
        if (bytes[text] === 0) return -1;
        text += 1;
      }
      if (bytes[text - 1] !== SLASH) {
        text += 1;
        let special = 0;
        let stop = text;
        for (; TEXT_CLASS[bytes[stop] as number] !== 2; stop++) special |= TEXT_CLASS[bytes[stop] as number] as number;
        if (bytes[stop] === 0) return -1;
        const close = stop + 3 + this.prefix;
        const name = close + 3 + this.prefix;
        if (bytes[stop + 1] === SLASH && matchesAt(bytes, close, '></') && matchesAt(bytes, name, 'si>')) {
          const intern = special === 1 ? internDecoded : internPlain;
          this.add(intern(this.texts, bytes, text, stop));
          return name + 3;
        }
      }
    }
    return this.rich(bytes, start, at + 1);
  }

  /**
   * Parses an item with several runs or with phonetic runs: after its end has been located, the whole item is parsed as
   * text.
   */
  private rich(bytes: Uint8Array, start: number, from: number): number {
    for (let at = from; ; at++) {
      const c = bytes[at] as number;
      if (c === 0) return -1;
      if (c === LT && bytes[at + 1] === BANG) {
        at = behindMarkup(bytes, at) - 1;
        if (at < 0) return -1;
      }
      if (c !== LT || bytes[at + 1] !== SLASH) continue;
      const name = at + 2 + this.prefix;
      if (bytes[name] === 0 || bytes[name + 1] === 0 || bytes[name + 2] === 0) return -1;
      if (bytes[name] === 115 && bytes[name + 1] === 105 && NAME_END[bytes[name + 2] as number] === 1) {
        const text = this.richOf(bytes, start, at);
        this.add(text === '' ? -1 : this.texts.internText(text));
        return behindTag(bytes, at);
      }
    }
  }

  private add(text: number): void {
    if (this.count === this.items.length) {
      if (this.count >= MOST_STRINGS) throw new SheetFileError('tooLarge');
      const more = new Int32Array(this.count * 2);
      more.set(this.items);
      this.items = more;
    }
    this.items[this.count++] = text;
  }
}
