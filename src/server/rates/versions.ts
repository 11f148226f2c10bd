import { FAMILIES, type Family, type RateVersionRow } from '../../contract/rateTable/versions.ts';
import { VERSIONS } from '../../contract/rateTable/apply.ts';
import type { Country } from '../../domain/country.ts';
import { stateOf, windowOf, type RateVersion, type StoredState } from '../../domain/rates/versions.ts';
import type { RateSettings } from '../../domain/rates/rows.ts';
import type { Queryable } from '../db/transaction.ts';
import { notFound } from '../base/envelope.ts';
import { countRows, NO_COUNTS, type PartCounts } from './parts.ts';

/** Reads versions of rate tables of both families (FEE-1). */

export const COLLECTION = VERSIONS;
export const familyNo = (family: Family): number => FAMILIES.indexOf(family);

interface VersionSql {
  id: number;
  channel_id: number;
  channel_name: string | null;
  country: Country;
  version_no: number;
  name: string;
  remark: string;
  state: StoredState;
  active_from: number | null;
  hash: string | null;
  size: number | null;
  settings: RateSettings;
  counts: PartCounts | null;
  copy_of: number | null;
  submitted_by: string;
  submitted_at: number | null;
  demo: boolean;
  version: number;
  own_version: number;
  updated_by: string;
  updated_at: number;
}

/** A version as calls return it, plus fields that only the server uses. */
export type KnownVersion = RateVersionRow & { ownVersion: number };

const SELECT = `SELECT v.id, v.channel_id, c.name AS channel_name, v.country, v.version_no, v.name, v.remark, v.state, v.active_from,
    v.hash, s.size, v.settings, v.counts, v.copy_of, v.submitted_by, v.submitted_at, v.demo, v.version, v.own_version,
    v.updated_by, v.updated_at
  FROM rate_versions v LEFT JOIN channels c ON c.channel_id = v.channel_id LEFT JOIN rate_sealed s ON s.hash = v.hash`;

/** The versions of channels, by channel, with the fields that determine when each version is in effect. */
export async function windowsOf(
  db: Queryable,
  family: Family,
  channelIds: readonly number[],
): Promise<Map<number, (RateVersion & { id: number })[]>> {
  const { rows } = await db.query<{
    id: number;
    channel_id: number;
    version_no: number;
    state: StoredState;
    active_from: number | null;
  }>({
    name: 'rate-windows',
    text: `SELECT id, channel_id, version_no, state, active_from FROM rate_versions
            WHERE family = $1 AND channel_id = ANY ($2::int8[]) ORDER BY version_no`,
    values: [familyNo(family), channelIds],
  });
  const windows = new Map<number, (RateVersion & { id: number })[]>(channelIds.map(id => [id, []]));
  for (const row of rows)
    windows
      .get(row.channel_id)
      ?.push({ id: row.id, versionNo: row.version_no, state: row.state, activeFrom: row.active_from });
  return windows;
}

async function rowsOf(
  db: Queryable,
  family: Family,
  found: readonly VersionSql[],
  at: number,
): Promise<KnownVersion[]> {
  const windows = await windowsOf(db, family, [...new Set(found.map(row => row.channel_id))]);
  const counts = await countRows(
    db,
    found.filter(({ hash }) => hash === null).map(({ id }) => id),
  );
  return found.map(row => {
    const version: RateVersion = { versionNo: row.version_no, state: row.state, activeFrom: row.active_from };
    const all = windows.get(row.channel_id) ?? [version];
    return {
      id: row.id,
      family,
      channelId: row.channel_id,
      channelName: row.channel_name ?? '',
      country: row.country,
      versionNo: row.version_no,
      name: row.name,
      remark: row.remark,
      state: row.state,
      status: stateOf(version, all, at),
      activeFrom: row.active_from,
      activeUntil: windowOf(version, all)?.until ?? null,
      hash: row.hash,
      bytes: row.size,
      settings: row.settings,
      rows: row.counts ?? counts.get(row.id) ?? NO_COUNTS,
      copyOf: row.copy_of,
      submittedBy: row.submitted_by,
      submittedAt: row.submitted_at,
      demo: row.demo,
      version: row.version,
      ownVersion: row.own_version,
      updatedBy: row.updated_by,
      updatedAt: row.updated_at,
    };
  });
}

