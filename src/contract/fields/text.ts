import * as z from 'zod/mini';
import { normalise } from '../../domain/import/normalise.ts';
import { postcodeProblem, readPostcode } from '../../domain/import/postcodes.ts';
import { lostLetterProblem } from '../../domain/lostLetter.ts';
import { formError, TEXT_FORMS, type TextForm } from '../../domain/textForms.ts';
import { byText, sampleDay, scattered, type FieldBase, type FieldKind, type Reference } from './base.ts';

/**
 * A string. `form` selects a rule that forms, imports and calls check: postcode uses the country's rule
 * (domain/import/postcodes), the others use those of domain/textForms. `pattern` is checked only by calls,
 * and in writes only if there is no `form`. `folded` strings are words, compared ignoring case and accents; all others consist
 * of plain letters and digits.
 */
export interface TextField extends FieldBase {
  kind: 'text';
  max: number;
  pattern?: RegExp;
  form?: 'postcode' | TextForm;
  folded?: boolean;
  /** Whether the field may be left empty (an empty string). */
  optional?: true;
  /**
   * The field that contains the id of the channel or 3PL whose name this is. The name is written by the server, not by
   * people.
   */
  of?: string;
  /**
   * The choice field whose level determines whether this contains a country, a place's id or a CEP range
   * (domain/cdt/levels).
   */
  placed?: string;
  /** The list to whose records this refers. */
  names?: Reference;
  /**
   * How the list displays the text: on several lines, as a link, or as comma-separated words; as plain text by default.
   */
  look?: 'longText' | 'url' | 'list' | 'tag' | 'id';
}

export const text = (label: string, options: Omit<TextField, 'kind' | 'label'>): TextField => ({
  kind: 'text',
  label,
  ...options,
});

/** Normalizes a string in the same way as an imported cell, so that both store the same value. */
function tidied({ form, max }: TextField, text: string): string {
  if (form === undefined || form === 'postcode') return normalise(text, form === undefined ? 'line' : 'code');
  const { fold, read } = TEXT_FORMS[form];
  const plain = normalise(text, fold);
  // An invalid string is refused with the form's own message, which quotes the original input.
  return read(plain, max) ?? (form === 'code' || form === 'cdtEnd' ? plain.toUpperCase() : plain);
}

const SAMPLES: Readonly<Record<'serviceType' | 'weekends' | 'weekdays' | 'openingHours', readonly string[]>> = {
  serviceType: ['FL', 'LM'],
  weekends: ['Sun', 'Sat, Sun'],
  weekdays: ['Mon', 'Tue, Sat'],
  openingHours: ['Mon-Fri 08:00-17:00', 'Sat 09:00-12:00'],
};

export const textKind: FieldKind<TextField> = {
  shape: (field, written) => {
    const { pattern, form, optional, max } = field;
    if (!written) return pattern ? z.string().check(z.regex(pattern)) : z.string();
    const tidy = z.overwrite<string>(value => tidied(field, value));
    // A form is checked later (`canonical`), with a message that says what the form is.
    return pattern && form === undefined
      ? z.string().check(tidy, z.regex(pattern))
      : z.string().check(tidy, z.minLength(optional ? 0 : 1), z.maxLength(max));
  },
  sql: 'text',
  cached: () => 'text',
  words: (_field, value) => String(value),
  typed: {
    write: (_field, value) => String(value),
    read: (field, typed, country) => textKind.canonical(field, typed, country),
  },
  canonical: (field, value, country) => {
    const { form, label, max } = field;
    const tidy = tidied(field, String(value));
    if (tidy === '') return field.optional ? { value: '' } : { problem: `${label} is required` };
    const lost = lostLetterProblem(label, tidy);
    if (lost) return lost;
    if (form === undefined) return { value: tidy };
    if (form === 'postcode') {
      const postcode = readPostcode(tidy, country);
      return postcode === null ? postcodeProblem(label, tidy, country) : { value: postcode };
    }
    const problem = formError(label, form, tidy, max);
    return problem === null ? { value: TEXT_FORMS[form].read(tidy, max) ?? tidy } : { problem };
  },
  sheet: field => {
    // The column contains the name of a record that another column identifies by id.
    if (field.of !== undefined) return { kind: 'info' };
    if (field.form === 'postcode') return { kind: 'postcode' };
    const form = field.form ? { fold: TEXT_FORMS[field.form].fold, pattern: field.form } : {};
    return { kind: 'text', maxLength: field.max, ...form };
  },
  cell: (_field, value) => String(value),
  filters: ['equal', 'prefix', 'containing', 'named'],
  initial: () => '',
  compare: byText,
  sample: ({ form, max }, n) => {
    if (form === 'holidays') return sampleDay(n);
    if (form !== undefined && form in SAMPLES) return SAMPLES[form as keyof typeof SAMPLES][n % 2];
    return form === 'postcode' ? `${40_000 - n}` : `C${scattered(n)}`.slice(0, max);
  },
};

/** Whether a field contains the name of the record's channel or 3PL, which the server writes. */
export const isOwnerName = (field: { kind: string; of?: unknown }): boolean =>
  field.kind === 'text' && field.of !== undefined;
