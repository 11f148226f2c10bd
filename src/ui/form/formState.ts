import { requiredError } from '../../domain/validate.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Rules of one field. */
export interface FieldRule<V extends Values> {
  key: keyof V & string;
  label: string;
  /** Whether the field must be filled in; may depend on the other values. */
  required?: boolean | ((values: V) => boolean);
  /** The message if a required field is empty, instead of '{label} is required'. */
  missing?: string;
  /** A further check, run after the required check passes; returns null if the value is valid. */
  validate?: (value: unknown, values: V) => string | null;
  /** A field that is not shown is not checked. */
  hidden?: (values: V) => boolean;
}

export type Errors = Readonly<Record<string, string>>;

/** Whether a field must be filled in, given the present values. */
export const isRequired = <V extends Values>({ required }: FieldRule<V>, values: V): boolean =>
  typeof required === 'function' ? required(values) : required === true;

/** Checks one field: '{label} is required' first (FORM-5), then its own rule. */
export function fieldError<V extends Values>(rule: FieldRule<V>, values: V): string | null {
  if (rule.hidden?.(values) === true) return null;
  const value = values[rule.key];
  const missing = isRequired(rule, values) ? requiredError(rule.label, value) : null;
  return (missing && (rule.missing ?? missing)) ?? rule.validate?.(value, values) ?? null;
}

/** All errors of a form, in the order of its fields: the first key is the field to scroll to (FORM-7). */
export function formErrors<V extends Values>(rules: readonly FieldRule<V>[], values: V): Errors {
  const found = rules.map(rule => [rule.key, fieldError(rule, values)] as const);
  return Object.fromEntries(found.filter((entry): entry is [keyof V & string, string] => entry[1] !== null));
}

/** Whether anything differs from the form's initial values. */
export const isDirty = (initial: Values, values: Values): boolean =>
  Object.keys({ ...initial, ...values }).some(key => JSON.stringify(initial[key]) !== JSON.stringify(values[key]));
