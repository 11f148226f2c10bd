/** Charges of a bill that its layout maps to no kind, by their names: how often each was there, and its sum in 1/100000 as a text. */
export type Unmapped = Readonly<Record<string, { count: number; amount: string }>>;

/** Names that a bill keeps; a file whose names are numbers or dates has thousands. */
export const UNMAPPED_MOST = 200;
/** What further names are counted under. */
export const FURTHER_CHARGES = 'further charges';

/** Counts further charges of a bill. The first `UNMAPPED_MOST` names stay apart, and all others are one. */
export function withUnmapped(known: Unmapped, charges: Iterable<{ name: string; amount: bigint }>): Unmapped {
  // A map, since a supplier may call a charge "constructor".
  const named = new Map(Object.entries(known));
  for (const { name, amount } of charges) {
    const key = named.has(name) || named.size < UNMAPPED_MOST ? name : FURTHER_CHARGES;
    const seen = named.get(key) ?? { count: 0, amount: '0' };
    named.set(key, { count: seen.count + 1, amount: String(BigInt(seen.amount) + amount) });
  }
  return Object.fromEntries(named);
}
