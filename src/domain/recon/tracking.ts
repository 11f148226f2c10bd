import { plainHyphens } from '../import/normalise.ts';

/**
 * The key of a tracking number, which is the same for the different spellings used by carriers, spreadsheets and people
 * (issue 30, 1).
 */
export const trackingKey = (text: string): string =>
  plainHyphens(text.normalize('NFKC')).replace(IGNORED, '').toUpperCase();

/**
 * The key of a billed parcel: that of its tracking number or, if the bill does not state one, of its order reference.
 * The two never share a key, because the reference of one order may be the tracking number of another. A tracking number's key
 * contains no space.
 */
export function parcelKey({ tracking, reference }: ParcelNames): string {
  return trackingKey(tracking) || referenceKey(reference);
}

/** The key of a parcel that a bill names only by its order reference; empty without a reference. */
export function referenceKey(reference: string): string {
  const key = trackingKey(reference);
  return key === '' ? '' : `REF ${key}`;
}

/** Matches spaces, the dashes of all scripts, and invisible characters such as soft hyphens and zero-width spaces. */
const IGNORED = /[\s\p{Pd}\p{Cf}]/gu;

/**
 * Matches a long number that a spreadsheet displays with an exponent, so that its last digits are lost: "6.35213E+11".
 * Several digits followed by an E and more digits, without a decimal mark or a sign, are not such a number: carriers
 * use ids like "590E12345".
 */
const RUINED = /^[+-]?(\d+[.,]\d+E[+-]?\d+|\d+E[+-]\d+|\dE\d+)$/i;

/**
 * Whether a spreadsheet corrupted a tracking number. A corrupted number never matches an order: its row is refused and
 * counted.
 */
export const isRuined = (text: string): boolean =>
  RUINED.test(plainHyphens(text.normalize('NFKC')).replace(/[\s\p{Cf}]/gu, ''));

/** The identifiers of a parcel that both bills and orders have. */
export interface ParcelNames {
  tracking: string;
  reference: string;
}

/**
 * Finds the order to which a billed parcel belongs, by tracking number or else by order reference, but never by amount
 * and date.
 * @param byTracking orders by `trackingKey`
 * @param byReference orders by `trackingKey` of their reference
 * @returns undefined if no order matches
 */
export function matchOrder<O>(
  { tracking, reference }: ParcelNames,
  byTracking: ReadonlyMap<string, O>,
  byReference: ReadonlyMap<string, O>,
): { order: O; by: 'tracking' | 'reference' } | undefined {
  const named = trackingKey(tracking);
  const order = named === '' ? undefined : byTracking.get(named);
  if (order !== undefined) return { order, by: 'tracking' };
  const referred = trackingKey(reference);
  const other = referred === '' ? undefined : byReference.get(referred);
  return other === undefined ? undefined : { order: other, by: 'reference' };
}
