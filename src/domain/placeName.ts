import { fold } from './fold.ts';
import { normalise } from './import/normalise.ts';
import { hasLostLetter, LOST_LETTER } from './lostLetter.ts';
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
