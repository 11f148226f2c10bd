import { listWarehouses, type Warehouse } from '../../contract/channelConfigReads.ts';
import type { Country } from '../../domain/country.ts';
import { askMark } from '../mirror/counts.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { pageId, readPage, storePage } from '../mirror/pages.ts';
import type { ListClient } from './askList.ts';

/** The warehouses that channels with a given from-country may select. */
export interface Warehouses {
  seller: readonly Warehouse[];
  wms: readonly Warehouse[];
}

/** Both lists are cached as one page; each row specifies its list. */
type KeptWarehouse = Warehouse & { wms: boolean };
const COUNT = 1;
const idOf = (entity: Country, country: Country): string =>
  pageId('channelConfig.warehouses', entity, { from_country: country }, 1, COUNT);

/** A country's cached warehouses; null if they were never requested. */
export async function keptWarehouses(db: MirrorDb, entity: Country, country: Country): Promise<Warehouses | null> {
  const view = await readPage(db, idOf(entity, country));
  if (!view) return null;
  const of = (wanted: boolean): Warehouse[] =>
    (view.cached.rows as unknown as KeptWarehouse[])
      .filter(({ wms }) => wms === wanted)
      .map(({ wms: _wms, ...house }) => house);
  return { seller: of(false), wms: of(true) };
}

/** Fetches a country's warehouses from the server and caches them; null if it did not respond. */
export async function askWarehouses(
  { transport, env }: Pick<ListClient, 'transport' | 'env'>,
  db: MirrorDb | null,
  entity: Country,
  country: Country,
): Promise<Warehouses | null> {
  const input = { from_country: country };
  const mark = db && (await askMark(db, entity, null).catch(() => null));
  const outcome = await transport.call(listWarehouses, input, { entity });
  if (outcome.kind !== 'ok') return null;
  const { seller_location_list: seller, warehouse_location_list: wms } = outcome.data;
  const rows = [...seller.map(house => ({ ...house, wms: false })), ...wms.map(house => ({ ...house, wms: true }))];
  const page = {
    id: idOf(entity, country),
    sourceId: listWarehouses.id,
    callId: listWarehouses.id,
    entity,
    collection: null,
    input,
    page: 1,
    count: COUNT,
    total: rows.length,
    rows,
    keys: [],
    asOf: env.clock.now(),
    settledAt: 0,
  };
  // If the data could not be cached, it is refetched next time.
  if (db && mark) await storePage(db, { ...page, ...mark }, ({ id }) => String(id)).catch(() => undefined);
  return { seller, wms };
}
