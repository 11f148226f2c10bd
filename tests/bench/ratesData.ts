import { E5 } from '../../src/domain/rates/money.ts';
import type { Parcel } from '../../src/domain/rates/quote.ts';
import { NO_ROWS, type RateRows } from '../../src/domain/rates/rows.ts';
import { DEFAULT_WEIGHT_RULE } from '../../src/domain/rates/weightRule.ts';

/** A rate table version and parcels for it, identical in every run. */

export interface Size {
  zones: number;
  /** Ranges of 500 g each. */
  weights: number;
}

const GRAMS = 500;
const zone = (n: number): string => `Z${n}`;

/**
 * Zones by location, fees by zone and weight, with COD, fuel and VAT. The country as a whole belongs to the first zone.
 */
export const benchRows = ({ zones, weights }: Size): RateRows => ({
  ...NO_ROWS,
  settings: {
    currency: 'IDR',
    esfArea: 'zone',
    asfArea: 'zone',
    weightRule: { ...DEFAULT_WEIGHT_RULE, cubic: 'never', step: GRAMS },
    vat: { mode: 'exclusive', ppm: 11_000 },
    taxable: ['base', 'cod', 'fuel'],
  },
  addresses: [
    { kind: 'zone', origin: '', destination: 'ID', code: zone(0) },
    ...Array.from({ length: zones - 1 }, (_, n) => ({
      kind: 'zone' as const,
      origin: '',
      destination: String(1_000_001 + n),
      code: zone(n + 1),
    })),
  ],
  fees: Array.from({ length: zones * weights }, (_, at) => {
    const [n, weight] = [Math.floor(at / weights), at % weights];
    const fee = (10_000 + n * 10 + weight * 500) * E5;
    return { kind: 'zone', code: zone(n), start: weight * GRAMS, end: (weight + 1) * GRAMS, fee, sides: null };
  }),
  extraFees: [
    {
      type: 'cod',
      code: 'COD',
      name: 'COD',
      place: '',
      shopGroup: 0,
      of: ['codAmount'],
      fixed: null,
      ppm: 20_000,
      min: 5000 * E5,
      max: 25_000 * E5,
    },
  ],
});

/** The nth parcel, sent to a place in some zone, with some weight; one parcel in three is COD. */
export function benchParcel(n: number, { zones, weights }: Size): Parcel {
  const place = (n * 7919) % zones;
  const grams = ((n * 104_729) % ((weights - 1) * GRAMS)) + 1;
  const measures = { grams, sides: null };
  return {
    origin: { country: 'ID', locations: [] },
    destination: { country: 'ID', locations: place === 0 ? [] : [1_000_000 + place] },
    declared: measures,
    measured: measures,
    orderValue: 150_000 * E5,
    cod: n % 3 === 0 ? 150_000 * E5 : null,
    shopGroup: null,
  };
}
