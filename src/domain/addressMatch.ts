import { addTo } from './addTo.ts';
import { postcodeOfPlace, postcodesOf } from './import/postcodes.ts';
import {
  EXACT,
  FULL,
  LINE_MOST,
  PART,
  AddressNames,
  isAmong,
  withoutStreets,
  type Group,
  type Hits,
  type Part,
} from './addressNames.ts';
import { FULL_MARKS, WEIGHTS, orderOf, scoresOf, weightOf } from './addressScore.ts';
import { cutAddress } from './addressText.ts';
import type { Country } from './country.ts';
import { typingErrors } from './nearName.ts';
import { aliasKey, placesAround, putWithin } from './placeAliases.ts';
import { isCity, levelsOfKinds, spelled, spelledBare, withoutFirstKind } from './placeKinds.ts';

/**
 * Finds the places and the postcode that a free-form address ("Coblong, Bandung 40132") refers to, within one country.
 * The rules are our own: the documents identify addresses only by location ids and postcodes.
 */

/** A node of the location tree; `parentId` is 0 for a state. */
export interface AddressPlace {
  locationId: number;
  parentId: number;
  level: number;
  name: string;
  postcode: string;
}

export interface AddressMatch {
  /** The most specific matching place; 0 if there is none. */
  locationId: number;
  /** Location ids by level, from the state down. */
  chain: number[];
  /** Digits only; empty if neither the text nor the place has a postcode. */
  postcode: string;
  /** The source of the postcode. */
  postcodeFrom: 'text' | 'place' | 'none';
  /** Parts of the text that match none of these places. */
  unmatched: string[];
  /** Parts with one or two wrong letters that still matched the name of one of these places. */
  corrected: string[];
  /** Ids of other places that the text could also refer to. */
  others: number[];
}

const OTHERS_MOST = 5;
/** The maximum number of parts of a text that are scored against each other; each takes two bits of a 32-bit number. */
const GROUPS_MOST = 16;

const POSTCODE_WEIGHT = 2;
const NEAR_WEIGHT = 3;

const DIGIT = /\d/;

/** The place that some parts of a text refer to, and the other possible places. */
interface Settled {
  place: number;
  others: readonly number[];
  /** Parts that nearly, but not exactly, match the name of the place or of an ancestor. */
  corrected: ReadonlySet<Group>;
  /** Parts that nearly match the name of a descendant of the exactly matched place. */
  near: ReadonlySet<Group>;
}

/**
 * Index of a country's places by name, for matching addresses. Building it takes about 0.3 seconds for 83 thousand
 * places.
 */
export class AddressBook {
  private readonly country: Country;
  /** Whether the broadest place comes first in the current address, as in Taiwan if it is in Chinese. */
  private isDown = false;
  private readonly levelOfKind: ReadonlyMap<number, number>;
  private readonly ids: number[] = [];
  private readonly parentIds: number[] = [];
  private readonly levels: number[] = [];
  /** The lowest level of the tree. */
  private deepest = 0;
  private readonly names: string[] = [];
  private readonly keys: string[] = [];
  private readonly kinds: number[] = [];
  /** The kind words in the names of each level. */
  private readonly kindsAt: number[] = [];
  private readonly postcodes: string[] = [];
  private readonly placeOf = new Map<number, number>();
  private readonly withPostcode = new Map<string, number[]>();
  private readonly book: AddressNames;
  /** Index of each place's parent. Built on first use, like the fields below. */
  private above: Int32Array | null = null;
  /** The first child and the next sibling of each place; -1 if there is none. */
  private below = new Int32Array(0);
  private next = new Int32Array(0);
  /** While an address is matched: for each place, two bits for each part that may refer to it. */
  private marks = new Uint32Array(0);
  /** The sequence number of the address for which each place was last scored. */
  private weighedFor = new Uint32Array(0);
  private addresses = 0;
  private tops: readonly (readonly number[])[] | null = null;

  constructor(country: Country) {
    this.country = country;
    this.levelOfKind = levelsOfKinds(country);
    this.book = new AddressNames(country, () => this.parents());
  }

  static of(country: Country, places: Iterable<AddressPlace>): AddressBook {
    const book = new AddressBook(country);
    for (const place of places) book.add(place);
    return book;
  }

