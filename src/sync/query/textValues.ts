import { fold } from '../../domain/fold.ts';
import { WordIndex } from './wordIndex.ts';

/** Plain ASCII, like most names, needs no accent folding, which makes it ten times as fast. */
const PLAIN = /^[\x20-\x7e]*$/;
export const foldFast = (text: string): string =>
  PLAIN.test(text) && !text.includes('  ') ? text.toLowerCase().trim() : fold(text);

/**
 * How a search string selects values. equal: the folded strings are equal. prefix, containing: the folded value starts
 * with or contains the folded string. named: the value that equals the string exactly; if there is none, all values
 * that contain it (domain/placeMatch).
 */
export type TextMatch = 'equal' | 'prefix' | 'containing' | 'named';

/** Number of values above which they are searched by words, once their words are indexed. */
const MANY = 20_000;

/** Number of memoized searches; turning a page or sorting a list repeats a search. */
const KEPT = 8;

/**
 * The distinct values of a text column, by code. Folded, so that "sao" finds "São"; substrings are found with indexOf
 * in one concatenated string (which takes half as long as searching each string), and prefixes in the sorted order.
 */
export class TextValues {
  readonly names: readonly string[];
  /** "\n", followed by each folded name and another "\n". */
  private readonly joined: string;
  /** The start of each folded name in `joined`, plus one entry for the end. */
  private readonly starts: Int32Array;
  private order: Int32Array | undefined;
  private rank: Int32Array | undefined;
  private readonly found = new Map<string, Uint8Array>();
  private words: WordIndex | undefined;

  /**
   * @param names distinct names; a name's index is its code
   * @param folded the same names, folded
   */
  constructor(names: readonly string[], folded: readonly string[] = names.map(foldFast)) {
    this.names = names;
    const starts = new Int32Array(names.length + 1);
    let at = 1;
    for (let code = 0; code < folded.length; code++) {
      starts[code] = at;
      at += (folded[code] as string).length + 1;
    }
    starts[names.length] = at;
    this.starts = starts;
    this.joined = `\n${folded.join('\n')}\n`;
  }

  /** Like the constructor, but pauses after every `size` names. */
  static *inSlices(names: readonly string[], size: number): Generator<void, TextValues> {
    const folded: string[] = [];
    for (const name of names) {
      folded.push(foldFast(name));
      if (folded.length % size === 0) yield;
    }
    return new TextValues(names, folded);
  }

  get size(): number {
    return this.names.length;
  }

  folded(code: number): string {
    return this.joined.slice(this.starts[code], (this.starts[code + 1] as number) - 1);
  }

  /**
   * Indexes the words, which makes searching many values faster; until this is done, they are searched without the
   * index.
   */
  async learnWords(pause: () => Promise<void>): Promise<void> {
    if (this.size < MANY || this.words) return;
    this.words = await WordIndex.build(this.size, code => this.folded(code), pause);
  }

  /**
   * Returns a mark for each code, 1 if the search string selects its value. The result must not be modified, because it
   * may be reused for the next query.
   */
  marks(match: TextMatch, text: string): Uint8Array {
    const wanted = foldFast(text);
    const key = `${match} ${wanted}`;
    const known = this.found.get(key);
    const marks = known ?? this.search(match, wanted);
    this.found.delete(key);
    this.found.set(key, marks);
    if (this.found.size > KEPT) this.found.delete(this.found.keys().next().value as string);
    return marks;
  }

  /** Codes sorted by their folded values, then by the values themselves. */
  sorted(): Int32Array {
    if (this.order) return this.order;
    // Sorts only strings, which is fast because it is native; the codes are then looked up by string.
    const folded = this.names.map((_, code) => this.folded(code));
    const codes = new Map<string, number[]>();
    folded.forEach((text, code) => {
      const same = codes.get(text);
      if (same) same.push(code);
      else codes.set(text, [code]);
    });
    const order = new Int32Array(this.size);
    const rank = new Int32Array(this.size);
    let at = 0;
    let next = 0;
    for (const text of [...codes.keys()].sort()) {
      const same = codes.get(text) as number[];
      if (same.length > 1) same.sort((a, b) => (this.precedes(a, b) ? -1 : 1));
      for (const code of same) {
        order[at++] = code;
        rank[code] = next;
      }
      next += 1;
    }
    this.order = order;
    this.rank = rank;
    return order;
  }

