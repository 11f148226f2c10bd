import type { FieldChange } from '../../contract/recordChange.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { formatTime } from '../../domain/format.ts';
import { loggedChange } from '../../domain/rates/loggedCells.ts';
import { CURRENCY_DIGITS } from '../../domain/currency.ts';
import { cellRow, readCellField } from '../../domain/rates/cells.ts';
import { E5, percentText } from '../../domain/rates/money.ts';
import type {
  AddressRow,
  CepLevelRow,
  ExtraFeeRow,
  FeeRow,
  AreaName,
  VolumeFeeRow,
  CepRangeRow,
} from '../../domain/rates/rows.ts';
import { kilograms } from '../../domain/rates/weightRanges.ts';
import type { WeightRule } from '../../domain/rates/weightRule.ts';
import type { Vat } from '../../domain/rates/vat.ts';

/** Words for the cells, name and settings of a rate table draft, used in the queue, the history and conflicts. */

type Values = Readonly<Record<string, unknown>>;

const HEADER: Readonly<Record<string, string>> = {
  name: 'Name',
  remark: 'Remark',
  currency: 'Currency',
  esfArea: 'ESF fees by',
  asfArea: 'ASF fees by',
  weightRule: 'Weight rule',
  vat: 'VAT',
  taxable: 'Lines with VAT',
};

const place = (name: string): string => (name === '' ? 'everywhere' : name);

/** Names a cell, e.g. "Fee of zone A from 0 kg" or "Address to 1000004". */
export function fieldWords(field: string): string {
  const cell = readCellField(field);
  if (!cell) return HEADER[field] ?? field;
  const [one = '', two = '', three = '', four = ''] = cell.key.split('/');
  switch (cell.part) {
    case 'names':
      return `Name of ${one} ${two}`;
    case 'addresses':
      return `${one === 'zone' ? 'Zone' : 'Route'} to ${place(two)}${three === '' ? '' : ` from ${three}`}`;
    case 'fees':
      return `Fee of ${one} ${two} from ${kilograms(Number(three))} kg`;
    case 'volumeFees':
      return `Volume fee of ${two === '' ? `every ${one}` : `${one} ${two}`} from ${three} cm³`;
    case 'extraFees':
      return `${one === 'cod' ? 'COD' : `${one.charAt(0).toUpperCase()}${one.slice(1)}`} fee ${two} for ${place(three)}${four === '0' ? '' : `, shop group ${four}`}`;
    case 'cepLevels':
      return `CEP risk level ${one}`;
    case 'cepRanges':
      return `CEP range ${cell.key}`;
  }
}

/** Formats an amount without a currency, as in a single cell: "12,000", "12.5". */
function amount(value: number | null): string {
  if (value === null) return 'no fee';
  const digits = value % E5 === 0 ? 0 : Math.max(...Object.values(CURRENCY_DIGITS));
  return (value / E5).toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: 5 });
}

const percentFee = ({ fixed, ppm, min, max }: Pick<ExtraFeeRow, 'ppm' | 'min' | 'max'> & { fixed: number | null }) =>
  [
    ...(fixed === null ? [] : [amount(fixed)]),
    ...(ppm === null ? [] : [percentText(ppm)]),
    ...(min === null ? [] : [`at least ${amount(min)}`]),
    ...(max === null ? [] : [`at most ${amount(max)}`]),
  ].join(', ') || 'no fee';

const ruleWords = ({ divisor, step, minimum, cubic, bound }: WeightRule): string =>
  `divisor ${divisor}, cubic weight ${cubic}, step ${kilograms(step)} kg, minimum ${kilograms(minimum)} kg, bound ${bound}`;

/** The value of a cell or setting in words; "nothing" for a row that does not exist. */
export function valueWords(field: string, value: unknown): string {
  const cell = readCellField(field);
  if (!cell) {
    if (value === null || value === undefined || value === '') return '/';
    if (field === 'weightRule') return ruleWords(value as WeightRule);
    if (field === 'vat') return `${percentText((value as Vat).ppm)} ${(value as Vat).mode}`;
    return Array.isArray(value) ? value.join(', ') : String(value as string | number);
  }
  const row: unknown = cellRow(value);
  if (row === null) return 'nothing';
  switch (cell.part) {
    case 'names':
      return (row as AreaName).name;
    case 'addresses':
      return (row as AddressRow).code;
    case 'fees': {
      const { fee, end, sides } = row as FeeRow;
      return `${amount(fee)} up to ${kilograms(end)} kg${sides === null ? '' : `, ${sides / 10} cm`}`;
    }
    case 'volumeFees': {
      const { fee, end } = row as VolumeFeeRow;
      return `${amount(fee)} up to ${end} cm³`;
    }
    case 'extraFees': {
      const own = row as ExtraFeeRow;
      return `${own.name}: ${percentFee(own)}${own.of.length === 0 ? '' : ` of ${own.of.join(', ')}`}`;
    }
    case 'cepLevels':
      return percentFee({ fixed: null, ...(row as CepLevelRow) });
    case 'cepRanges':
      return `level ${(row as CepRangeRow).level}`;
  }
}

/** Maximum number of changes listed; a write may have thousands. */
const NAMED = 8;

/** What a new version begins with: the version that it was copied from, its name and its remark. */
function createdWith(after: Values): FieldChange[] {
  const copyOf = after['copyOf'];
  const given = ['name', 'remark'].filter(name => typeof after[name] === 'string' && after[name] !== '');
  return [
    ...(typeof copyOf === 'number'
      ? [{ name: 'copyOf', label: 'Copied from', before: '', after: `version ${copyOf}` }]
      : []),
    ...given.map(name => ({ name, label: fieldWords(name), before: '', after: valueWords(name, after[name]) })),
  ];
}

/**
 * Describes what a logged write changed in a version: cells, name, settings, state and time; for a creation, what the
 * version begins with.
 */
export function draftFieldChanges(before: Values | null, after: Values | null): FieldChange[] {
  if (!after) return [];
  if (!before) return createdWith(after);
  const zone = COUNTRIES[after['country'] as Country]?.timeZone ?? 'UTC';
  const time = (value: unknown) => (typeof value === 'number' ? `${formatTime(value, zone)} (${zone})` : 'no time');
  const of = (name: string, label: string, words: (value: unknown) => string): FieldChange[] =>
    before[name] === after[name] ? [] : [{ name, label, before: words(before[name]), after: words(after[name]) }];
  const told = loggedChange(before, after);
  const fields = told ? Object.keys(told.after).filter(field => told.before[field] !== told.after[field]) : [];
  const count = Number(after['changedCells'] ?? Number(after['added'] ?? 0) + Number(after['changed'] ?? 0));
  const plain = (words: string): FieldChange => ({ name: words, label: words, before: '', after: '' });
  return [
    ...of('state', 'State', value => (value === 1 ? 'Submitted' : 'Draft')),
    ...of('activeFrom', 'Active from', time),
    ...fields.slice(0, NAMED).map(name => ({
      name,
      label: fieldWords(name),
      before: valueWords(name, told?.before[name]),
      after: valueWords(name, told?.after[name]),
    })),
    ...(fields.length > NAMED ? [plain(`and ${fields.length - NAMED} more`)] : []),
    ...(told === null && count > 0 ? [plain(`${count} rows, too many to list`)] : []),
  ];
}
