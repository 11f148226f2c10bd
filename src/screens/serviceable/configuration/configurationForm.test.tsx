// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../../tests/support/reactRoot.ts';
import type { ChannelRow } from '../../../contract/channels.ts';
import type { Country } from '../../../domain/country.ts';
import { shipmentModeText } from '../../../domain/serviceableConfig.ts';
import type { LevelGaps } from '../../../domain/serviceableConfigText.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { SCENARIO_CELLS } from './cells.ts';
import { ConfigurationLayout } from './ConfigurationLayout.tsx';
import { CONFIG_FIELDS, ownerOf } from './fields.tsx';
import { SETTINGS } from './settings.ts';
import { configOf, flagOf, newValues, type ConfigValues } from './values.ts';

const gaps = vi.hoisted(() => ({ found: null as LevelGaps | null }));
vi.mock('../../../sync/hooks/useLevelGaps.ts', () => ({ useLevelGaps: () => gaps.found }));

const channel = (channelId: number, name: string, low: number): ChannelRow =>
  ({ channelId, name, country: 'ID', flag: [low, 1 << 30] }) as unknown as ChannelRow;
const CHANNELS = [channel(1, 'Pickup alone', 1 << 22), channel(2, 'Both', 3 << 22), channel(3, 'Neither', 0)];
const OWNERS = CHANNELS.map(({ channelId, name }) => ({ id: channelId, name }));

const page = reactRoot();
let applied: ConfigValues | null;

const open = (initial: ConfigValues, country: Country = 'ID') =>
  act(async () =>
    page.root.render(
      <FluentProvider theme={webLightTheme}>
        <FormDialog<ConfigValues>
          title="Channel Serviceable Area Setting"
          draftKey="configuration/edit"
          size="setting"
          initial={initial}
          fields={[ownerOf('channel', OWNERS, null, () => null), ...CONFIG_FIELDS]}
          renderLayout={parts => {
            const flag = flagOf(CHANNELS, parts.values.channelId);
            return (
              <ConfigurationLayout
                setting={SETTINGS.channel}
                parts={parts}
                country={country}
                countryName="Indonesia"
                mode={flag === null ? '' : shipmentModeText(flag)}
                flag={flag}
              />
            );
          }}
          onApply={async values => void (applied = values)}
          onClose={() => undefined}
        />
      </FluentProvider>,
    ),
  );

const control = (label: string) => document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)!;
const shown = (label: string) => control(label).selectedOptions[0]?.textContent;
const sides = (name: string) =>
  (['seller', 'buyer'] as const).map(side => shown(`Check ${side} address, ${name}`)).join(' ');
const choose = (label: string, option: string) =>
  act(async () => {
    const element = control(label);
    element.value = [...element.options].find(own => own.textContent === option)?.value ?? '';
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });
const apply = () => act(async () => control('Serviceable Area Check').form!.requestSubmit());
const text = () => document.body.textContent;
const NAMES = [
  'Product Detail Page',
  'Order Verification',
  'Shop Level Verification',
  'Shipment Level Verification',
] as const;
const levels = NAMES.map(name => `Location level of ${name}`);

beforeEach(() => {
  applied = null;
  gaps.found = null;
});

