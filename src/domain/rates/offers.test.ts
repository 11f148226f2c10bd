import { expect, it } from 'vitest';
import { compareOffers } from './offers.ts';

const offer = (total: number | null, currency: string) => ({ quote: { total }, by: { currency } });

it('fees are compared within a currency only, the country’s own first, and offers without a fee come last', () => {
  const none = { quote: null, by: null };
  const list = [
    none,
    offer(5, 'USD'),
    offer(900, 'IDR'),
    offer(null, 'IDR'),
    offer(3, 'USD'),
    offer(800, 'IDR'),
    offer(1, 'SGD'),
  ];
  const sorted = list.toSorted((a, b) => compareOffers(a, b, 'IDR'));
  expect(sorted.slice(0, 5)).toEqual([
    offer(800, 'IDR'),
    offer(900, 'IDR'),
    offer(1, 'SGD'),
    offer(3, 'USD'),
    offer(5, 'USD'),
  ]);
  expect(sorted.slice(5).every(({ quote }) => quote === null || quote.total === null)).toBe(true);
});
