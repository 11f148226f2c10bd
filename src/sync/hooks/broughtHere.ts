import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { importsOf } from '../client/imports/imports.ts';
import type { Brought } from '../imports/brought.ts';

/** What the person's imports on this device bring to a list; not whole if they cannot be read. */
export const broughtHere = (client: SyncClient, entity: Country, collection: string): Promise<Brought> =>
  importsOf(client)
    .brought(entity, collection)
    .catch(() => ({ values: new Set<number | string>(), isWhole: false }));
