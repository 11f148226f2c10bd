import type { Country } from '../domain/country.ts';
import type { Problem } from '../domain/problem.ts';
import { mayBeBlank, type Resource } from './resource.ts';

type Values = Readonly<Record<string, unknown>>;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * Checks a record against the rule between its resource's fields (`problem` in the declaration). Required values that
 * are still blank are omitted, because a separate check reports them.
 * @param changed the fields that a change sets; omitted for a complete record
 */
export function problemOf(
  resource: Resource,
  values: Values,
  entity: Country,
  changed?: readonly string[],
): Problem | null {
  if (!resource.problem) return null;
  const given = Object.entries(values).filter(
    ([name, value]) => !isBlank(value) || (value !== undefined && mayBeBlank(resource.fields[name])),
  );
  return resource.problem(Object.fromEntries(given), entity, changed);
}

/** Checks a record against the rule after some fields have changed. */
export const problemAfter = (resource: Resource, row: Values, set: Values, entity: Country): Problem | null =>
  problemOf(resource, { ...row, ...set }, entity, Object.keys(set));
