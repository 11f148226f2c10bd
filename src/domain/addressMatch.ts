import type { Country } from './country.ts';
import { fold } from './fold.ts';
import { POSTCODE_DIGITS, readPostcode } from './import/postcodes.ts';

/**
 * An address as people write it ("Coblong, Bandung 40132") and the places of a country: which of them it names, and its postcode.
 * The rules are our own: the documents know addresses by location ids and postcodes alone.
 */

/** A place as the tree has it; `parentId` 0 for a state. */
export interface AddressPlace {
  locationId: number;
  parentId: number;
  level: number;
  name: string;
  postcode: string;
}

export interface AddressMatch {
  /** The deepest place that is meant; 0 for none. */
  locationId: number;
  /** Location ids by level, from the state down. */
  chain: number[];
  /** In plain digits; empty where neither the text nor the place has one. */
  postcode: string;
  /** Where the postcode comes from. */
  postcodeFrom: 'text' | 'place' | 'none';
  /** Parts of the text that name none of these places. */
  unmatched: string[];
  /** Other places that the text may mean as well, by their ids. */
  others: number[];
}

/** Words that say what a place is, not how it is called; people write them or leave them out. */
const KIND_WORDS = new Set(
  (
    'kota kab kabupaten kec kecamatan kel kelurahan desa prov provinsi propinsi kotamadya adm administrasi ' +
    'daerah mukim negeri wilayah persekutuan city municipality province brgy barangay district county state of ' +
    'tinh thanh pho tp quan huyen phuong xa thi tran q p h amphoe tambon changwat khet khwaeng'
  ).split(' '),
);

/** Taiwan writes an address in one go: a part ends with what it is. */
const TAIWAN_PARTS = /[^市縣区區鄉鎮里村]+[市縣区區鄉鎮里村]/g;
const WORDS_MOST = 5;
/** Places that one part may name; more are no search. */
const HITS_MOST = 400;
const OTHERS_MOST = 5;
/** Places from one up to its state; a tree that leads in a circle ends there. */
const LINE_MOST = 5;

const FULL = 4;
const PART = 1;
/** Parts of a text that are weighed against one another: as many as have two bits in a number. */
const GROUPS_MOST = 16;
/** House numbers and postcodes differ from address to address: what they are part of is not remembered. */
const DIGIT = /\d/;

const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u;
const BETWEEN_PLAIN_WORDS = /[^a-z0-9]+/;

/** Words of a folded text; plain letters are split the quick way. */
function wordsOf(folded: string): string[] {
  const words = folded.split(PLAIN.test(folded) ? BETWEEN_PLAIN_WORDS : BETWEEN_WORDS);
  return words.includes('') ? words.filter(word => word !== '') : words;
}

/** A name without the words that say what it is; the whole where nothing else is left. */
function bare(folded: string): string {
  const words = wordsOf(folded);
  const own = words.filter(word => !KIND_WORDS.has(word));
  return (own.length > 0 ? own : words).join(' ');
}

/** Numbers that are alone: behind no letter and no digit. The first form is of plain letters alone, and many times as fast. */
const PLAIN_NUMBERS = /(?<![A-Za-z0-9])(?:\d{5}-\d{3}(?![A-Za-z0-9])|\d+)/g;
const NUMBERS = /(?<![\p{L}\p{N}])\d{5}-\d{3}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])\d+(?![\p{N}])/gu;
const PLAIN = /^[\0-\x7f]*$/;
const SEPARATORS = /[,;\n\t|/]+/;
/** White space other than single spaces. */
const ODD_SPACE = /[^\S ]| {2}/;

/**
 * The parts of an address, and its postcode by the country's form: the last number of that form, so that a house number before
 * it is none.
 */
export function splitAddress(text: string, country: Country): { parts: string[]; postcode: string } {
  let postcode = '';
  let rest = text;
  const lengths = POSTCODE_DIGITS[country];
  const numbers = DIGIT.test(text) ? [...text.matchAll(PLAIN.test(text) ? PLAIN_NUMBERS : NUMBERS)] : [];
  for (let at = numbers.length - 1; at >= 0 && postcode === ''; at--) {
    const { 0: found, index } = numbers[at] as RegExpExecArray;
    if (!lengths.includes(found.length - (found.includes('-') ? 1 : 0))) continue;
    postcode = readPostcode(found, country) ?? '';
    if (postcode !== '') rest = `${text.slice(0, index)},${text.slice(index + found.length)}`;
  }
  const parts: string[] = [];
  for (const piece of rest.split(SEPARATORS)) {
    for (const part of country === 'TW' ? (piece.match(TAIWAN_PARTS) ?? [piece]) : [piece]) {
      const own = (ODD_SPACE.test(part) ? part.replace(/\s+/g, ' ') : part).trim();
      if (own !== '') parts.push(own);
    }
  }
  return { parts, postcode };
}

/** The places that a part of the text may name, and how much of them it says: `FULL` or `PART`. */
interface Hits {
  places: readonly number[];
  score: number;
}