  /** Adds a place; its ancestors may be added later. */
  add({ locationId, parentId, level, name, postcode }: AddressPlace): void {
    const place = this.ids.push(locationId) - 1;
    this.parentIds.push(parentId);
    this.levels.push(level);
    this.deepest = Math.max(this.deepest, level);
    this.names.push(name);
    this.postcodes.push(postcode);
    this.placeOf.set(locationId, place);
    this.above = null;
    this.tops = null;
    const { key, kinds } = this.book.add(place, name, level);
    this.keys.push(key);
    this.kinds.push(kinds);
    this.kindsAt[level] = (this.kindsAt[level] ?? 0) | kinds;
    if (postcode !== '') addTo(this.withPostcode, postcode, place);
  }

  /** Location ids by level of a place and its ancestors; null for an unknown place. */
  chainOf(locationId: number): number[] | null {
    const place = this.placeOf.get(locationId);
    return place === undefined ? null : this.chain(place);
  }

  /** The places and the postcode that a text refers to. A number that equals a location id stands for that place. */
  match(text: string): AddressMatch {
    const asId = /^\s*\d{6,15}\s*$/.test(text) ? this.placeOf.get(Number(text)) : undefined;
    if (asId !== undefined) return this.answer(asId, '', {});
    const { pieces, postcode } = cutAddress(text, this.country);
    this.isDown = this.country === 'TW' && /\p{Script=Han}/u.test(text);
    const parts = this.book.readPieces(pieces);
    const known = this.knownOf(postcode);
    const { groups, settled } = this.settleParts(parts, known);
    if (!settled) {
      const place = known === '' ? -1 : this.commonOf(this.withPostcode.get(known) ?? []);
      return this.answer(place, postcode, { unmatched: groups.map(({ part }) => part) });
    }
    const { place, corrected, others } = settled;
    const line = this.line(place);
    const unmatched = groups.filter(group => !corrected.has(group) && !line.some(at => isAmong(group, at)));
    return this.answer(place, postcode, {
      unmatched: unmatched.map(({ part }) => part),
      corrected: [...corrected].map(({ part }) => part),
      others: others.slice(0, OTHERS_MOST),
    });
  }

  /** The postcode with which places are stored; in Taiwan, that is the area postcode. */
  private knownOf(postcode: string): string {
    const own = this.country === 'TW' ? postcodesOf(postcode).find(code => this.withPostcode.has(code)) : undefined;
    return own ?? postcode;
  }

  /**
   * Matches each part as a whole first, because a word of a misspelled name can be the name of another place ("Baru" in
   * "Serang Bru"). If a part does not even nearly match a name, its word sequences are matched as well ("coblong
   * bandung"), but only below a misspelled state or city: "Jawa Brat" is the state Jawa Barat, not a village named Jawa.
   */
  private settleParts(parts: readonly Part[], postcode: string): { groups: readonly Group[]; settled: Settled | null } {
    const named = this.settle(parts, postcode);
    const top = named === null && !this.withPostcode.has(postcode) ? this.settleNear(parts) : null;
    const wholes = named ?? top;
    const hasRuns = ({ runs }: Part): boolean => runs.length > 0;
    if (!parts.some(hasRuns)) return { groups: parts, settled: wholes };
    const explained = (part: Part): boolean => wholes !== null && (wholes.corrected.has(part) || wholes.near.has(part));
    if (wholes && parts.every(part => !hasRuns(part) || explained(part))) return { groups: parts, settled: wholes };
    const groups = withoutStreets(
      parts.flatMap<Group>(part => (hasRuns(part) && !explained(part) ? part.runs : [part])),
    );
    const settled = this.settle(groups, postcode);
    const isOutside =
      top !== null &&
      !(settled !== null && (this.line(settled.place).includes(top.place) || this.isNamedTop(settled.place, groups)));
    return isOutside ? { groups: parts, settled: top } : { groups, settled };
  }

