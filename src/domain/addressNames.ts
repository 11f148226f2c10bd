import { addTo } from './addTo.ts';
import { hasSeparator, taiwanParts, tidy, outsideAndInside, type AddressPiece } from './addressText.ts';
import type { Country } from './country.ts';
import { fold } from './fold.ts';
import { aliasesOf, aliasKey, withoutCountry } from './placeAliases.ts';
import {
  bareName,
  bareOfWords,
  isKindWord,
  leadsName,
  lookupKey,
  taiwanKind,
  wordsOf,
  type BareName,
} from './placeKinds.ts';
import { areOfStreet, isStreetName, isStreetWord } from './streetWords.ts';
import { formerNames } from './taiwanAliases.ts';

/** How much of a place's name is covered by a part of the address; fits in two bits. */
export const PART = 1;
export const FULL = 2;
export const EXACT = 3;

/**
 * The places that a part of the text may refer to, and whether it covers their full names or only a word of them
 * (`PART`); `kinds` are the kind words that it contains.
 */
export interface Hits {
  places: readonly number[];
  score: typeof PART | typeof FULL;
  kinds: number;
  /** Whether a word follows that names no place, so that it may be the beginning of another name: "Barra da Tijuca". */
  isCut?: boolean;
}

/** A part of a text, with the places that the whole part may refer to. */
export interface Group extends Hits {
  part: string;
  /** Whether it is the name of a street, next to a word such as "Jl.", and not necessarily of a place. */
  isStreet?: boolean;
  /** Whether it is followed or preceded by words that name no place: "Khlong Toei Nuea" is not Khlong Toei. */
  isPartial?: boolean;
}

/**
 * A part between two separators. If the whole part matches no place, `runs` contains the matches of its word sequences.
 */
export interface Part extends Group {
  runs: readonly Group[];
}

/** A sequence of words that is a complete name. */
interface Run {
  part: string;
  places: readonly number[];
  kinds: number;
  /** The number of words. */
  count: number;
}

const NO_HITS: Hits = { places: [], score: PART, kinds: 0 };

/**
 * The maximum number of places on the path from a place up to its state, which also ends the walk if the tree contains
 * a cycle.
 */
export const LINE_MOST = 5;

const WORDS_MOST = 7;
/** The maximum number of places that one part may match; with more matches, the search is pointless. */
const HITS_MOST = 400;
/** The maximum number of pieces into which separators may split a name: "Bgy. No. 42, Apaya". */
const JOINED_MOST = 3;
/** Names of this length or longer are also found if their words are joined or separated: "Parepare", "Pare-Pare". */
const COMPACT_LEAST = 6;
/** The maximum number of places for which two names are compared, because common names do not distinguish any. */
const NESTED_MOST = 60;
const DASH = /^ [-–—]+ $/;
const MARKS = /([,;|/]| [-–—]+ )/;
/** The maximum length of a text without spaces in which names are searched for, and of a name within it. */
const RUN_MOST = 60;
const RUN_NAME_MOST = 8;
/**
 * Parts with digits, such as house numbers and postcodes, are not cached, because they differ from one address to the
 * next.
 */
const DIGIT = /\d/;
const CHINESE = /^\p{Script=Han}+$/u;
/** Abbreviations of this length or shorter only count at the end of a part, because in between they are usually words. */
const SHORT_ALIAS = 2;
/** The maximum number of parts whose matches are cached. */
const REMEMBERED_MOST = 200_000;

/**
 * Index of place names as people write them, and of the address parts that may match them. Places are numbered in the
 * order in which they are added.
 */
