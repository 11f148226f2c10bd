import type { Country } from '../../../domain/country.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { requireFreeName } from '../../db/freeName.ts';
import { lockName, type Queryable } from '../../db/transaction.ts';
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
 * Refuses the name of a rule or template that another one has, also one of a country in which the person does not work.
 * @param id the record's own id; 0 for a new one
 * @throws ApiError 409
 */
export async function requireFree(
  db: Queryable,
  what: 'trigger rule' | 'template',
  { id, name }: { id: number; name: string },
): Promise<void> {
  await lockName(db, `names of ${what}s`);
  const table = what === 'template' ? 'notify_templates' : 'notify_rules';
  const others = { text: `SELECT name FROM ${table} WHERE id <> $1`, values: [id] };
  await requireFreeName(db, name, others, taken => `A ${what} "${taken}" already exists. Choose another name.`);
}

/** The LIKE pattern that finds a string anywhere in a name. */
export const containing = (q: string | undefined): string => `%${(q ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`;
