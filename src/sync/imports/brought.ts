import type { Table } from 'dexie';
import { importedResource } from '../../contract/rateImports/resources.ts';
import type { Country } from '../../domain/country.ts';
import { BRINGING_STATES, type QueuedImport } from './db.ts';

/**
 * What the person's imports bring to a list that other records refer to: a record in a waiting import is not missing,
 * although it is not cached yet.
 */
export interface Brought {
  /** Values of the field to which other records refer. */
  values: ReadonlySet<number | string>;
  /** Whether these are all of them. They are unknown for imports that an earlier build queued, or with too many rows. */
  isWhole: boolean;
}

export const NOTHING_BROUGHT: Brought = { values: new Set(), isWhole: true };

/** Maximum number of values stored with an import. */
export const BROUGHT_MOST = 5_000;

/**
 * Whether an import still brings its records, or has brought them so recently that they may not be cached yet. A refused
 * or discarded import brings nothing; one that awaits a decision may.
 */
const brings = ({ state }: QueuedImport): boolean =>
  state === 'applied' || (BRINGING_STATES as readonly string[]).includes(state);

/** @param queue the person's queued imports */
export async function broughtTo(
  queue: Pick<Table<QueuedImport, number>, 'toArray'>,
  entity: Country,
  collection: string,
): Promise<Brought> {
  const values = new Set<number | string>();
  let isWhole = true;
  for (const queued of await queue.toArray()) {
    if (queued.entity !== entity || queued.bulk || !brings(queued)) continue;
    if (importedResource(queued.importId)?.collection !== collection) continue;
    // An applied import of an earlier build has long been cached.
    if (queued.brings) for (const value of queued.brings) values.add(value);
    else if (queued.state !== 'applied') isWhole = false;
  }
  return { values, isWhole };
}