export class AddressNames {
  private readonly country: Country;
  /** The index of each place's parent; -1 if it has none. */
  private readonly above: () => Int32Array;
  /** Places by name without kind words, and names by word. */
  private readonly named = new Map<string, number[]>();
  private readonly withWord = new Map<string, string[]>();
  /** States, cities and districts by name without spaces. */
  private readonly compact = new Map<string, number[]>();
  /** Names that contain an address separator, and the text of these names before the separator. */
  private readonly joined = new Set<string>();
  private readonly joinedFirst = new Set<string>();
  /** Names that contain parentheses. */
  private readonly withParentheses = new Set<string>();
  /** Caches earlier lookups, because the addresses in a file refer to the same places again and again. */
  private readonly parts = new Map<string, Part>();
  private readonly bares = new Map<string, BareName>();
  private readonly foreign = new Map<string, boolean>();
  /** Other names that people write, by level and bare name of their place. */
  private readonly aliases: readonly ReadonlyMap<string, readonly string[]>[];
  private readonly aliasWords: ReadonlySet<string>;
  /** Places by another name. */
  private readonly aliased = new Map<string, number[]>();
  /** Taiwan's districts by the names that they no longer have, which only count if no place has the name today. */
  private readonly former = new Map<string, number[]>();

  constructor(country: Country, above: () => Int32Array) {
    this.country = country;
    this.aliases = aliasesOf(country);
    this.aliasWords = new Set(
      this.aliases.flatMap(names => [...names.values()]).flatMap(names => names.flatMap(name => name.split(' '))),
    );
    this.above = above;
  }

  /** Adds the name of the next place, and the other names that people write for it. */
  add(place: number, name: string, level: number): BareName {
    const bare = bareName(name);
    const key = lookupKey(bare.key);
    const same = this.named.get(key);
    if (same) same.push(place);
    else {
      this.named.set(key, [place]);
      for (const word of new Set(key.split(' '))) addTo(this.withWord, word, key);
    }
    const compact = joinedWords(key);
    if (level <= 2 && compact.length >= COMPACT_LEAST) addTo(this.compact, compact, place);
    for (const alias of this.aliases[level]?.get(aliasKey(bare)) ?? []) addTo(this.aliased, alias, place);
    if (this.country === 'TW') {
      if (level === 1) for (const former of formerNames(bare.key)) addTo(this.former, former, place);
      bare.kinds = taiwanKind(name);
    }
    if (name.includes('(')) this.withParentheses.add(key);
    if (hasSeparator(name)) {
      this.joined.add(joinedKey(name));
      this.joinedFirst.add(bareName(name.split(MARKS, 1)[0] as string).key);
    }
    return bare;
  }

  /** Returns the places with a name, ignoring kind words. */
  of(key: string): readonly number[] | undefined {
    return this.named.get(key);
  }

  /**
   * The places that the pieces of an address match. A name that contains a separator and was therefore split is
   * rejoined first.
   */
  readPieces(pieces: readonly AddressPiece[]): Part[] {
    const parts: Part[] = [];
    for (let at = 0; at < pieces.length;) {
      let joined = this.joinDashes(parts, pieces, at);
      if (
        joined === 0 &&
        this.joined.size > 0 &&
        this.joinedFirst.has(this.bareOf((pieces[at] as AddressPiece).text).key)
      ) {
        for (let count = Math.min(JOINED_MOST, pieces.length - at); count > 1 && joined === 0; count--) {
          const taken = pieces.slice(at, at + count);
          const part = taken.map(({ text, mark }, own) => text + (own < count - 1 ? mark : '')).join('');
          if (!this.joined.has(joinedKey(part))) continue;
          parts.push({ part, ...this.search(this.bareOf(part)), runs: [] });
          joined = count;
        }
      }
      if (joined === 0) {
        const text = this.ownText((pieces[at] as AddressPiece).text);
        if (text !== '')
          for (const part of this.country === 'TW' ? this.namesInRun(text) : this.cutAtParentheses(text))
            parts.push(this.read(part));
      }
      at += Math.max(1, joined);
    }
    return parts;
  }

  /**
   * Adds the part that a name with dashes was split into: "Bà Rịa - Vũng Tàu".
   * @returns the number of pieces that belong to it; 0 if there is no such name
   */
  private joinDashes(parts: Part[], pieces: readonly AddressPiece[], at: number): number {
    for (let count = Math.min(JOINED_MOST, pieces.length - at); count > 1; count--) {
      const own = pieces.slice(at, at + count);
      if (!own.slice(0, -1).every(({ mark }) => DASH.test(mark))) continue;
      const text = own.map(piece => piece.text).join(' - ');
      if (!this.isName(text)) continue;
      parts.push(this.read(text));
      return count;
    }
    return 0;
  }

