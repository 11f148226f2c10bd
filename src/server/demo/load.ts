import type pg from 'pg';
import type { Resource } from '../../contract/resource.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { branch } from '../../contract/resources/branch.ts';
import { channelCdt } from '../../contract/resources/channelCdt.ts';
import { locationCdt } from '../../contract/resources/locationCdt.ts';
import { nonWorkingDays } from '../../contract/resources/nonWorkingDays.ts';
import { pickup } from '../../contract/resources/pickup.ts';
import { rate } from '../../contract/resources/rate.ts';
import { reconSupplier } from '../../contract/resources/recon.ts';
import { shipment } from '../../contract/resources/shipment.ts';
import { shop } from '../../contract/resources/shop.ts';
import { shopGroup } from '../../contract/resources/shopGroup.ts';
import { shopType } from '../../contract/resources/shopType.ts';
import { timeslot } from '../../contract/resources/timeslot.ts';
import { COUNTRY_CODES, type Country } from '../../domain/country.ts';
import { recordTable } from '../db/recordSql.ts';
import type { FileStore } from '../files/fileStore.ts';
import { PART_TABLES } from '../rates/parts.ts';
import { DEMO_AUTHOR } from './areas.ts';
import { withoutIndexes } from './bulk.ts';
import { insertBranchService } from './branchService.ts';
import { insertChannelConfigs, insertWarehouses } from './channelConfigs.ts';
import { DEMO_CHANNELS, furtherChannels, largeChannels, type DemoChannel } from './channels.ts';
import { insertConfigurations } from './configurations.ts';
import { insertDeliveryTimes } from './deliveryTimes.ts';
import { insertLimits } from './limits.ts';
import { hashDemoPasswords, insertMenu, insertPeople, renewRoles } from './people.ts';
import { insertAreas, insertChannels, insertChannelsAlone, insertPlaces } from './rows.ts';
import { insertRates } from './rates.ts';
import { insertRateTables } from './rateTables.ts';
import { insertNonWorkingDays } from './nonWorkingDays.ts';
import { insertServiceCodes } from './serviceCodes.ts';
import { insertRecon, RECON_COUNTRIES, shipmentsPerMonth } from './recon.ts';
import { insertShops } from './shops.ts';
import { insertThreePls, THREE_PL_TABLES } from './threePls.ts';

/** Version of the demo's content. After a complete load, `meta` contains it under `demo` as `version:scale`. */
export const demoVersion = '11';

export type DemoScale = 'full' | 'small' | 'large';

export interface DemoOptions {
  /**
   * full (default): about 157 thousand places, half a million serviceable rows, 50 thousand postcodes, and 20 thousand
   * route and zone limits each. small: the same accounts, channels and menu with a few states per country, for tests.
   * large: full, with some 4.5 million more rows in Indonesia.
   */
  scale?: DemoScale;
  /** Called with a line of text for each step, to be shown to the person who is waiting. */
  onProgress: (text: string) => void;
  /** Stores the files of the demo's bills. If omitted, the bills have no files and cannot be read again. */
  files?: Pick<FileStore, 'put'>;
}

export interface DemoResult {
  /**
   * loaded: this call loaded the demo. present: the demo had been loaded before. foreign: the database contains other
   * data and was not changed.
   */
  state: 'loaded' | 'present' | 'foreign';
  places: number;
  serviceable: number;
  millis: number;
}

const DEMO_LOCK = 7_205_320;

/** Tables that a demo fills without a declared resource, and tables that refer to them. */
const FURTHER_TABLES = `users, person_settings, sign_ins, api_tokens, passkeys, passkey_challenges, scim_groups, scim_members, password_links, notify_preferences, entities, user_entities, roles, user_roles, modules, whitelist, sessions,
  channels, warehouses, locations, rate_versions, rate_sealed, rate_orders,
  recon_layouts, recon_bills, recon_parcels, recon_charges, recon_counters, recon_blocks, recon_comparisons, recon_quotes, recon_history, recon_actions, recon_changes, recon_disputes,
  recon_dispute_parcels, recon_credits, recon_credit_lines, recon_downloads, recon_settings,
  audit_logs, audit_chains, idempotency_keys, segment_sets, segments, revisions`;

