import { expect, it } from 'vitest';
import { importFileOf, TEST_LOOKUP } from '../../../tests/support/importFile.ts';
import { checkImport } from '../../domain/import/check.ts';
import { takesSeveralFiles } from '../../domain/import/declaration.ts';
import { describeError } from '../../domain/import/describe.ts';
import { RESOURCES } from './all.ts';
import { allImports } from '../imports/registry.ts';
import { importOf } from '../resourceSheet.ts';
import { nonWorkingDaysSheet } from './sheets.ts';

it('imports of serviceable areas accept several files, and all others only one (UPLOAD-3, UPLOAD-5, G8)', () => {
  const several = allImports(RESOURCES)
    .filter(takesSeveralFiles)
    .map(({ permission }) => permission);
  expect(new Set(several)).toEqual(new Set(['channel_management.serviceable_area.write']));
  const single = allImports(RESOURCES)
    .filter(own => !takesSeveralFiles(own))
    .map(({ id }) => id);
  expect(single).toEqual(expect.arrayContaining(['locationCdt', 'nonWorkingDays', 'serviceCode']));
});

it('an invalid schedule in a file is refused with a message that quotes the invalid word', () => {
  const declaration = importOf(nonWorkingDaysSheet);
  const cells: Record<string, string | number> = {
    channelId: 10_021,
    channelType1: 'Integrated',
    channelType2: 'Local',
    serviceType: 'Mid',
    WeekendsSetting: 'Sat, Mon',
    HolidaysSetting: '2026-01-01, 2026-02-30, 2026-12-25',
    status: 'Normal',
    isMaskChannel: 'No',
  };
  const file = importFileOf(declaration, [
    declaration.columns.map(({ header }) => header),
    declaration.columns.map(({ key }) => cells[key] ?? null),
  ]);
  const checked = checkImport(declaration, [file], TEST_LOOKUP);
  const errors = [...checked.errors.inOrder()].map(at => describeError(checked, TEST_LOOKUP, at));
  expect(errors.map(({ key, message }) => [key, message])).toEqual([
    ['serviceType', 'Service Type must be FL or LM'],
    ['WeekendsSetting', expect.stringMatching(/Invalid: "Mon"$/)],
    ['HolidaysSetting', expect.stringMatching(/Invalid: "2026-02-30"$/)],
  ]);
});
