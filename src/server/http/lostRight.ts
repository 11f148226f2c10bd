import type { Country } from '../../domain/country.ts';
import { loadPerson } from '../auth/person.ts';
import type { Queryable } from '../db/transaction.ts';
import { rightProblem } from './call.ts';
import { NO_PERSON } from '../db/personSchema.ts';

/** Work requested by a person that runs later. */
interface Asked {
  /** NO_PERSON if no person requested it, as for the demo's own work. */
  userId: number;
  email: string;
  entity: Country;
}

/**
 * Why work requested by a person may no longer be done; null if it may. Such work may wait for a long time after its
 * call was authorized, and a permission that is removed meanwhile applies to it as well.
 */
export async function lostRight(
  db: Queryable,
  { userId, email, entity }: Asked,
  permission: string,
): Promise<string | null> {
  if (userId === NO_PERSON) return null;
  const person = await loadPerson(db, userId);
  return person?.whitelisted
    ? rightProblem(person, entity, permission)
    : `${email} no longer has access. Ask an administrator.`;
}
