import * as z from 'zod/mini';
import { isOfCategory, type Category } from '../../domain/permission.ts';
import { asIs, byNumber, type FieldBase, type FieldKind } from './base.ts';

export interface Choice<V extends number = number> {
  readonly value: V;
  readonly label: string;
}

/** A choice among a few labeled numbers. */
export interface ChoiceField<V extends number = number> extends FieldBase {
  kind: 'choice';
  choices: readonly Choice<V>[];
  /** The default in a new record, and in a filter that cannot be empty. */
  initial: V;
  /** Whether the filter may be empty, which shows all values. */
  any?: boolean;
  /**
   * How the list displays the value. status: a badge, green for the initial value. If omitted, only the label is shown.
   */
  look?: 'status' | 'select' | 'enum';
  /** Whether the field may be left empty (null). If so, 0 is not one of its values. */
  empty?: boolean;
  /**
   * Whether the field's values are categories: a person who is limited to one category can choose only that one
   * (PERM-17).
   */
  ofPerson?: boolean;
}

/**
 * The choices that a person may select.
 * @param category the person's category
 * @param has the record's current value, which is always included
 */
export const offeredChoices = <V extends number>(
  { choices, ofPerson }: Pick<ChoiceField<V>, 'choices' | 'ofPerson'>,
  category: Category,
  has?: unknown,
): readonly Choice<V>[] =>
  ofPerson ? choices.filter(({ value }) => isOfCategory(category, value) || value === has) : choices;

export const choice = <const V extends number>(
  label: string,
  choices: readonly Choice<V>[],
  options: Omit<ChoiceField<V>, 'kind' | 'label' | 'choices' | 'empty'>,
): ChoiceField<V> => ({ kind: 'choice', label, choices, ...options });

/** A choice that may be left empty, with the value to use in a new record. */
export const emptyChoice = <const V extends number>(
  label: string,
  choices: readonly Choice<V>[],
  options: Partial<FieldBase> = {},
): ChoiceField<V> & { empty: true } => ({
  kind: 'choice',
  label,
  choices,
  initial: (choices[0] as Choice<V>).value,
  empty: true,
  ...options,
});

/** The largest number that fits in a byte. */
const BYTE = 255;

const oneOf = (values: readonly number[]): z.ZodMiniType =>
  z.union(values.map(value => z.literal(value)) as unknown as [z.ZodMiniType, z.ZodMiniType]);

const wordOf = ({ choices }: ChoiceField, value: unknown): string =>
  choices.find(known => known.value === value)?.label ?? String(value);

export const choiceKind: FieldKind<ChoiceField> = {
  shape: ({ choices }) => oneOf(choices.map(({ value }) => value)),
  sql: 'int2',
  // A choice with a value that does not fit in a byte takes four bytes.
  cached: ({ choices }) => (choices.some(({ value }) => value < 0 || value > BYTE) ? 'int' : 'small'),
  words: wordOf,
  typed: null,
  canonical: asIs,
  sheet: ({ choices }) => ({ kind: 'choice', choices }),
  cell: wordOf,
  filters: ['equal'],
  initial: ({ initial }) => initial,
  compare: byNumber,
  sample: ({ choices }, n) => choices[n % choices.length]?.value,
};
