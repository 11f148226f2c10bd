import * as z from 'zod/mini';
import { isOfCategory, type Category } from '../../domain/permission.ts';
import { asIs, byNumber, type FieldBase, type FieldKind } from './base.ts';

export interface Choice<V extends number = number> {
  readonly value: V;
  readonly label: string;
}

/** One of a few numbers, each with a label. */
export interface ChoiceField<V extends number = number> extends FieldBase {
  kind: 'choice';
  choices: readonly Choice<V>[];
  /** The initial value of a new record, and of a filter that must not be open. */
  initial: V;
  /** The filter may be left open; the list then shows all values. */
  any?: boolean;
  /** How the list shows it. status: a badge, green for the initial value; if left out, its label. */
  look?: 'status' | 'select' | 'enum';
  /** May be left empty (null). 0 is not one of its values. */
  empty?: boolean;
  /** Its values are categories: a person of one category is offered only that one (PERM-17). */
  ofPerson?: boolean;
}

/**
 * The choices that a person is offered.
 *
 * @param category the person's
 * @param has the record's value, which always stays available
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

/** A choice that may be left empty, with its value in a new record. */
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

/** Largest number that a byte has. */
const BYTE = 255;

const oneOf = (values: readonly number[]): z.ZodMiniType =>
  z.union(values.map(value => z.literal(value)) as unknown as [z.ZodMiniType, z.ZodMiniType]);

const wordOf = ({ choices }: ChoiceField, value: unknown): string =>
  choices.find(known => known.value === value)?.label ?? String(value);

export const choiceKind: FieldKind<ChoiceField> = {
  shape: ({ choices }) => oneOf(choices.map(({ value }) => value)),
  sql: 'int2',
  // A choice with values that a byte does not have takes four.
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
