import type { Country } from '../../domain/country.ts';
import type { ImportLookup } from '../../domain/import/check.ts';
import { PlaceLookup } from '../../domain/import/places.ts';
import type { Queryable } from '../db/transaction.ts';
import { breathe } from './breathe.ts';

const PAGE = 20_000;

/** What references are checked against: the entity's channels and places. Read in pages, so that other calls pass. */
export async function importLookup(db: Queryable, entity: Country): Promise<ImportLookup> {
  const channels = await db.query<{ id: number; name: string }>(
    'SELECT channel_id AS id, name FROM channels WHERE country = $1',
    [entity],
  );
  const names = new Map(channels.rows.map(({ id, name }) => [id, name]));
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
    await breathe();
  }
  return {
    country: entity,
    channelName: id => names.get(id) ?? null,
    channelIds: () => names.keys(),
    places: new PlaceLookup(columns),
  };
}
