import type { ChannelLocationFilters, ChannelLocationRow } from '../../../contract/channelLocation.ts';
import type { Country } from '../../../domain/country.ts';
import { PAGE_SIZES, type ListSort } from '../../../domain/listQuery.ts';
import { LOCATION_LEVEL } from '../../../domain/serviceable.ts';
import type { Queryable } from '../../db/transaction.ts';
import { toCondition, type Condition } from './filter.ts';
import { createPlaceNames } from './placeNames.ts';
import { createPlaceResolver } from '../placeResolver.ts';
import { placesOf, withNames, type StoredRecord } from './rows.ts';
import { inSlices } from '../slices.ts';
import { rounds } from '../../base/rounds.ts';

/** What the filters of an entity depend on: its channels and the revision of its places. */
interface Frame {
  channels: number[];
  /** Names of `channels`, in the same order. */
  names: string[];
  /** Sum of the revisions of the entity's channels and locations. */
  revision: number;
  /**
   * Epoch milliseconds. A bulk load by another program does not increment the revision, so a frame expires after a
   * while.
   */
  until: number;
}

const isPageSize = (count: number): boolean => (PAGE_SIZES as readonly number[]).includes(count);

const COUNTS_KEPT = 5_000;
const FRAME_MILLIS = 30_000;
const ORDER = 'channel_id, type, location_id';
const PAGE_ORDER = 'p.channel_id, p.type, p.location_id';

const REVISION_OF_FRAME = `coalesce((SELECT sum(revision)::int8 FROM revisions
  WHERE collection IN ('channels', 'locations') AND entity = $1 AND scope = 0), 0)`;

export interface Listing {
  /** Returns a page of records, in the default order or sorted, with the exact number of all matching records. */
  page: (
    entity: Country,
    filter: ChannelLocationFilters,
    paging: { offset: number; count: number; sort?: ListSort | null },
  ) => Promise<{ rows: ChannelLocationRow[]; total: number }>;
  /** Yields all matching records by key, in batches. No connection is held between two batches. */
  batches: (entity: Country, filter: ChannelLocationFilters, size: number) => AsyncGenerator<ChannelLocationRow[]>;
}

const NAME_AT = (id: string) => ({
  joins: `LEFT JOIN locations n ON n.location_id = ${id}`,
  by: `coalesce(n.name_folded, '') COLLATE "C"`,
});
/**
 * The SQL by which each column is sorted, for the filtered records `p`. Names are folded and sorted by code point, as
 * in the console.
 */
const SORTS: Readonly<Record<string, { joins: string; by: string }>> = {
  channelId: { joins: '', by: 'p.channel_id' },
  channelName: { joins: 'LEFT JOIN channels c ON c.channel_id = p.channel_id', by: 'lower(c.name) COLLATE "C"' },
  type: { joins: '', by: 'p.type' },
  locationId: { joins: '', by: 'p.location_id' },
  state: NAME_AT('p.state_id'),
  city: NAME_AT('p.city_id'),
  district: NAME_AT('p.district_id'),
  street: {
    joins: `LEFT JOIN locations n ON n.location_id = p.location_id AND n.level = ${LOCATION_LEVEL.street}`,
    by: `coalesce(n.name_folded, '') COLLATE "C"`,
  },
  canDeliver: { joins: '', by: 'p.can_deliver' },
  canCOD: { joins: '', by: 'p.can_cod' },
  canPickup: { joins: '', by: 'p.can_pickup' },
  canCODPickup: { joins: '', by: 'p.can_cod_pickup' },
  updatedBy: { joins: '', by: 'lower(p.updated_by) COLLATE "C"' },
  updatedAt: { joins: '', by: 'p.updated_at' },
};

/** The ORDER BY clause of a page. Ties are in the default order, even if the sort order is descending. */
function orderOf(sort: ListSort | null): { joins: string; order: string; mark: string } {
  if (!sort) return { joins: '', order: PAGE_ORDER, mark: '' };
  const { joins, by } = SORTS[sort.column] as { joins: string; by: string };
  const way = sort.descending ? 'DESC' : 'ASC';
  return { joins, order: `${by} ${way}, ${PAGE_ORDER}`, mark: `-${sort.column}-${way}` };
}

/** The same condition with shifted parameter numbers. */
const shifted = (sql: string, by: number): string => sql.replace(/\$(\d+)/g, (_, at: string) => `$${Number(at) + by}`);

/** Number of attempts to read a page while places or channels change; the last attempt uses the previous state. */
const TRIES = 8;

/**
 * Lists channel_locations, in one round trip if nothing has changed. Data cached from earlier calls (the entity's
 * channels, the ids to which a place name resolves, exact counts) is tagged with the revision under which it was read.
 * Every write increments its revision in its own transaction, and the statement that reads a page also returns the
 * current revisions. This way, cached data is used only while it is valid, whichever API process wrote last.
 */
