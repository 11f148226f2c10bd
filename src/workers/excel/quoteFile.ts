import { hasCepRanges } from '../../domain/cdt/levels.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { withoutNoise } from '../../domain/import/parseCell.ts';
import { readPostcode } from '../../domain/import/postcodes.ts';
import type { End } from '../../domain/leadTime.ts';
import { E5 } from '../../domain/rates/money.ts';
import {
  parcelProblem,
  quote,
  type LineKind,
  type Measures,
  type Parcel,
  type Quote,
} from '../../domain/rates/quote.ts';
import { RateTable } from '../../domain/rates/table.ts';
import type { Sides } from '../../domain/rates/weightRule.ts';
import { cellText, cellValue, numberText, type SheetData } from '../../domain/sheet/columns.ts';
import type { OpenWorkbook } from '../../domain/sheet/xlsx.ts';
import type { Cell, Column } from '../../domain/sheet/workbookXml.ts';
import type { Deflate } from '../../domain/sheet/writeWorkbook.ts';
import { readNumber, type NumberRule } from '../../domain/wholeNumber.ts';
import type { QuotedWorkbook, QuoteFileJob } from '../../sync/excelClient/writerApi.ts';
import { copied, readFirst } from './firstSheet.ts';
import { namedPlaces, placeCell, placeLabels, type PlaceNames } from './namedPlaces.ts';
import { workbookBlob } from './workbookBlob.ts';

/** Maximum number of parcels per file. */
export const PARCELS_MOST = 200_000;
const REPORT_EVERY = 1000;

/** Heading patterns for each field, without punctuation. Accents and case are ignored; units are optional. */
const HEADINGS = {
  origin: /^(origin|from|pickup)( location)?( id)?$/,
  destination: /^(destination|to|deliver|buyer)( location)?( id)?$|^location id$/,
  originCep: /^(origin|from) (cep|postcode|zip)$/,
  destinationCep: /^((destination|to) )?(cep|postcode|zip)$/,
  weight: /^((declared|order) )?weight( kg)?$/,
  length: /^((declared|order) )?length( cm)?$/,
  width: /^((declared|order) )?width( cm)?$/,
  height: /^((declared|order) )?height( cm)?$/,
  measuredWeight: /^(measured|actual) weight( kg)?$/,
  measuredLength: /^(measured|actual) length( cm)?$/,
  measuredWidth: /^(measured|actual) width( cm)?$/,
  measuredHeight: /^(measured|actual) height( cm)?$/,
  orderValue: /^(order )?value$|^declared value$/,
  cod: /^cod( amount)?$/,
  shopGroup: /^shop group( id)?$/,
} as const;
type Field = keyof typeof HEADINGS;

/** Columns that a parcel file may have, as written in its template. */
export const PARCEL_HEADINGS = [
  'Reference',
  'Origin Location ID',
  'Destination Location ID',
  'Origin Address',
  'Destination Address',
  'Origin CEP',
  'Destination CEP',
  'Weight kg',
  'Length cm',
  'Width cm',
  'Height cm',
  'Measured weight kg',
  'Measured length cm',
  'Measured width cm',
  'Measured height cm',
  'Order value',
  'COD amount',
  'Shop group ID',
] as const;

/** The columns that are read in a country: those of CEPs only if it has CEPs. */
export const parcelHeadings = (country: Country): string[] =>
  PARCEL_HEADINGS.filter(heading => hasCepRanges(country) || !heading.endsWith('CEP'));

const PLACE_PART = '(address|place|state|province|city|district|street|names?)';
/** Headings of name columns; those of the same end are combined into one address. */
const NAME_HEADINGS = {
  origin: new RegExp(`^(origin|from|pickup|seller) ${PLACE_PART}$`),
  destination: new RegExp(`^(destination|to|deliver|buyer) ${PLACE_PART}$`),
} as const;
type NamedEnd = keyof typeof NAME_HEADINGS;