const NO_HITS: Hits = { places: [], score: 0 };

/** A part of the text with what it may name. */
interface Group extends Hits {
  part: string;
}

/** Texts whose meaning is remembered. */
const REMEMBERED_MOST = 200_000;

/** The places of a country by their names, for addresses. Made once; about 0.2 seconds for 83 thousand places. */
export class AddressBook {
  private readonly country: Country;
  private readonly ids: number[] = [];
  private readonly parentIds: number[] = [];
  private readonly levels: number[] = [];
  private readonly postcodes: string[] = [];
  private readonly placeOf = new Map<number, number>();
  /** Places by bare name, and the names that have a word. */
  private readonly named = new Map<string, number[]>();
  private readonly withWord = new Map<string, string[]>();
  private readonly withPostcode = new Map<string, number[]>();
  /** What was looked up before: addresses of a file name the same places again and again. */
  private readonly parts = new Map<string, readonly Group[]>();
  private readonly foreign = new Map<string, boolean>();
  /** Position of the place above each; made when it is first asked for. */
  private above: Int32Array | null = null;
  /** Two bits of each place for each group that may name it, while one address is looked at. */
  private marks = new Uint32Array(0);

  constructor(country: Country) {
    this.country = country;
  }

  static of(country: Country, places: Iterable<AddressPlace>): AddressBook {
    const book = new AddressBook(country);
    for (const place of places) book.add(place);
    return book;
  }

  /** Takes a place; those above it may come later. */
  add({ locationId, parentId, level, name, postcode }: AddressPlace): void {
    const place = this.ids.push(locationId) - 1;
    this.parentIds.push(parentId);
    this.levels.push(level);
    this.postcodes.push(postcode);
    this.placeOf.set(locationId, place);
    this.above = null;
    const key = bare(fold(name));
    const same = this.named.get(key);
    if (same) same.push(place);
    else {
      this.named.set(key, [place]);
      for (const word of new Set(key.split(' '))) put(this.withWord, word, key);
    }
    if (postcode !== '') put(this.withPostcode, postcode, place);
  }

  /** Location ids by level, of a place and those above it; null for an unknown one. */
  chainOf(locationId: number): number[] | null {
    const place = this.placeOf.get(locationId);
    return place === undefined ? null : this.chain(place);
  }

  /** The places and the postcode that a text means. A number that is a location id means that place. */
  match(text: string): AddressMatch {
    const asId = /^\s*\d{6,15}\s*$/.test(text) ? this.placeOf.get(Number(text)) : undefined;
    if (asId !== undefined) return this.answer(asId, '', [], []);
    const { parts, postcode } = splitAddress(text, this.country);
    const groups = parts.flatMap(part => this.read(part));
    const named = groups.filter(({ places }) => places.length > 0);
    if (named.length === 0) {
      const place = postcode === '' ? -1 : this.commonOf(this.withPostcode.get(postcode) ?? []);
      return this.answer(place, postcode, parts, []);
    }
    const [place = -1, ...others] = this.choose(named, postcode);
    const line = this.line(place);
    const unmatched = groups.filter(group => !line.some(at => isAmong(group, at))).map(({ part }) => part);
    return this.answer(place, postcode, unmatched, others.slice(0, OTHERS_MOST));
  }

  /** What a part names: itself, else runs of its words, the longest first. */
  private read(part: string): readonly Group[] {
    const known = this.parts.get(part);
    if (known) return known;
    const groups = this.readAgain(part);
    if (DIGIT.test(part)) return groups;
    if (this.parts.size >= REMEMBERED_MOST) this.parts.clear();
    this.parts.set(part, groups);
    return groups;
  }

  private readAgain(part: string): Group[] {
    const whole = this.lookUp(part);
    const words = part.split(' ');
    if (whole.places.length > 0 || words.length === 1) return [{ part, ...whole }];
    /** No place has it in its name: nor has any a run with it. */
    const foreign = words.map(word => this.isForeign(word));
    const groups: Group[] = [];
    const left: string[] = [];
    for (let from = 0; from < words.length;) {
      const end = foreign.indexOf(true, from);
      let taken = 0;
      for (let count = Math.min(WORDS_MOST, (end < 0 ? words.length : end) - from); count > 0 && taken === 0; count--) {
        const text = words.slice(from, from + count).join(' ');
        const folded = fold(text);
        if (KIND_WORDS.has(folded)) continue;
        // Of a run of words only a whole name counts: any street has a word of some place.
        const places = this.named.get(bare(folded));
        if (!places) continue;
        groups.push({ part: text, places, score: FULL });
        taken = count;
      }
      if (taken === 0) left.push(words[from] as string);
      from += Math.max(1, taken);
    }
    const rest = left.join(' ');
    return rest === '' || KIND_WORDS.has(fold(rest)) ? groups : [...groups, { part: rest, ...NO_HITS }];
  }

