import { suggestCepRange } from '../../../domain/cdt/cepRange.ts';
import { COUNTRIES, isCountry, type Country } from '../../../domain/country.ts';
import type { Currency } from '../../../domain/currency.ts';
import { normalise } from '../../../domain/import/normalise.ts';
import { hasLostLetter, LOST_LETTER } from '../../../domain/lostLetter.ts';
import { amountText, E5, percentText, PPM } from '../../../domain/rates/money.ts';
import { copiedNumber } from '../../../domain/rates/pastedNumbers.ts';
import {
  AREA_KINDS,
  BASES,
  cepText,
  EXTRA_TYPES,
  isEverywhere,
  isPlaceName,
  mayBeCep,
  mayHaveCeps,
  noCeps,
  notALocation,
  type Part,
  type PartRow,
} from '../../../domain/rates/rows.ts';
import { AMOUNT_MOST, INT4_MOST, KILOGRAMS_MOST, LEVEL_MOST, SHARE_MOST } from '../../../domain/rates/rowRules.ts';
import { kilograms } from '../../../domain/rates/weightRanges.ts';
import { readNumber, signedShare, type NumberRule } from '../../../domain/wholeNumber.ts';

/**
 * The columns of each part's grid: how a field is formatted and how input is parsed. Shared by the grid, pasting and
 * drafts.
 */

export interface SheetContext {
  readonly country: Country;
  readonly currency: Currency;
  /** The country that the channel's parcels come from; undefined if it is not known on this device. */
  readonly origin?: Country | undefined;
  /** The name of a place by its id or code; the id or code itself if the name is unknown. */
  readonly placeLabel: (name: string) => string;
}

export type Read = { readonly value: unknown } | { readonly problem: string };

export interface SheetField {
  readonly key: string;
  readonly label: string;
  readonly width?: number;
  readonly number?: (context: SheetContext) => NumberRule;
  readonly options?: readonly string[];
  /** The text used for typing, copying and comparing. */
  readonly typed: (value: unknown, context: SheetContext) => string;
  /** The displayed text; defaults to the typed one. */
  readonly shown?: (value: unknown, context: SheetContext) => string;
  readonly read: (text: string, context: SheetContext) => Read;
  /** The value in a new row if nothing is typed; if omitted, a value must be entered. */
  readonly initial?: unknown;
}

export const AMOUNT_DECIMALS = 5;
export const KILOGRAM_DECIMALS = 3;
const PERCENT_DECIMALS = 4;

export const amountRule = ({ country }: SheetContext): NumberRule => ({
  decimals: AMOUNT_DECIMALS,
  min: 0,
  max: AMOUNT_MOST / E5,
  country,
  money: true,
});
export const weightRule = ({ country }: SheetContext): NumberRule => ({
  decimals: KILOGRAM_DECIMALS,
  min: 0,
  max: KILOGRAMS_MOST,
  country,
  unit: 'kg',
});
const percentRule = ({ country }: SheetContext): NumberRule => ({
  decimals: PERCENT_DECIMALS,
  min: 0,
  max: (SHARE_MOST / PPM) * 100,
  country,
  unit: '%',
});

const readBy = (label: string, text: string, rule: NumberRule): Read => readNumber(label, text, rule);

type Options = Partial<Pick<SheetField, 'width' | 'initial'>>;

/** Parses a rule's number; if permitted, an empty string is null ("not set", never 0). */
const number = (
  key: string,
  label: string,
  rule: (context: SheetContext) => NumberRule,
  shown: ((value: number, context: SheetContext) => string) | null,
  mayBeEmpty: boolean,
  more: Options = {},
): SheetField => ({
  key,
  label,
  number: rule,
  ...(mayBeEmpty ? { initial: null } : {}),
  ...more,
  typed: (value, context) => {
    const { decimals = 0, country } = rule(context);
    return typeof value === 'number' ? copiedNumber(value, decimals, country) : '';
  },
  ...(shown
    ? { shown: (value: unknown, context: SheetContext) => (typeof value === 'number' ? shown(value, context) : '') }
    : {}),
  read: (text, context) => {
    if (text.trim() === '') return mayBeEmpty ? { value: null } : { problem: `${label} is required` };
    return readBy(label, text, rule(context));
  },
});

