import type { ImportKind } from '../../domain/rates/importRows.ts';
import { importOf, defineSheet, type Sheet } from '../resourceSheet.ts';
import { kindName, PRICE_LIST, RATE_FILES, rowsOfKind, type RateFile } from './resources.ts';

/**
 * The spreadsheets for importing into drafts of rate tables. They are kept apart because only dialogs and the server
 * use them.
 */

type Notes = Sheet['texts'];

const AREA = { note: 'Zone or Route: what the code identifies.', example: 'Zone', width: 8 };
const ENDS = "All, a country's code, a location's ID, or a CEP range such as 01310000-01319999.";
const codeText = (what: string) => ({ note: `${what}, without a "/".`, example: 'A', width: 14 });
const weightText = (note: string, example: number) => ({ note, example, width: 16 });
const FEE = {
  note: "The fee in the version's currency. Blank is no fee, which is not 0; the word None clears an existing fee.",
  example: 12000,
  width: 12,
};
const SIDES = {
  note: 'Largest sum of the three sides in cm, if the weight rule has tiers; otherwise blank.',
  example: '',
  width: 18,
};
const feeNotes = {
  area: AREA,
  code: codeText('Code of the zone or route'),
  start: weightText('From this weight in kg.', 0),
  end: weightText('Up to this weight in kg.', 1),
  fee: FEE,
  sides: SIDES,
};
const extraNotes = (of: string) => ({
  place: { note: `Destination: ${ENDS}`, example: 'All', width: 22 },
  shopGroup: { note: 'ID of the shop group; 0 is default, -1 is fallback.', example: 0, width: 12 },
  fixed: { note: 'A fixed amount; blank leaves it unchanged, None clears it.', example: 5000, width: 12 },
  ppm: { note: `Percentage of the ${of}; blank leaves it unchanged, None clears it.`, example: '2%', width: 12 },
  min: { note: 'Minimum fee; blank leaves it unchanged, None clears it.', example: '', width: 12 },
  max: { note: 'Maximum fee; blank leaves it unchanged, None clears it.', example: '', width: 12 },
});
const endNotes = {
  origin: { note: `Where the parcels come from: ${ENDS}`, example: 'All', width: 22 },
  destination: { note: `Where the parcels go: ${ENDS}`, example: 'All', width: 22 },
};
const NOTES: Readonly<Record<ImportKind, Notes>> = {
  zoneCode: {
    code: codeText('Code of the zone'),
    name: { note: 'Name of the zone, as shown to people.', example: 'Greater Jakarta', width: 28 },
  },
  routeCode: {
    code: codeText('Code of the route'),
    name: { note: 'Name of the route, as shown to people.', example: 'Jakarta to Surabaya', width: 28 },
  },
  originDestCode: { ...endNotes, code: codeText('Route of parcels from this origin to this destination') },
  cepZoneCode: {
    cepRange: { note: 'First and last CEP, such as 01310000-01319999.', example: '01310000-01319999', width: 22 },
    origin: endNotes.origin,
    code: codeText('Zone of parcels to these CEPs'),
  },
  priceListEnhanced: feeNotes,
  priceListWeightRule: {
    sizeRounding: { note: 'None, Nearest or Up, to whole centimeters.', example: 'None', width: 14 },
    divisor: { note: 'Cubic centimeters that weigh a kilogram.', example: 6000, width: 10 },
    cubic: { note: 'Always, Above threshold, Half or Never.', example: 'Always', width: 20 },
    threshold: weightText('In kg; the cubic weight applies above it.', 0),
    step: weightText('In kg: weights are charged in steps of this size.', 1),
    rounding: { note: 'Up, Nearest or Tolerance.', example: 'Up', width: 12 },
    tolerance: weightText('In kg; below the step.', 0),
    minimum: weightText('In kg: the minimum weight that is charged.', 1),
    bound: { note: 'Range above or Range below: which range a bound belongs to.', example: 'Range above', width: 18 },
    tiers: { note: 'Yes if fees also have a maximum sum of sides.', example: 'No', width: 20 },
  },
  basicShippingFee: feeNotes,
  calculationAddress: {
    area: AREA,
    ...endNotes,
    code: codeText('Zone or route of parcels from this origin to this destination'),
  },
  volumeFee: {
    area: AREA,
    code: codeText('Code of the zone or route, or All for zones and routes without rows of their own'),
    start: weightText('From this volume in cubic centimeters.', 0),
    end: weightText('Up to this volume in cubic centimeters.', 30_000),
    fee: FEE,
  },
  remoteFee: extraNotes('base fee'),
  codFee: extraNotes('COD amount'),
};

const VERSION_NOTES: Notes = {
  channelId: { note: 'The channel that the rate table belongs to.', example: 12345, width: 12 },
  versionNo: { note: 'Number of a draft of that channel.', example: 1, width: 10 },
};

/** The import sheet for a kind of file. */
export function rateSheetOf({ family, kind, resource }: RateFile): Sheet {
  const name = kindName(kind);
  const isOther = family !== 'rate';
  return defineSheet({
    resource,
    name: isOther ? `${name} (3P)` : name,
    file: name,
    template: `${isOther ? 'third-party-' : ''}${name.toLowerCase().replaceAll(' ', '-')}.xlsx`,
    mode: 'merge',
    columns: resource.columns,
    texts: { ...VERSION_NOTES, ...NOTES[rowsOfKind(kind)] },
  });
}

/** All imports of rate table rows. A price list is only validated (`checksOnly`); its rows are imported on request. */
export const RATE_IMPORTS = RATE_FILES.map(file => ({
  ...importOf(rateSheetOf(file)),
  ...(file.kind === PRICE_LIST ? { checksOnly: true as const } : {}),
}));
