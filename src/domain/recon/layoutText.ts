import { SEPARATORS, TEXT_ENCODINGS } from '../sheet/textForm.ts';
import { isCurrency } from '../currency.ts';
import { WEIGHT_UNITS } from './billCells.ts';
import { SIZE_UNITS, type SizeUnit } from './billSizes.ts';
import { BILL_TEXT_MOST, chargeName, isChargeKind, ROLES, type Layout, type Role } from './layout.ts';

/** The maximum number of columns in a supplier's file, and the maximum number of charges in a row. */
export const LAYOUT_COLUMNS_MOST = 400;
export const LAYOUT_PAIRS_MOST = 60;
export const LAYOUT_KINDS_MOST = 500;

type Unknown = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isColumn = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < LAYOUT_COLUMNS_MOST;

/**
 * What is wrong with a layout, as a sentence; null if it can be used to read files. Shared by the form and the call.
 */
export function layoutProblem(layout: Layout): string | null {
  const { roles, charges } = layout;
  if (roles.tracking === undefined && roles.reference === undefined)
    return 'Select the column with the tracking number or the order reference.';
  if (roles.currency === undefined && !isCurrency(layout.currency))
    return 'Enter the currency of the file, or select the column that contains it.';
  const columns = Object.values(roles);
  if (new Set(columns).size < columns.length) return 'A column can have only one role.';
  if (charges.as === 'rows' && roles.amount === undefined) return 'Select the column with the amount of a charge.';
  if (charges.as === 'pairs' && charges.pairs.length === 0) return 'Select at least one pair of charge and amount.';
  if (charges.as === 'columns' && charges.columns.length === 0) return 'Select at least one column of charges.';
  return null;
}

const oneOf = <T extends string>(value: unknown, words: readonly T[]): T | null =>
  words.includes(value as T) ? (value as T) : null;

function readCharges(value: unknown): Layout['charges'] | null {
  if (!isRecord(value)) return null;
  if (value['as'] === 'rows') return { as: 'rows' };
  const list = value[value['as'] === 'pairs' ? 'pairs' : 'columns'];
  if (!Array.isArray(list) || list.length > LAYOUT_PAIRS_MOST) return null;
  if (value['as'] === 'pairs') {
    const pairs = list.filter(isRecord).map(({ text, amount }) => ({ text, amount }));
    return pairs.length === list.length && pairs.every(({ text, amount }) => isColumn(text) && isColumn(amount))
      ? { as: 'pairs', pairs: pairs as { text: number; amount: number }[] }
      : null;
  }
  if (value['as'] !== 'columns') return null;
  const columns = list.filter(isRecord).map(({ column, name }) => ({ column, name }));
  return columns.length === list.length &&
    columns.every(({ column, name }) => isColumn(column) && typeof name === 'string' && name !== '')
    ? { as: 'columns', columns: columns as { column: number; name: string }[] }
    : null;
}

const isHeadings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= LAYOUT_COLUMNS_MOST && value.every(one => typeof one === 'string');

/** Parses a layout from unknown data; null if it is invalid. Charge names are normalized. */
export function readLayoutDefinition(value: unknown): Layout | null {
  if (!isRecord(value)) return null;
  const decimalMark = oneOf(value['decimalMark'], ['.', ',']);
  const dateOrder = oneOf(value['dateOrder'], ['ymd', 'dmy', 'mdy']);
  const weightUnit = oneOf(value['weightUnit'], Object.keys(WEIGHT_UNITS) as (keyof typeof WEIGHT_UNITS)[]);
  const { skippedRows, headerRow, headings, encoding, separator, sizeUnit, measureMark, currency, roles, kinds } =
    value;
  const form = {
    ...(encoding === undefined ? {} : { encoding: oneOf(encoding, TEXT_ENCODINGS) }),
    ...(separator === undefined ? {} : { separator: oneOf(separator, SEPARATORS) }),
    ...(sizeUnit === undefined ? {} : { sizeUnit: oneOf(sizeUnit, Object.keys(SIZE_UNITS) as SizeUnit[]) }),
    ...(measureMark === undefined ? {} : { measureMark: oneOf(measureMark, ['.', ',']) }),
  };
  if (Object.values(form).includes(null)) return null;
  const charges = readCharges(value['charges']);
  if (decimalMark === null || dateOrder === null || weightUnit === null || charges === null) return null;
  if (!Number.isInteger(skippedRows) || (skippedRows as number) < 0 || (skippedRows as number) > 1000) return null;
  if (typeof headerRow !== 'boolean' || typeof currency !== 'string' || currency.length > 3) return null;
  if (
    !isRecord(roles) ||
    !Object.entries(roles).every(([role, column]) => Object.hasOwn(ROLES, role) && isColumn(column))
  )
    return null;
  if (headings !== undefined && !isHeadings(headings)) return null;
  if (!isRecord(kinds) || Object.keys(kinds).length > LAYOUT_KINDS_MOST) return null;
  if (!Object.values(kinds).every(kind => typeof kind === 'string' && isChargeKind(kind))) return null;
  return {
    skippedRows: skippedRows as number,
    headerRow,
    ...(headings === undefined
      ? {}
      : { headings: headings.map(heading => [...heading].slice(0, BILL_TEXT_MOST).join('')) }),
    ...(form as Pick<Layout, 'encoding' | 'separator' | 'sizeUnit' | 'measureMark'>),
    decimalMark,
    dateOrder,
    currency: currency.toUpperCase(),
    weightUnit,
    roles: { ...roles } as Partial<Record<Role, number>>,
    charges,
    kinds: Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [chargeName(name), kind])) as Layout['kinds'],
  };
}