export function createListing(db: Queryable): Listing {
  const places = createPlaceResolver(db);
  const names = createPlaceNames(db);
  const frames = new Map<Country, Frame>();
  const counts = new Map<string, { revision: number; total: Promise<number> }>();

  const readFrame = async (entity: Country): Promise<Frame> => {
    const { rows } = await db.query<Omit<Frame, 'until'>>({
      name: 'list-frame',
      text: `SELECT ARRAY(SELECT channel_id FROM channels WHERE country = $1 ORDER BY channel_id) AS channels,
                    ARRAY(SELECT name FROM channels WHERE country = $1 ORDER BY channel_id) AS names,
                    ${REVISION_OF_FRAME} AS revision`,
      values: [entity],
    });
    const frame = { ...(rows[0] as Omit<Frame, 'until'>), until: Date.now() + FRAME_MILLIS };
    frames.set(entity, frame);
    return frame;
  };

  const conditionIn = (entity: Country, filter: ChannelLocationFilters, frame: Frame): Promise<Condition> =>
    toCondition(filter, { entity, places, channels: frame.channels, revision: frame.revision });

  const countRecords = async ({ shape, sql, values }: Condition): Promise<number> => {
    const { rows } = await db.query<{ total: number }>({
      name: `list-count-${shape}`,
      text: `SELECT count(*) AS total FROM channel_locations WHERE ${sql}`,
      values,
    });
    return rows[0]?.total ?? 0;
  };

  /**
   * Counts once for all callers with the same revision, even if they call while the count is running. After a write,
   * the records are counted again. The revision was read before the count, so a count may be newer than its revision,
   * in which case the records are counted once more than necessary.
   */
  const countOf = (entity: Country, condition: Condition, revision: number): Promise<number> => {
    const key = `${entity} ${condition.shape} ${condition.places ?? ''} ${JSON.stringify(condition.values)}`;
    const known = counts.get(key);
    if (known?.revision === revision) return known.total;
    const counted = { revision, total: countRecords(condition) };
    counts.delete(key);
    counts.set(key, counted);
    if (counts.size > COUNTS_KEPT) counts.delete(counts.keys().next().value as string);
    counted.total.catch(() => {
      if (counts.get(key) === counted) counts.delete(key);
    });
    return counted.total;
  };

  /**
   * Reads a page together with the revisions for which it is valid. Only the page sizes of the console are prepared,
   * because each connection keeps one statement per name. The limit is a literal, and the offset is omitted if it is 0:
   * with parameters, the planner would assume a tenth of the table and sort it.
   */
  const read = async (
    entity: Country,
    channelId: number | undefined,
    condition: Condition,
    { offset, count, sort = null }: { offset: number; count: number; sort?: ListSort | null },
  ) => {
    const { joins, order, mark } = orderOf(sort);
    const own = [entity, channelId ?? null];
    const values = offset > 0 ? [...own, ...condition.values, offset] : [...own, ...condition.values];
    const skip = offset > 0 ? ` OFFSET $${values.length}` : '';
    const { rows } = await db.query<StoredRecord & { frame: number; records: number }>({
      ...(isPageSize(count) ? { name: `list-page-${condition.shape}-${count}${offset > 0 ? 'o' : ''}${mark}` } : {}),
      text: `SELECT v.frame, v.records, t.*
               FROM (SELECT ${REVISION_OF_FRAME} AS frame,
                            coalesce((SELECT sum(revision)::int8 FROM revisions WHERE collection = 'channelLocations'
                                         AND entity = $1 AND ($2::int8 IS NULL OR scope = $2)), 0) AS records) v
               LEFT JOIN LATERAL (SELECT p.* FROM (SELECT * FROM channel_locations
                                                    WHERE ${shifted(condition.sql, own.length)}) p ${joins}
                                   ORDER BY ${order} LIMIT ${count}${skip}) t ON true`,
      values,
    });
    // If no record matches, the only row contains the revisions and no record.
    const records = rows.filter(row => row.channel_id !== null);
    return { frame: rows[0]?.frame ?? 0, revision: rows[0]?.records ?? 0, records };
  };

  /** Like `read`, but reads a large page in slices. The revisions are those of the first slice. */
  const readWhole: typeof read = async (entity, channelId, condition, paging) => {
    if (paging.sort) return read(entity, channelId, condition, paging);
    let first: Awaited<ReturnType<typeof read>> | undefined;
    const records = await inSlices(paging, async (offset, count) => {
      const slice = await read(entity, channelId, condition, { offset, count });
      first ??= slice;
      return slice.records;
    });
    return { frame: 0, revision: 0, ...first, records };
  };

  const named = async (entity: Country, frame: Frame, records: readonly StoredRecord[]) => {
    const places = await names.of(entity, new Set(records.flatMap(placesOf)), frame.revision);
    const channelName = (id: number): string => frame.names[frame.channels.indexOf(id)] ?? '';
    return records.map(record => withNames(record, channelName(record.channel_id), places));
  };

  return {
    page: async (entity, filter, paging) => {
      let frame = frames.get(entity);
      if (!frame || frame.until < Date.now()) frame = await readFrame(entity);
      for (let tries = 1; ; tries++) {
        const isLast = tries === TRIES;
        const condition = await conditionIn(entity, filter, frame);
        if (condition.empty) {
          const { revision } = frame;
          frame = await readFrame(entity);
          if (frame.revision === revision || isLast) return { rows: [], total: 0 };
          continue;
        }
        const answer = await readWhole(entity, filter.channelId, condition, paging);
        if (answer.frame === frame.revision || isLast) {
          const total = await countOf(entity, condition, answer.revision);
          return { rows: await named(entity, frame, answer.records), total };
        }
        frame = await readFrame(entity);
      }
    },

    batches: async function* (entity, filter, size) {
      const frame = await readFrame(entity);
      const condition = await conditionIn(entity, filter, frame);
      if (condition.empty) return;
      const at = condition.values.length;
      let after: [number, number, number] = [0, -1, 0];
      for (const round = rounds('Reading a list'); ; round()) {
        const { rows } = await db.query<StoredRecord>({
          name: `list-batch-${condition.shape}-${size}`,
          text: `SELECT * FROM channel_locations
                  WHERE ${condition.sql} AND (${ORDER}) > ($${at + 1}::int8, $${at + 2}::int2, $${at + 3}::int8)
                  ORDER BY ${ORDER} LIMIT ${size}`,
          values: [...condition.values, ...after],
        });
        const last = rows.at(-1);
        if (last) yield await named(entity, frame, rows);
        if (!last || rows.length < size) return;
        after = [last.channel_id, last.type, last.location_id];
      }
    },
  };
}