describe('configuration form', () => {
  it('the configuration form has its sections, hints, warning and notes (SAC-7 to SAC-18)', async () => {
    await open(newValues(null, null, 'ID'));
    const headings = [...document.querySelectorAll('h3')].map(heading => heading.textContent);
    expect(headings).toEqual([
      'Basic Setting',
      'General Setting',
      'Scenario-specific Setting',
      'Default Setting',
      'What this means',
    ]);
    for (const line of [
      'Shops whitelisted as SBS in the warehouse whitelist follow SBS-type validation.',
      'Location data for the chosen level must first be configured on the Location tab.',
      'When the address is not found in the serviceable data, the default values are returned.',
      'Extra validation always checks both seller and buyer addresses for scenarios 2 and 4, whatever their own settings.',
      'Scenario 1 is covered by the extra validation only if both check seller and buyer are Yes.',
      'Scenario 3 is not covered by the extra validation.',
      "When arranging drop-off, the seller's address is not validated.",
    ])
      expect(text()).toContain(line);
  });

  it('the configuration form derives the scenarios from a channel selected before it opened (SAC-25 to SAC-27)', async () => {
    await open({ ...newValues(null, null, 'ID'), channelId: 1 });
    expect(text()).toContain('Pickup');
    expect(NAMES.map(sides)).toEqual(['Yes Yes', 'Yes Yes', 'Yes No', 'Yes Yes']);
    expect(control(`Check seller address, ${NAMES[2]}`).disabled).toBe(true);
  });

  it.each([
    [2, 'ID', ['No Yes', 'No Yes', 'No No', 'No Yes']],
    [3, 'ID', ['Yes Yes', 'Yes Yes', 'Yes Yes', 'Yes Yes']],
    [1, 'PH', ['No No', 'No No', 'No No', 'No No']],
  ] as const)('the checked sides for channel %i in %s are shown', async (channelId, country, expected) => {
    await open(newValues(channelId, flagOf(CHANNELS, channelId), country), country);
    expect(NAMES.map(sides)).toEqual(expected);
  });

  it('the configuration form requires missing levels and then submits the entered values (G47)', async () => {
    await open(newValues(2, flagOf(CHANNELS, 2), 'ID'));
    await choose('Extra Validation', 'Same zone');
    await apply();
    expect(applied).toBeNull();
    for (const label of ['Same Zone Check Level', levels[0], levels[1], levels[3]])
      expect(text()).toContain(`${label} is required`);
    expect(text()).not.toContain(`${levels[2]} is required`);
    await choose('Same Zone Check Level', 'City');
    for (const at of [0, 1, 3]) await choose(levels[at]!, 'District');
    await choose(`Check seller address, ${NAMES[1]}`, 'Yes');
    await apply();
    expect(applied).toMatchObject({
      channelId: 2,
      extraLimitType: 1,
      zoneLevel: 2,
      pdp_level: 3,
      shop_level: null,
      checkoutVerify: 3,
      arrangeShipment: 1,
      defaultDeliverEnabled: 1,
    });
  });

  it('turning the check off turns almost everything else off, and the form says so (SAC-29, SAC-35)', async () => {
    await open(newValues(2, flagOf(CHANNELS, 2), 'ID'));
    await choose(levels[0]!, 'City');
    await choose('Support Pickup', 'Yes');
    await choose('Serviceable Area Check', 'No');
    const enabled = [...document.querySelectorAll('select')].filter(element => !element.disabled);
    expect(enabled.map(element => element.getAttribute('aria-label'))).toEqual(['Serviceable Area Check']);
    expect([shown('Support Deliver'), shown('Support Pickup'), shown('PDP page postcode check')]).toEqual([
      'No',
      'No',
      'Yes',
    ]);
    expect(text()).toContain('The serviceable area check is off: no address is checked in any scenario.');
    await choose('Serviceable Area Check', 'Yes');
    expect([shown('Support Deliver'), shown('Support Pickup')]).toEqual(['Yes', 'No']);
    expect(shown(levels[0]!)).toBe('Choose ...');
  });

  it('levels are disabled for postcodes, and the zone level is disabled without Same zone (SAC-31, SAC-36, SAC-37)', async () => {
    await open(newValues(2, flagOf(CHANNELS, 2), 'ID'));
    await choose(levels[1]!, 'Street');
    expect(control('Same Zone Check Level').disabled).toBe(true);
    expect(shown('Same Zone Check Level')).toBe('N/A');
    await choose('Serviceable Area Type', 'Postcode');
    expect(levels.map(label => control(label).disabled)).toEqual([true, true, true, true]);
    await apply();
    expect(applied).toMatchObject({ serviceableType: 2, checkout_level: null });
  });

  it('the number of places without a record is shown next to the form and updated with the form’s values', async () => {
    gaps.found = { 3: { places: 7_288, missing: 312 } };
    await open(newValues(2, flagOf(CHANNELS, 2), 'ID'));
    await choose(levels[1]!, 'District');
    expect(text()).toContain("the buyer's address is checked down to district.");
    expect(text()).toContain(
      '312 of 7,288 districts have no record of this channel: they get the default, delivered without COD.',
    );
    expect(text()).not.toContain('not cached on this device');
    await choose('Support Deliver', 'No');
    expect(text()).toContain('they get the default, not delivered.');
  });

  it('for a channel that is not cached, the form says that nothing can be counted', async () => {
    await open(newValues(2, flagOf(CHANNELS, 2), 'ID'));
    expect(text()).toContain('locations are not cached on this device, so nothing can be counted.');
  });
});

describe('configuration values', () => {
  it('a draft restored on top of a changed record still obeys the rules', () => {
    const values = { ...newValues(2, null, 'ID'), isCheckServiceable: 0 as const, pdp_level: 3 as const };
    expect(configOf(values)).toMatchObject({ isCheckServiceable: 0, pdp_level: null, defaultDeliverEnabled: 0 });
  });

  it('the list shows a scenario’s checked sides with their level', () => {
    const cell = SCENARIO_CELLS['pdpVerify']!;
    expect([
      cell({ pdpVerify: 1, pdp_level: 3 }),
      cell({ pdpVerify: 3, pdp_level: null }),
      cell({ pdpVerify: 0, pdp_level: 2 }),
    ]).toEqual(['Buyer, District', 'Seller and buyer', 'None']);
  });
});
