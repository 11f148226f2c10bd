import { editDistance } from '../editDistance.ts';
import { fold } from '../fold.ts';

/** A shorter string is close to too many words, so it is not compared with the individual words of a candidate. */
const LEAST_WORD = 4;

/**
 * The maximum number of candidates whose individual words are compared: for the names of a whole country, this would
 * take a second.
 */
const MOST_BY_WORD = 2_000;

/**
 * The candidates closest to a string: those with the smallest edit distance, ignoring accents and case, if it is at
 * most a third of the string's length. If no candidate is close as a whole, candidates with an equally long sequence of
 * similar words are used: "Bandng" is close to "Kota Bandung".
 */
function nearest(text: string, candidates: Iterable<string>): string[] {
  const wanted = fold(text);
  const most = Math.max(1, Math.floor(wanted.length / 3));
  const all = [...new Set(candidates)];
  const whole = leastOf(all, most, (candidate, limit) => editDistance(wanted, fold(candidate), limit));
  if (whole.length > 0 || wanted.length < LEAST_WORD || all.length > MOST_BY_WORD) return whole;
  const words = wanted.split(' ').length;
  return leastOf(all, most, (candidate, limit) => {
    const parts = fold(candidate).split(' ');
    let least = limit + 1;
    for (let at = 0; at + words <= parts.length && parts.length > words; at++) {
      least = Math.min(least, editDistance(wanted, parts.slice(at, at + words).join(' '), limit));
    }
    return least;
  });
}

/** The candidates with the smallest distance, provided that it is at most `most`. */
function leastOf(
  candidates: readonly string[],
  most: number,
  distance: (candidate: string, limit: number) => number,
): string[] {
  let found: string[] = [];
  let least = most;
  for (const candidate of candidates) {
    const edits = distance(candidate, least);
    if (edits > least) continue;
    if (edits < least) found = [];
    least = edits;
    found.push(candidate);
  }
  return found;
}

/**
 * The candidate that was most likely meant.
 *
 * @returns null if none is close, or if two are equally close
 */
export function closest(text: string, candidates: Iterable<string>): string | null {
  const found = nearest(text, candidates);
  return found.length === 1 ? (found[0] as string) : null;
}

/** The maximum number of candidates listed if several are equally close. */
const NAMED = 5;

/** The candidates that may have been meant; empty if there are too many equally close ones to list in a sentence. */
export function similar(text: string, candidates: Iterable<string>): string[] {
  const found = nearest(text, candidates);
  return found.length > NAMED ? [] : found;
}
