import type { channelLocation } from '../../contract/resources/channelLocation.ts';
import type { Country } from '../../domain/country.ts';
import type { Deletion } from '../writes/deletions.ts';
import type { Queryable } from '../db/transaction.ts';
import { createListing } from './channelLocation/list.ts';
import type { Extras, Input } from './extras.ts';

/**
 * Serviceable locations (channels spec 7.2). Their list has its own SQL, because the table has millions of records: the
 * places that contain a record's place are read from the record's own columns. Their imports store the planned rows in
 * packed form (imports/locationStore).
 */
export const channelLocationExtras: Extras<typeof channelLocation> = {
  list: createListing,
  columns: placeColumns,
  whoDeletedByImport,
};

/** The places that contain a location, which are locked so that they do not change before the record is stored. */
async function placeColumns(db: Queryable, { locationId }: Input) {
  const { rows } = await db.query<{ stateId: number | null; cityId: number | null; districtId: number | null }>({
    name: 'places-of-location',
    text: `SELECT state_id AS "stateId", city_id AS "cityId", district_id AS "districtId"
             FROM locations WHERE location_id = $1 FOR SHARE`,
    values: [locationId],
  });
  return rows[0] ?? {};
}

async function whoDeletedByImport(db: Queryable, entity: Country, key: Input): Promise<Deletion | null> {
  const { channelId, locationId, type } = key;
  const { rows } = await db.query<Deletion>({
    name: 'who-deleted-by-import',
    text: `SELECT i.email AS by, i.finished_at AS at
             FROM channel_location_import_rows r
             JOIN imports i ON i.no = r.import_no AND i.state = 'applied' AND i.entity = $4
            WHERE r.after_flags IS NULL AND r.channel_id = $1 AND r.location_id = $2 AND r.type = $3
            ORDER BY i.no DESC LIMIT 1`,
    values: [channelId, locationId, type, entity],
  });
  return rows[0] ?? null;
}
