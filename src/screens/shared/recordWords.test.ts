import { describe, expect, it } from 'vitest';
import type { Resource } from '../../contract/resource.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { branch } from '../../contract/resources/branch.ts';
import { channelPostcode } from '../../contract/resources/channelPostcode.ts';
import { channelServiceConf, threePlServiceConf } from '../../contract/resources/channelServiceConf.ts';
import { locationCdt } from '../../contract/resources/locationCdt.ts';
import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { rate } from '../../contract/resources/rate.ts';
import { shippingFeeRule } from '../../contract/resources/shippingFeeRule.ts';
import { timeslot } from '../../contract/resources/timeslot.ts';
import { choiceHeading, recordLine } from './recordLine.ts';
import { choiceTexts, ownerText, subjectText } from './recordWords.ts';

it.each([
  ['of a channel', channelPostcode, { channelId: 10021, channelName: 'J&T Express' }, 'channel 10021 J&T Express'],
  ['of one without a name', channelPostcode, { channelId: 10021 }, 'channel 10021'],
  ['the configuration of a channel', channelServiceConf, { channelId: 10021, name: 'J&T' }, 'channel 10021 J&T'],
  ['the configuration of a 3PL', threePlServiceConf, { threePlId: 501, name: 'Nusantara' }, '3PL 501 Nusantara'],
  ['of the entity', nonWorkingDays, { name: 'Nyepi' }, ''],
])('a record’s description includes its owner: %s', (_, resource, row, said) => {
  expect(ownerText(resource, row)).toBe(said);
});

it('the one-line description of a configuration includes its channel', () => {
  expect(recordLine(channelServiceConf, { channelId: 10021, name: 'J&T Express' })).toContain(
    'channel 10021 J&T Express',
  );
});

it('a record whose key consists of two text fields is named by both', () => {
  expect(subjectText(locationCdt, { origin: 'ID', destination: '1000002' })).toBe('Origin ID, Destination 1000002');
  expect(subjectText(nonWorkingDays, { channelId: 10021, serviceType: 'LM' })).toBe(
    'Channel ID 10021, Service Type LM',
  );
  expect(subjectText(channelPostcode, { zipcode: '40132', type: 0 })).toBe('Postcode 40132');
});

it('a record is named by what people call it, not by a generated number or a place that other records share', () => {
  expect(subjectText(timeslot, { id: 6_417_602, channelId: 10021, slot: 2 })).toBe('Slot 2');
  expect(subjectText(shippingFeeRule, { id: 4_425_319, channelId: 10021, shopGroup: -1 })).toBe('Shop Group fallback');
  expect(subjectText(rate, { id: 17, channelId: 10021, category: 1 })).toBe('Channel ID 10021');
  expect(subjectText(branch, { code: 'BDG-01', locationId: 5, state: 'Jawa Barat', city: 'Bandung' })).toBe(
    'Branch Code BDG-01',
  );
  // For a deleted record, the log contains only the number.
  expect(subjectText(timeslot, { id: 6_417_602 })).toBe('Timeslot 6417602');
});

describe('heading for the choices that distinguish records', () => {
  it('the heading lists the choice fields of every resource, and none that the record lacks', () => {
    for (const resource of RESOURCES as readonly Resource[]) {
      const choices = Object.entries(resource.fields).filter(([, { kind }]) => kind === 'choice');
      const row = Object.fromEntries(choices.map(([name]) => [name, 0]));
      const heading = choiceHeading(resource, [row]);
      expect([resource.id, heading]).toEqual([
        resource.id,
        choices.length > 3 ? '' : choices.map(([, { label }]) => label).join(', '),
      ]);
      expect(choiceHeading(resource, [{}])).toBe('');
      expect(heading === '').toBe(choiceTexts(resource, row).length === 0);
    }
    expect(choiceHeading(locationCdt, [{ originLevel: 1, destinationLevel: 2 }])).toBe(
      'Origin Level, Destination Level',
    );
  });
});
