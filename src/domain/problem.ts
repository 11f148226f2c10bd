import type { Country } from './country.ts';

/** What is wrong with a record by a rule between its fields: at which field, why, and what is probably meant. */
export interface Problem {
  field: string;
  /** A sentence without its full stop. */
  problem: string;
  suggestion?: string;
}

/**
 * The rule between the fields of a resource's records, which its declaration names. Form, cell, file, single write, bulk change and
 * import call it. Values that are missing are not judged.
 *
 * @param entity the country of the record
 * @param changed the fields that a change sets, if it is one; a rule may leave alone what a change does not touch
 * @returns the first problem; null if there is no problem
 */
export type Rule = (
  values: Readonly<Record<string, unknown>>,
  entity: Country,
  changed?: readonly string[],
) => Problem | null;
