import type { Country } from './country.ts';
import { fold } from './fold.ts';
import { normalise } from './import/normalise.ts';
import { hasLostLetter, LOST_LETTER } from './lostLetter.ts';
import { ALL, isByState, readRegion } from './nonWorkingDays.ts';
import { isStorableText } from './storableText.ts';

/**
 * Validates a place's name (LOC-4; the documents define no rules). Filters, imports and type-ahead identify places by
 * folded name, so a name must contain something searchable and be unique under its parent.
 */

/** The maximum length of a name, which is also that of the name filter. */
export const PLACE_NAME_MOST = 100;

/**
 * Converts a name to its stored form: unusual spaces become plain ones, runs of spaces are collapsed, and invisible
 * characters as well as leading and trailing spaces are removed.
 */
export const tidyPlaceName = (name: string): string => normalise(name.replace(/\s+/g, ' ').trim(), 'line');

/**
 * Why a string cannot be a place's name; null if it can.
 * @param name a tidied name
 */
export function placeNameProblem(name: string): string | null {
  if (name === '') return 'Name is required';
  if (name.length > PLACE_NAME_MOST) return `Name must have at most ${PLACE_NAME_MOST} characters`;
  if (hasLostLetter(name)) return `Name ${LOST_LETTER}`;
  if (!isStorableText(name) || /\p{Cc}/u.test(name)) return 'Name has a character that cannot be stored';
  if (!/[\p{L}\p{N}]/u.test(fold(name))) return 'Name must have a letter or a digit';
  return null;
}

/**
 * Why a place cannot get a new name although the name itself is valid; null if it can. Malaysia's last mile has weekends
 * and holidays by state, kept under the state's name (NWD-14). If a state had another name, lead times would silently
 * count its days off as working days.
 * @param place the place with its current name
 * @param name a tidied name
 */
export function renamingProblem(
  country: Country,
  place: Pick<NamedPlace, 'name'> & { parentId: number },
  name: string,
): string | null {
  if (place.parentId !== 0 || !isByState(country, 'LM')) return null;
  const state = readRegion(place.name);
  if (state === null || state === ALL || readRegion(name) === state) return null;
  return `Name must stay ${state}, because non-working days list the weekends and holidays of this state under that name`;
}

/** The fields of a place on which the uniqueness rule is based. */
export interface NamedPlace {
  locationId: number;
  name: string;
}

/** Another child of the same parent whose name is the same, ignoring accents and case; undefined if there is none. */
export function namesakeOf<P extends NamedPlace>(
  siblings: Iterable<P>,
  locationId: number,
  name: string,
): P | undefined {
  const wanted = fold(name);
  for (const place of siblings) if (place.locationId !== locationId && fold(place.name) === wanted) return place;
  return undefined;
}

/**
 * Says which place already has the name, and what to do about it.
 * @param namesake the place that has the name
 */
export const namesakeText = ({ locationId, name }: NamedPlace): string =>
  `${name} (${locationId}), below the same parent, already has this name. Choose another name`;
