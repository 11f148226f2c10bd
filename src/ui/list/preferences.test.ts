import { expect, it } from 'vitest';
import { parsePreferences, preferenceKey } from './preferences.ts';

it('keeps preferences per person and list', () => {
  expect(preferenceKey('7', 'serviceable.location')).not.toBe(preferenceKey('8', 'serviceable.location'));
});

it('reads what it wrote and forgives what it did not', () => {
  expect(parsePreferences('{"density":"compact","hidden":["city"]}')).toEqual({ density: 'compact', hidden: ['city'] });
  for (const text of [null, '', 'x', '3', '{"density":1,"hidden":"no"}']) {
    expect(parsePreferences(text)).toEqual({ density: 'comfortable', hidden: [] });
  }
});