const plainHeading = (text: string): string =>
  fold(text)
    .replace(/[()[\].,:*/_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

export const fieldOfHeading = (text: string): Field | undefined => {
  const plain = plainHeading(text);
  return (Object.keys(HEADINGS) as Field[]).find(field => HEADINGS[field].test(plain));
};

/** The end whose names a column contains, according to its heading. */
export const namedEndOfHeading = (text: string): NamedEnd | undefined => {
  const plain = plainHeading(text);
  return (Object.keys(NAME_HEADINGS) as NamedEnd[]).find(end => NAME_HEADINGS[end].test(plain));
};

/** Explains in words why a cell of the file cannot be used. */
class CellProblem extends Error {}

/** The lines of a quote that have their own columns, with their headings. */
const LINES: readonly (readonly [LineKind, string])[] = [
  ['base', 'Base fee'],
  ['volume', 'Volume fee'],
  ['remote', 'Remote fee'],
  ['cepRisk', 'CEP risk'],
  ['cod', 'COD fee'],
  ['additional', 'Additional fees'],
  ['fuel', 'Fuel fee'],
  ['vat', 'VAT'],
  ['rounding', 'Rounding'],
];

const KINDS = [
  ['esf', 'ESF'],
  ['asf', 'ASF'],
] as const;

export interface QuoteFileDeps {
  open: (file: File) => Promise<OpenWorkbook>;
  deflate: Deflate;
  onProgress: (share: number) => void;
  /** Returns the ids from the root to a place; null for an unknown one. */
  chainOf: (locationId: number) => readonly number[] | null;
  /** Places by name; null until the country's places are on the device. */
  places: PlaceNames | null;
}

/**
 * Quotes a file of parcels using one version: the first row is the header row, and every other row is a parcel. The
 * result is the file with each parcel's costs, one column per line of the quote. For a row that cannot be quoted, the
 * result says why; the others are unaffected.
 */
export async function quoteFile(
  { file, entity, columns, version }: QuoteFileJob,
  { open, deflate, onProgress, chainOf, places }: QuoteFileDeps,
): Promise<QuotedWorkbook | { problem: string }> {
  const sheet = await readFirst(file, open, PARCELS_MOST + 2);
  if ('problem' in sheet) return sheet;
  if (sheet.rows < 2)
    return {
      problem: `${file.name} has no parcels. Its first row is read as headings; enter one parcel in each row below.`,
    };
  if (sheet.rows - 1 > PARCELS_MOST)
    return { problem: `${file.name} has more than ${PARCELS_MOST} parcels. Split it into several files.` };
  const shown = sheet.columns.flatMap((cells, column) => (cells ? [column] : []));
  const headings = shown.map(column => cellText(sheet, column, 0).trim());
  const at: FileColumns = { names: { origin: [], destination: [] } };
  for (const [index, heading] of headings.entries()) {
    const column = shown[index] as number;
    const field = fieldOfHeading(heading);
    const named = namedEndOfHeading(heading);
    const first = field === undefined ? undefined : at[field];
    if (first !== undefined)
      return {
        problem: `${file.name} has two columns with the same meaning, "${headings[shown.indexOf(first)] ?? ''}" and "${heading}". Remove the one that should not be used, and choose the file again.`,
      };
    if (field !== undefined) at[field] = column;
    else if (named !== undefined) at.names[named].push(column);
  }
  const unused = hasCepRanges(entity)
    ? []
    : withoutCeps(at).flatMap(column => (isBlank(sheet, column) ? [] : [headings[shown.indexOf(column)] ?? '']));
  const note =
    unused.length === 0
      ? ''
      : `${unused.map(heading => `"${heading}"`).join(' and ')} ${unused.length === 1 ? 'was' : 'were'} not used, because ${COUNTRIES[entity].inText} has no CEPs: places are location IDs or names.`;
  if (at.weight === undefined)
    return {
      problem: `${file.name} has no column "Weight kg". Add it and choose the file again. These columns are read: ${parcelHeadings(entity).join(', ')}.`,
    };
  if (at.destination === undefined && at.destinationCep === undefined && at.names.destination.length === 0) {
    const asked = hasCepRanges(entity)
      ? '"Destination Location ID", "Destination Address" or "Destination CEP"'
      : '"Destination Location ID" or "Destination Address"';
    return {
      problem: `${file.name} has no column ${asked}. Add one of them and choose the file again.${note && ` ${note}`}`,
    };
  }
  const table = new RateTable(columns);
  const counts = { priced: 0, unpriced: 0 };
  const ends = (['origin', 'destination'] as const).filter(end => at.names[end].length > 0 || at[end] !== undefined);
  const placeOf = namedPlaces(places);
  const explain = { placeLabel: placeLabels(places) };

  function* rows(data: SheetData): Generator<readonly Cell[]> {
    for (let row = 1; row < data.rows; row++) {
      if (row % REPORT_EVERY === 0) onProgress(row / data.rows);
      const cells: Cell[] = shown.map(column => copied(data, column, row));
      const understood: Understood = { origin: '', destination: '' };
      const parcel = parcelOf(data, row, at, { entity, chainOf, placeOf, places }, understood);
      const found = 'problem' in parcel ? null : KINDS.map(([kind]) => quote(table, kind, parcel, explain));
      if (found?.every(one => one.missing === null)) counts.priced += 1;
      else counts.unpriced += 1;
      cells.push(...ends.map(end => understood[end]));
      for (const [index] of KINDS.entries()) {
        const one = found?.[index];
        cells.push(
          ...(one ? quoteCells(one) : ['', '', ...LINES.map(() => ''), '', 'problem' in parcel ? parcel.problem : '']),
        );
      }
      yield cells;
    }
  }
  const { currency } = table.settings;
  const column = (heading: string, width = 14): Column => ({ heading, width });
  const made: Column[] = [
    ...headings.map(heading => column(heading, 18)),
    ...ends.map((end): Column => ({ heading: `${END_LABELS[end]} understood as`, width: 44, words: true })),
    ...KINDS.flatMap(([, name]) => [
      column(`${name} zone`),
      column(`${name} charged kg`),
      ...LINES.map(([, label]) => column(`${name} ${label}`)),
      column(`${name} total ${currency}`, 18),
      { heading: `${name} no price because`, width: 44, words: true },
    ]),
  ];
  const blob = await workbookBlob([{ name: 'Quoted parcels', columns: made, rows: rows(sheet) }], deflate);
  const name = `${file.name.replace(/\.\w+$/, '')} quoted by version ${version}.xlsx`;
  return { name, blob, rows: sheet.rows - 1, ...counts, note };
}

/** The ways in which a row may give its destination. */
const destinationWays = (country: Country): string =>
  hasCepRanges(country) ? 'a location ID, an address or a CEP' : 'a location ID or an address';

/** Removes the columns of CEPs, which a country without CEPs does not use, and returns their indexes. */
function withoutCeps(at: FileColumns): number[] {
  return (['originCep', 'destinationCep'] as const).flatMap(field => {
    const column = at[field];
    delete at[field];
    return column === undefined ? [] : [column];
  });
}

function quoteCells({ area, grams, lines, total, tax, missing }: Quote): Cell[] {
  const sums = new Map<LineKind, number>();
  for (const { kind, amount } of lines) if (amount !== null) sums.set(kind, (sums.get(kind) ?? 0) + amount);
  // Tax already included in the fees is a line without an amount.
  if (total !== null && tax !== null && !sums.has('vat')) sums.set('vat', tax);
  const amount = (value: number | null | undefined): Cell => (value === null || value === undefined ? '' : value / E5);
  return [
    area ?? '',
    grams === null ? '' : grams / 1000,
    ...LINES.map(([kind]) => amount(sums.get(kind))),
    amount(total),
    missing?.text ?? '',
  ];
}

/** Indexes of a file's columns, by their content. */
type FileColumns = Partial<Record<Field, number>> & { names: Record<NamedEnd, number[]> };
/** The resolved place for each end specified by id or name. */
type Understood = Record<NamedEnd, string>;
const END_LABELS: Readonly<Record<NamedEnd, string>> = { origin: 'Origin', destination: 'Destination' };

const WHOLE = /^\d+$/;

/**
 * Why a string is not a CEP. If a spreadsheet dropped the leading zero, the message asks for it; it is never guessed.
 */
const cepProblem = (written: string): string =>
  /^\d{7}$/.test(written)
    ? `must be 8 digits; "${written}" has 7: write 0${written} in a column of text if its leading zero was lost`
    : 'must be 8 digits';

function isBlank(sheet: SheetData, column: number): boolean {
  for (let row = 1; row < sheet.rows; row++) if (cellText(sheet, column, row).trim() !== '') return false;
  return true;
}

interface Places extends Pick<QuoteFileDeps, 'chainOf' | 'places'> {
  entity: Country;
  placeOf: ReturnType<typeof namedPlaces>;
}

function parcelOf(
  sheet: SheetData,
  row: number,
  at: FileColumns,
  { entity: country, chainOf, placeOf, places }: Places,
  understood: Understood,
): Parcel | { problem: string } {
  const text = (field: Field): string => {
    const column = at[field];
    return column === undefined ? '' : cellText(sheet, column, row).trim();
  };
  const number = (field: Field, label: string, rule: NumberRule): number | null => {
    const column = at[field];
    const written = text(field);
    if (column === undefined || written === '') return null;
    // A numeric cell is used as it is, whatever the country's number format, but without the noise of a computation.
    const value = cellValue(sheet, column, row);
    const read =
      typeof value === 'number'
        ? readNumber(label, numberText(withoutNoise(value, rule.decimals ?? 0)), rule)
        : readNumber(label, written, { ...rule, country });
    if ('value' in read) return read.value;
    throw new CellProblem(read.problem);
  };
  const namesOf = (place: NamedEnd): string => {
    const parts = at.names[place].map(column => cellText(sheet, column, row).trim()).filter(part => part !== '');
    return parts.length > 0 || WHOLE.test(text(place)) ? parts.join(', ') : text(place);
  };
  const end = (place: NamedEnd, cep: Field): End => {
    const label = END_LABELS[place];
    const names = namesOf(place);
    // An id is exact, so names next to it are only for people.
    const byId = WHOLE.test(text(place)) ? number(place, `${label} Location ID`, { min: 1 }) : null;
    const named = byId === null && names !== '' ? placeOf(label, names) : null;
    if (named && named.problem !== '') throw new CellProblem(named.problem);
    if (named) understood[place] = named.words;
    const chain = named ? named.chain : byId === null ? [] : chainOf(byId);
    if (chain === null) throw new CellProblem(`${label}: there is no location ${byId}`);
    if (byId !== null && places) understood[place] = placeCell(places, byId);
    const written = hasCepRanges(country) ? text(cep) || (named?.postcode ?? '') : '';
    const code = written === '' ? '' : readPostcode(written, country);
    if (code === null) throw new CellProblem(`${label} CEP ${cepProblem(written)}`);
    // A forgotten cell would be priced as the whole country.
    if (place === 'destination' && chain.length === 0 && code === '')
      throw new CellProblem(`The destination is empty: enter ${destinationWays(country)}`);
    return { country, locations: chain, ...(code === '' ? {} : { cep: code }) };
  };
  const measures = (weight: Field, sides: readonly [Field, Field, Field]): Measures => {
    const grams = number(weight, 'Weight', { decimals: 3, min: 0, unit: 'kg' });
    const found = sides.map(side => number(side, 'Size', { decimals: 1, min: 0.1, unit: 'cm' }));
    const given = found.filter(side => side !== null).length;
    if (given > 0 && given < found.length)
      throw new CellProblem('Length, width and height must all be filled in or all be empty');
    return { grams, sides: given > 0 ? (found as unknown as Sides) : null };
  };
  try {
    const declared = measures('weight', ['length', 'width', 'height']);
    const measured = measures('measuredWeight', ['measuredLength', 'measuredWidth', 'measuredHeight']);
    const parcel: Parcel = {
      origin: end('origin', 'originCep'),
      destination: end('destination', 'destinationCep'),
      declared,
      measured: { grams: measured.grams ?? declared.grams, sides: measured.sides ?? declared.sides },
      orderValue: number('orderValue', 'Order value', { decimals: 5, min: 0, money: true }),
      cod: number('cod', 'COD amount', { decimals: 5, min: 0, money: true }),
      shopGroup: number('shopGroup', 'Shop group', { min: 0 }),
    };
    const problem = parcelProblem(parcel);
    return problem === null ? parcel : { problem };
  } catch (error) {
    if (error instanceof CellProblem) return { problem: error.message };
    throw error;
  }
}