  /**
   * Splits a text at its parentheses, except those within a name: "San Pedro (Molo)". A name without them may also be
   * that of two places: "Santa Rosa City (Laguna)" is the city in Laguna, not the village Santa Rosa-Laguna.
   */
  private cutAtParentheses(text: string): string[] {
    const cut = outsideAndInside(text);
    if (cut.length === 1 || !this.isName(text)) return cut;
    const named = cut.map((part): Group => {
      const { key, kinds } = this.bareOf(part);
      return { part, places: this.lookUp(lookupKey(key)) ?? [], score: FULL, kinds };
    });
    return !this.withParentheses.has(lookupKey(this.bareOf(text).key)) && this.areNested(named) ? cut : [text];
  }

  /** The places with a name or an alias, in insertion order. */
  private lookUp(key: string): readonly number[] | undefined {
    const named = this.named.get(key);
    const aliased = this.aliased.get(key);
    if (!named || !aliased) return named ?? aliased ?? this.former.get(key) ?? this.compact.get(joinedWords(key));
    return [...named, ...aliased].sort((one, other) => one - other);
  }

  /** A part without the country's name, unless a place has that name. */
  private ownText(text: string): string {
    return this.named.has(lookupKey(this.bareOf(text).key)) ? text : withoutCountry(text, this.country);
  }

  /** The names within a text without spaces, as is usual in Taiwan, and the text between these names. */
  private namesInRun(text: string): readonly string[] {
    const run = fold(text).replace(/ /g, '');
    if (run.length > RUN_MOST || this.named.has(run)) return [text];
    interface Found {
      from: number;
      end: number;
      places: readonly number[];
      total: number;
      former: Found | null;
    }
    const above = this.above();
    const found: Found[] = [];
    for (let from = 0; from < run.length; from++) {
      for (let end = from + 2; end <= Math.min(run.length, from + RUN_NAME_MOST); end++) {
        const name = run.slice(from, end);
        // Other names of one or two characters are also parts of street names.
        const places = name.length > 2 && CHINESE.test(name) ? this.lookUp(name) : this.named.get(name);
        if (!places) continue;
        // Prefers the split whose names cover the most letters, then the one in which each name lies within the place
        // before it.
        const own: Found = { from, end, places, total: 4 * (end - from) - 1, former: null };
        let best = 0;
        for (const one of found) {
          if (one.end > from) continue;
          const inside = one.end === from && places.some(place => one.places.includes(above[place] as number));
          const total = one.total + (inside ? 3 : 0);
          if (total <= best) continue;
          best = total;
          own.former = one;
        }
        own.total += best;
        found.push(own);
      }
    }
    let last = found.reduce<Found | null>((most, one) => (most && most.total >= one.total ? most : one), null);
    if (!last) return taiwanParts(text).map(tidy);
    const parts: string[] = [];
    let end = run.length;
    for (; last; last = last.former) {
      if (last.end < end) parts.unshift(run.slice(last.end, end));
      parts.unshift(run.slice(last.from, last.end));
      end = last.from;
    }
    if (end > 0) parts.unshift(run.slice(0, end));
    return parts;
  }

  /** The places that a part matches as a whole, or else those that its word sequences match, longest first. */
  private read(part: string): Part {
    const known = this.parts.get(part);
    if (known) return known;
    const hits = this.search(this.bareOf(part));
    const words = part.split(' ');
    let runs = hits.places.length > 0 && hits.score === FULL ? [] : this.runsOf(words);
    // "São Luís Maranhão" is the city in Maranhão, although all words are in the name São Luís Gonzaga do Maranhão.
    const isPath = hits.score === PART && hits.places.length > 0 && this.areNested(runs);
    if (hits.places.length > 0 && !isPath) runs = [];
    const read: Part = { part, ...(isPath ? NO_HITS : hits), runs };
    if (
      read.places.length === 0 &&
      (isStreetWord(words[0] ?? '', 'before') || isStreetWord(words.at(-1) ?? '', 'after'))
    )
      read.isStreet = true;
    if (DIGIT.test(part)) return read;
    if (this.parts.size >= REMEMBERED_MOST) this.parts.clear();
    this.parts.set(part, read);
    return read;
  }