  /** The rank of each code's folded value; equal folded values have the same rank. */
  ranks(): Int32Array {
    this.sorted();
    return this.rank as Int32Array;
  }

  /**
   * Values that start with the search string, then values that contain it; at most `limit`. `allowed` restricts them by
   * code.
   */
  suggest(text: string, limit: number, allowed?: (code: number) => boolean): string[] {
    const wanted = foldFast(text);
    const order = this.sorted();
    const found: string[] = [];
    for (let i = this.lowerBound(wanted); i < order.length && found.length < limit; i++) {
      const code = order[i] as number;
      if (!this.startsWith(code, wanted)) break;
      if (!allowed || allowed(code)) found.push(this.names[code] as string);
    }
    if (wanted === '' || found.length >= limit) return found;
    const inside: number[] = [];
    this.eachHit(wanted, (code, at) => {
      if (at !== this.starts[code] && !this.startsWith(code, wanted) && (!allowed || allowed(code))) inside.push(code);
      return true;
    });
    const rank = this.ranks();
    const rest = limit - found.length;
    // Only a few of many are needed, so just the first ones in order are searched for.
    if (inside.length > 4 * rest) return [...found, ...this.firstOf(inside, rest)];
    inside.sort((a, b) => (rank[a] as number) - (rank[b] as number) || (this.precedes(a, b) ? -1 : 1));
    return [...found, ...inside.slice(0, rest).map(code => this.names[code] as string)];
  }

  private firstOf(codes: readonly number[], count: number): string[] {
    const marks = new Uint8Array(this.size);
    for (const code of codes) marks[code] = 1;
    const first: string[] = [];
    for (const code of this.sorted()) {
      if (marks[code] !== 1) continue;
      first.push(this.names[code] as string);
      if (first.length === count) break;
    }
    return first;
  }

  private search(match: TextMatch, wanted: string): Uint8Array {
    if (this.words && match !== 'prefix' && wanted !== '') return searchWords(this.words, this.size, match, wanted);
    const marks = new Uint8Array(this.size);
    if (match === 'equal' || match === 'named') {
      const exact = this.joined.indexOf(`\n${wanted}\n`);
      if (exact >= 0 || match === 'equal') {
        this.markEqual(marks, wanted, exact);
        return marks;
      }
    }
    if (match === 'prefix') {
      const order = this.sorted();
      for (let i = this.lowerBound(wanted); i < order.length; i++) {
        const code = order[i] as number;
        if (!this.startsWith(code, wanted)) break;
        marks[code] = 1;
      }
      return marks;
    }
    if (wanted === '') return marks.fill(1);
    this.eachHit(wanted, code => {
      marks[code] = 1;
      return true;
    });
    return marks;
  }

  private markEqual(marks: Uint8Array, wanted: string, first: number): void {
    let code = 0;
    for (let at = first; at >= 0; at = this.joined.indexOf(`\n${wanted}\n`, at + wanted.length + 1)) {
      code = this.codeAt(at + 1, code);
      marks[code] = 1;
    }
  }

  /** Calls `hit` for each value that contains the search string, in code order, until it returns false. */
  private eachHit(wanted: string, hit: (code: number, at: number) => boolean): void {
    const { joined, starts } = this;
    let code = 0;
    let at = joined.indexOf(wanted, 1);
    while (at >= 0) {
      code = this.codeAt(at, code);
      if (code >= this.size || !hit(code, at)) return;
      code += 1;
      at = joined.indexOf(wanted, starts[code]);
    }
  }

  /** Code of the value that covers a position in `joined` at or after `from`: tries the next few, then bisects. */
  private codeAt(position: number, from: number): number {
    const { starts } = this;
    let low = from;
    let step = 1;
    while (low + step < this.size && (starts[low + step] as number) <= position) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, this.size) - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private precedes(a: number, b: number): boolean {
    return (this.names[a] as string) < (this.names[b] as string);
  }

  private startsWith(code: number, wanted: string): boolean {
    return this.joined.startsWith(wanted, this.starts[code]);
  }

  /** First position in the sorted order whose string does not sort before `wanted`. */
  private lowerBound(wanted: string): number {
    const order = this.sorted();
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.folded(order[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function searchWords(words: WordIndex, size: number, match: Exclude<TextMatch, 'prefix'>, wanted: string): Uint8Array {
  const exact = match === 'containing' ? null : words.equal(wanted);
  if (exact) return exact;
  return match === 'equal' ? new Uint8Array(size) : words.containing(wanted);
}
