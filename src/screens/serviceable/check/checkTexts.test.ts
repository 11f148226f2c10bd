import { expect, it } from 'vitest';
import { keyOfOwner, type OwnerKey } from '../../../contract/owner.ts';
import { deliverText } from './checkTexts.ts';

const channel = (id: number): OwnerKey => keyOfOwner({ kind: 'channel', id });
const threePl = (id: number): OwnerKey => keyOfOwner({ kind: '3pl', id });

it.each([
  [0, 0, [channel(10021)], '0 of 1 channel delivers here'],
  [1, 0, [channel(10021), channel(10022)], '1 of 2 channels deliver here'],
  [2, 0, [channel(10021), channel(10022), threePl(501)], '2 of 3 channels and 3PLs deliver here'],
  [0, 1, [channel(10021)], '0 of 1 channel delivers here, 1 depends on the other address'],
  [
    2,
    4,
    Array.from({ length: 12 }, (_, at) => channel(10021 + at)),
    '2 of 12 channels deliver here, 4 depend on the other address, 6 do not',
  ],
  [
    1,
    1,
    [channel(10021), channel(10022), threePl(501)],
    '1 of 3 channels and 3PLs deliver here, 1 depends on the other address, 1 does not',
  ],
  [1, 0, [threePl(501)], '1 of 1 3PL delivers here'],
  [1, 0, [threePl(501), threePl(502)], '1 of 2 3PLs deliver here'],
])(
  'the address check counts the channels and 3PLs that deliver, and those that depend on missing input: %i and %i of %o',
  (served, open, owners, text) => {
    expect(deliverText(served, open, owners)).toBe(text);
  },
);
