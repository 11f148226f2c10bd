import type { Country } from './country.ts';

/** A violation of a rule between a record's fields: the field, the reason, and what was probably meant. */
export interface Problem {
  field: string;
  /** A sentence without a full stop at its end. */
  problem: string;
  suggestion?: string;
}

/**
 * The rule between the fields of a resource's records, which its declaration names. Form, cell, file, single write,
 * bulk change and import call it. Missing values are not checked.
 *
 * @param entity the country of the record
 * @param changed the fields that are set, if a record is being changed; a rule may ignore the others
 * @returns the first problem; null if there is no problem
 */
export type Rule = (
  values: Readonly<Record<string, unknown>>,
  entity: Country,
  changed?: readonly string[],
) => Problem | null;
