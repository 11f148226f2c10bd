import type { Country } from '../../domain/country.ts';
import { loadPerson } from '../auth/person.ts';
import type { Queryable } from '../db/transaction.ts';
import { rightProblem } from './call.ts';

/** Work that a person asked for and that runs later. */
interface Asked {
  /** 0 if no person asked for it: it is part of the demo. */
  userId: number;
  email: string;
  entity: Country;
}

/**
 * Why work that a person asked for may no longer be done; null if it may. Such work may wait for a long time after its
 * call was authorized, and a permission that is taken away applies to it as well.
 */
export async function lostRight(
  db: Queryable,
  { userId, email, entity }: Asked,
  permission: string,
): Promise<string | null> {
  if (userId === 0) return null;
  const person = await loadPerson(db, userId);
  return person?.whitelisted
    ? rightProblem(person, entity, permission)
    : `${email} no longer has access. Ask an administrator.`;
}
