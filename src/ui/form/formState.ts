import { requiredError } from '../../domain/validate.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A field's validation rules. */
export interface FieldRule<V extends Values> {
  key: keyof V & string;
  label: string;
  /** Whether the field is required; may depend on the other values. */
  required?: boolean | ((values: V) => boolean);
  /** The message for a missing value, instead of '{label} is required'. */
  missing?: string;
  /** An additional check after the required check; returns null if the value is valid. */
  validate?: (value: unknown, values: V) => string | null;
  /** Whether the field is shown; hidden fields are not validated. */
  hidden?: (values: V) => boolean;
}

export type Errors = Readonly<Record<string, string>>;

/** Whether a field is required, given the current values. */
export const isRequired = <V extends Values>({ required }: FieldRule<V>, values: V): boolean =>
  typeof required === 'function' ? required(values) : required === true;

/** Validates a field: first '{label} is required' (FORM-5), then the field's own rule. */
export function fieldError<V extends Values>(rule: FieldRule<V>, values: V): string | null {
  if (rule.hidden?.(values) === true) return null;
  const value = values[rule.key];
  const missing = isRequired(rule, values) ? requiredError(rule.label, value) : null;
  return (missing && (rule.missing ?? missing)) ?? rule.validate?.(value, values) ?? null;
}

/** Returns all validation errors of a form in field order: the first key is the field to scroll to (FORM-7). */
export function formErrors<V extends Values>(rules: readonly FieldRule<V>[], values: V): Errors {
  const found = rules.map(rule => [rule.key, fieldError(rule, values)] as const);
  return Object.fromEntries(found.filter((entry): entry is [keyof V & string, string] => entry[1] !== null));
}

/** Whether any value differs from the form's initial values. */
export const isDirty = (initial: Values, values: Values): boolean =>
  Object.keys({ ...initial, ...values }).some(key => JSON.stringify(initial[key]) !== JSON.stringify(values[key]));