/** All tables of the demo. They are emptied before a load, in a single statement because they refer to one another. */
const TABLES = [
  FURTHER_TABLES,
  ...new Set([
    ...THREE_PL_TABLES,
    ...RESOURCES.map(resource => recordTable(resource)),
    ...Object.values(PART_TABLES).map(({ table }) => table),
  ]),
].join(', ');

/** A part of the demo, which consists of records of a country and its channels. */
interface Part {
  /** Tables that the part fills. If any of them contains rows, the part is not added to the database. */
  tables: readonly string[];
  /** Countries in which the part is added; defaults to all countries. */
  countries?: readonly Country[];
  insert: (
    client: pg.ClientBase,
    country: Country,
    channels: readonly DemoChannel[],
    onProgress: DemoOptions['onProgress'],
    more: { small: boolean; files: DemoOptions['files'] | undefined },
  ) => Promise<unknown>;
}

const tablesOf = (...resources: Resource[]): string[] => resources.map(resource => recordTable(resource));

/** Parts that are also added, in this order, to a demo of an earlier version. Each new list is a separate part. */
const PARTS: readonly Part[] = [
  { tables: tablesOf(nonWorkingDays), insert: insertNonWorkingDays },
  { tables: tablesOf(locationCdt, channelCdt), insert: insertDeliveryTimes },
  { tables: tablesOf(rate), insert: insertRates },
  {
    tables: ['rate_versions'],
    insert: (client, country, channels, onProgress, { small }) =>
      insertRateTables(client, country, channels, { now: Math.floor(Date.now() / 1000), small }, onProgress),
  },
  { tables: tablesOf(pickup, timeslot, branch), insert: insertBranchService },
  { tables: tablesOf(shopGroup, shopType, shop), insert: insertShops },
  {
    tables: [...tablesOf(shipment, reconSupplier), 'recon_bills'],
    countries: RECON_COUNTRIES,
    insert: (client, country, channels, onProgress, { small, files }) =>
      insertRecon(client, country, channels, { perMonth: shipmentsPerMonth(small), files }, onProgress),
  },
];

const inTransaction = async <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> => {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
};

