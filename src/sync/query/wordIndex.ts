/** Number of strings processed between two pauses. */
const SLICE = 5_000;

/**
 * The words of many folded strings, and where each occurs: finding a search string's matches takes time proportional to
 * their number instead of the total length of all strings. Place names have few distinct words (310 thousand names with
 * a million words have only 22 thousand different ones), so only these are searched. Folded strings have single spaces,
 * and none at either end.
 */
export class WordIndex {
  private readonly size: number;
  private readonly codes: ReadonlyMap<string, number>;
  /**
   * "\n", followed by each distinct word and another "\n"; then the word at each position, and where each word ends.
   */
  private readonly joined: string;
  private readonly wordAt: Int32Array;
  private readonly ends: Int32Array;
  /** The words of all strings, one string after another; those of string t are at [from[t], from[t + 1]). */
  private readonly sequence: Int32Array;
  private readonly from: Int32Array;
  /**
   * The strings that contain each word, in ascending order; those of word w are at [textsFrom[w], textsFrom[w + 1]).
   */
  private readonly texts: Int32Array;
  private readonly textsFrom: Int32Array;

  private constructor(codes: ReadonlyMap<string, number>, sequence: Int32Array, from: Int32Array) {
    this.size = from.length - 1;
    this.codes = codes;
    this.sequence = sequence;
    this.from = from;
    this.joined = `\n${[...codes.keys()].join('\n')}\n`;
    this.wordAt = new Int32Array(this.joined.length);
    this.ends = new Int32Array(codes.size);
    let at = 1;
    for (const [word, code] of codes) {
      this.wordAt.fill(code, at, at + word.length);
      at += word.length;
      this.ends[code] = at;
      at += 1;
    }
    this.textsFrom = new Int32Array(codes.size + 1);
    for (const word of sequence) this.textsFrom[word + 1] = (this.textsFrom[word + 1] as number) + 1;
    for (let i = 1; i <= codes.size; i++) {
      this.textsFrom[i] = (this.textsFrom[i] as number) + (this.textsFrom[i - 1] as number);
    }
    this.texts = new Int32Array(sequence.length);
    const next = this.textsFrom.slice();
    for (let text = 0; text < this.size; text++) {
      for (let i = from[text] as number; i < (from[text + 1] as number); i++) {
        const word = sequence[i] as number;
        this.texts[next[word] as number] = text;
        next[word] = (next[word] as number) + 1;
      }
    }
  }

  /**
   * @param folded returns a string by its number, from 0 to `size` - 1
   * @param pause lets other calls be served in between
   */
  static async build(size: number, folded: (text: number) => string, pause: () => Promise<void>): Promise<WordIndex> {
    const codes = new Map<string, number>();
    const from = new Int32Array(size + 1);
    let sequence = new Int32Array(size * 4);
    let at = 0;
    for (let text = 0; text < size; text++) {
      if (text % SLICE === SLICE - 1) await pause();
      const words = folded(text).split(' ');
      if (at + words.length > sequence.length) {
        const longer = new Int32Array(sequence.length * 2 + words.length);
        longer.set(sequence);
        sequence = longer;
      }
      for (const word of words) {
        let code = codes.get(word);
        if (code === undefined) {
          code = codes.size;
          codes.set(word, code);
        }
        sequence[at++] = code;
      }
      from[text + 1] = at;
    }
    await pause();
    return new WordIndex(codes, sequence.slice(0, at), from);
  }

  /** Returns a mark for each string, 1 if it contains the given string, which must be folded and not empty. */
  containing(wanted: string): Uint8Array {
    const marks = new Uint8Array(this.size);
    const parts = wanted.split(' ');
    const [first = '', last = ''] = [parts[0], parts.at(-1)];
    if (parts.length === 1) {
      for (const word of this.wordsWith(first)) {
        const end = this.textsFrom[word + 1] as number;
        for (let i = this.textsFrom[word] as number; i < end; i++) marks[this.texts[i] as number] = 1;
      }
      return marks;
    }
    // The search string spans several words: its first part ends a word, its last part starts a word, and those in
    // between are whole words.
    const allowed = parts.map((part, at) => {
      if (at === 0) return this.wordsWith(`${first}\n`);
      if (at === parts.length - 1) return this.wordsWith(`\n${last}`);
      const code = this.codes.get(part);
      return code === undefined ? [] : [code];
    });
    this.markRuns(marks, allowed, false);
    return marks;
  }

  /**
   * Returns a mark for each string, 1 if it equals the given string, which must be folded and not empty; null if none
   * does.
   */
  equal(wanted: string): Uint8Array | null {
    const allowed: number[][] = [];
    for (const word of wanted.split(' ')) {
      const code = this.codes.get(word);
      if (code === undefined) return null;
      allowed.push([code]);
    }
    const marks = new Uint8Array(this.size);
    return this.markRuns(marks, allowed, true) ? marks : null;
  }

  /** Marks strings that contain a sequence of words, one from each list in order; returns whether there are any. */
  private markRuns(marks: Uint8Array, allowed: readonly (readonly number[])[], whole: boolean): boolean {
    const { sequence, from, texts, textsFrom } = this;
    const length = allowed.length;
    const isAllowed = allowed.map(words => {
      const set = new Uint8Array(this.ends.length);
      for (const word of words) set[word] = 1;
      return set;
    });
    let found = false;
    for (const word of this.rarest(allowed)) {
      for (let i = textsFrom[word] as number; i < (textsFrom[word + 1] as number); i++) {
        const text = texts[i] as number;
        if (marks[text] === 1) continue;
        const start = from[text] as number;
        const end = from[text + 1] as number;
        if (whole && end - start !== length) continue;
        for (let at = start; at + length <= end; at++) {
          let same = 0;
          while (same < length && (isAllowed[same] as Uint8Array)[sequence[at + same] as number] === 1) same += 1;
          if (same < length) continue;
          marks[text] = 1;
          found = true;
          break;
        }
      }
    }
    return found;
  }

  /** The list whose words occur in the fewest strings. */
  private rarest(lists: readonly (readonly number[])[]): readonly number[] {
    const textsOf = (words: readonly number[]): number =>
      words.reduce((sum, word) => sum + (this.textsFrom[word + 1] as number) - (this.textsFrom[word] as number), 0);
    let least = Infinity;
    let rarest: readonly number[] = [];
    for (const words of lists) {
      const many = textsOf(words);
      if (many < least) [least, rarest] = [many, words];
    }
    return rarest;
  }

  /** Distinct words that contain a string; a "\n" at its start or end stands for a word boundary. */
  private wordsWith(part: string): number[] {
    const { joined, wordAt, ends } = this;
    const inside = part.startsWith('\n') ? 1 : 0;
    const found: number[] = [];
    for (let at = joined.indexOf(part); at >= 0;) {
      const word = wordAt[at + inside] as number;
      found.push(word);
      at = joined.indexOf(part, ends[word]);
    }
    return found;
  }
}
