import { oncePer } from '../../domain/oncePer.ts';
import { belongsToEntity, OWNERS, type Scope } from '../owner.ts';
import type { Resource } from '../resource.ts';
import { declaredSheet, defineSheet, type Sheet } from '../resourceSheet.ts';
import { RESOURCES, type ResourceCollection } from './all.ts';
import { channelConfigSheet } from './channelConfigSheets.ts';
import { channelLocation } from './channelLocation.ts';
import { channelPostcode } from './channelPostcode.ts';
import { channelRoute } from './channelRoute.ts';
import { channelServiceConf, configurationFields, threePlServiceConf } from './channelServiceConf.ts';
import { channelZone } from './channelZone.ts';
import { MASKED, nonWorkingDays } from './nonWorkingDays.ts';
import { channelCdtSheet, locationCdtSheet } from './cdtSheets.ts';
import {
  channelGroupSheet,
  reconChannelSheet,
  reconForecastSheet,
  reconRuleSheet,
  reconSupplierSheet,
  shipmentSheet,
} from './reconSheets.ts';
import * as threePl from './threePl.ts';

/** The spreadsheets of the declared resources (SAL-2, SAL-25, UPLOAD-19, G63, G64). */

const support = (owner: string, what: string, where: string, example: 'Yes' | 'No', width: number) => ({
  note: `Whether the ${owner} ${what} at the ${where}.`,
  example,
  width,
});
const supportTexts = ({ scope }: Resource, where: string) => {
  const { word } = OWNERS[scope];
  return {
    canDeliver: support(word, 'delivers', where, 'Yes', 16),
    canCOD: support(word, 'delivers parcels that are paid in cash', where, 'No', 20),
    canPickup: support(word, 'picks up', where, 'Yes', 16),
    canCODPickup: support(word, 'picks up parcels that are paid in cash', where, 'No', 20),
  };
};

const PLACE_NOTE =
  'May be left blank next to a Location ID, and must agree with it. Without one, the names from State onward identify the location.';
const placeText = (example: string, width = 24, note = PLACE_NOTE) => ({ note, example, width });

/** @param what how the owner relates to the record, such as "that serves the location" */
const ownerTexts = ({ scope }: { scope: Scope }, what: string) => {
  if (belongsToEntity(scope)) return {};
  const { field, nameField, word } = OWNERS[scope];
  return {
    [field]: { note: `The ${word} ${what}.`, example: 12345, width: 12 },
    ...(nameField === null
      ? {}
      : {
          [nameField]: {
            note: `The ${word} is identified by its ID alone.`,
            example: 'Example, replace this row',
            width: 28,
          },
        }),
  };
};
const typeText = { note: 'Which addresses the row is for.', example: 'Standard', width: 16 };
const locationText = { note: 'May be left blank if the names identify the location.', example: 1, width: 13 };

/** The properties in which the sheets of a channel and of a 3PL differ. */
type SheetOf = Pick<Sheet, 'resource' | 'name' | 'file' | 'template'>;

const locationSheetOf = (own: SheetOf): Sheet =>
  defineSheet({
    ...own,
    mode: 'merge',
    columns: own.resource.columns,
    texts: {
      ...ownerTexts(own.resource, 'that serves the location'),
      type: typeText,
      locationId: locationText,
      state: placeText('Jawa Barat'),
      city: placeText('Bandung'),
      district: placeText('Coblong'),
      street: placeText('Dago', 28),
      ...supportTexts(own.resource, 'location'),
    },
  });

const postcodeSheetOf = (own: SheetOf): Sheet =>
  defineSheet({
    ...own,
    mode: 'merge',
    columns: own.resource.columns,
    texts: {
      zipcode: {
        note: `The postcode that the ${OWNERS[own.resource.scope].word} serves. Leading zeros are significant.`,
        example: '40132',
        width: 12,
      },
      ...ownerTexts(own.resource, 'that serves the postcode'),
      country: {
        note: `The country follows from the ${OWNERS[own.resource.scope].word}.`,
        example: 'ID',
        width: 10,
      },
      type: typeText,
      ...supportTexts(own.resource, 'postcode'),
    },
  });

const END_NOTE = (side: string) =>
  `May be left blank next to a ${side} Location ID, and must agree with it. Without one, the names from ${side} State onward identify the place.`;
