import { fold } from './fold.ts';

/**
 * Determines which places a typed State, City, District or Street matches: if a place at that level has exactly this
 * name (ignoring accents and case), only that name; otherwise, every name that contains the input. This way, a selected
 * suggestion ("Barat") does not match longer names that contain it, and a partially typed name still finds places.
 * @param names distinct names at one level
 * @param text the person's input
 * @returns the matching names
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
