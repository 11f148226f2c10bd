import { createHash } from 'node:crypto';
import { declaredOf } from '../../contract/cached.ts';
import { NO_OWNER } from '../../contract/owner.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import { columnSql } from '../db/names.ts';
import { recordTable } from '../db/recordSql.ts';
import type { Queryable } from '../db/transaction.ts';
import { formatCursor, headCursor, readFeedState } from '../feed/cursor.ts';
import { cachedSource } from './source.ts';

/** Reads the small collections of an entity whole, so that a device needs one call for all of them (contract/feed). */

export interface WholeLimits {
  /** Maximum number of rows of a collection. */
  rows: number;
  /** Maximum number of characters of all collections together, as JSON. */
  chars: number;
}

/**
 * With these, a collection is read in a few milliseconds, and a reply takes a second at 1.6 Mbit/s. Larger collections
 * are loaded as segments, which an interrupted load resumes.
 */
export const WHOLE_LIMITS: WholeLimits = { rows: 1_000, chars: 1_000_000 };

interface WholeSet {
  collection: string;
  rows: number;
  /** A hash of the content; empty if there are no rows. */
  id: string;
  /** The columns as JSON. */
  columns: string;
}

/** The small collections, the feed cursor to which they correspond, and the names of the large ones. */
export interface WholeSets {
  cursor: string;
  sets: readonly WholeSet[];
  large: readonly string[];
}

/** Returns the resources of which an entity has at most `most` records, those with the fewest first. */
async function fewRows(
  db: Queryable,
  entity: Country,
  resources: readonly Resource[],
  most: number,
): Promise<readonly Resource[]> {
  if (resources.length === 0) return [];
  const counts = resources.map(
    (resource, at) =>
      `SELECT ${at} AS at, count(*) AS rows
         FROM (SELECT 1 FROM ${recordTable(resource)} WHERE ${columnSql(declaredOf(resource).owner)} = $1 LIMIT $2) AS t`,
  );
  const { rows } = await db.query<{ at: number; rows: number }>(counts.join(' UNION ALL '), [entity, most + 1]);
  return rows
    .filter(row => row.rows <= most)
    .sort((a, b) => a.rows - b.rows || a.at - b.at)
    .map(({ at }) => resources[at] as Resource);
}

/**
 * Reads the collections of the given resources. The cursor is taken before the first row is read, and transactions that
 * were still running then come after it. So a change may be in the rows as well as after the cursor, but is never
 * missing from both (MR2, MR3). Each collection is one short query, so the only connection of the embedded database is
 * never held for long.
 */
export async function readWholeSets(
  db: Queryable,
  entity: Country,
  resources: readonly Resource[],
  limits: WholeLimits = WHOLE_LIMITS,
): Promise<WholeSets> {
  const cursor = formatCursor(headCursor(await readFeedState(db)));
  const sets: WholeSet[] = [];
  let left = limits.chars;
  for (const resource of await fewRows(db, entity, resources, limits.rows)) {
    const { collection } = resource;
    const source = cachedSource(entity, resource, NO_OWNER);
    // One row more, because rows may have been added since they were counted.
    const page = await source.page(db, null, limits.rows + 1);
    if (!page) {
      sets.push({ collection, rows: 0, id: '', columns: '' });
      continue;
    }
    const columns = JSON.stringify(page.columns);
    if (page.rows > limits.rows) continue;
    left -= columns.length;
    // The others have at least as many rows.
    if (left < 0) break;
    // The content includes entity and collection, because a device stores all columns by their ids.
    const content = `${JSON.stringify(source.head)}${columns}`;
    const id = createHash('sha256').update(content).digest('hex').slice(0, 20);
    sets.push({ collection, rows: page.rows, id, columns });
  }
  const small = new Set(sets.map(({ collection }) => collection));
  const large = resources.map(({ collection }) => collection as string).filter(collection => !small.has(collection));
  return { cursor, sets, large };
}

/**
 * Returns a function that reads small collections. Callers that request the same ones at the same time, for example
 * after a release, share one read; it is correct for all of them, because its cursor is older than its rows.
 */
export function wholeSetReads(db: Queryable): (entity: Country, of: readonly Resource[]) => Promise<WholeSets> {
  const reading = new Map<string, Promise<WholeSets>>();
  return (entity, resources) => {
    const name = [entity, ...resources.map(({ collection }) => collection)].join();
    const running = reading.get(name);
    if (running) return running;
    const read = readWholeSets(db, entity, resources).finally(() => reading.delete(name));
    reading.set(name, read);
    return read;
  };
}

/** The data of a reply as JSON, without the columns that the device has. */
export function jsonOfSets({ cursor, sets, large }: WholeSets, known: ReadonlySet<string>): string {
  const texts = sets.map(({ collection, rows, id, columns }) => {
    const head = JSON.stringify({ collection, rows, id });
    return rows === 0 || known.has(id) ? head : `${head.slice(0, -1)},"columns":${columns}}`;
  });
  return `{"cursor":${JSON.stringify(cursor)},"sets":[${texts.join()}],"large":${JSON.stringify(large)}}`;
}
