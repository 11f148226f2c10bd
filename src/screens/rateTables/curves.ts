import type { AreaKind, RateRows } from '../../domain/rates/rows.ts';

/** A range of charged weights in grams, and its fee in e5. */
interface PriceStep {
  readonly start: number;
  readonly end: number;
  readonly fee: number;
}

/** The price of a zone or route by weight, as a step function. */
export interface Curve {
  readonly code: string;
  /** Sorted by start; ranges without a fee are omitted. */
  readonly steps: readonly PriceStep[];
}

/** The price curves of some zones or routes. */
export function curvesOf(rows: RateRows, kind: AreaKind, codes: readonly string[]): Curve[] {
  const wanted = new Map<string, PriceStep[]>(codes.map(code => [code, []]));
  for (const row of rows.fees)
    if (row.kind === kind && row.fee !== null)
      wanted.get(row.code)?.push({ start: row.start, end: row.end, fee: row.fee });
  return [...wanted].map(([code, steps]) => ({ code, steps: steps.sort((one, other) => one.start - other.start) }));
}

/**
 * The table of several curves: the ranges between all their bounds, each with the fee of every curve, or null if the
 * curve has no fee there. In each range, no curve changes.
 */
export function priceRows(
  curves: readonly Curve[],
): { start: number; end: number; fees: readonly (number | null)[] }[] {
  const bounds = [...new Set(curves.flatMap(({ steps }) => steps.flatMap(({ start, end }) => [start, end])))];
  bounds.sort((one, other) => one - other);
  return bounds.slice(1).map((end, at) => {
    const start = bounds[at] as number;
    const fees = curves.map(({ steps }) => steps.find(step => step.start <= start && end <= step.end)?.fee ?? null);
    return { start, end, fees };
  });
}

/** Which of two ranges a weight on their common bound belongs to. */
export const boundWords = ({ settings }: RateRows): string =>
  `A weight at a bound has the price of the range ${settings.weightRule.bound === 'above' ? 'above' : 'below'} it`;