const endId = (side: string) => ({
  note: `May be left blank if the names identify the place the route goes ${side.toLowerCase()}.`,
  example: 1,
  width: 18,
});

/**
 * The table's columns come first, followed by the applicable type and ids, so that importing an exported file yields
 * the same routes.
 */
const routeSheetOf = (own: SheetOf): Sheet =>
  defineSheet({
    ...own,
    mode: 'merge',
    columns: [...own.resource.columns, 'applicableType', 'fromLocationId', 'toLocationId'],
    texts: {
      ...ownerTexts(own.resource, 'that the route belongs to'),
      fromState: placeText('Jawa Barat', 24, END_NOTE('From')),
      fromCity: placeText('Bandung', 24, END_NOTE('From')),
      fromDistrict: placeText('Coblong', 24, END_NOTE('From')),
      toState: placeText('Banten', 24, END_NOTE('To')),
      toCity: placeText('Tangerang', 24, END_NOTE('To')),
      toDistrict: placeText('Cibodas', 24, END_NOTE('To')),
      applicableType: typeText,
      fromLocationId: endId('From'),
      toLocationId: endId('To'),
    },
  });

const zoneSheetOf = (own: SheetOf): Sheet =>
  defineSheet({
    ...own,
    mode: 'merge',
    columns: own.resource.columns,
    texts: {
      ...ownerTexts(own.resource, 'whose zone it is'),
      applicableType: typeText,
      locationId: locationText,
      state: placeText('Jawa Barat'),
      city: placeText('Bandung'),
      district: placeText('Coblong'),
      zone: { note: 'Code of the zone that the place lies in.', example: 'Z1', width: 16 },
    },
  });

export const locationSheet = locationSheetOf({
  resource: channelLocation,
  name: 'Location',
  file: 'Serviceable location',
  template: 'serviceable-location.xlsx',
});
export const postcodeSheet = postcodeSheetOf({
  resource: channelPostcode,
  name: 'Postcode',
  file: 'Serviceable postcode',
  template: 'serviceable-postcode.xlsx',
});
export const routeSheet = routeSheetOf({
  resource: channelRoute,
  name: 'Route Limit',
  file: 'Route limit',
  template: 'route-limit.xlsx',
});
export const zoneSheet = zoneSheetOf({
  resource: channelZone,
  name: 'Zone Limit',
  file: 'Zone limit',
  template: 'zone-limit.xlsx',
});

/** This sheet is for exports only (G81). The location levels follow the table's columns. */
const configurationSheetOf = (own: SheetOf): Sheet => {
  const { columns, label } = own.resource;
  const text = { note: `As shown on the ${label.one} tab.`, example: '', width: 20 };
  return defineSheet({
    ...own,
    mode: 'merge',
    columns: [...columns, 'pdp_level', 'checkout_level', 'shop_level', 'arrangeshipment_level'],
    texts: Object.fromEntries([...columns, ...Object.keys(configurationFields)].map(name => [name, text])),
  });
};

/**
 * The table's columns come first, followed by whether the channel is masked, so that importing an exported file yields
 * the same rows.
 */
