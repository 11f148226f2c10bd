import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { json, jsonKind, type JsonField } from './json.ts';

const LIST = {
  name: 'statuses',
  of: [
    { value: 0, label: 'In transit' },
    { value: 1, label: 'Delivered' },
    { value: 2, label: 'Returned' },
  ],
} as const;
const FIELD: JsonField = json('Billable Statuses', { max: 500, empty: true, list: LIST });
const REFUSED = 'Billable Statuses must be one or more of In transit, Delivered, Returned';

it.each([
  ['Delivered', '{"statuses":[1]}'],
  ['returned ,  IN TRANSIT', '{"statuses":[2,0]}'],
  ['Delivered; Returned', '{"statuses":[1,2]}'],
  ['{ "statuses": [ 1, 2 ] }', '{"statuses":[1,2]}'],
])('the list "%s" is stored as %s', (text, stored) => {
  expect(jsonKind.canonical(FIELD, text, 'ID')).toEqual({ value: stored });
  expect(jsonKind.typed?.read(FIELD, text, 'ID')).toEqual({ value: stored });
});

it.each(['Lost', 'None', 'Delivered,', 'Delivered and Returned', '1', '[1,2]', 'statuses'])(
  'the list "%s" is refused with the names of the options',
  text => {
    expect(jsonKind.canonical(FIELD, text, 'ID')).toEqual({ problem: REFUSED });
  },
);

it('every list of known numbers is written as labels, and read back unchanged from a form, a file and the log', () => {
  const numbers = fc.array(fc.constantFrom(...LIST.of.map(({ value }) => value)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(numbers, statuses => {
      const stored = JSON.stringify({ statuses });
      const text = jsonKind.words(FIELD, stored);
      expect(text).not.toContain('{');
      expect(jsonKind.words(FIELD, text)).toBe(text);
      expect(jsonKind.cell(FIELD, stored)).toBe(text);
      expect(jsonKind.typed?.read(FIELD, text, 'ID')).toEqual({ value: stored });
      expect(jsonKind.canonical(FIELD, stored, 'ID')).toEqual({ value: stored });
    }),
  );
});

it('JSON that is not exactly such a list is displayed as it is stored', () => {
  for (const stored of ['{"statuses":[1],"until":3}', '{"statuses":[9]}', '{"statuses":[]}', '{"other":[1]}', '[1]'])
    expect(jsonKind.words(FIELD, stored)).toBe(stored);
});
