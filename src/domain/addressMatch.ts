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

const FULL = 4;
const PART = 1;

const wordsOf = (folded: string): string[] => folded.split(/[^\p{L}\p{N}\p{M}]+/u).filter(word => word !== '');

/** A name without the words that say what it is; the whole where nothing else is left. */
function bare(folded: string): string {
  const words = wordsOf(folded);
  const own = words.filter(word => !KIND_WORDS.has(word));
  return (own.length > 0 ? own : words).join(' ');
}

/**
 * The parts of an address, and its postcode by the country's form: the last number of that form, so that a house number before
 * it is none.
 */
export function splitAddress(text: string, country: Country): { parts: string[]; postcode: string } {
  let postcode = '';
  const lengths = POSTCODE_DIGITS[country];
  const codes = [...text.matchAll(/(?<![\p{L}\p{N}])\d{5}-\d{3}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])\d+(?![\p{N}])/gu)];
  const code = codes
    .reverse()
    .find(([found]) => lengths.includes(found.replace('-', '').length) && readPostcode(found, country) !== null);
  let rest = text;
  if (code) {
    postcode = readPostcode(code[0], country) ?? '';
    rest = `${text.slice(0, code.index)},${text.slice(code.index + code[0].length)}`;
  }
  const parts = rest
    .split(/[,;\n\t|/]+/)
    .flatMap(part => (country === 'TW' ? (part.match(TAIWAN_PARTS) ?? [part]) : [part]))
    .map(part => part.replace(/\s+/g, ' ').trim())
    .filter(part => part !== '');
  return { parts, postcode };
}

interface Hit {
  place: number;
  score: number;
}

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
  private readonly found = new Map<string, readonly Hit[]>();

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
    const groups: { part: string; hits: readonly Hit[] }[] = [];
    for (const part of parts) groups.push(...this.read(part));
    const named = groups.filter(({ hits }) => hits.length > 0);
    if (named.length === 0) {
      const place = postcode === '' ? -1 : this.commonOf(this.withPostcode.get(postcode) ?? []);
      return this.answer(place, postcode, parts, []);
    }
    const best = this.choose(named, postcode);
    const [place = -1, ...others] = best;
    const above = new Set(this.line(place));
    const unmatched = groups.filter(({ hits }) => !hits.some(hit => above.has(hit.place))).map(({ part }) => part);
    return this.answer(place, postcode, unmatched, others.slice(0, OTHERS_MOST));
  }

  /** What a part names: itself, else runs of its words, the longest first. */
  private read(part: string): { part: string; hits: readonly Hit[] }[] {
    const whole = this.lookUp(part);
    const words = part.split(' ');
    if (whole.length > 0 || words.length === 1) return [{ part, hits: whole }];
    const groups: { part: string; hits: readonly Hit[] }[] = [];
    const left: string[] = [];
    for (let from = 0; from < words.length;) {
      let taken = 0;
      for (let count = Math.min(WORDS_MOST, words.length - from); count > 0 && taken === 0; count--) {
        const text = words.slice(from, from + count).join(' ');
        if (KIND_WORDS.has(fold(text))) continue;
        // Of a run of words only a whole name counts: any street has a word of some place.
        const hits = this.lookUp(text).filter(({ score }) => score === FULL);
        if (hits.length === 0) continue;
        groups.push({ part: text, hits });
        taken = count;
      }
      if (taken === 0) left.push(words[from] as string);
      from += Math.max(1, taken);
    }
    const rest = left.join(' ');
    return rest === '' || KIND_WORDS.has(fold(rest)) ? groups : [...groups, { part: rest, hits: [] }];
  }

  private lookUp(text: string): readonly Hit[] {
    const key = bare(fold(text));
    const known = this.found.get(key);
    if (known) return known;
    const hits = this.search(key);
    if (this.found.size > 20_000) this.found.clear();
    this.found.set(key, hits);
    return hits;
  }

  /** Places of that name, else those whose name has all of its words. */
  private search(key: string): readonly Hit[] {
    const exact = this.named.get(key);
    if (exact) return exact.map(place => ({ place, score: FULL }));
    if (key.length < 3 || /^\d+$/.test(key)) return [];
    const words = key.split(' ');
    const lists = words.map(word => this.withWord.get(word) ?? []);
    const shortest = lists.reduce((a, b) => (a.length <= b.length ? a : b));
    const hits: Hit[] = [];
    for (const name of shortest) {
      const own = name.split(' ');
      if (!words.every(word => own.includes(word))) continue;
      for (const place of this.named.get(name) ?? []) hits.push({ place, score: PART });
      if (hits.length > HITS_MOST) return [];
    }
    return hits;
  }

  /** The places that most of the parts lead to, the best first: more of the text named, then the higher one. */
  private choose(groups: readonly { hits: readonly Hit[] }[], postcode: string): number[] {
    const scores = groups.map(({ hits }) => new Map(hits.map(({ place, score }) => [place, score])));
    const totals = new Map<number, number>();
    for (const { hits } of groups) {
      for (const { place } of hits) {
        if (totals.has(place)) continue;
        const line = this.line(place);
        let total = scores.reduce((sum, own) => sum + Math.max(0, ...line.map(at => own.get(at) ?? 0)), 0);
        if (postcode !== '' && this.postcodes[place] === postcode) total += PART;
        totals.set(place, total);
      }
    }
    const most = Math.max(...totals.values());
    const best = [...totals].filter(([, total]) => total === most).map(([place]) => place);
    const top = Math.min(...best.map(place => this.levels[place] as number));
    const inOrder = (a: number, b: number): number =>
      (this.levels[a] as number) - (this.levels[b] as number) || (this.ids[a] as number) - (this.ids[b] as number);
    // Deeper namesakes below the chosen one are no other meaning of the text.
    return best.filter(place => this.levels[place] === top).sort(inOrder);
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

  /** A place and those above it, from itself up. */
  private line(place: number): number[] {
    const line: number[] = [];
    for (let at: number | undefined = place; at !== undefined && at >= 0 && line.length < 5;) {
      line.push(at);
      at = this.placeOf.get(this.parentIds[at] as number);
    }
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

function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