  /**
   * The only state, or otherwise the only city, whose name nearly matches one of the parts, and its places that others
   * nearly match; null if there is none.
   */
  private settleNear(parts: readonly Part[]): Settled | null {
    const named = parts.filter(({ part, isStreet }) => !DIGIT.test(part) && isStreet !== true);
    for (const places of this.topPlaces()) {
      let least = Number.POSITIVE_INFINITY;
      let found: { place: number; part: Part }[] = [];
      for (const part of named) {
        const { key } = this.book.bareOf(part.part);
        for (const place of places) {
          const errors = typingErrors(this.keys[place] as string, key);
          if (errors === null || errors > least) continue;
          if (errors < least) found = [];
          least = errors;
          found.push({ place, part });
        }
      }
      const [only, other] = found;
      if (other !== undefined) return null;
      if (only === undefined) continue;
      const { place, corrected, near, several } = this.nearBelow(only.place, parts);
      return { place, others: several, corrected: new Set([only.part, ...corrected]), near };
    }
    return null;
  }

  /** Whether one of the parts is the full name of the place's state or, if the tree has lower levels, of its city. */
  private isNamedTop(place: number, groups: readonly Group[]): boolean {
    const lowest = this.deepest > 1 ? 1 : 0;
    const tops = this.line(place).filter(at => (this.levels[at] as number) <= lowest);
    return groups.some(
      group =>
        group.score === FULL && group.isStreet !== true && group.isCut !== true && tops.some(at => isAmong(group, at)),
    );
  }

  private topPlaces(): readonly (readonly number[])[] {
    this.tops ??= [0, 1].map(level => this.levels.flatMap((own, place) => (own === level ? [place] : [])));
    return this.tops;
  }

  /** The place that the given parts refer to; null if they match none. */
  private settle(groups: readonly Group[], postcode: string): Settled | null {
    // A kind below the lowest level is that of a place that the tree does not contain: a Thai tambon.
    const named: Hits[] = groups.filter(
      ({ places, kinds }) => places.length > 0 && (this.levelOfKind.get(kinds) ?? 0) <= this.deepest,
    );
    if (named.length === 0) return null;
    // In Malaysia, the names of the lowest-level places are postcodes.
    const numbered = postcode === '' ? undefined : this.book.of(postcode);
    if (numbered) named.push({ places: numbered, score: FULL, kinds: 0 });
    const [chosen = -1, ...others] = this.choose(named, groups, postcode);
    // A word that is in several names distinguishes none of them: "Đà Lạt" is in those of five wards of Lâm Đồng.
    const isWord = !named.some(group => group.score === FULL && isAmong(group, chosen));
    const misspelled =
      others.length > 0 &&
      (isWord ||
        groups.some(({ part, places, isStreet }) => places.length === 0 && isStreet !== true && !DIGIT.test(part)));
    if (misspelled) {
      // The rest may be the misspelled name that distinguishes them, so only their common ancestors are certain.
      const common = this.commonOf([chosen, ...others]);
      if (common >= 0) return { place: common, others: [chosen, ...others], corrected: new Set(), near: new Set() };
      // A word of names in several states says nothing: "Vila".
      if (isWord) return null;
    }
    const { place, corrected, near, several } = this.nearBelow(chosen, groups);
    const line = this.line(place);
    for (const group of this.misspellable(groups))
      if (!line.some(at => isAmong(group, at)) && line.some(at => this.errorsOf(at, group.part) !== null))
        corrected.add(group);
    return { place, others: several.length > 0 ? several : others, corrected, near };
  }

  /**
   * How much of a place's name a part covers; a kind word that does not fit the place lowers the score.
   * @param isExact whether the kind words are those of another place of the name. Then the part means that one: "Iloilo
   * City" is the City of Iloilo, not the province.
   */
  private scoreOf({ score, kinds, isCut }: Hits, place: number, isExact: boolean): number {
    if (score === PART || isCut === true) return PART;
    if (kinds === 0) return score;
    const own = this.kinds[place] as number;
    const unfit = isExact ? 0 : PART;
    const of = this.levels[place] as number;
    const level = this.levelOfKind.get(kinds);
    if (own !== 0) {
      if (this.isOfKinds(place, kinds)) return EXACT;
      if ((own & kinds) !== 0) return FULL;
      // No place of the level is of this kind, so it is that of a former or foreign name: "Quận Tân Bình".
      const isFormer = (kinds & ~(this.kindsAt[of] as number)) !== 0 && (level === undefined || level === of);
      return isFormer && !isExact ? FULL : unfit;
    }
    if (level === undefined) return isExact ? 0 : FULL;
    return level === of ? EXACT : unfit;
  }