  private isForeign(word: string): boolean {
    const known = this.foreign.get(word);
    if (known !== undefined) return known;
    const foreign = wordsOf(fold(word)).some(own => !KIND_WORDS.has(own) && !this.withWord.has(own));
    if (DIGIT.test(word)) return foreign;
    if (this.foreign.size >= REMEMBERED_MOST) this.foreign.clear();
    this.foreign.set(word, foreign);
    return foreign;
  }

  private lookUp(text: string): Hits {
    return this.search(bare(fold(text)));
  }

  /** Places of that name, else those whose name has all of its words. */
  private search(key: string): Hits {
    const exact = this.named.get(key);
    if (exact) return { places: exact, score: FULL };
    if (key.length < 3 || /^\d+$/.test(key)) return NO_HITS;
    const words = key.split(' ');
    let shortest: readonly string[] | undefined;
    for (const word of words) {
      const names = this.withWord.get(word);
      // A word that no place has.
      if (!names) return NO_HITS;
      if (!shortest || names.length < shortest.length) shortest = names;
    }
    const places: number[] = [];
    for (const name of shortest ?? []) {
      const own = name.split(' ');
      if (!words.every(word => own.includes(word))) continue;
      places.push(...(this.named.get(name) ?? []));
      if (places.length > HITS_MOST) return NO_HITS;
    }
    return { places, score: PART };
  }

  /** The places that most of the parts lead to, the best first: more of the text named, then the higher one. */
  private choose(groups: readonly Hits[], postcode: string): number[] {
    const above = this.parents();
    const { marks } = this;
    const weighed = groups.slice(0, GROUPS_MOST);
    for (const [at, { places, score }] of weighed.entries()) {
      const bit = (score === FULL ? 2 : 1) << (2 * at);
      for (const place of places) marks[place] = (marks[place] as number) | bit;
    }
    let most = -1;
    let all: number[] = [];
    for (const { places } of weighed) {
      for (const place of places) {
        let named = 0;
        for (let at = place, step = 0; at >= 0 && step < LINE_MOST; at = above[at] as number, step++)
          named |= marks[at] as number;
        let total = postcode !== '' && this.postcodes[place] === postcode ? PART : 0;
        for (; named !== 0; named >>>= 2) total += (named & 2) !== 0 ? FULL : (named & 1) * PART;
        if (total < most) continue;
        if (total > most) all = [];
        most = total;
        all.push(place);
      }
    }
    for (const { places } of weighed) for (const place of places) marks[place] = 0;
    if (all.length === 1) return all;
    // Two parts may name the same place.
    all = [...new Set(all)];
    const top = Math.min(...all.map(place => this.levels[place] as number));
    const inOrder = (a: number, b: number): number => (this.ids[a] as number) - (this.ids[b] as number);
    // Deeper namesakes below the chosen one are no other meaning of the text.
    return all.filter(place => this.levels[place] === top).sort(inOrder);
  }

  private answer(place: number, typed: string, unmatched: string[], others: readonly number[]): AddressMatch {
    const own = place < 0 ? '' : (this.postcodes[place] as string);
    return {
      locationId: place < 0 ? 0 : (this.ids[place] as number),
      chain: place < 0 ? [] : this.chain(place),
      postcode: typed === '' ? own : typed,
      postcodeFrom: typed !== '' ? 'text' : own === '' ? 'none' : 'place',
      unmatched,
      others: others.map(at => this.ids[at] as number),
    };
  }

  /** Position of the place above each; -1 for a root. */
  private parents(): Int32Array {
    if (!this.above) {
      this.above = Int32Array.from(this.parentIds, id => this.placeOf.get(id) ?? -1);
      this.marks = new Uint32Array(this.ids.length);
    }
    return this.above;
  }

  /** A place and those above it, from itself up. */
  private line(place: number): number[] {
    const above = this.parents();
    const line: number[] = [];
    for (let at = place; at >= 0 && line.length < LINE_MOST; at = above[at] as number) line.push(at);
    return line;
  }

  private chain(place: number): number[] {
    const chain = Array.from({ length: (this.levels[place] as number) + 1 }, () => 0);
    for (const at of this.line(place)) chain[this.levels[at] as number] = this.ids[at] as number;
    return chain;
  }

  /** The deepest place that all of some lie in; -1 for none. */
  private commonOf(places: readonly number[]): number {
    const [first, ...rest] = places;
    if (first === undefined) return -1;
    const shared = this.line(first).filter(at => rest.every(place => this.line(place).includes(at)));
    return shared[0] ?? -1;
  }
}

/** Whether a part may name a place. Places of one name are in the order in which they were added; a common one has hundreds. */
function isAmong({ places, score }: Hits, place: number): boolean {
  if (score !== FULL) return places.includes(place);
  let from = 0;
  let end = places.length;
  while (from < end) {
    const middle = (from + end) >>> 1;
    if ((places[middle] as number) < place) from = middle + 1;
    else end = middle;
  }
  return places[from] === place;
}

function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