export const nonWorkingDaysSheet = defineSheet({
  resource: nonWorkingDays,
  name: 'Non-working days',
  file: 'Non-working days',
  template: 'non-working-days.xlsx',
  mode: 'merge',
  // NWD-12. Shown together with the changes in the file, as for every other import.
  question: 'This will overwrite all Non-Working Schedule for your channel, continue?',
  columns: [...nonWorkingDays.columns, 'isMaskChannel'],
  texts: {
    channelId: { note: 'The channel. Its whole schedule is overwritten.', example: 12345, width: 12 },
    channelName: {
      note: 'The channel is identified by its ID alone.',
      example: 'Example, replace this row',
      width: 28,
    },
    channelType1: { note: 'Non-Integrated or Integrated.', example: 'Integrated', width: 16 },
    channelType2: { note: 'All, CrossBorder or Local.', example: 'Local', width: 14 },
    serviceType: { note: 'FL first mile, LM last mile.', example: 'LM', width: 13 },
    WeekendsSetting: {
      note: 'Fri, Sat, Sun or None. For the last mile in Malaysia, list each state: "Johor: Sat, Sun; Kedah: Fri, Sat".',
      example: 'Sat, Sun',
      width: 28,
    },
    HolidaysSetting: {
      note: 'Days such as 2026-01-01, separated by commas, or None. For the last mile in Malaysia, add the days of single states: "2026-01-01; Kedah: 2026-06-21". Put weekend days on which the channel works last: "2026-01-01; Work: 2026-02-07".',
      example: '2026-01-01, 2026-02-17',
      width: 60,
    },
    status: { note: 'Normal or Disabled.', example: 'Normal', width: 12 },
    isMaskChannel: { note: 'Whether the channel is masked.', example: 'No', width: 16 },
  },
  // All rows of a channel must agree on whether the channel is masked.
  rows: () => {
    const masked = new Map<unknown, unknown>();
    return row => {
      const channel = row['channelId'];
      const own = row['isMaskChannel'];
      if (!masked.has(channel)) masked.set(channel, own);
      return masked.get(channel) === own
        ? null
        : {
            field: 'isMaskChannel',
            problem: `channel ${String(channel)} is ${own === MASKED.masked ? 'not masked' : 'masked'} in a row above, but a channel must be masked or not masked for both service types`,
          };
    };
  },
});

/** Sheets that do not follow from a declaration. */
const BY_HAND: Readonly<Record<string, Sheet>> = {
  channelLocations: locationSheet,
  channelPostcodes: postcodeSheet,
  channelRoutes: routeSheet,
  channelZones: zoneSheet,
  threePlOriginLocations: locationSheetOf({
    resource: threePl.threePlOriginLocation,
    name: 'Origin Location',
    file: '3PL origin location',
    template: '3pl-origin-location.xlsx',
  }),
  threePlDestinationLocations: locationSheetOf({
    resource: threePl.threePlDestinationLocation,
    name: 'Destination Location',
    file: '3PL destination location',
    template: '3pl-destination-location.xlsx',
  }),
  threePlOriginPostcodes: postcodeSheetOf({
    resource: threePl.threePlOriginPostcode,
    name: 'Origin Postcode',
    file: '3PL origin postcode',
    template: '3pl-origin-postcode.xlsx',
  }),
  threePlDestinationPostcodes: postcodeSheetOf({
    resource: threePl.threePlDestinationPostcode,
    name: 'Destination Postcode',
    file: '3PL destination postcode',
    template: '3pl-destination-postcode.xlsx',
  }),
  threePlRoutes: routeSheetOf({
    resource: threePl.threePlRoute,
    name: 'Route Limit',
    file: '3PL route limit',
    template: '3pl-route-limit.xlsx',
  }),
  threePlZones: zoneSheetOf({
    resource: threePl.threePlZone,
    name: 'Zone Limit',
    file: '3PL zone limit',
    template: '3pl-zone-limit.xlsx',
  }),
  channelServiceConfs: configurationSheetOf({
    resource: channelServiceConf,
    name: 'Channel Configuration',
    file: 'Channel configuration',
    template: 'channel-configuration.xlsx',
  }),
  threePlServiceConfs: configurationSheetOf({
    resource: threePlServiceConf,
    name: '3PL Configuration',
    file: '3PL configuration',
    template: '3pl-configuration.xlsx',
  }),
  channelConfigs: channelConfigSheet,
  nonWorkingDays: nonWorkingDaysSheet,
  locationCdts: locationCdtSheet,
  channelCdts: channelCdtSheet,
  reconSuppliers: reconSupplierSheet,
  reconChannels: reconChannelSheet,
  channelGroups: channelGroupSheet,
  reconRules: reconRuleSheet,
  reconForecasts: reconForecastSheet,
  shipments: shipmentSheet,
};

/**
 * The sheet of a resource.
 * @throws Error if it has none
 */
export const sheetOf = oncePer((resource: Resource): Sheet => {
  const sheet = declaredSheet(resource) ?? BY_HAND[resource.collection];
  if (!sheet) throw new Error(`${resource.id} has no sheet`);
  return sheet;
});

/** Every sheet, by the collection of its resource. */
export const SHEETS = Object.fromEntries(
  RESOURCES.map(resource => [resource.collection, sheetOf(resource)]),
) as Readonly<Record<ResourceCollection, Sheet>>;