const setMeta = (client: pg.ClientBase, value: string) =>
  client.query(
    `INSERT INTO meta (key, value) VALUES ('demo', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [value],
  );

/**
 * Fills an empty database in one transaction, so that a load that is killed leaves nothing behind and can simply be
 * repeated.
 */
const fill = (client: pg.ClientBase, small: boolean, options: DemoOptions): Promise<void> =>
  inTransaction(client, async () => {
    const { onProgress } = options;
    // CASCADE also empties tables that refer to these rows.
    await client.query(`TRUNCATE ${TABLES} RESTART IDENTITY CASCADE`);
    const hashes = hashDemoPasswords();
    await withoutIndexes(client, 'locations', async () => {
      for (const country of COUNTRY_CODES) onProgress(await insertPlaces(client, country, small));
    });
    await client.query('ANALYZE locations');
    await insertWarehouses(client);
    await insertChannels(client, DEMO_CHANNELS);
    if (!small) await insertChannelsAlone(client, furtherChannels());
    await withoutIndexes(client, 'channel_locations', async () => {
      for (const country of COUNTRY_CODES) {
        const own = DEMO_CHANNELS.filter(channel => channel.country === country);
        await insertAreas(client, country, own, small, onProgress);
      }
    });
    await fillLimits(client, onProgress);
    await fillServiceCodes(client, onProgress);
    await fillParts(client, small, options);
    for (const country of COUNTRY_CODES) await insertThreePls(client, country, onProgress);
    await insertPeople(client, await hashes);
    onProgress('Accounts, roles and menu');
    await setMeta(client, `${demoVersion}:${small ? 'small' : 'full'}`);
  });

async function fillLimits(client: pg.ClientBase, onProgress: DemoOptions['onProgress']): Promise<void> {
  for (const country of COUNTRY_CODES) {
    const own = DEMO_CHANNELS.filter(channel => channel.country === country);
    await insertLimits(client, country, own, onProgress);
  }
}

/** Fills the parts of the demo that have no rows yet. */
async function fillParts(client: pg.ClientBase, small: boolean, { onProgress, files }: DemoOptions): Promise<void> {
  for (const { tables, countries = COUNTRY_CODES, insert } of PARTS) {
    const { rowCount } = await client.query(
      `${tables.map(table => `SELECT 1 FROM ${table}`).join(' UNION ALL ')} LIMIT 1`,
    );
    if (rowCount) continue;
    for (const country of countries) {
      const own = DEMO_CHANNELS.filter(channel => channel.country === country);
      await insert(client, country, own, onProgress, { small, files });
    }
  }
}

async function fillServiceCodes(client: pg.ClientBase, onProgress: DemoOptions['onProgress']): Promise<void> {
  for (const country of COUNTRY_CODES) {
    const own = DEMO_CHANNELS.filter(channel => channel.country === country);
    await insertServiceCodes(client, country, own, onProgress);
  }
}

/** The last version in which channels had no postcodes, routes and zones. */
const WITHOUT_LIMITS = '1';

/** The last version without service codes, which were introduced together with their menu entry and permissions. */
const WITHOUT_CODES = '2';

/**
 * Upgrades a demo of an earlier version: adds channel limits, service codes and 3PLs, along with menu entries and
 * permissions, and completes the channels' configurations.
 */
const upgrade = (
  client: pg.ClientBase,
  { scale, version }: { scale: DemoScale; version: string },
  options: DemoOptions,
): Promise<void> =>
  inTransaction(client, async () => {
    const { onProgress } = options;
    if (version === WITHOUT_LIMITS) {
      await client.query('TRUNCATE channel_postcodes, channel_routes, channel_zones');
      await fillLimits(client, onProgress);
      if (scale === 'large') await insertLimits(client, 'ID', largeChannels(), onProgress);
    }
    if (version === WITHOUT_LIMITS || version === WITHOUT_CODES) {
      await client.query('TRUNCATE service_codes');
      await fillServiceCodes(client, onProgress);
    }
    await client.query(`TRUNCATE ${THREE_PL_TABLES.join(', ')}`);
    for (const country of COUNTRY_CODES) await insertThreePls(client, country, onProgress);
    await client.query('DELETE FROM modules');
    await insertMenu(client);
    await renewRoles(client);
    await client.query('TRUNCATE channel_service_confs');
    await insertConfigurations(client, [...DEMO_CHANNELS, ...(scale === 'large' ? largeChannels() : [])]);
    await client.query('TRUNCATE warehouses');
    await insertWarehouses(client);
    await fillParts(client, scale === 'small', options);
    await renewChannelConfigs(client, scale);
    if (scale !== 'small') await addFurther(client);
    await beginFeed(client);
    await setMeta(client, `${demoVersion}:${scale}`);
  });

/**
 * Gives channels of an earlier version the settings of a new demo, unless somebody has changed the record since the
 * migration derived it from flag and extra data.
 */
async function renewChannelConfigs(client: pg.ClientBase, scale: DemoScale): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string }>(
    `SELECT p.channel_id AS id, p.channel_name AS name
       FROM channel_configs p JOIN channels c ON c.channel_id = p.channel_id AND c.country = p.country
      WHERE c.demo AND p.version = 1 AND p.updated_by = $1`,
    [DEMO_AUTHOR],
  );
  const untouched = new Map(rows.map(({ id, name }) => [Number(id), name]));
  const known = [
    ...DEMO_CHANNELS,
    ...(scale === 'small' ? [] : furtherChannels()),
    ...(scale === 'large' ? largeChannels() : []),
  ].filter(({ id, name }) => untouched.get(id) === name);
  await client.query('DELETE FROM channel_configs WHERE channel_id = ANY ($1)', [known.map(({ id }) => id)]);
  await insertChannelConfigs(client, known);
}

/** The new rows are not in the change feed, so a new epoch makes every client load a new snapshot. */
async function beginFeed(client: pg.ClientBase): Promise<void> {
  await client.query('TRUNCATE changes');
  await client.query('DELETE FROM segment_sets');
  await client.query(`DELETE FROM meta WHERE key IN ('feed.epoch', 'feed.floor')`);
}

/** Adds those additional channels that are missing. */
async function addFurther(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ id: number }>(`SELECT channel_id AS id FROM channels WHERE country = 'ID'`);
  const known = new Set(rows.map(({ id }) => Number(id)));
  await insertChannelsAlone(
    client,
    furtherChannels().filter(({ id }) => !known.has(id)),
  );
}

/** Adds the generated channels of `scale: 'large'`, also in one transaction. */
const enlarge = (client: pg.ClientBase, onProgress: DemoOptions['onProgress']): Promise<void> =>
  inTransaction(client, async () => {
    const channels = largeChannels();
    const ids = channels.map(channel => channel.id);
    const tables = [
      'channel_locations',
      'channel_postcodes',
      'channel_routes',
      'channel_zones',
      'channel_service_confs',
      'channel_configs',
    ];
    for (const table of tables) {
      await client.query(`DELETE FROM ${table} WHERE channel_id = ANY ($1)`, [ids]);
    }
    await client.query('DELETE FROM channels WHERE channel_id = ANY ($1)', [ids]);
    await insertChannels(client, channels);
    await withoutIndexes(client, 'channel_locations', () => insertAreas(client, 'ID', channels, false, onProgress));
    await insertLimits(client, 'ID', channels, onProgress);
    onProgress('Indexes');
    await beginFeed(client);
    await setMeta(client, `${demoVersion}:large`);
  });

/** Determines what the database contains: a demo with its scale and version, nothing, or somebody's own data. */
async function look(client: pg.ClientBase): Promise<{ found: DemoScale | 'empty' | 'foreign'; version?: string }> {
  const { rows } = await client.query<{ value: string }>(`SELECT value FROM meta WHERE key = 'demo'`);
  const [version = '', scale] = rows[0]?.value.split(':') ?? [];
  if (scale === 'full' || scale === 'small' || scale === 'large') return { found: scale, version };
  const own = await client.query<{ own: boolean }>(
    `SELECT EXISTS (SELECT FROM users WHERE email NOT LIKE '%@ops.example')
         OR EXISTS (SELECT FROM channels WHERE NOT demo)
         OR EXISTS (SELECT FROM locations WHERE updated_by <> $1) AS own`,
    [DEMO_AUTHOR],
  );
  return { found: own.rows[0]?.own ? 'foreign' : 'empty' };
}

/** Counts the rows, because the planner's statistics would be inaccurate. */
async function count(client: pg.ClientBase): Promise<Pick<DemoResult, 'places' | 'serviceable'>> {
  const { rows } = await client.query<{ places: string; serviceable: string }>(
    'SELECT (SELECT count(*) FROM locations) AS places, (SELECT count(*) FROM channel_locations) AS serviceable',
  );
  return { places: Number(rows[0]?.places), serviceable: Number(rows[0]?.serviceable) };
}

/**
 * Loads the demo into a migrated database, once: accounts, menu, places, channels and serviceable rows. Uses a single
 * connection throughout, because the embedded database has only one. Several processes may call this function at the
 * same time: one of them loads the demo, and the others wait. A database with its own users or channels is not changed.
 * @throws {MissingPlaces} if the place packages are not installed; the database is then unchanged
 */
export async function loadDemo(pool: pg.Pool, options: DemoOptions): Promise<DemoResult> {
  const started = performance.now();
  const scale = options.scale ?? 'full';
  const millis = () => Math.round(performance.now() - started);
  const client = await pool.connect();
  try {
    await client.query('SET lock_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [DEMO_LOCK]);
    const { found, version } = await look(client);
    const done = found !== 'empty' && !(scale === 'large' && found !== 'large');
    if (found === 'foreign') return { state: 'foreign', places: 0, serviceable: 0, millis: millis() };
    if (found !== 'empty' && version !== demoVersion) {
      await upgrade(client, { scale: found, version: version ?? '' }, options);
    }
    if (done) return { state: 'present', ...(await count(client)), millis: millis() };
    await client.query(`SET maintenance_work_mem = '256MB'`);
    if (found === 'empty' || found === 'small') await fill(client, scale === 'small', options);
    if (scale === 'large') await enlarge(client, options.onProgress);
    options.onProgress('Statistics');
    await client.query('VACUUM ANALYZE');
    return { state: 'loaded', ...(await count(client)), millis: millis() };
  } finally {
    await client.query('RESET maintenance_work_mem');
    await client.query(`SET lock_timeout = '15s'`);
    await client.query('SELECT pg_advisory_unlock($1)', [DEMO_LOCK]);
    client.release();
  }
}
