import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deltaPayload, takesDeltas } from '../../../contract/channelConfigWire.ts';
import { fieldOf } from '../../../contract/resource.ts';
import { newChannelSettings } from '../../../contract/newChannel.ts';
import {
  CHANNEL_GROUPS,
  channelConfig,
  type ChannelConfigRow,
  type ChannelGroup,
} from '../../../contract/resources/channelConfig.ts';
import { codProblem, SPECIAL_COUNTRY, type CodSettings } from '../../../domain/channelConfig/cod.ts';
import { cleanBody } from '../../../domain/requestParams.ts';
import { settingsAfter } from './values.ts';

const GROUPS = Object.keys(CHANNEL_GROUPS) as ChannelGroup[];
const ROW = {
  ...newChannelSettings('ID'),
  channelId: 1,
  channelName: 'A',
  display_name: 'B',
  country: 'ID',
  version: 1,
};

/** Arbitrary valid settings of a group. The sides of a dimension criterion are either all set or all empty. */
const settingsOf = (group: ChannelGroup) =>
  fc
    .record(
      Object.fromEntries(
        CHANNEL_GROUPS[group].fields.map(name => {
          const field = fieldOf(channelConfig, name);
          if (field?.kind === 'choice') return [name, fc.constantFrom(...field.choices.map(({ value }) => value))];
          return [name, fc.option(fc.integer({ min: 0, max: 10 ** 9 }), { nil: null })];
        }),
      ) as Record<string, fc.Arbitrary<number | null>>,
      { noNullPrototype: true },
    )
    .map(values => {
      if (values['dimension_max_length'] !== null) return values;
      return { ...values, dimension_max_width: null, dimension_sum_height: null };
    })
    .map(values =>
      typeof values['dimension_max_length'] === 'number'
        ? {
            ...values,
            dimension_max_width: values['dimension_max_width'] ?? 1,
            dimension_sum_height: values['dimension_sum_height'] ?? 0,
          }
        : values,
    )
    // Updates with deltas enforce mutual exclusions, so only settings that comply with them are generated.
    .filter(values => group !== 'cod' || codProblem(values as unknown as CodSettings, SPECIAL_COUNTRY) === null);

describe('"Update via maintenance" as the console sends it (CHC-40)', () => {
  it('the update can contain the values of every group and of the maintenance switch', () => {
    expect(GROUPS.every(group => takesDeltas(`channelConfig.${group}`))).toBe(true);
    expect(['channelConfig.update', 'channelConfig.add', 'serviceCode.update'].some(takesDeltas)).toBe(false);
  });

  it('the update has the documented fields, with empty flag and extra data', () => {
    const after = { ...ROW, cod: 1, max_size: 5000, min_size: 0, seller_location: 'X' };
    expect(deltaPayload({ ...ROW, min_size: 1000 }, after)).toMatchObject({
      channelId: 1,
      channelName: 'A',
      from_country: 'ID',
      deltaFlag: { set0: [], set1: [4] },
      deltaExtraData: { modify: '{"max_size":5}', remove: '{"min_size":0}' },
      flag: '',
      extraData: '',
      is_show_preferred_delivery_option: 0,
      modify_warehouse: ['X'],
      remove_warehouse: [],
      modify_sbs_warehouse: [],
      remove_sbs_warehouse: [],
    });
  });

  it.each(GROUPS)('the update can turn any settings of %s into any other valid settings', group => {
    fc.assert(
      fc.property(settingsOf(group), settingsOf(group), (own, wanted) => {
        const before = { ...ROW, ...own } as unknown as ChannelConfigRow;
        const sent = cleanBody(
          JSON.parse(JSON.stringify(deltaPayload(before, { ...before, ...wanted }))) as object as never,
        );
        const after = settingsAfter(before, sent);
        expect(Object.fromEntries(CHANNEL_GROUPS[group].fields.map(name => [name, after[name]]))).toEqual(
          Object.fromEntries(CHANNEL_GROUPS[group].fields.map(name => [name, wanted[name]])),
        );
      }),
    );
  });
});

it('extra data that contains a field twice is refused, and the message names the field (CHC-40)', () => {
  const twice = (input: object) => () => settingsAfter(ROW as unknown as ChannelConfigRow, input as never);
  const words = 'has "max_size" twice, and one of the two values would be lost: remove one';
  expect(twice({ deltaExtraData: { modify: '{"max_size":5,"max_size":6}' } })).toThrow(
    `deltaExtraData.modify: ${words}`,
  );
  expect(twice({ deltaExtraData: { remove: '{"max_size":null,"max_size":0}' } })).toThrow(
    `deltaExtraData.remove: ${words}`,
  );
  expect(twice({ extraData: '{"max_size":5,"max_size":6}' })).toThrow(`extraData: ${words}`);
});