  /** The places that word sequences match; words without a match come last. */
  private runsOf(words: readonly string[]): Group[] {
    if (words.length === 1) return [];
    const taken = this.splitWords(words);
    const groups: Group[] = [];
    const left: string[] = [];
    /** Whether the word before belongs to no name. */
    let isLeft = false;
    for (let from = 0; from < words.length;) {
      const run = taken[from];
      if (!run) {
        left.push(words[from] as string);
        isLeft = true;
        from += 1;
        continue;
      }
      const before = isLeft || groups.at(-1)?.isStreet === true ? words.slice(0, from).reverse() : [];
      from += run.count;
      const isStreet = isStreetName(before, 'before') || isStreetName(words.slice(from), 'after');
      const next = words[from] ?? '';
      const isCut = next !== '' && !taken[from] && run.kinds === 0 && !areOfStreet([next]) && !isKindWord(fold(next));
      groups.push({ part: run.part, places: run.places, score: FULL, kinds: run.kinds, isStreet, isCut });
      isLeft = false;
    }
    const rest = left.join(' ');
    if (rest === '' || isKindWord(fold(rest))) return groups;
    const isPartial = !areOfStreet(left);
    return [...groups.map(group => ({ ...group, isPartial })), { part: rest, ...NO_HITS, isStreet: !isPartial }];
  }

  /**
   * Splits words into the names that cover most of them, preferably names of places that contain each other: "Banjar Jawa
   * Barat" is Banjar in Jawa Barat, although places are named Banjar Jawa and Barat.
   * @returns the name that begins at each word
   */
  private splitWords(words: readonly string[]): (Run | undefined)[] {
    /** No place name contains this word, so no sequence that includes it can match. */
    const foreign = words.map(word => this.isForeign(word));
    const folded = words.map(fold);
    const own = folded.map(wordsOf);
    const runs: (Run | undefined)[] = [];
    const totals: number[] = Array.from({ length: words.length + 1 }, () => 0);
    for (let from = words.length - 1; from >= 0; from--) {
      totals[from] = totals[from + 1] as number;
      const end = foreign.indexOf(true, from);
      for (let count = Math.min(WORDS_MOST, (end < 0 ? words.length : end) - from); count > 0; count--) {
        const last = folded[from + count - 1] as string;
        if (count === 1 ? isKindWord(last) : leadsName(last.replace('.', ''))) continue;
        const run = this.runAt(words, from, own.slice(from, from + count));
        if (!run) continue;
        const next = runs[from + count];
        const bonus = next && (this.liesIn(run, next) || this.liesIn(next, run)) ? 1 : 0;
        // Two names weigh less than one of as many words, even if they are nested.
        const total = 4 * count - 2 + bonus + (totals[from + count] as number);
        if (total <= (totals[from] as number)) continue;
        totals[from] = total;
        runs[from] = run;
      }
    }
    return runs;
  }

  /** The places whose complete name is a word sequence, because nearly any street contains a word of some name. */
  private runAt(words: readonly string[], from: number, folded: readonly (readonly string[])[]): Run | undefined {
    const count = folded.length;
    const { key, kinds } = bareOfWords(folded.flat());
    const places = this.lookUp(lookupKey(key));
    if (!places) return undefined;
    // A number that no kind word precedes is a house number: "12 City Road" does not name Barangay 12.
    if (/^\d+$/.test(key) && /^\d/.test(words[from] as string)) return undefined;
    const text = words.slice(from, from + count).join(' ');
    const after = words.slice(from + count);
    const isWord = (): boolean => isStreetWord(text, 'before') || !this.isName(after.join(' '));
    if (key.length <= SHORT_ALIAS && this.aliasWords.has(key) && after.length > 0 && isWord()) return undefined;
    return { part: text, places, kinds, count };
  }

  /** Whether each name is of places within those of the next one, or the other way round. */
  private areNested(groups: readonly Group[]): boolean {
    const isIn = (one: Group, at: number): boolean => {
      const next = groups[at + 1];
      return next === undefined || this.liesIn(one, next) || this.liesIn(next, one);
    };
    return groups.length > 1 && groups.every(({ places }) => places.length > 0) && groups.every(isIn);
  }

