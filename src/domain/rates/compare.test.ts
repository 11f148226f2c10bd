import { describe, expect, it } from 'vitest';
import { applyComparison, changeCounts, changeRef, compareInSteps, compareRates } from './compare.ts';
import { E5 } from './money.ts';
import { extra, fee, sampleRows, settings } from './testing/sampleRates.ts';

const before = sampleRows({ fees: [fee('A', 0, 1, 10), fee('A', 1, 2, 20), fee('A', 2, 3, 30), fee('B', 0, 1, 0)] });
const after = sampleRows({
  settings: settings({ asfArea: 'route' }),
  fees: [fee('A', 0, 1, 11), fee('A', 1, 2, 10), fee('B', 0, 1, 5), fee('B', 1, 2, null)],
  extraFees: [extra('fuel', { ppm: 1 })],
});

describe('comparing two versions of a rate table', () => {
  const comparison = compareRates(before, after);

  it('a comparison lists rows without a previous or new fee first, then the others by relative change', () =>
    expect(
      comparison.rows.map(({ key, before: one, after: other, share }) => [
        key,
        ...[one, other].map(row => (row && 'fee' in row ? (row.fee ?? NaN) / E5 : row && 'row')),
        share,
      ]),
    ).toEqual([
      ['zone/A/2000', 30, null, null],
      ['zone/B/0', 0, 5, null],
      ['zone/B/1000', null, NaN, null],
      ['fuel/FUEL//0', null, 'row', null],
      ['zone/A/1000', 20, 10, -500_000],
      ['zone/A/0', 10, 11, 100_000],
    ]));

  it('a comparison includes changed settings, counts increases and decreases, and links to the rows', () => {
    expect(comparison.settings).toEqual([{ setting: 'asfArea', before: 'zone', after: 'route' }]);
    expect(changeCounts(comparison)).toEqual({ up: 2, down: 1, added: 2, removed: 1, other: 0 });
    expect(changeRef(comparison.rows[0]!)).toEqual({ part: 'fees', key: 'zone/A/2000' });
  });

  it('between versions in different currencies, no fee rises or falls', () => {
    const foreign = compareRates(before, { ...after, settings: { ...after.settings, currency: 'BRL' } });
    expect(foreign.rows.map(({ share }) => share)).toEqual(Array.from(foreign.rows, () => null));
    expect(changeCounts(foreign)).toEqual({ up: 0, down: 0, added: 2, removed: 1, other: 3 });
  });

  it('the order of fields and rows does not count as a change', () => {
    const turned = {
      ...before,
      fees: before.fees.map(row => Object.fromEntries(Object.entries(row).reverse()) as never).reverse(),
    };
    expect(compareRates(before, turned)).toEqual({ settings: [], rows: [] });
    const taxed = { ...before, settings: { ...before.settings, taxable: before.settings.taxable.toReversed() } };
    expect(compareRates(before, taxed).settings).toEqual([]);
  });

  it('the relative change is capped if a fee rises from almost nothing to billions', () => {
    const least = { ...fee('A', 0, 1, 1), fee: 1 };
    const most = { ...least, fee: 9_000_000_000_000_000 };
    const share = (from: typeof least, to: typeof least) =>
      compareRates(sampleRows({ fees: [from] }), sampleRows({ fees: [to] })).rows.map(row => row.share);
    expect([share(least, most), share(most, least)]).toEqual([[Number.MAX_SAFE_INTEGER], [-1_000_000]]);
  });

  it('applying a comparison to a third version changes only the compared rows', () => {
    const third = sampleRows({ fees: [fee('A', 0, 1, 99), fee('C', 0, 1, 7)] });
    const applied = applyComparison(third, comparison);
    expect(applied.fees).toEqual([
      fee('A', 0, 1, 11),
      fee('C', 0, 1, 7),
      fee('B', 0, 1, 5),
      fee('B', 1, 2, null),
      fee('A', 1, 2, 10),
    ]);
    expect(applied.settings.asfArea).toBe('route');
  });

  it('compareInSteps pauses every few thousand rows and lists changes in the same order as a single pass', () => {
    const fees = (factor: number) =>
      Array.from({ length: 9_000 }, (_, at) =>
        fee(`Z${at % 90}`, at, at + 1, ((at * 7919) % 1000) * (at % 3 ? factor : 1) + 1),
      );
    const steps = compareInSteps(sampleRows({ fees: fees(1) }), sampleRows({ fees: fees(3) }));
    let pauses = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) pauses += 1;
    expect(pauses).toBeGreaterThan(15);
    const { rows } = step.value;
    expect(rows.length).toBeGreaterThan(5_900);
    const order = rows.map(({ share, key }) => [-Math.abs(share ?? 0), key] as const);
    const sorted = order.toSorted(([a, one], [b, other]) => a - b || (one < other ? -1 : 1));
    expect(order).toEqual(sorted);
  });
});
