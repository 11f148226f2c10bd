import type { Country } from '../../domain/country.ts';
import type { End } from '../../domain/leadTime.ts';
import { parcelProblem, type Measures, type Parcel } from '../../domain/rates/quote.ts';
import type { Sides } from '../../domain/rates/weightRule.ts';
import { numberError, readDecimal, type NumberRule } from '../../domain/wholeNumber.ts';

/** The inputs for quoting a parcel, as strings in the country's format. */
export interface QuoteForm {
  readonly origin: string;
  readonly originCep: string;
  readonly destination: string;
  readonly destinationCep: string;
  readonly weight: string;
  readonly sizes: string;
  /** If empty, the declared weight is used. */
  readonly measuredWeight: string;
  readonly measuredSizes: string;
  readonly orderValue: string;
  readonly cod: string;
  readonly shopGroup: string;
}

export const EMPTY_FORM: QuoteForm = {
  origin: '',
  originCep: '',
  destination: '',
  destinationCep: '',
  weight: '1',
  sizes: '20 x 15 x 10',
  measuredWeight: '',
  measuredSizes: '',
  orderValue: '',
  cod: '',
  shopGroup: '',
};

/** Parses the form from a URL, ignoring everything else in the URL. */
export function readForm(kept: unknown): QuoteForm {
  let form: unknown = null;
  try {
    form = typeof kept === 'string' ? JSON.parse(kept) : kept;
  } catch {
    return EMPTY_FORM;
  }
  if (typeof form !== 'object' || form === null) return EMPTY_FORM;
  const texts = Object.entries(form).filter(
    ([key, value]) => key in EMPTY_FORM && (typeof value === 'string' || typeof value === 'number'),
  );
  return { ...EMPTY_FORM, ...Object.fromEntries(texts.map(([key, value]) => [key, String(value)])) };
}

const KILOGRAMS: NumberRule = { decimals: 3, min: 0, unit: 'kg' };
const AMOUNT: NumberRule = { decimals: 5, min: 0, money: true };

const readWeight = (text: string, country: Country): number | null => readDecimal(text, { ...KILOGRAMS, country });

/**
 * Parses "30 x 20 x 10" (centimeters); the numbers may also be separated by spaces, but not by commas. Null if the text
 * is not a size.
 */
export function readSizes(text: string, country: Country): Sides | null {
  const parts = text
    .trim()
    .replace(/cm$/i, '')
    .split(/\s*[x×*]\s*|\s+/i)
    .filter(part => part !== '');
  if (parts.length !== 3) return null;
  const [a, b, c] = parts.map(part => readDecimal(part, { decimals: 1, min: 0.1, country }));
  return a === null || b === null || c === null || a === undefined || b === undefined || c === undefined
    ? null
    : [a, b, c];
}

export type FormErrors = Partial<Record<keyof QuoteForm, string>>;

/** The form's invalid fields, with the reason for each. */
export function formErrors(form: QuoteForm, country: Country): FormErrors {
  const errors: FormErrors = {};
  const number = (key: keyof QuoteForm, label: string, rule: NumberRule) => {
    const error = numberError(label, form[key], { ...rule, country });
    if (error !== null) errors[key] = error;
  };
  number('weight', 'Weight', KILOGRAMS);
  number('measuredWeight', 'Measured weight', KILOGRAMS);
  number('orderValue', 'Order value', AMOUNT);
  number('cod', 'COD amount', AMOUNT);
  number('shopGroup', 'Shop group', { min: 0 });
  for (const key of ['sizes', 'measuredSizes'] as const)
    if (form[key].trim() !== '' && readSizes(form[key], country) === null)
      errors[key] = 'Sizes must be three lengths in centimeters, such as 30 x 20 x 10';
  return errors;
}

/** The parcel described by a form, or why it describes none. */
export function parcelOf(
  form: QuoteForm,
  origin: End | null,
  destination: End | null,
  country: Country,
): Parcel | { problem: string } {
  if (Object.keys(formErrors(form, country)).length > 0) return { problem: 'Correct the marked fields' };
  if (origin === null || destination === null) return { problem: 'Origin or destination is not known yet' };
  const declared: Measures = { grams: readWeight(form.weight, country), sides: readSizes(form.sizes, country) };
  const measured: Measures = {
    grams: form.measuredWeight.trim() === '' ? declared.grams : readWeight(form.measuredWeight, country),
    sides: form.measuredSizes.trim() === '' ? declared.sides : readSizes(form.measuredSizes, country),
  };
  const amount = (text: string) => readDecimal(text, { ...AMOUNT, country });
  const parcel: Parcel = {
    origin,
    destination,
    declared,
    measured,
    orderValue: amount(form.orderValue),
    cod: amount(form.cod),
    shopGroup: readDecimal(form.shopGroup, { min: 0, country }),
  };
  const problem = parcelProblem(parcel);
  return problem === null ? parcel : { problem };
}