  /** Whether one of some places lies within one of some others. */
  private liesIn(inner: Pick<Hits, 'places'>, outer: Pick<Hits, 'places'>): boolean {
    if (inner.places.length > NESTED_MOST) return false;
    const above = this.above();
    const hits: Hits = { places: outer.places, score: FULL, kinds: 0 };
    return inner.places.some(place => {
      for (let at = above[place] as number, step = 0; at >= 0 && step < LINE_MOST; at = above[at] as number, step++)
        if (isAmong(hits, at)) return true;
      return false;
    });
  }

  private isName(text: string): boolean {
    return this.lookUp(lookupKey(bareName(text).key)) !== undefined;
  }

  /** Removes the kind words from a text. */
  bareOf(text: string): BareName {
    const known = this.bares.get(text);
    if (known) return known;
    const bare = bareName(text);
    if (DIGIT.test(text)) return bare;
    if (this.bares.size >= REMEMBERED_MOST) this.bares.clear();
    this.bares.set(text, bare);
    return bare;
  }

  private isForeign(word: string): boolean {
    const known = this.foreign.get(word);
    if (known !== undefined) return known;
    const foreign = wordsOf(lookupKey(fold(word))).some(
      own => !isKindWord(own) && !this.withWord.has(own) && !this.aliasWords.has(own) && !this.compact.has(own),
    );
    if (DIGIT.test(word)) return foreign;
    if (this.foreign.size >= REMEMBERED_MOST) this.foreign.clear();
    this.foreign.set(word, foreign);
    return foreign;
  }

  /** Places with exactly the given name, or else those whose name contains all of its words. */
  private search({ key: bare, kinds }: BareName): Hits {
    const key = lookupKey(bare);
    const exact = this.lookUp(key);
    if (exact) return { places: exact, score: FULL, kinds };
    if (key.length < 3 || /^\d+$/.test(key)) return NO_HITS;
    // Every Brazilian city has a district "Centro".
    if (this.country === 'BR' && key === 'centro') return NO_HITS;
    const words = key.split(' ');
    // A ward's name may itself be a kind word: "Kel. Kabupaten".
    if (kinds === 0 && words.length > 1 && words.every(isKindWord))
      return this.search({ key: words.slice(1).join(' '), kinds });
    let shortest: readonly string[] | undefined;
    for (const word of words) {
      const names = this.withWord.get(word);
      // No place name contains this word.
      if (!names) return NO_HITS;
      if (!shortest || names.length < shortest.length) shortest = names;
    }
    const places: number[] = [];
    for (const name of shortest ?? []) {
      const own = name.split(' ');
      if (!containsAll(own, words)) continue;
      places.push(...(this.named.get(name) ?? []));
      if (places.length > HITS_MOST) return NO_HITS;
    }
    return { places, score: PART, kinds };
  }
}

const joinedWords = (key: string): string => (key.includes(' ') ? key.replaceAll(' ', '') : key);

/** Whether some words include all of others, each as often as it occurs there. */
function containsAll(words: readonly string[], others: readonly string[]): boolean {
  const left = [...words];
  return others.every(word => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * Whether a part may refer to a place. Places with the same name are in insertion order; a common name has hundreds of
 * places.
 */
export function isAmong({ places, score }: Hits, place: number): boolean {
  if (score === PART) return places.includes(place);
  let from = 0;
  let end = places.length;
  while (from < end) {
    const middle = (from + end) >>> 1;
    if ((places[middle] as number) < place) from = middle + 1;
    else end = middle;
  }
  return places[from] === place;
}

/** The groups in which the names of streets are not those of places, unless there is no other name. */
export function withoutStreets(groups: readonly Group[]): readonly Group[] {
  const isPlace = ({ places, score, isStreet }: Group): boolean =>
    places.length > 0 && score === FULL && isStreet !== true;
  if (!groups.some(isPlace)) return groups;
  return groups.map(group => (group.isStreet === true ? { ...group, places: [] } : group));
}

/** A name that contains separators, with normalized spacing and without kind words. */
const joinedKey = (text: string): string =>
  text
    .split(MARKS)
    .map((piece, at) => (at % 2 === 0 ? bareName(piece).key : piece.trim()))
    .join('');
