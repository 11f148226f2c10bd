import { SUPPORT_KEYS } from '../../domain/serviceable.ts';

/**
 * SQL: the flags of a record that is stored as JSON, packed as by packFlags; -1 if the record does not exist.
 * @param nameOf maps a field to its name in the JSON
 */
export const flagsOf = (json: string, nameOf: (field: string) => string): string =>
  `CASE WHEN ${json} IS NULL THEN -1 ELSE ${SUPPORT_KEYS.map(
    (key, bit) => `coalesce((${json} ->> '${nameOf(key)}')::boolean, false)::int * ${1 << bit}`,
  ).join(' + ')} END`;
