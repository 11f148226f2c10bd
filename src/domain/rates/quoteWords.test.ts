import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missing } from './quoteMissing.ts';
import { addressWords, placeLabelOf, withPlaceLabels } from './quoteWords.ts';
import type { AddressRow } from './rows.ts';
import { cepEnd, end } from './testing/sampleRates.ts';

const NAMES: Readonly<Record<string, string>> = {
  '11': 'Kota Bandung, West Java (11)',
  '12': 'Dago, A, to B is zone C',
  ID: 'Indonesia',
};
const named = placeLabelOf({ placeLabel: name => NAMES[name] ?? name });
const plain = placeLabelOf({});
const place = fc.constantFrom('', '11', '12', '99', 'ID', '01310000-01319999');
const address = fc.record({
  kind: fc.constantFrom('zone', 'route'),
  origin: place,
  destination: place,
  code: fc.constantFrom('B', '11', 'to 12 is', 'C, by'),
}) satisfies fc.Arbitrary<AddressRow>;

describe('the words of a stored quote', () => {
  it('words that are labelled later are those that would have been written with the labels', () => {
    fc.assert(
      fc.property(address, fc.constantFrom('', 'Inner city', 'from 11 to 12'), (row, name) => {
        const area = { kind: row.kind, code: row.code, name };
        const words = (label: (place: string) => string) => addressWords(row, area, label);
        expect(withPlaceLabels(words(plain), 'addresses zone/11/', named)).toBe(words(named));
      }),
    );
  });

  it('a missing area and two rows for one area are labelled, too', () => {
    for (const [origin, destination] of [
      [end(1, 11), end(12)],
      [end(), end(99)],
      [end(11), cepEnd('01310100')],
    ] as const) {
      const words = (label: typeof plain) => missing.place('route', origin, destination, label).text;
      expect(withPlaceLabels(words(plain), null, named)).toBe(words(named));
    }
    fc.assert(
      fc.property(address, address, (one, other) => {
        const rows = [one, other].map(row => ({ ...row, code: row.code.replace(/\W/g, '') }));
        const words = (label: typeof plain) =>
          missing.twoAddresses('zone', rows[0] as AddressRow, rows[1] as AddressRow, label).text;
        expect(withPlaceLabels(words(plain), 'addresses zone/11/', named)).toBe(words(named));
      }),
    );
  });

  it.each([
    ['to 11 is zone B', 'fees zone/B/0'],
    ['2% of 11 (order value) = 12, raised to the minimum 11', 'extraFees cod/COD/11/0'],
    ['no fee for zone 11 above 12 kg', 'fees zone/11/0'],
    ['no zone from 11 to 12 kg', null],
    ['channel 11 has neither a rate nor a rate table in effect on 2026-08-01', null],
  ])('"%s" names no place', (words, row) => {
    expect(withPlaceLabels(words, row, named)).toBe(words);
  });
});
