import { OWNERS, type IdScope } from '../../../contract/owner.ts';
import { requireResource, type ResourceCollection } from '../../../contract/resources/all.ts';
import { SERVICE_LISTS } from '../../../contract/serviceLists.ts';
import { BEFORE_MOST, type ServiceableBefore } from '../../../contract/serviceability.ts';
import type { Country } from '../../../domain/country.ts';
import { formatCount } from '../../../domain/format.ts';
import { columnName } from '../../db/names.ts';
import { countedVersionSql } from '../../db/raiseVersions.ts';
import type { Queryable } from '../../db/transaction.ts';
import { badRequest } from '../../base/envelope.ts';
import { flagsOf } from '../../imports/flagsSql.ts';
import { locationStore } from '../../imports/locationStore.ts';
import { appliedImport } from '../../imports/store.ts';
import { storeOf } from '../../imports/stores.ts';
import { changesOf } from '../audit/history.ts';

/**
 * The records of a channel or 3PL at an instant in the past, derived from the log: the first write to a record since
 * then contains its former value.
 */

/** Returns SQL for a value of a record that is stored as JSON; `nameOf` maps a field to its name in the JSON. */
type ReadSql = (json: string, nameOf: (field: string) => string) => string;

/** SQL: the ends and the type of a route limit that is stored as JSON; null if it does not exist. */
const routeOf: ReadSql = (json, nameOf) =>
  `CASE WHEN ${json} IS NOT NULL THEN jsonb_build_object(${['applicableType', 'fromLocationId', 'toLocationId']
    .map(field => `'${field}', (${json} ->> '${nameOf(field)}')::int8`)
    .join(', ')}) END`;

/** SQL: key, former value and version for each write since `$4` to a list of the owner `$1` in the entity `$2`. */
function writesSince(collection: ResourceCollection, scope: IdScope, read: ReadSql): string {
  const resource = requireResource(collection);
  const logged = `
    SELECT record_key AS key, ${read('before', key => key)} AS was,
           CASE WHEN after IS NULL THEN (before ->> 'version')::int8 + 1 ELSE (after ->> 'version')::int8 END AS version
      FROM audit_logs
     WHERE ${scope === 'channel' ? 'channel_id' : 'tpl_id'} = $1 AND entity = $2 AND collection = $3 AND at >= $4
       AND record_key IS NOT NULL AND import_id IS NULL`;
  const store = storeOf(resource.id);
  if (!store) return logged;
  const packed = store.table === locationStore.table;
  const was = packed ? 'coalesce(r.before_flags, -1)' : read(`r.${store.before}`, columnName);
  return `${logged}
    UNION ALL
    SELECT ${store.key('r')}, ${was}, r.after_version
      FROM ${store.table} r ${appliedImport(resource)}
     WHERE r.${store.scope} = $1 AND i.finished_at >= $4`;
}

/**
 * Returns how past records differ from the current ones.
 * @param until epoch seconds
 * @throws ApiError 400 if more records have changed since then than a reply can contain
 */
export async function recordsBefore(
  db: Queryable,
  entity: Country,
  scope: IdScope,
  ownerId: number,
  until: number,
): Promise<ServiceableBefore> {
  const { configuration, location, postcode, route } = SERVICE_LISTS[scope];
  const read = async <T>(collection: ResourceCollection, what: ReadSql): Promise<{ key: string; was: T }[]> => {
    const { rows } = await db.query<{ key: string; was: T }>(
      `SELECT DISTINCT ON (key) key, was FROM (${writesSince(collection, scope, what)}) w ORDER BY key, ${countedVersionSql('version')}
        LIMIT ${BEFORE_MOST + 1}`,
      [ownerId, entity, collection, until],
    );
    if (rows.length <= BEFORE_MOST) return rows;
    throw badRequest(
      `More than ${formatCount(BEFORE_MOST)} records of ${OWNERS[scope].word} ${ownerId} were changed since that day. ` +
        'Choose a later one.',
    );
  };
  const lists: ServiceableBefore['lists'] = [];
  for (const collection of new Set([...Object.values(location), ...Object.values(postcode)])) {
    const rows = await read<number>(collection, flagsOf);
    if (rows.length > 0)
      lists.push({ collection, keys: rows.map(({ key }) => key), flags: rows.map(({ was }) => was) });
  }
  const routes = (await read<ServiceableBefore['routes'][number]['row']>(route, routeOf)).map(({ key, was }) => ({
    key,
    row: was,
  }));
  if (!configuration) return { configuration: null, lists, routes };
  const changes = await changesOf(db, entity, configuration, `${entity}/${ownerId}`);
  const first = changes.findLast(({ timestamp }) => timestamp >= until);
  return { configuration: first ? { row: first.before } : null, lists, routes };
}
