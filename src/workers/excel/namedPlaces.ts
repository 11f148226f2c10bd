import type { AddressMatch } from '../../domain/addressMatch.ts';
import { COUNTRIES, isCountry } from '../../domain/country.ts';
import type { PlaceLabel } from '../../domain/rates/quoteWords.ts';

/**
 * Resolves places that a file specifies by name, like addresses: each becomes a place, or a message that explains why
 * not.
 */

/** Index of a country's place names. */
export interface PlaceNames {
  match: (text: string) => AddressMatch;
  /** Names, starting with the state; empty for an unknown place. */
  namesOf: (locationId: number) => readonly string[];
}

export interface NamedPlace {
  chain: readonly number[];
  postcode: string;
  /** The resolved place, as text for a cell of the result. */
  words: string;
  /** Why the text is not a place; empty if it is. */
  problem: string;
}

/** Maximum number of memoized strings. They are memoized because a file repeats the same places. */
const REMEMBERED_MOST = 20_000;
const SHOWN_MOST = 3;

const line = (names: readonly string[]): string => names.join(' > ');

/** A place as text for a cell of the result: its names from the state down, its id, and notes about how it was read. */
export const placeCell = ({ namesOf }: PlaceNames, locationId: number, notes: readonly string[] = []): string =>
  `${line(namesOf(locationId))} (${[String(locationId), ...notes].join('; ')})`;

/** Labels places in the words of a quote: the names of a location and its id, or the name of a country. */
export function placeLabels(places: PlaceNames | null): PlaceLabel {
  const known = new Map<string, string>();
  const look = (name: string): string => {
    if (isCountry(name)) return COUNTRIES[name].name;
    const names = places && /^[1-9]\d*$/.test(name) ? places.namesOf(Number(name)) : [];
    return names.length === 0 ? name : `${names.toReversed().join(', ')} (${name})`;
  };
  return name => {
    let label = known.get(name);
    if (label === undefined) {
      label = look(name);
      if (known.size < REMEMBERED_MOST) known.set(name, label);
    }
    return label;
  };
}

/** Resolves each distinct text only once. If several places have the name, asks the person instead of guessing. */
export function namedPlaces(places: PlaceNames | null): (label: string, text: string) => NamedPlace {
  const known = new Map<string, NamedPlace>();
  const look = (label: string, text: string): NamedPlace => {
    const none = { chain: [], postcode: '', words: '' };
    if (!places)
      return {
        ...none,
        problem: `${label}: the places of this country are not on this device yet. Use location IDs instead.`,
      };
    const { locationId, chain, postcode, postcodeFrom, unmatched, corrected, others } = places.match(text);
    if (locationId === 0) return { ...none, problem: `${label}: there is no place "${text}"` };
    if (others.length > 0) {
      const several = [locationId, ...others].slice(0, SHOWN_MOST).map(id => line(places.namesOf(id)));
      return {
        ...none,
        problem: `${label}: "${text}" can be several places (${several.join('; ')}). Add the name of a place above it.`,
      };
    }
    const notes = [
      ...(unmatched.length > 0 ? [`not used: ${unmatched.join(', ')}`] : []),
      ...(corrected.length > 0 ? [`corrected: ${corrected.join(', ')}`] : []),
    ];
    return {
      chain,
      postcode: postcodeFrom === 'text' ? postcode : '',
      words: placeCell(places, locationId, notes),
      problem: '',
    };
  };
  return (label, text) => {
    const key = `${label} ${text}`;
    const before = known.get(key);
    if (before) return before;
    const found = look(label, text);
    if (known.size < REMEMBERED_MOST) known.set(key, found);
    return found;
  };
}
