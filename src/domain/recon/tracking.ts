/**
 * The key of a tracking number: the spellings used by different carriers, spreadsheets and people all yield the same
 * string (issue 30, 1).
 */
export const trackingKey = (text: string): string => text.normalize('NFKC').replace(IGNORED, '').toUpperCase();

/** Spaces, hyphens, the minus sign, and invisible characters such as soft hyphens and zero-width spaces. */
const IGNORED = /[\s\p{Pd}\p{Cf}\u2212]/gu;

/**
 * Matches a long number that a spreadsheet displays with an exponent, so that its last digits are lost: "6.35213E+11".
 * Several digits, an E and digits, without a mark or a sign, are not such a number: carriers use ids like "590E12345".
 */
const RUINED = /^[+-]?(\d+[.,]\d+E[+-]?\d+|\d+E[+-]\d+|\dE\d+)$/i;

/**
 * Whether a spreadsheet corrupted a tracking number. Such a number never matches anything: the row is refused and
 * counted.
 */
export const isRuined = (text: string): boolean =>
  RUINED.test(
    text
      .normalize('NFKC')
      .replace(/[\s\p{Cf}]/gu, '')
      .replaceAll('\u2212', '-'),
  );

/** The identifiers of a parcel that both sides have. */
export interface ParcelNames {
  tracking: string;
  reference: string;
}

/**
 * Finds the order of a billed parcel by tracking number, or else by order reference; never by amount and date.
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
