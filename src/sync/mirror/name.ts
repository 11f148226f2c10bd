import type { Collection } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';

/** Names in the mirror, apart from its database, so that whoever needs no more than a name does not load the rest. */

export const mirrorName = (userId: number): string => `ops-mirror-${userId}`;
export const pageKey = (entity: Country, collection: Collection, key: string): string =>
  `${entity}|${collection}|${key}`;
