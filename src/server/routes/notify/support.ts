import type { Country } from '../../../domain/country.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { ApiError } from '../../base/envelope.ts';
import { requireRight, type Call } from '../../http/call.ts';

/** Changes to rules, templates and deliveries are listed in the notifications log. */
export const LOGGED_AT = { feature: FEATURE.notification } as const;

/**
 * Checks the permission to write a rule, which is required in each of its countries.
 * @throws ApiError 403 that names the first country without it
 */
export function requireInAll({ person }: Call, countries: readonly Country[]): void {
  for (const country of countries) requireRight(person, country, `${FEATURE.notification}.write`);
}

/**
 * Converts the error of a write whose name is already taken to an error reply, and rethrows any other error.
 * @throws ApiError 409
 */
export const nameTaken =
  (what: string, name: string) =>
  (error: unknown): never => {
    if ((error as { code?: string }).code === '23505')
      throw new ApiError(409, `A ${what} "${name}" already exists. Choose another name.`);
    throw error;
  };

/** The LIKE pattern that finds a string anywhere in a name. */
export const containing = (q: string | undefined): string => `%${(q ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`;