  /** Whether a place's name contains kind words, and only those given. */
  private isOfKinds(place: number, kinds: number): boolean {
    const own = this.kinds[place] as number;
    return own !== 0 && (own & kinds) === own;
  }

  /**
   * The places that match most of the parts, best first. Each part matches one place on a path (a place and its
   * ancestors), and each place is matched once, so "Sungailiat, Sungailiat, Bangka" is the ward in the district of the
   * same name. Ties go to the place whose remaining ancestors have names similar to the rest of the text, then to the
   * one whose path follows the order of the text, then to the one at the higher level.
   */
  private choose(groups: readonly Hits[], all: readonly Group[], postcode: string): number[] {
    const above = this.parents();
    const { marks, weighedFor } = this;
    const weighed = this.toWeigh(groups);
    for (const [at, hits] of weighed.entries()) {
      const isExact = hits.kinds !== 0 && hits.places.some(place => this.isOfKinds(place, hits.kinds));
      for (const place of hits.places)
        marks[place] = (marks[place] as number) | (this.scoreOf(hits, place, isExact) << (2 * at));
    }
    this.addresses += 1;
    let most = -1;
    let found: { place: number; total: number }[] = [];
    for (const { places } of weighed) {
      for (const place of places) {
        if (weighedFor[place] === this.addresses || marks[place] === 0) continue;
        weighedFor[place] = this.addresses;
        const own = postcode !== '' && this.postcodes[place] === postcode ? POSTCODE_WEIGHT : 0;
        let bound = own;
        let named = 0;
        /** Whether one part may refer to two places on the path, or two parts may refer to the same place. */
        let twice = false;
        for (let at = place, step = 0; at >= 0 && step < LINE_MOST; at = above[at] as number, step++) {
          const own = marks[at] as number;
          const which = (own | (own >>> 1)) & 0x5555_5555;
          twice ||= (which & (which - 1)) !== 0 || (which & (named | (named >>> 1))) !== 0;
          named |= own;
        }
        for (; named !== 0; named >>>= 2) bound += WEIGHTS[(named & 3) as 0 | 1 | 2 | 3];
        if (bound < most - NEAR_WEIGHT) continue;
        const total = twice ? own + weightOf(marks, this.line(place), weighed.length) : bound;
        if (total > most) {
          most = total;
          found = found.filter(one => one.total >= most - NEAR_WEIGHT);
        }
        if (total >= most - NEAR_WEIGHT) found.push({ place, total });
      }
    }
    const best = this.decide(found, all, weighed.length);
    for (const { places } of weighed) for (const place of places) marks[place] = 0;
    return best;
  }

  /** The parts to score. Repeating a part more often than a path has levels cannot change the result. */
  private toWeigh(groups: readonly Hits[]): readonly Hits[] {
    if (groups.length <= LINE_MOST) return groups;
    const times = new Map<readonly number[], number>();
    const kept = groups.filter(({ places }) => {
      const before = times.get(places) ?? 0;
      times.set(places, before + 1);
      return before < LINE_MOST;
    });
    return kept.slice(0, GROUPS_MOST);
  }

  /**
   * How near to the end of the text, where people write the broadest place, or in Taiwan to its beginning, a part names
   * a place on the path. It decides between parts that contradict each other: "Rizal, Quezon City" is in Quezon City.
   */
  private broadEndOf(place: number, groups: number): number {
    const scores = scoresOf(this.marks, this.line(place), groups);
    const isNamed = (score: number): boolean => score >= FULL;
    if (!this.isDown) return scores.findLastIndex(isNamed);
    const first = scores.findIndex(isNamed);
    return first < 0 ? -groups : -first;
  }

  /**
   * Whether a part is the full name of a place on the path above the lowest level. Contradicting names of the lowest
   * level are often those of districts that the tree lacks: "Manila, Tondo".
   */
  private namesBroad(place: number): boolean {
    return this.line(place).some(
      at => (this.levels[at] as number) < this.deepest && ((this.marks[at] as number) & FULL_MARKS) !== 0,
    );
  }

