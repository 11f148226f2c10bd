import { normalizeTyped } from '../wholeNumber.ts';

/**
 * A channel's extra data: its fields, how they are edited and displayed, and how changes are sent (channels spec 3, 4,
 * 5).
 */

/** The three dimensions, which must be filled in together (CHC-35). */
export const DIMENSION_SIDES = ['max_length', 'max_width', 'sum_height'] as const;
export type DimensionCriterion = Partial<Record<(typeof DIMENSION_SIDES)[number], number>>;

/** The value of one field. An empty string, undefined and 0 are three different values (CHC-38). */
export type ExtraValue = number | boolean | '' | DimensionCriterion;
export type ExtraData = Readonly<Record<string, ExtraValue | undefined>>;

/** Totals that are divided by 100000 for display (CHC-34). */
export const AMOUNT_FIELDS = ['cod_max_order_total', 'cod_min_order_total', 'max_total_price'] as const;

/** Fields by dialog (decision G53), in the order of the documents. */
export const EXTRA_GROUPS = {
  order: [
    'max_size',
    'min_size',
    'dimension_criterion',
    'volumetric_factor',
    'cod_max_order_total',
    'cod_min_order_total',
    'max_total_price',
    'max_distance',
    'max_dimension',
  ],
  item: ['item_max_size', 'item_min_size', 'max_length', 'max_width', 'max_height', 'dimension_sum'],
  cutoff: ['checkout_sameday_cutoff_hour', 'pickup_sameday_cutoff_hour'],
  extra: ['min_amount_need_ic', 'kyc_control'],
} as const;
export type ExtraGroup = keyof typeof EXTRA_GROUPS;
export type ExtraField = (typeof EXTRA_GROUPS)[ExtraGroup][number];

export const EXTRA_FIELDS: readonly ExtraField[] = Object.values(EXTRA_GROUPS).flat();

const KNOWN_FIELDS: ReadonlySet<string> = new Set(EXTRA_FIELDS);
export const isExtraField = (name: string): name is ExtraField => KNOWN_FIELDS.has(name);

/** Amounts are stored in units of 1/100000 (channels spec 5, 9), so they have five decimal places. */
const AMOUNT_DIGITS = 5;

/** The parsed number, or an error message; `value` is undefined if the field was left empty. */
export type Typed = { value: number | undefined } | { problem: string };

/** How a field's number is parsed: amounts are multiplied by 100000, and some numbers must not be negative. */
export interface NumberRule {
  label: string;
  amount?: boolean;
  atLeast?: number;
}

/**
 * Parses a number typed by a person; undefined for an empty string (channels spec 5; CHC-36). Amounts are computed
 * digit by digit, never by floating-point multiplication, so 0.29 is stored as 29000.
 */
export function typedNumber(text: string, { label, amount = false, atLeast }: NumberRule): Typed {
  const plain = normalizeTyped(text);
  if (plain === '') return { value: undefined };
  const found = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(plain);
  const [, sign = '', whole = '', part = ''] = found ?? [];
  if (!found || whole + part === '') return { problem: `${label} must be one number` };
  if (amount && part.replace(/0+$/, '').length > AMOUNT_DIGITS)
    return { problem: `${label} must have at most ${AMOUNT_DIGITS} decimal places` };
  const value = amount
    ? Number(`${sign}${whole}${part.slice(0, AMOUNT_DIGITS).padEnd(AMOUNT_DIGITS, '0')}`)
    : Number(plain);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return { problem: `${label} has too many digits for this field` };
  if (atLeast !== undefined && value < atLeast) return { problem: `${label} must be ${atLeast} or more` };
  return { value: value === 0 ? 0 : value };
}

/**
 * Formats a stored number for display and editing, without rounding: an amount is divided by 100000; '' for undefined.
 */
