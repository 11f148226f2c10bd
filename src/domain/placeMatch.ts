import { fold } from './fold.ts';

/**
 * How a typed State, City, District or Street selects places: when a place of that level carries exactly this name
 * (accents and case aside) only that name is meant, otherwise every name that contains the text. So a suggestion
 * that was picked ("Barat") does not drag in its longer namesakes, and a half-typed name still finds something.
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
