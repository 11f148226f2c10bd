import { expect, it } from 'vitest';
import { shippingFeeRule } from '../../contract/resources/shippingFeeRule.ts';
import { planBulk } from '../../sync/actions/bulk.ts';
import { FEE_MODE } from '../../domain/feeRules.ts';
import { updatesOf } from '../../contract/resource.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { serviceCode } from '../../contract/resources/serviceCode.ts';
import { bulkHeading, bulkTitle, previewLines, recordsText } from './bulkTexts.ts';

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

it('the preview of a change that a rule forbids for all records lists only why they are skipped', () => {
  const row = { country: 'ID', id: 1, channelId: 10_021, shopGroup: 0, feeMode: FEE_MODE.rate, fee: null, version: 1 };
  const plan = planBulk(shippingFeeRule, 'ID', [{ key: 'k', row, pending: null }], { feeMode: FEE_MODE.fixed }, []);
  expect(previewLines(shippingFeeRule, plan, false, 'Fixed Fee is required')).toEqual([
    '1 is skipped: Fixed Fee is required',
  ]);
});