  /** How many parts name a place on the path with its kind words: "Barangay 10", but not the house number 12. */
  private exactOf(place: number, groups: number): number {
    return scoresOf(this.marks, this.line(place), groups).filter(score => score === EXACT).length;
  }

  private decide(found: { place: number; total: number }[], all: readonly Group[], groups: number): number[] {
    if (found.length === 1) return [(found[0] as { place: number }).place];
    const misspellable = this.misspellable(all);
    const withNear = best(found, ({ place, total }) => total + this.nearOf(place, misspellable));
    const inOrder = best(withNear, ({ place }) => orderOf(this.marks, this.line(place), groups, this.isDown)).map(
      ({ place }) => place,
    );
    const top = this.deepest > 1 ? best(inOrder, place => (this.namesBroad(place) ? 1 : 0)) : inOrder;
    const within = best(top, place => this.broadEndOf(place, groups));
    const whole = all.filter(({ places, isPartial }) => places.length > 0 && isPartial !== true);
    const wholly = best(within, place => whole.filter(group => this.line(place).some(at => isAmong(group, at))).length);
    let places = best(wholly, place => this.exactOf(place, groups));
    // A descendant with the same name as the chosen place is not a different meaning of the text.
    places = best(places, place => -(this.levels[place] as number));
    if (places.length === 1) return places;
    if (places.length <= OTHERS_MOST + 1) {
      const leading = places.filter(place => this.nearBelow(place, all).corrected.size > 0);
      if (leading.length === 1) return leading;
    }
    const texts = new Set(all.flatMap(({ part }) => [spelled(part), spelled(withoutFirstKind(part))]));
    const bare = new Set(all.map(({ part }) => spelledBare(part)));
    const exactness = (place: number): number => {
      let total = 0;
      for (const at of this.line(place)) {
        const name = this.names[at] as string;
        total += texts.has(spelled(name)) ? 2 : bare.has(spelledBare(name)) ? 1 : 0;
      }
      return total;
    };
    const rank = new Map(places.map(place => [place, exactness(place)]));
    // People write "Kab. Bandung" if they mean the regency, but seldom "Kota Bandung".
    const prefersCity = !this.isUnread(all, places[0] as number);
    return places.sort(
      (a, b) =>
        (rank.get(b) as number) - (rank.get(a) as number) ||
        (prefersCity && Number(isCity(this.kinds[b] as number)) - Number(isCity(this.kinds[a] as number))) ||
        (this.ids[a] as number) - (this.ids[b] as number),
    );
  }

  /** Whether a part that may be the name of a place names none on a path. */
  private isUnread(groups: readonly Group[], place: number): boolean {
    const line = this.line(place);
    return groups.some(
      group => group.isStreet !== true && !DIGIT.test(group.part) && !line.some(at => isAmong(group, at)),
    );
  }

  /** The score if one of the parts, unmatched, nearly matches a place on the path that no part matches exactly. */
  private nearOf(place: number, parts: readonly Group[]): number {
    const line = this.line(place);
    const left = parts.filter(group => !line.some(at => isAmong(group, at)));
    if (left.length === 0) return 0;
    const unnamed = line.filter(at => this.marks[at] === 0);
    return unnamed.some(at => left.some(({ part }) => this.errorsOf(at, part) !== null)) ? NEAR_WEIGHT : 0;
  }

  /**
   * The parts that may be misspelled names: all except streets and the full names of states, cities and districts. There are so many
   * places of the lowest level that a misspelled name may be that of another one.
   */
  private misspellable(groups: readonly Group[]): readonly Group[] {
    const most = Math.max(1, this.deepest - 1);
    const namesTop = ({ places, score }: Group): boolean =>
      score === FULL && places.some(place => (this.levels[place] as number) <= most);
    return groups.filter(group => group.isStreet !== true && !namesTop(group));
  }

  private errorsOf(place: number, part: string): number | null {
    return typingErrors(this.keys[place] as string, this.book.bareOf(part).key);
  }

