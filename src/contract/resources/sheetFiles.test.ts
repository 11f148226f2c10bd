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

/** The errors of a file with one schedule. */
function errorsOf(given: Record<string, string | number>) {
  const declaration = importOf(nonWorkingDaysSheet);
  const cells: Record<string, string | number> = {
    channelId: 10_021,
    channelType1: 'Integrated',
    channelType2: 'Local',
    serviceType: 'FL',
    WeekendsSetting: 'Sat, Sun',
    status: 'Normal',
    isMaskChannel: 'No',
    ...given,
  };
  const file = importFileOf(declaration, [
    declaration.columns.map(({ header }) => header),
    declaration.columns.map(({ key }) => cells[key] ?? null),
  ]);
  const checked = checkImport(declaration, [file], TEST_LOOKUP);
  return [...checked.errors.inOrder()].map(at => describeError(checked, TEST_LOOKUP, at));
}

it('an invalid schedule in a file is refused with a message that quotes the invalid word', () => {
  const errors = errorsOf({
    serviceType: 'Mid',
    WeekendsSetting: 'Sat, Mon',
    HolidaysSetting: '2026-01-01, 2026-02-30, 2026-12-25',
  });
  expect(errors.map(({ key, message }) => [key, message])).toEqual([
    ['serviceType', 'Service Type must be FL or LM'],
    ['WeekendsSetting', expect.stringMatching(/Invalid: "Mon"$/)],
    ['HolidaysSetting', expect.stringMatching(/Invalid: "2026-02-30"$/)],
  ]);
});

it('a holiday in a file whose day and month cannot be told apart is refused with both days that it may be', () => {
  for (const text of ['10/11/2027', '2027-01-01, 10/11/2027', '2027-01-01; Work: 10/11/2027'])
    expect(errorsOf({ HolidaysSetting: text })).toMatchObject([
      { message: expect.stringMatching(/"10\/11\/2027" may be two different days; write 2027-11-10 or 2027-10-11$/) },
    ]);
  expect(errorsOf({ HolidaysSetting: '25/12/2027' })).toMatchObject([{ suggestion: '2027-12-25' }]);
});
