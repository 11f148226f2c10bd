import { describe, expect, it } from 'vitest';
import { TEXT_FORMS } from '../textForms.ts';
import { readOpeningHours, wrongHours, wrongWeekdays } from './week.ts';

describe('parsing days of the week', () => {
  it.each([
    ['Mon, Wed', 'Mon, Wed'],
    ['wednesday, mon', 'Mon, Wed'],
    ['Mon-Fri', 'Mon, Tue, Wed, Thu, Fri'],
    ['Sat–Mon', 'Mon, Sat, Sun'],
    ['Sat\u2011Mon', 'Mon, Sat, Sun'],
    ['Daily', 'Mon, Tue, Wed, Thu, Fri, Sat, Sun'],
    ['Mon, Mon-Tue', 'Mon, Tue'],
    ['Mo', null],
    ['Mon, Someday', null],
    ['Mon-', null],
    ['Mon-Tue-Wed', null],
    ['', null],
  ])('the weekdays %j are stored as %j', (text, kept) => expect(TEXT_FORMS.weekdays.read(text, 60)).toBe(kept));

  it('wrongWeekdays lists the parts that are not weekdays', () => {
    expect(wrongWeekdays('Mon, Someday, Tue, Noday')).toEqual(['Someday', 'Noday']);
    expect(wrongWeekdays('Mon-Fri')).toEqual([]);
  });
});

describe('parsing opening hours', () => {
  it.each([
    ['Mon-Fri 8:00-17:00; Sat 9.00 - 12.00', 'Mon-Fri 08:00-17:00; Sat 09:00-12:00'],
    ['Sat, Sun 10:00-22:00; Mon-Fri 08:00-22:00', 'Mon-Fri 08:00-22:00; Sat-Sun 10:00-22:00'],
    ['Mon\u2011Fri 08:00\u221217:00', 'Mon-Fri 08:00-17:00'],
    ['daily 00:00-24:00', 'Mon-Sun 00:00-24:00'],
    ['Mon 8:00 am - 5:30 pm', 'Mon 08:00-17:30'],
    ['Mon 08:00-17:00; Tue 08:00-17:00; Thu 08:00-17:00', 'Mon-Tue 08:00-17:00; Thu 08:00-17:00'],
    ['Mon 17:00-08:00', null],
    ['Mon 08:00-08:00', null],
    ['Mon-Fri 08:00-17:00; Fri 09:00-12:00', null],
    ['08:00-17:00', null],
    ['Mon', null],
    ['Mon 08:00-25:00', null],
    ['', null],
  ])('the opening hours %j are stored as %j', (text, kept) =>
    expect(TEXT_FORMS.openingHours.read(text, 200)).toBe(kept),
  );

  it('formatted opening hours parse back to the same hours', () => {
    const week = readOpeningHours('Mon-Fri 08:00-17:00; Sun 09:00-12:00');
    expect(week?.map(day => day?.from ?? 'closed')).toEqual([
      ...Array.from({ length: 5 }, () => '08:00'),
      'closed',
      '09:00',
    ]);
    expect(readOpeningHours(TEXT_FORMS.openingHours.read('Mon-Fri 8:00-17:00; Sun 9:00-12:00', 200) ?? '')).toEqual(
      week,
    );
  });

  it('wrongHours lists malformed parts and those that repeat a day', () => {
    expect(wrongHours('Mon-Fri 08:00-17:00; Sat late; Sun')).toEqual(['Sat late', 'Sun']);
    expect(wrongHours('Mon-Fri 08:00-17:00; Fri 09:00-12:00')).toEqual(['Fri 09:00-12:00']);
    expect(wrongHours('Mon 08:00-17:00')).toEqual([]);
  });
});
