import { expect, it } from 'vitest';
import { updatesOf } from '../../contract/resource.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { serviceCode } from '../../contract/resources/serviceCode.ts';
import { bulkHeading, bulkTitle, recordsText } from './bulkTexts.ts';

it('a bulk change is described by its effect and its records, in words that fit into a sentence', () => {
  const [weekends, holidays] = updatesOf(nonWorkingDays);
  expect(bulkHeading(nonWorkingDays, weekends ?? null)).toBe('Change non-working schedules');
  expect(bulkHeading(nonWorkingDays, holidays ?? null)).toBe('Edit holidays of non-working schedules');
  expect(bulkHeading(channelLocation, null)).toBe('Delete serviceable locations');
  expect([1, 1200].map(count => recordsText(nonWorkingDays, count))).toEqual([
    '1 non-working schedule',
    '1,200 non-working schedules',
  ]);
  expect(recordsText(serviceCode, 1)).toBe('1 service code');
  expect(bulkTitle(nonWorkingDays, { WeekendsSetting: 'Sun' }, 10, undefined)).toBe(
    'Set Weekends to Sun for 10 non-working schedules',
  );
});
