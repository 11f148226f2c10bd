import { CDT_DAYS_MOST, CDT_LEVELS } from '../../domain/cdt/levels.ts';
import { CdtRangeRule, endsProblem, type CdtValues } from '../../domain/cdt/rowRules.ts';
import type { ImportLookup } from '../../domain/import/check.ts';
import { countText } from '../../domain/import/countsText.ts';
import type { RowValues } from '../../domain/import/declaration.ts';
import type { Problem } from '../../domain/problem.ts';
import { defineSheet } from '../resourceSheet.ts';
import { channelCdt } from './channelCdt.ts';
import { locationCdt } from './locationCdt.ts';

/** The spreadsheets of delivery lead times (CDT-3 to CDT-9). */

const LEVELS = CDT_LEVELS.map(({ label }) => label).join(', ');

/** The level in a row must match its location, and a channel's CEP ranges must not overlap (domain/cdt/rowRules). */
function cdtRows({ country, places, noReferences }: ImportLookup): (row: RowValues) => Problem | null {
  const ranges = new CdtRangeRule();
  const levelOf = (id: number): number | null | undefined => {
    if (noReferences) return undefined;
    const place = places.indexOf(id);
    return place < 0 ? null : places.levelOf(place);
  };
  return row => {
    const values = row as unknown as CdtValues;
    return endsProblem(values, country, levelOf) ?? ranges.add(Number(row['channelId']), values);
  };
}

const levelText = (end: string) => ({
  note: `The level at which ${end} is given: ${LEVELS}. The index alone is enough.`,
  example: end === 'Origin' ? '-1 region' : '1 city',
  width: 18,
});
const endText = (end: string, example: string) => ({
  note: `${end} as its level requires: the country's code for the region, the ID of a location, or a CEP range such as 01310000-01319999.`,
  example,
  width: 20,
});

export const locationCdtSheet = defineSheet({
  resource: locationCdt,
  name: 'Location CDT',
  file: 'Location CDT',
  template: 'location-cdt.xlsx',
  mode: 'replace',
  columns: locationCdt.columns,
  texts: {
    channelId: { note: 'The channel that the rows belong to. Its other rows are removed.', example: 12345, width: 12 },
    channelName: {
      note: 'The channel is identified by its ID alone.',
      example: 'Example, replace this row',
      width: 28,
    },
    originLevel: levelText('Origin'),
    origin: endText('Origin', 'ID'),
    destinationLevel: levelText('Destination'),
    destination: endText('Destination', '1000002'),
    minDays: { note: `Minimum working days, 0 to ${CDT_DAYS_MOST}.`, example: 2, width: 10 },
    maxDays: { note: `Maximum working days, 0 to ${CDT_DAYS_MOST}.`, example: 4, width: 10 },
  },
  rows: cdtRows,
  overwrite: {
    question: 'This will overwrite all CDTs for your channel, continue?',
    loses: (records, channels) =>
      `${countText(records, 'CDT')} of ${channels > 1 ? `${channels} channels` : 'this channel'} ${
        records === 1 ? 'is' : 'are'
      } not in the file and will be removed`,
    whole: { BR: 'The import must contain all configurations of the channel.' },
  },
});

const channelText = { note: 'As shown in the list of channel delivery times.', example: '', width: 20 };

/** This sheet is for exports only. */
export const channelCdtSheet = defineSheet({
  resource: channelCdt,
  name: 'Channel CDT',
  file: 'Channel CDT',
  template: 'channel-cdt.xlsx',
  mode: 'merge',
  columns: channelCdt.columns,
  texts: Object.fromEntries(channelCdt.columns.map(name => [name, channelText])),
});
