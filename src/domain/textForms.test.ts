import { expect, it } from 'vitest';
import { formError, TEXT_FORMS, type TextForm } from './textForms.ts';

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
])('a text of %s, %j, is refused by the part that is none: %s', (form, text, part) => {
  const { words } = TEXT_FORMS[form];
  expect(formError('Field', form, text, 20_000)).toBe(
    `Field must be ${words}${part === null ? '' : `. Not one of them: "${part}"`}`,
  );
});

it('says nothing of a text that has its form', () => {
  expect(formError('Field', 'holidays', DAYS.join(', '), 20_000)).toBeNull();
  expect(formError('Field', 'weekends', '{"All":[6,"7"]}', 100)).toBeNull();
});