  /**
   * Descends from a place to the child whose name is closest to one of the parts, then to that child's closest child,
   * and so on, until two children are equally close.
   * @returns the parts that led there, all parts that nearly matched a name along the way, and the places that match
   * equally well at the end
   */
  private nearBelow(
    from: number,
    all: readonly Group[],
  ): { place: number; corrected: Set<Group>; near: Set<Group>; several: number[] } {
    const corrected = new Set<Group>();
    const near = new Set<Group>();
    const misspellable = this.misspellable(all);
    let place = from;
    let nearest: number[] = [];
    this.parents();
    for (let step = 0; step < LINE_MOST && place >= 0; step++) {
      const line = this.line(place);
      let least = Number.POSITIVE_INFINITY;
      nearest = [];
      let by: Group | null = null;
      for (const group of misspellable) {
        const isOfLine = (at: number): boolean => isAmong(group, at) || this.errorsOf(at, group.part) !== null;
        if (corrected.has(group) || line.some(isOfLine)) continue;
        const { key } = this.book.bareOf(group.part);
        for (let at = this.below[place] as number; at >= 0; at = this.next[at] as number) {
          const errors = typingErrors(this.keys[at] as string, key);
          if (errors === null) continue;
          near.add(group);
          if (errors > least) continue;
          if (errors < least) nearest = [];
          least = errors;
          by = group;
          nearest.push(at);
        }
      }
      if (nearest.length !== 1 || !by) break;
      place = nearest[0] as number;
      corrected.add(by);
      nearest = [];
    }
    return { place, corrected, near, several: nearest };
  }

  private answer(
    place: number,
    typed: string,
    { unmatched = [], corrected = [], others = [] }: { unmatched?: string[]; corrected?: string[]; others?: number[] },
  ): AddressMatch {
    const own = postcodeOfPlace(this.line(place).map(at => this.postcodes[at] as string));
    return {
      locationId: place < 0 ? 0 : (this.ids[place] as number),
      chain: place < 0 ? [] : this.chain(place),
      postcode: typed === '' ? own : typed,
      postcodeFrom: typed !== '' ? 'text' : own === '' ? 'none' : 'place',
      unmatched,
      corrected,
      others: others.map(at => this.ids[at] as number),
    };
  }

  /** Index of each place's parent; -1 for a root. */
  private parents(): Int32Array {
    if (!this.above) {
      const above = Int32Array.from(this.parentIds, id => this.placeOf.get(id) ?? -1);
      putWithin(placesAround(this.country), above, this.levels, place =>
        aliasKey({ key: this.keys[place] as string, kinds: this.kinds[place] as number }),
      );
      this.above = above;
      this.below = new Int32Array(above.length).fill(-1);
      this.next = new Int32Array(above.length).fill(-1);
      for (let place = above.length - 1; place >= 0; place--) {
        const parent = above[place] as number;
        if (parent < 0) continue;
        this.next[place] = this.below[parent] as number;
        this.below[parent] = place;
      }
      this.marks = new Uint32Array(this.ids.length);
      this.weighedFor = new Uint32Array(this.ids.length);
    }
    return this.above;
  }

  /** A place and all its ancestors, starting with the place itself. */
  private line(place: number): number[] {
    const above = this.parents();
    const line: number[] = [];
    for (let at = place; at >= 0 && line.length < LINE_MOST; at = above[at] as number) line.push(at);
    return line;
  }

  private chain(place: number): number[] {
    const chain = Array.from({ length: (this.levels[place] as number) + 1 }, () => 0);
    for (const at of this.line(place).reverse()) chain[this.levels[at] as number] = this.ids[at] as number;
    return chain;
  }

  /** The most specific place that contains all given places; -1 if there is none. */
  private commonOf(places: readonly number[]): number {
    const [first, ...rest] = places;
    if (first === undefined) return -1;
    const shared = this.line(first).filter(at => rest.every(place => this.line(place).includes(at)));
    return shared[0] ?? -1;
  }
}

/** The items with the highest value, in their original order. */
function best<T>(all: readonly T[], of: (one: T) => number): T[] {
  let most = Number.NEGATIVE_INFINITY;
  let found: T[] = [];
  for (const one of all) {
    const value = of(one);
    if (value < most) continue;
    if (value > most) found = [];
    most = value;
    found.push(one);
  }
  return found;
}
