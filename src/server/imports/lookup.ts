import type { Country } from '../../domain/country.ts';
import type { ImportLookup } from '../../domain/import/check.ts';
import { PlaceLookup, type PlaceColumns } from '../../domain/import/places.ts';
import type { Queryable } from '../db/transaction.ts';
import { yieldToEventLoop } from './yieldToEventLoop.ts';

const PAGE = 20_000;

/** What references are checked against, as it is handed to the reader of files. */
export interface References {
  country: Country;
  channels: { ids: readonly number[]; names: readonly string[] };
  places: PlaceColumns;
}

/** Reads the entity's channels and places, in pages, so that other calls pass. */
export async function readReferences(db: Queryable, entity: Country): Promise<References> {
  const channels = await db.query<{ id: number; name: string }>(
    'SELECT channel_id AS id, name FROM channels WHERE country = $1',
    [entity],
  );
  const columns = { ids: [] as number[], names: [] as string[], parents: [] as number[], levels: [] as number[] };
  for (let after = 0; ;) {
    const { rows } = await db.query<[number, string, number, number]>({
      text: `SELECT location_id, name, parent_id, level FROM locations
              WHERE country = $1 AND location_id > $2 ORDER BY location_id LIMIT ${PAGE}`,
      values: [entity, after],
      rowMode: 'array',
    } as never);
    for (const [id, name, parent, level] of rows) {
      columns.ids.push(id);
      columns.names.push(name);
      columns.parents.push(parent);
      columns.levels.push(level);
    }
    if (rows.length < PAGE) break;
    after = rows.at(-1)?.[0] ?? after;
    await yieldToEventLoop();
  }
  return {
    country: entity,
    channels: { ids: channels.rows.map(({ id }) => id), names: channels.rows.map(({ name }) => name) },
    places: {
      ids: Float64Array.from(columns.ids),
      names: columns.names,
      parents: Float64Array.from(columns.parents),
      levels: Uint8Array.from(columns.levels),
    },
  };
}

/** Answers the check's questions from what was read. */
export function lookupOf({ country, channels, places }: References): ImportLookup {
  const names = new Map(channels.ids.map((id, at) => [id, channels.names[at] ?? '']));
  return {
    country,
    channelName: id => names.get(id) ?? null,
    channelIds: () => names.keys(),
    places: new PlaceLookup(places),
  };
}
