/** The order of channels by fee, for "Which channel is cheapest here?" (issue 29, 4). */

/** What a channel charges: the total in e5, and the version whose currency it is in. Without a fee, one is null. */
export interface Offer {
  readonly quote: { readonly total: number | null } | null;
  readonly by: { readonly currency: string } | null;
}

/** The currency of an offer; null if it has no fee. */
export const offerCurrency = ({ quote, by }: Offer): string | null =>
  quote === null || quote.total === null ? null : (by?.currency ?? null);

/**
 * Compares two offers: cheapest first within a currency. Amounts in different currencies are never compared; those in
 * the country's own currency come first, then the others by currency, and offers without a fee come last.
 */
export function compareOffers(one: Offer, other: Offer, own: string): number {
  const [a, b] = [offerCurrency(one), offerCurrency(other)];
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (a !== b) return Number(a !== own) - Number(b !== own) || (a < b ? -1 : 1);
  return (one.quote?.total ?? 0) - (other.quote?.total ?? 0);
}
