import { LIVE_CONFIRMATION } from '../../domain/channelConfig/channel.ts';
import { DIMENSION_WARNING } from '../../domain/channelConfig/extraData.ts';
import { SPECIAL_COUNTRY_NAME } from '../../domain/channelConfig/cod.ts';
import type { RowValues } from '../../domain/import/declaration.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Field } from '../fields/all.ts';
import { mayBeEmpty } from '../fields/base.ts';
import { defineSheet, type Sheet } from '../resourceSheet.ts';
import { CHANNEL_GROUPS, channelConfig, SETTING_GROUPS, type ChannelGroup } from './channelConfig.ts';

/**
 * The spreadsheets of integrated channels: one sheet with all settings, which is for exports only, and one for each
 * group (G81).
 */

/** Settings that exist in only one country (G52); other countries' files may omit them. */
const OF_ONE_COUNTRY: readonly string[] = ['sod', 'kyc_control'];

const SIDES = ['dimension_max_length', 'dimension_max_width', 'dimension_sum_height'] as const;

/**
 * Checks that cells are not blank where they must not be, in addition to the rules of the group's dialog
 * (domain/channelConfig/problem).
 */
const groupRows =
  () =>
  (row: RowValues): Problem | null => {
    // A blank cell leaves its value unchanged, so a row with only one or two of the three sides would mix new and
    // existing values.
    const blank = SIDES.filter(name => row[name] === null);
    if (blank.length > 0 && blank.length < SIDES.length)
      return { field: blank[0] as string, problem: DIMENSION_WARNING };
    return null;
  };

function settingText(name: string, field: Field | undefined): Sheet['texts'][string] {
  const width = Math.max(12, (field?.label.length ?? 0) + 2);
  if (field?.kind === 'choice')
    return {
      note: OF_ONE_COUNTRY.includes(name) ? `Only in ${SPECIAL_COUNTRY_NAME}.` : `New value of ${field.label}.`,
      example: field.choices.find(({ value }) => value === field.initial)?.label ?? '',
      width,
    };
  if (field?.kind === 'number' && field.clock)
    return {
      note: 'An hour of the day, such as 9.5 or 9:30 for half past nine. Blank leaves it unchanged; None removes it.',
      example: 15,
      width,
    };
  const unit = field?.kind === 'number' && field.decimals === 5 ? 'An amount, as shown in the dialog. ' : '';
  const note = mayBeEmpty(field) ? `${unit}Blank leaves it unchanged; None removes the limit.` : unit;
  return { note: SIDES.some(side => side === name) ? `${note} Fill in all three or none.` : note, example: 100, width };
}

const groupSheet = (group: ChannelGroup): Sheet => {
  const { label, fields } = CHANNEL_GROUPS[group];
  return defineSheet({
    resource: channelConfig,
    part: group,
    name: `${label} settings`,
    file: `Channel ${label} settings`,
    template: `channel-${group}.xlsx`,
    mode: 'merge',
    question: LIVE_CONFIRMATION,
    columns: ['channelId', 'channelName', ...fields],
    info: ['channelName'],
    optional: OF_ONE_COUNTRY,
    texts: {
      channelId: {
        note: `The channel that the ${label} settings belong to. It must exist.`,
        example: 12345,
        width: 12,
      },
      channelName: {
        note: 'The channel is identified by its ID alone.',
        example: 'Example, replace this row',
        width: 28,
      },
      ...Object.fromEntries(fields.map(name => [name, settingText(name, channelConfig.fields[name])])),
    },
    rows: groupRows,
  });
};

/** The import and export sheet of each group of settings. */
export const CHANNEL_GROUP_SHEETS: readonly Sheet[] = SETTING_GROUPS.map(groupSheet);

const channelConfigText = {
  note: 'Channels can be exported but not imported; their settings are imported by group.',
  example: '',
  width: 16,
};
const CHANNEL_CONFIG_COLUMNS = [
  ...channelConfig.columns,
  ...Object.keys(channelConfig.fields).filter(name => !(channelConfig.columns as readonly string[]).includes(name)),
];
/** A sheet with every setting of the selected channels, for exports only. */
export const channelConfigSheet = defineSheet({
  resource: channelConfig,
  name: 'Channel Config',
  file: 'Channel config',
  template: 'channel-config.xlsx',
  mode: 'merge',
  question: LIVE_CONFIRMATION,
  columns: CHANNEL_CONFIG_COLUMNS,
  texts: Object.fromEntries(CHANNEL_CONFIG_COLUMNS.map(name => [name, channelConfigText])),
  parts: CHANNEL_GROUP_SHEETS,
});
