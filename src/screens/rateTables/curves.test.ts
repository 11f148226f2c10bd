import { expect, it } from 'vitest';
import { RateTable } from '../../domain/rates/table.ts';
import { quote } from '../../domain/rates/quote.ts';
import { E5 } from '../../domain/rates/money.ts';
import { end, fee, measures, sampleRows, settings } from '../../domain/rates/testing/sampleRates.ts';
import { boundWords, curvesOf, priceRows } from './curves.ts';

const fees = [fee('A', 0, 1, 10), fee('A', 1, 2, 20), fee('A', 2, 5, null), fee('A', 5, 7, 50), fee('B', 0.5, 3, 7)];

it('the table of price curves has a row for each range between bounds, also for ranges without a fee', () =>
  expect(
    priceRows(curvesOf(sampleRows({ fees }), 'zone', ['A', 'B'])).map(row => [
      row.start / 1000,
      row.end / 1000,
      ...row.fees.map(one => one && one / E5),
    ]),
  ).toEqual([
    [0, 0.5, 10, null],
    [0.5, 1, 10, 7],
    [1, 2, 20, 7],
    [2, 3, null, 7],
    [3, 5, null, null],
    [5, 7, 50, null],
  ]));

it.each(['above', 'below'] as const)(
  'the table shows the prices of quotes if a bound belongs to the range %s',
  bound => {
    const rows = sampleRows({ settings: settings({}, { bound }), fees });
    const table = RateTable.of({ ...rows, addresses: [{ kind: 'zone', origin: '', destination: '', code: 'A' }] });
    const fitting = (grams: number) =>
      priceRows(curvesOf(rows, 'zone', ['A'])).find(({ start, end: last }) =>
        bound === 'above' ? start <= grams && grams < last : (start < grams || start === 0) && grams <= last,
      )?.fees[0] ?? null;
    for (const kilograms of [0, 0.5, 1, 1.5, 2, 3, 5, 6.999, 7, 8]) {
      const weighed = measures(kilograms);
      const parcel = { origin: end(), destination: end(), declared: weighed, measured: weighed };
      const { total } = quote(table, 'asf', { ...parcel, orderValue: null, cod: null, shopGroup: null });
      expect([kilograms, fitting(kilograms * 1000)]).toEqual([kilograms, total]);
    }
    expect(boundWords(rows)).toBe(`A weight at a bound has the price of the range ${bound} it`);
  },
);