export const amountField = (key: string, label: string): SheetField =>
  number(key, label, amountRule, (value, { currency }) => amountText(value, currency), true);
const percentField = (key: string, label: string): SheetField => {
  const field = number(key, label, percentRule, value => percentText(value), true, { width: 88 });
  return { ...field, typed: (value, context) => signedShare(field.typed(value, context)) };
};
export const weightField = (key: string, label: string): SheetField =>
  number(key, label, weightRule, value => kilograms(value), false, { width: 88 });
const wholeField = (key: string, label: string, max: number, more: Options = {}): SheetField =>
  number(key, label, ({ country }) => ({ min: 0, max, country }), null, false, { width: 96, ...more });

const words = (key: string, label: string, most: number, more: Options = {}): SheetField => ({
  key,
  label,
  ...more,
  typed: value => (typeof value === 'string' ? value : ''),
  read: text => {
    const value = normalise(text, 'line');
    if (value === '' && more.initial === undefined) return { problem: `${label} is required` };
    if (hasLostLetter(value)) return { problem: `${label} ${LOST_LETTER}` };
    return value.length > most ? { problem: `${label} must have at most ${most} characters` } : { value };
  },
});

const codeField = (key: string, label: string, more: Options = {}): SheetField => {
  const field = words(key, label, 64, more);
  return {
    ...field,
    read: (text, context) =>
      text.includes('/') ? { problem: `${label} must not contain "/"` } : field.read(text, context),
  };
};

const choice = <T extends string>(
  key: string,
  label: string,
  values: readonly T[],
  more: Options = {},
): SheetField => ({
  key,
  label,
  options: values,
  width: 96,
  ...more,
  typed: value => (typeof value === 'string' ? value : ''),
  read: text => {
    const wanted = text.trim().toLowerCase();
    const found = values.find(value => value.toLowerCase() === wanted);
    if (found !== undefined) return { value: found };
    return { problem: `${label} must be one of ${values.join(', ')}` };
  },
});

/** Formats a place: "everywhere", or the names of a country or location. */
export const placeWords = (name: string, { placeLabel }: Pick<SheetContext, 'placeLabel'>): string => {
  if (name === '') return 'everywhere';
  return isCountry(name) ? COUNTRIES[name].name : placeLabel(name);
};

/**
 * Parses one end of a route: empty or * means everywhere; otherwise a country, a Location ID or, in a country that has
 * them, a range of CEPs.
 */
const place = (key: 'origin' | 'destination' | 'place', label: string): SheetField => ({
  key,
  label,
  width: 220,
  initial: '',
  typed: value => (typeof value === 'string' ? value : ''),
  shown: (value, context) => placeWords(String(value ?? ''), context),
  read: (text, { country, origin, placeLabel }) => {
    const ceps = mayHaveCeps(key, { country, origin });
    const name = normalise(text, 'code');
    if (isEverywhere(name)) return { value: '' };
    const range = suggestCepRange(name);
    // If both ends are complete, any separator is accepted. If a leading zero is missing, the person is asked to add
    // it.
    const isWhole = range !== null && name.replace(/\D/g, '') === range.replace('-', '');
    const value = /^[a-z]{2}$/i.test(name) ? name.toUpperCase() : isWhole ? range : name;
    // A number that is not a known location may be a CEP, so the person decides. An origin may be in another country,
    // whose locations only the server knows.
    if (key !== 'origin' && mayBeCep(value, country) && placeLabel(value) === value)
      return { problem: `${label} ${notALocation(value)}` };
    if (!ceps && range !== null) return { problem: `${label} ${noCeps(text.trim(), country)}` };
    if (isPlaceName(value)) return { value };
    if (!ceps)
      return { problem: `${label} must be a country such as ${country} or a Location ID; empty means everywhere` };
    const cep = /^\d{5}-?\d{3}$/.test(name) ? name.replace('-', '') : null;
    const why = range
      ? `is "${name}", which may be missing a leading zero; if so, enter ${range}`
      : cep
        ? `is "${name}", a single CEP; to name only this one, enter the range ${cep}-${cep}`
        : `must be a country such as ${country}, a Location ID or a CEP range; empty means everywhere`;
    return { problem: `${label} ${why}` };
  },
});

