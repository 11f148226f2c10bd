import { takenName } from '../../domain/sameName.ts';
import { ApiError } from '../base/envelope.ts';
import type { Queryable } from './transaction.ts';

/**
 * Refuses a name that another record already has, in any case or spelling (domain/sameName). The caller holds a lock, so
 * that two requests cannot take the same name at once.
 * @param others reads the names of the other records, as `name`
 * @param refusal the message, given the name as the other record spells it
 * @throws ApiError 409
 */
export async function requireFreeName(
  db: Queryable,
  wanted: string,
  others: { text: string; values: readonly unknown[] },
  refusal: (taken: string) => string,
): Promise<void> {
  const { rows } = await db.query<{ name: string }>(others.text, [...others.values]);
  const taken = takenName(
    wanted,
    rows.map(({ name }) => name),
  );
  if (taken !== undefined) throw new ApiError(409, refusal(taken));
}
