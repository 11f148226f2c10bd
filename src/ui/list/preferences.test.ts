import { expect, it } from 'vitest';
import { isShown, mergePreferences, parsePreferences, preferenceKey } from './preferences.ts';

const STANDARD = {
  density: 'comfortable',
  hidden: [],
  added: [],
  order: [],
  widths: {},
  frozen: null,
  exportAs: { format: 'xlsx', columns: 'all' },
};

it('table preferences are stored separately for each person and list', () => {
  expect(preferenceKey('7', 'serviceable.location')).not.toBe(preferenceKey('8', 'serviceable.location'));
});

it('table preferences round-trip, and invalid stored values are ignored', () => {
  expect(parsePreferences('{"density":"compact","hidden":["city"]}')).toEqual({
    ...STANDARD,
    density: 'compact',
    hidden: ['city'],
  });
  const whole = { ...STANDARD, order: ['city', 'id'], widths: { city: 120 }, frozen: '' };
  expect(parsePreferences(JSON.stringify(whole))).toEqual(whole);
  expect(parsePreferences('{"widths":{"a":-5,"b":"9","c":1e9,"d":90},"order":[1,"a"],"frozen":3}')).toEqual({
    ...STANDARD,
    widths: { d: 90 },
    order: ['a'],
  });
  expect(parsePreferences('{"added":["updatedBy",3]}')).toEqual({ ...STANDARD, added: ['updatedBy'] });
  const csv = { ...STANDARD, exportAs: { format: 'csv', columns: 'shown' } };
  expect(parsePreferences(JSON.stringify(csv))).toEqual(csv);
  expect(parsePreferences('{"exportAs":{"format":"pdf","columns":7}}')).toEqual(STANDARD);
  for (const text of [null, '', 'x', '3', '{"density":1,"hidden":"no","added":{}}']) {
    expect(parsePreferences(text)).toEqual(STANDARD);
  }
});

it('optional columns are shown only if selected, and mandatory columns are always shown', () => {
  const [city, by, id] = [{ key: 'city' }, { key: 'updatedBy', standby: true }, { key: 'id', always: true }];
  const standard = parsePreferences(null);
  expect([city, by, id].map(column => isShown(column, standard))).toEqual([true, false, true]);
  const chosen = { ...standard, hidden: ['city', 'id'], added: ['updatedBy'] };
  expect([city, by, id].map(column => isShown(column, chosen))).toEqual([false, true, true]);
});

it("a tab's change keeps what another tab changed since, setting by setting and column by column", () => {
  const from = { ...parsePreferences(null), hidden: ['zone'], widths: { city: 90, zone: 50 } };
  const theirs = {
    ...from,
    density: 'compact' as const,
    hidden: ['zone', 'district'],
    widths: { city: 90, zone: 50, state: 70 },
    order: ['b', 'a'],
    frozen: 'id',
    exportAs: { format: 'csv' as const, columns: 'shown' as const },
  };
  expect(mergePreferences(theirs, from, { ...from, hidden: ['zone', 'city'] })).toEqual({
    ...theirs,
    hidden: ['zone', 'district', 'city'],
  });
  expect(mergePreferences(theirs, from, { ...from, hidden: [] })).toEqual({ ...theirs, hidden: ['district'] });
  expect(mergePreferences(theirs, from, { ...from, added: ['updatedBy'] })).toEqual({
    ...theirs,
    added: ['updatedBy'],
  });
  expect(mergePreferences(theirs, from, { ...from, widths: { city: 120 } })).toEqual({
    ...theirs,
    widths: { city: 120, state: 70 },
  });
  expect(mergePreferences(theirs, from, { ...from, order: ['a', 'b'], frozen: '' })).toEqual({
    ...theirs,
    order: ['a', 'b'],
    frozen: '',
  });
  expect(mergePreferences(theirs, theirs, STANDARD as never)).toEqual(STANDARD);
  expect(mergePreferences(from, from, theirs)).toEqual(theirs);
});