/** A version as calls return it, without the fields that only the server uses. */
export function shown(known: KnownVersion): RateVersionRow {
  const { ownVersion, ...row } = known;
  void ownVersion;
  return row;
}

/** Where to search for versions: one family in one country. */
export interface VersionScope {
  family: Family;
  entity: Country;
  /** Epoch seconds, which determine the states of versions. */
  at: number;
}

/** Returns a page of versions. The versions of a channel are consecutive, newest first. */
export async function listVersions(
  db: Queryable,
  { family, entity, at }: VersionScope,
  only: { channelId?: number | undefined; id?: number | undefined },
  page: { offset: number; count: number },
): Promise<{ list: KnownVersion[]; total: number }> {
  const where =
    'v.family = $1 AND v.country = $2 AND ($3::int8 IS NULL OR v.channel_id = $3) AND ($4::int8 IS NULL OR v.id = $4)';
  const values = [familyNo(family), entity, only.channelId ?? null, only.id ?? null];
  const { rows } = await db.query<VersionSql>({
    name: 'rate-versions',
    text: `${SELECT} WHERE ${where} ORDER BY v.channel_id, v.version_no DESC LIMIT $5 OFFSET $6`,
    values: [...values, page.count, page.offset],
  });
  const { rows: counted } = await db.query<{ total: number }>({
    name: 'rate-versions-total',
    text: `SELECT count(*)::int4 AS total FROM rate_versions v WHERE ${where}`,
    values,
  });
  return { list: await rowsOf(db, family, rows, at), total: counted[0]?.total ?? 0 };
}

export const noVersion = (id: number, family: Family) =>
  notFound(
    `There is no ${family === 'rate' ? 'rate table' : 'third-party fee table'} version ${id} in this country. Open the list of versions again.`,
  );

/**
 * Returns a version.
 * @param lock whether to lock it until the end of the transaction
 * @throws ApiError 404
 */
export async function findVersion(
  db: Queryable,
  { family, entity, at }: VersionScope,
  id: number,
  lock = false,
): Promise<KnownVersion> {
  const { rows } = await db.query<VersionSql>({
    name: lock ? 'rate-version-lock' : 'rate-version',
    text: `${SELECT} WHERE v.id = $1 AND v.family = $2 AND v.country = $3${lock ? ' FOR UPDATE OF v' : ''}`,
    values: [id, familyNo(family), entity],
  });
  const [row] = rows;
  if (!row) throw noVersion(id, family);
  return (await rowsOf(db, family, [row], at))[0] as KnownVersion;
}

/**
 * Returns the version with the given id, or the channel's version that is in effect at an instant.
 * @throws ApiError 404, even if there is a version with this id but it belongs to another channel
 */
export async function versionFor(
  db: Queryable,
  scope: VersionScope,
  { id, channelId, at }: { id?: number | undefined; channelId?: number | undefined; at?: number | undefined },
): Promise<KnownVersion> {
  if (id !== undefined) {
    const known = await findVersion(db, scope, id);
    if (channelId !== undefined && channelId !== known.channelId)
      throw notFound(`Channel ${channelId} has no version with id ${id}: it belongs to channel ${known.channelId}.`);
    return known;
  }
  const instant = at ?? scope.at;
  const { rows } = await db.query<{ id: number }>({
    name: 'rate-version-at',
    text: `SELECT id FROM rate_versions
            WHERE family = $1 AND country = $2 AND channel_id = $3 AND state = 1 AND active_from <= $4
            ORDER BY active_from DESC LIMIT 1`,
    values: [familyNo(scope.family), scope.entity, channelId ?? 0, instant],
  });
  const [row] = rows;
  if (!row)
    throw notFound(
      `Channel ${channelId} has no version in effect ${at === undefined ? 'now' : 'at this time'}. Submit a draft and set its time.`,
    );
  return findVersion(db, scope, row.id);
}

/** The key of a version in the feed, in the log and in its history. */
export const versionKey = ({ channelId, versionNo }: Pick<RateVersionRow, 'channelId' | 'versionNo'>): string =>
  `${channelId}/${versionNo}`;
