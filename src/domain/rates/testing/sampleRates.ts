import type { End } from '../../leadTime.ts';
import { E5 } from '../money.ts';
import type { Measures, Parcel } from '../quote.ts';
import { NO_ROWS, type AreaKind, type ExtraFeeRow, type FeeRow, type RateRows, type RateSettings } from '../rows.ts';
import { DEFAULT_WEIGHT_RULE, type Sides, type WeightRule } from '../weightRule.ts';

/** Sample rows and parcels for tests. Amounts are in currency units, weights in kilograms, and sizes in centimeters. */

export const settings = (change: Partial<RateSettings> = {}, rule: Partial<WeightRule> = {}): RateSettings => ({
  currency: 'IDR',
  esfArea: 'zone',
  asfArea: 'zone',
  weightRule: { ...DEFAULT_WEIGHT_RULE, cubic: 'never', ...rule },
  vat: { mode: 'exclusive', ppm: 0 },
  taxable: ['base', 'volume', 'remote', 'cepRisk', 'cod', 'additional', 'fuel'],
  ...change,
});

export const fee = (
  code: string,
  start: number,
  end: number,
  amount: number | null,
  sides: number | null = null,
  kind: AreaKind = 'zone',
): FeeRow => ({
  kind,
  code,
  start: start * 1000,
  end: end * 1000,
  fee: amount === null ? null : Math.round(amount * E5),
  sides: sides === null ? null : sides * 10,
});

export const extra = (type: ExtraFeeRow['type'], change: Partial<ExtraFeeRow> = {}): ExtraFeeRow => ({
  type,
  code: type.toUpperCase(),
  name: type,
  place: '',
  shopGroup: 0,
  of: type === 'cod' ? ['codAmount'] : ['base'],
  fixed: null,
  ppm: null,
  min: null,
  max: null,
  ...change,
});

/** Indonesia is in zone A and its state 2 in zone B. Both zones have fees up to 2 kg. */
export const sampleRows = (change: Partial<RateRows> = {}): RateRows => ({
  ...NO_ROWS,
  settings: settings(),
  names: [{ kind: 'zone', code: 'B', name: 'Far' }],
  addresses: [
    { kind: 'zone', origin: '', destination: 'ID', code: 'A' },
    { kind: 'zone', origin: '', destination: '2', code: 'B' },
  ],
  fees: [fee('A', 0, 1, 10_000), fee('A', 1, 2, 18_000), fee('B', 0, 1, 20_000), fee('B', 1, 2, 36_000)],
  ...change,
});

export const end = (...locations: number[]): End => ({ country: 'ID', locations });
export const cepEnd = (cep: string): End => ({ country: 'BR', locations: [], cep });

export const measures = (kilograms: number | null, ...cm: number[]): Measures => ({
  grams: kilograms === null ? null : Math.round(kilograms * 1000),
  sides: cm.length === 3 ? (cm.map(side => Math.round(side * 10)) as unknown as Sides) : null,
});

/** A parcel of 0.5 kg sent within state 1, with measurements equal to the declared values. */
export function parcel(kilograms: number | null = 0.5, change: Partial<Parcel> = {}): Parcel {
  const declared = change.declared ?? measures(kilograms);
  return {
    origin: end(1, 11),
    destination: end(1, 12),
    measured: declared,
    orderValue: null,
    cod: null,
    shopGroup: null,
    ...change,
    declared,
  };
}
