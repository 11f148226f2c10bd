import type { Country } from './country.ts';

/** A violation of a rule between a record's fields: the field, the reason, and what was probably meant. */
export interface Problem {
  field: string;
  /** The reason as a sentence, without the final period. */
  problem: string;
  suggestion?: string;
  /** Whether the field and another one are the ends of a range, of which the first is above the last. */
  reversed?: true;
}

/**
 * The rule between the fields of a resource's records, which the resource's declaration specifies. It is applied to
 * forms, cells, files, individual writes, bulk changes and imports. Missing values are not checked.
 * @param entity the country of the record
 * @param changed the fields being set if an existing record is changed; a rule may ignore all others
 * @returns the first problem; null if there is none
 */
export type Rule = (
  values: Readonly<Record<string, unknown>>,
  entity: Country,
  changed?: readonly string[],
) => Problem | null;
