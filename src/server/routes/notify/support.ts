import type { Country } from '../../../domain/country.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { ApiError } from '../../base/envelope.ts';
import { requireRight, type Call } from '../../http/call.ts';

/** Changes of rules, templates and deliveries are in the log of notifications. */
export const LOGGED_AT = { feature: FEATURE.notification } as const;

/** Writes of a rule need the right in each of its countries. @throws ApiError 403 that names the first in which it is missing */
export function requireInAll({ person }: Call, countries: readonly Country[]): void {
  for (const country of countries) requireRight(person, country, `${FEATURE.notification}.write`);
}

/** For the failed write of a name that is taken; any other error is thrown again. @throws ApiError 409 */
export const nameTaken =
  (what: string, name: string) =>
  (error: unknown): never => {
    if ((error as { code?: string }).code === '23505') throw new ApiError(409, `A ${what} "${name}" already exists.`);
    throw error;
  };

/** Search pattern for a text anywhere in a name. */
export const containing = (q: string | undefined): string => `%${(q ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`;

/** A row of a list without the count that came with it. */
export function withoutTotal<T extends { total: number }>(row: T): Omit<T, 'total'> {
  const { total, ...rest } = row;
  void total;
  return rest;
}
