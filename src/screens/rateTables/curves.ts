import type { AreaKind, RateRows } from '../../domain/rates/rows.ts';

/** The price of a zone or route by weight, as the steps that it has. */
export interface Curve {
  readonly code: string;
  /** By start weight, in grams and e5; ranges without a fee are left out. */
  readonly steps: readonly { start: number; end: number; fee: number }[];
}

/** Curves of some zones or routes. */
export function curvesOf(rows: RateRows, kind: AreaKind, codes: readonly string[]): Curve[] {
  const wanted = new Map<string, { start: number; end: number; fee: number }[]>(codes.map(code => [code, []]));
  for (const row of rows.fees)
    if (row.kind === kind && row.fee !== null)
      wanted.get(row.code)?.push({ start: row.start, end: row.end, fee: row.fee });
  return [...wanted].map(([code, steps]) => ({ code, steps: steps.sort((one, other) => one.start - other.start) }));
}

/** Weights at which any of the curves begins or ends, in order. */
export const weightsOf = (curves: readonly Curve[]): number[] =>
  [...new Set(curves.flatMap(({ steps }) => steps.map(({ start }) => start)))].sort((one, other) => one - other);

/** The fee of a curve at a weight; null where it has none. */
export const feeOn = ({ steps }: Curve, grams: number): number | null =>
  steps.find(({ start, end }) => start <= grams && grams < end)?.fee ?? null;
