import { expect, it } from 'vitest';
import type { Fields, ListData } from '../../contract/listData.ts';
import { footerCounts } from './footerCounts.ts';

const row = {} as ListData<Fields>['rows'][number];
const data = (part: Partial<ListData<Fields>>): ListData<Fields> =>
  ({ status: 'ready', rows: [], total: 0, extra: 0, partial: false, refreshing: false, ...part }) as ListData<Fields>;
const place = { before: 10, length: 14, lengthKnown: true, count: 10 };

it.each([
  ['rows of the server and one that waits', { rows: [row, row, row], extra: 1, total: 14 }, {}, 2, null],
  ['no rows', {}, {}, 0, null],
  ['a page that loads, of a list whose length is known', { status: 'loading' }, {}, 4, null],
  ['the first page that loads', { status: 'loading' }, { lengthKnown: false, length: 0, before: 0 }, 0, 'Loading ...'],
  ['an error', { status: 'error', rows: [row] }, {}, 0, 'Not loaded'],
  [
    'entries on this device',
    { rows: [row], total: 3, partial: true },
    {},
    1,
    '3 found among the entries loaded on this device',
  ],
  ['entries on this device while others load', { rows: [row], partial: true, refreshing: true }, {}, 1, 'Loading ...'],
] as const)('the footer of a list with %s counts the rows of the page', (_, part, at, shown, unknown) =>
  expect(footerCounts(data(part as Partial<ListData<Fields>>), { ...place, ...at })).toEqual({ shown, unknown }),
);
