import { HISTORY_MOST, type RecordChange } from '../../../contract/history.ts';
import { subjectOf } from '../../../contract/auditQuick.ts';
import { DECLARATIONS, type Declarations } from '../../../contract/declarations.ts';
import { LIVE_COLLECTIONS, type Collection } from '../../../contract/call.ts';
import type { Country } from '../../../domain/country.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { countedVersion } from '../../db/raiseVersions.ts';
import type { Queryable } from '../../db/transaction.ts';
import { storeOf } from '../../imports/stores.ts';

/** The writes to a single record: log entries that name the record, and rows of imports that changed it. */

/** The feature whose `.read` permission is required to read the history of a collection's records. */
export function featureOfCollection({ resourceOf }: Declarations, collection: Collection): string {
  const live = LIVE_COLLECTIONS.find(one => one.collection === collection);
  if (live) return live.feature;
  const others = collection === 'locations' ? FEATURE.locationTree : FEATURE.channelConfigIntegrated;
  return resourceOf(collection)?.feature ?? others;
}

type Values = Record<string, unknown>;

interface Entry {
  email: string;
  token: string | null;
  timestamp: number;
  url: string;
  before: Values | null;
  after: Values | null;
}

const versionOf = ({ before, after }: Entry): number =>
  after ? Number(after['version']) : Number(before?.['version'] ?? 0) + 1;

async function entriesOf(
  db: Queryable,
  entity: Country,
  collection: Collection,
  key: string,
  everywhere: boolean,
): Promise<RecordChange[]> {
  const { rows } = await db.query<Entry>({
    name: `audit-of-record${everywhere ? '-everywhere' : ''}`,
    text: `SELECT email, token_name AS token, at AS timestamp, url, before, after FROM audit_logs
            WHERE record_key IS NOT NULL AND subject = $1 AND record_key = $2 AND collection = $3
              AND ${everywhere ? '$4::text IS NOT NULL' : 'entity = $4'}
            ORDER BY id DESC LIMIT ${HISTORY_MOST}`,
    values: [subjectOf(key), key, collection, entity],
  });
  return rows.map(row => ({ ...row, version: versionOf(row), import: null }));
}

/** Returns the newest `HISTORY_MOST` writes to a record of an entity, newest first. */
export async function changesOf(
  db: Queryable,
  entity: Country,
  collection: Collection,
  key: string,
  declared: Declarations = DECLARATIONS,
): Promise<RecordChange[]> {
  const byHand = await entriesOf(db, entity, collection, key, declared.isEverywhere(collection));
  const resource = declared.resourceOf(collection);
  const store = resource && storeOf(resource.id, declared);
  const imported = (await store?.ofRecord(db, entity, key, HISTORY_MOST)) ?? [];
  const rows = imported.map(({ id, email, tokenName: token, at, version, before, after, ...row }): RecordChange => ({
    version,
    email,
    token,
    timestamp: at,
    before,
    after,
    url: '',
    import: {
      id,
      files: row.files.map(({ name }) => name),
      rows: row.total,
      takesBack: row.reverts !== null,
      ...(row.again ? { again: true } : {}),
      ...(row.many ? { many: true } : {}),
      ...(row.from === null ? {} : { from: row.from }),
    },
  }));
  const place = ({ version }: RecordChange): number => countedVersion(version);
  return [...byHand, ...rows].sort((a, b) => place(b) - place(a)).slice(0, HISTORY_MOST);
}
