import type { Country } from '../domain/country.ts';
import { withFollowing } from '../domain/follows.ts';
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
  const given: Record<string, unknown> = {};
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (!isBlank(value) || (value !== undefined && mayBeBlank(resource.fields[name]))) given[name] = value;
  }
  return resource.problem(given, entity, changed);
}

/** Checks a record against the rule after some fields have changed, together with those that follow from them. */
export function problemAfter(resource: Resource, row: Values, set: Values, entity: Country): Problem | null {
  const all = withFollowing(resource.follows, row, set);
  return problemOf(resource, { ...row, ...all }, entity, Object.keys(all));
}