/** Parses the base of a share: names of lines, separated by commas. */
const bases: SheetField = {
  key: 'of',
  label: 'Percent of',
  width: 160,
  initial: [],
  typed: value => (Array.isArray(value) ? value.join(', ') : ''),
  read: text => {
    const names = text
      .split(/[,;+]/)
      .map(name => name.trim())
      .filter(name => name !== '');
    const found = names.map(name => BASES.find(basis => basis.toLowerCase() === name.toLowerCase()));
    const at = found.indexOf(undefined);
    if (at >= 0) return { problem: `Percent of: "${names[at] ?? ''}" is not one of ${BASES.join(', ')}` };
    return { value: BASES.filter(basis => found.includes(basis)) };
  },
};

const SHOP_GROUP_RULE: NumberRule = { min: -1, max: INT4_MOST, negative: true };
const shopGroup: SheetField = {
  ...number('shopGroup', 'Shop group', () => SHOP_GROUP_RULE, null, false, { width: 108 }),
  initial: 0,
  shown: value => (value === 0 ? 'default' : value === -1 ? 'fallback' : String(value)),
  read: text => {
    const name = text.trim().toLowerCase();
    if (name === '' || name === 'default') return { value: 0 };
    if (name === 'fallback') return { value: -1 };
    return readBy('Shop group', text, SHOP_GROUP_RULE);
  },
};

const cep = (key: string, label: string): SheetField => ({
  key,
  label,
  width: 104,
  typed: value => (typeof value === 'number' ? cepText(value, value).slice(0, 8) : ''),
  read: text => {
    const digits = normalise(text, 'code').replaceAll('-', '');
    if (/^\d{8}$/.test(digits)) return { value: Number(digits) };
    const zero = /^\d{7}$/.test(digits)
      ? `; "${text.trim()}" has 7: write 0${digits} if its leading zero was lost`
      : '';
    return { problem: `${label} must be 8 digits, such as 01310000${zero}` };
  },
});

/** Parses the code of a volume fee, either of a single area or of all areas. */
const volumeCode: SheetField = (() => {
  const field = codeField('code', 'Zone or route', { width: 120, initial: '' });
  return { ...field, read: (text, context) => (isEverywhere(text) ? { value: '' } : field.read(text, context)) };
})();

const areaKind = choice('kind', 'Kind', AREA_KINDS, { initial: 'zone' });

/** The parts that are edited as grids of records; basic fees are a grid of zones and weights (`feeSheet.ts`). */
export type RecordPart = Exclude<Part, 'fees'>;

export const SHEET_FIELDS: Readonly<Record<RecordPart, readonly SheetField[]>> = {
  names: [areaKind, codeField('code', 'Code'), words('name', 'Name', 128, { width: 260, initial: '' })],
  addresses: [
    areaKind,
    place('origin', 'Origin'),
    place('destination', 'Destination'),
    codeField('code', 'Zone or route'),
  ],
  volumeFees: [
    areaKind,
    volumeCode,
    wholeField('start', 'From cm³', INT4_MOST),
    wholeField('end', 'Below cm³', INT4_MOST),
    amountField('fee', 'Fee'),
  ],
  extraFees: [
    choice('type', 'Type', EXTRA_TYPES),
    codeField('code', 'Code', { width: 96 }),
    words('name', 'Name', 128, { width: 160 }),
    place('place', 'Destination'),
    shopGroup,
    amountField('fixed', 'Amount'),
    percentField('ppm', 'Percent'),
    bases,
    amountField('min', 'Minimum'),
    amountField('max', 'Maximum'),
  ],
  cepLevels: [
    wholeField('level', 'Level', LEVEL_MOST),
    percentField('ppm', 'Percent'),
    amountField('min', 'Minimum'),
    amountField('max', 'Maximum'),
  ],
  cepRanges: [cep('from', 'From CEP'), cep('to', 'To CEP'), wholeField('level', 'Level', LEVEL_MOST)],
};

export const valueIn = <P extends Part>(row: PartRow<P>, key: string): unknown =>
  (row as unknown as Record<string, unknown>)[key];
