import { expect, it } from 'vitest';
import { formError, TEXT_FORMS, type TextForm } from './textForms.ts';
import { TEXT_OFFERS } from './textOffers.ts';

const DAYS = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-01`);

it.each<[TextForm, string, string | null]>([
  ['holidays', [...DAYS, '2026-02-30'].join(', '), '2026-02-30'],
  ['holidays', '2026-01-01, 2100-01-01', '2100-01-01'],
  ['holidays', '2026-01-01; Atlantis: 2026-06-21', 'Atlantis'],
  ['holidays', '{"All":["2026-01-01",1767200400]}', '1767200400'],
  ['holidays', '2026-01-01,', null],
  ['holidays', '{"All":', null],
  ['weekends', 'Sat, Mon', 'Mon'],
  ['weekends', 'Johor: Sat; Bali: Sun', 'Bali'],
  ['weekends', '{"All":[6,4]}', '4'],
  ['weekends', '{"All":[[6]]}', null],
  ['holidays', `2026-01-01, ${'x'.repeat(60)}`, `${'x'.repeat(40)}…`],
  ['serviceType', 'Mid', null],
])('for the form %s, the string %j is refused with its invalid part: %s', (form, text, part) => {
  const { words } = TEXT_FORMS[form];
  expect(formError('Field', form, text, 20_000)).toBe(
    `Field must be ${words}${part === null ? '' : `. Invalid: "${part}"`}`,
  );
});

it('no problem is reported for a string in a valid form', () => {
  expect(formError('Field', 'holidays', DAYS.join(', '), 20_000)).toBeNull();
  expect(formError('Field', 'weekends', '{"All":[6,"7"]}', 100)).toBeNull();
});

it('a string that is valid but too long is refused with its length, or its number of days, not as malformed', () => {
  const days = Array.from({ length: 1000 }, (_, at) => `20${10 + (at % 80)}-10-${10 + Math.floor(at / 80)}`);
  expect(formError('Holidays', 'holidays', days.join(', '), 10_000)).toBe(
    'Holidays allows about 800 days, and this has 1,000',
  );
  expect(formError('Code', 'code', 'A'.repeat(40), 32)).toBe('Code allows at most 32 characters, and this has 40');
});

it.each([
  ['17/02/2026', '2026-02-17'],
  ['18-Feb-2026; Feb 17, 2026', '2026-02-17, 2026-02-18'],
  ['20260217', '2026-02-17'],
  ['2027/10/10、2027/10/25', '2027-10-10, 2027-10-25'],
  // Nobody can know which month is meant, or to which region a day belongs.
  ['03/04/2026', null],
  ['Kedah: 17/02/2026', null],
  ['17/02/2126', null],
])('instead of the holidays %j, the days %j are offered', (text, days) => {
  expect(TEXT_FORMS.holidays.read(text, 20_000)).toBeNull();
  expect(TEXT_OFFERS.holidays?.(text)).toBe(days);
});

it.each([
  ['Sat-Sun', 'Sat, Sun'],
  ['Saturday & Sunday', 'Sat, Sun'],
  ['fri and sat', 'Fri, Sat'],
  ['Fri/Sat', 'Fri, Sat'],
  // Monday is never part of a weekend.
  ['Mon-Sun', null],
  ['Weekend', null],
])('instead of the weekend %j, %j is offered', (text, days) => {
  expect(TEXT_FORMS.weekends.read(text, 200)).toBeNull();
  expect(TEXT_OFFERS.weekends?.(text)).toBe(days);
});

it('the invalid parts of a string are listed: all of them, or the first few if there are many', () => {
  const problem = (text: string) => formError('Holidays', 'holidays', text, 20_000) ?? '';
  expect(problem('2026-01-01, x, 2026-02-30; Work: y, x')).toMatch(/Invalid: "x", "2026-02-30", "y"$/);
  expect(problem('a, b, c, d, e, f, g')).toMatch(/"a", "b", "c", "d", "e" and 2 more$/);
});

it('the message about a day of another era mentions only that day, wherever it is in the list', () => {
  const problem = (text: string) => formError('Holidays', 'holidays', text, 20_000);
  const era = '"2569-04-13" has a year of the Buddhist era: 2569 is 2026; write 2026-04-13';
  expect(problem('2026-01-01, 2569-04-13')).toBe(`Holidays: ${era}`);
  expect(problem('x, 2569-04-13, 2569-04-14')).toBe(`Holidays: ${era}. Also invalid: "x", "2569-04-14"`);
});

it('an invalid origin or destination is explained, and a CEP range in another notation is corrected', () => {
  const text = '24.000-001 até 24.999-999';
  expect(formError('Origin', 'cdtEnd', text, 24)).toMatch(/^Origin must be the country's code, the ID of a location/);
  expect(TEXT_OFFERS.cdtEnd?.('24000-001 até 24999-999')).toBe('24000001-24999999');
});