export function shownNumber(value: number | '' | null | undefined, amount = false): string {
  if (value === undefined || value === null || value === '') return '';
  if (!amount) return String(value);
  const digits = String(Math.abs(value)).padStart(AMOUNT_DIGITS + 1, '0');
  const part = digits.slice(-AMOUNT_DIGITS).replace(/0+$/, '');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -AMOUNT_DIGITS)}${part === '' ? '' : `.${part}`}`;
}

/**
 * Converts a displayed amount to its stored form.
 * @throws Error for more than five decimal places
 */
export function storedAmount(displayed: string): number {
  const typed = typedNumber(displayed, { label: 'The amount', amount: true });
  if ('problem' in typed) throw new Error(typed.problem);
  return typed.value ?? 0;
}

/** The prescribed wording (channels spec 5; CHC-35). */
export const DIMENSION_WARNING = 'All values in dimension_criterion should be filled toghether';

/** The dimensions that are empty although others are set; an empty array if all or none are set. */
export function emptySides(sides: Readonly<Record<string, unknown>>): string[] {
  const isEmpty = (side: string) => sides[side] === undefined || sides[side] === null || sides[side] === '';
  const empty = DIMENSION_SIDES.filter(isEmpty);
  return empty.length === DIMENSION_SIDES.length ? [] : empty;
}

/** Changes to extra data in the format of the update call: two JSON-encoded objects (CHC-40, G57). */
export interface ExtraDelta {
  /** The modified fields with their new values. */
  modify: string;
  /** Removed fields: null for a field that is now undefined, otherwise the field's new empty or zero value. */
  remove: string;
}

const same = (a: ExtraValue | undefined, b: ExtraValue | undefined): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object') return Object.is(a, b);
  return DIMENSION_SIDES.every(side => Object.is(a[side], b[side]));
};

/**
 * The delta from one channel's extra data to another's (channels spec 4; CHC-38). A field whose new value is undefined,
 * empty or zero is listed as removed, with that value; a field with any other new value is listed as modified. `false`
 * is neither empty nor zero (G61). Unknown fields are never included.
 */
export function extraDelta(before: ExtraData, after: ExtraData): ExtraDelta {
  const modify: Record<string, ExtraValue> = {};
  const remove: Record<string, ExtraValue | null> = {};
  for (const field of EXTRA_FIELDS) {
    const value = after[field];
    if (same(before[field], value)) continue;
    if (value === undefined) remove[field] = null;
    else if (value === '' || value === 0) remove[field] = value;
    else modify[field] = value;
  }
  return { modify: JSON.stringify(modify), remove: JSON.stringify(remove) };
}

/** Parses a string as a JSON object; null if it is not one. An empty string yields an empty object. */
export function readDelta(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {};
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/**
 * The extra data after applying a delta. Fields outside the delta are kept, including unknown ones.
 * @throws Error if a string is not a JSON object
 */
export function applyExtraDelta({ modify, remove }: ExtraDelta, before: ExtraData): ExtraData {
  const [modified, removed] = [readDelta(modify), readDelta(remove)];
  if (!modified || !removed) throw new Error('deltaExtraData: modify and remove are JSON objects, each as a text');
  return withExtraDelta(modified, removed, before);
}

/** The extra data after applying a parsed delta. */
export function withExtraDelta(
  modified: Readonly<Record<string, unknown>>,
  removed: Readonly<Record<string, unknown>>,
  before: ExtraData,
): ExtraData {
  const after: Record<string, ExtraValue | undefined> = { ...before };
  for (const [field, value] of Object.entries(removed)) {
    if (value === null) delete after[field];
    else after[field] = value as ExtraValue;
  }
  return Object.assign(after, modified as ExtraData);
}

/** Decimal places of a limit, which a record stores multiplied by 1000. */
const LIMIT_DIGITS = 3;
const LIMIT_PROBLEM = `must be a number with at most ${LIMIT_DIGITS} decimal places`;

/** Whether a record can store a limit exactly. Excess digits are rejected, never rounded. */
const isLimit = (value: number): boolean => {
  const kept = Math.round(value * 10 ** LIMIT_DIGITS);
  return Number.isSafeInteger(kept) && kept / 10 ** LIMIT_DIGITS === value;
};

/** Why a field cannot have a value; null if it can. */
export function extraValueProblem(field: string, value: unknown): string | null {
  if (!isExtraField(field)) return 'is not a field of the extra data';
  if (field === 'kyc_control') return typeof value === 'boolean' ? null : 'must be true or false';
  if (field === 'dimension_criterion') {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return 'must be an object of three numbers';
    const sides = value as Record<string, unknown>;
    if (emptySides(sides).length > 0) return DIMENSION_WARNING;
    const wrong = Object.entries(sides).some(
      ([side, length]) => !(DIMENSION_SIDES as readonly string[]).includes(side) || !Number.isFinite(length),
    );
    if (wrong) return 'must be an object of max_length, max_width and sum_height, each a number';
    return Object.values(sides).every(side => isLimit(Number(side)))
      ? null
      : `must have sides of at most ${LIMIT_DIGITS} decimal places`;
  }
  if (value === '') return null;
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  const kept = (AMOUNT_FIELDS as readonly string[]).includes(field) ? value : value * 10 ** LIMIT_DIGITS;
  if (Math.abs(kept) > Number.MAX_SAFE_INTEGER) return 'is too large';
  if (!(AMOUNT_FIELDS as readonly string[]).includes(field) && !isLimit(value)) return LIMIT_PROBLEM;
  if ((AMOUNT_FIELDS as readonly string[]).includes(field) && !Number.isSafeInteger(value))
    return 'must be a whole number: the displayed value times 100000';
  return field === 'max_distance' && value < 0 ? 'must be 0 or more' : null;
}
