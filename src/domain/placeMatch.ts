import { fold } from './fold.ts';

/**
 * How a typed State, City, District or Street selects places: if a place of that level has exactly this name
 * (ignoring accents and case), only that name is used, otherwise every name that contains the text. So a picked
 * suggestion ("Barat") does not include longer names that contain it, and a half-typed name still finds something.
 *
 * @param names distinct names of one level
 * @param text what the person typed
 * @returns the names that are meant
 */
export function matchPlaceNames(names: Iterable<string>, text: string): string[] {
  const wanted = fold(text);
  const containing: string[] = [];
  const exact: string[] = [];
  for (const name of names) {
    const folded = fold(name);
    if (folded === wanted) exact.push(name);
    else if (folded.includes(wanted)) containing.push(name);
  }
  return exact.length > 0 ? exact : containing;
}
