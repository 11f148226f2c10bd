import { defineSheet, type Sheet } from '../resourceSheet.ts';
import type { ResourceCollection } from './all.ts';
import { channelLocation } from './channelLocation.ts';
import { channelPostcode } from './channelPostcode.ts';
import { channelRoute } from './channelRoute.ts';
import { channelZone } from './channelZone.ts';
import { serviceCode } from './serviceCode.ts';

/** The spreadsheets of the declared resources (SAL-2, SAL-25, UPLOAD-19, G63, G64). */

const support = (what: string, where: string, example: 'Yes' | 'No', width: number) => ({
  note: `Whether the channel ${what} at the ${where}.`,
  example,
  width,
});
const supportTexts = (where: string) => ({
  canDeliver: support('delivers', where, 'Yes', 16),
  canCOD: support('delivers parcels that are paid in cash', where, 'No', 20),
  canPickup: support('picks up', where, 'Yes', 16),
  canCODPickup: support('picks up parcels that are paid in cash', where, 'No', 20),
});

const PLACE_NOTE =
  'May be left blank beside a Location ID, and must agree with it. Without one, the names from State on tell the location.';
const placeText = (example: string, width = 24, note = PLACE_NOTE) => ({ note, example, width });

const channelTexts = (note: string) => ({
  channelId: { note, example: 12345, width: 12 },
  channelName: { note: 'The channel is told by its ID alone.', example: 'Example, replace this row', width: 28 },
});
const typeText = { note: 'Which addresses the row is for.', example: 'Standard', width: 16 };
const locationText = { note: 'May be left blank where the names tell the location.', example: 1, width: 13 };

export const locationSheet = defineSheet({
  resource: channelLocation,
  name: 'Location',
  file: 'Serviceable location',
  template: 'serviceable-location.xlsx',
  mode: 'merge',
  columns: channelLocation.columns,
  texts: {
    ...channelTexts('The channel that serves the location.'),
    type: typeText,
    locationId: locationText,
    state: placeText('Jawa Barat'),
    city: placeText('Bandung'),
    district: placeText('Coblong'),
    street: placeText('Dago', 28),
    ...supportTexts('location'),
  },
});

export const postcodeSheet = defineSheet({
  resource: channelPostcode,
  name: 'Postcode',
  file: 'Serviceable postcode',
  template: 'serviceable-postcode.xlsx',
  mode: 'merge',
  columns: channelPostcode.columns,
  texts: {
    zipcode: { note: 'The postcode that the channel serves. Leading zeros count.', example: '40132', width: 12 },
    ...channelTexts('The channel that serves the postcode.'),
    country: { note: 'The country follows from the channel.', example: 'ID', width: 10 },
    type: typeText,
    ...supportTexts('postcode'),
  },
});

const END_NOTE = (side: string) =>
  `May be left blank beside a ${side} Location ID, and must agree with it. Without one, the names from ${side} State on tell the place.`;
const endId = (side: string) => ({
  note: `May be left blank where the names tell the place the route goes ${side.toLowerCase()}.`,
  example: 1,
  width: 18,
});

/** The table's columns come first; applicable type and ids follow, so that an exported file is imported as the same routes. */
export const routeSheet = defineSheet({
  resource: channelRoute,
  name: 'Route Limit',
  file: 'Route limit',
  template: 'route-limit.xlsx',
  mode: 'merge',
  columns: [...channelRoute.columns, 'applicableType', 'fromLocationId', 'toLocationId'],
  texts: {
    channelId: { note: 'The channel that the route belongs to.', example: 12345, width: 12 },
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

export const zoneSheet = defineSheet({
  resource: channelZone,
  name: 'Zone Limit',
  file: 'Zone limit',
  template: 'zone-limit.xlsx',
  mode: 'merge',
  columns: channelZone.columns,
  texts: {
    ...channelTexts('The channel whose zone it is.'),
    applicableType: typeText,
    locationId: locationText,
    state: placeText('Jawa Barat'),
    city: placeText('Bandung'),
    district: placeText('Coblong'),
    zone: { note: 'Code of the zone that the place lies in.', example: 'Z1', width: 16 },
  },
});

export const serviceCodeSheet = defineSheet({
  resource: serviceCode,
  name: 'Service Code',
  file: 'Service codes',
  template: 'service-codes.xlsx',
  mode: 'merge',
  columns: serviceCode.columns,
  texts: {
    code: {
      note: 'Letters, digits, - and _. A code that is there is changed, another one is added.',
      example: 'REG-01',
      width: 18,
    },
    shipping_channel_id: { note: 'The channel that the code belongs to.', example: 12345, width: 20 },
    name: { note: 'What the service is called.', example: 'Example, replace this row', width: 36 },
    status: { note: 'Normal or Disabled.', example: 'Normal', width: 12 },
  },
});

/** Every sheet, by its resource's collection. */
export const SHEETS: Readonly<Record<ResourceCollection, Sheet>> = {
  channelLocations: locationSheet,
  channelPostcodes: postcodeSheet,
  channelRoutes: routeSheet,
  channelZones: zoneSheet,
  serviceCodes: serviceCodeSheet,
};
