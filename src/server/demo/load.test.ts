import { problemOf } from '../../contract/rule.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalValues } from '../../contract/canonical.ts';
import type { Resource } from '../../contract/resource.ts';
import { PLACES } from '../../contract/fields/base.ts';
import { referencesOf, refers } from '../../contract/references.ts';
import { requireResource, RESOURCES } from '../../contract/resources/all.ts';
import { channelCdtProblem, type ChannelCdtValues } from '../../domain/cdt/channelCdt.ts';
import { CDT_LEVEL } from '../../domain/cdt/levels.ts';
import { CdtRangeRule, cdtProblem, type CdtValues } from '../../domain/cdt/rowRules.ts';
import { COUNTRY_CODES, type Country } from '../../domain/country.ts';
import { readCode } from '../../domain/code.ts';
import { ADMINISTRATION, FEATURE } from '../../domain/permission.ts';
import { verifyPassword } from '../auth/password.ts';
import { foldTakenOver } from '../migrate/foldNames.ts';
import { migrate } from '../migrate/migrate.ts';
import { openDatabase, type Database } from '../db/open.ts';
import { columnSql } from '../db/names.ts';
import { recordTable } from '../db/recordSql.ts';
import { storedColumns } from '../imports/storedColumns.ts';
import { DEMO_PASSWORD } from './accounts.ts';
import { configProblem } from '../../domain/serviceableConfig.ts';
import { DEMO_AUTHOR } from './areas.ts';
import { configurationOf, isConfigured } from './configurations.ts';
import { DEMO_CHANNELS, largeChannels } from './channels.ts';
import { FAMILIES } from '../../contract/rateTable/versions.ts';
import { findingsOf } from '../../domain/rates/completeness.ts';
import { readRows } from '../rates/parts.ts';
import { coverageOf } from '../rates/coverage.ts';
import { SealedTables } from '../rates/sealedFiles.ts';
import { listVersions } from '../rates/versions.ts';
import { whatIf } from '../rates/whatIf.ts';
import { demoVersion, loadDemo } from './load.ts';

let database: Database;

const rowsOf = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await database.pool.query<T>(text, values)).rows;
const numberOf = async (text: string): Promise<number> => Number((await rowsOf<{ n: string }>(text))[0]?.n);
const small = (onProgress: (text: string) => void = () => undefined) =>
  loadDemo(database.pool, { scale: 'small', onProgress });
const indexes = () =>
  rowsOf<{ definition: string }>(
    `SELECT indexdef AS definition FROM pg_indexes WHERE tablename IN ('locations', 'channel_locations') ORDER BY 1`,
  );

beforeAll(async () => {
  database = await openDatabase({ dataDir: 'memory://' });
  await migrate(database);
});
afterAll(() => database.close());

describe('loading the demo', () => {
  it('an interrupted load leaves no data behind, and the next load completes', async () => {
    const before = await indexes();
    await expect(
      small(text => {
        if (text.includes('serviceable')) throw new Error('cut off');
      }),
    ).rejects.toThrow('cut off');
    expect(await numberOf('SELECT count(*) AS n FROM locations')).toBe(0);
    expect(await numberOf('SELECT count(*) AS n FROM users')).toBe(0);
    expect(await indexes()).toEqual(before);

    // Simulates what an older, non-atomic load may have left behind: rows without the mark in meta.
    await database.pool.query(
      `INSERT INTO users (email, name, password_hash, current_entity) VALUES ('admin@ops.example', 'Half', '', 'ID')`,
    );
    const lines: string[] = [];
    const result = await small(text => lines.push(text));
    expect(result).toMatchObject({ state: 'loaded' });
    expect(result.serviceable).toBeGreaterThan(5_000);
    expect(lines.join('\n')).toMatch(/Philippines: [\d,]+ places; cleaned: .*stray spaces: 2,\d{3}/);
    expect(await indexes()).toEqual(before);
    expect(await rowsOf(`SELECT value FROM meta WHERE key = 'demo'`)).toEqual([{ value: `${demoVersion}:small` }]);
  });

  it('the demo is loaded only once', async () => {
    await database.pool.query(`UPDATE users SET name = 'Renamed' WHERE email = 'admin@ops.example'`);
    expect(await small()).toMatchObject({ state: 'present' });
    expect(await rowsOf(`SELECT name FROM users WHERE email = 'admin@ops.example'`)).toEqual([{ name: 'Renamed' }]);
  });

  it('the demo has one entity per country and the six accounts', async () => {
    expect(await rowsOf('SELECT country FROM entities ORDER BY id')).toEqual(
      COUNTRY_CODES.map(country => ({ country })),
    );
    const accounts = await rowsOf<{ email: string; hash: string }>(
      `SELECT email, privilege, current_entity AS entity, password_hash AS hash,
              (SELECT count(*)::int FROM user_entities WHERE user_id = users.id) AS entities,
              (SELECT codes FROM user_roles JOIN roles ON roles.id = role_id WHERE user_id = users.id) AS codes,
              EXISTS (SELECT FROM whitelist WHERE whitelist.email = users.email) AS whitelisted
         FROM users ORDER BY id`,
    );
    const read = Object.values(FEATURE).map(feature => `${feature}.read`);
    const write = Object.values(FEATURE).map(feature => `${feature}.write`);
    const editor = expect.arrayContaining([...read, ...write, `${FEATURE.channelConfigIntegrated}.maintenance`]);
    const normal = { privilege: 2, entities: 1, whitelisted: true };
    expect(accounts).toMatchObject([
      { email: 'admin@ops.example', privilege: 0, entity: 'ID', entities: 8, codes: null, whitelisted: true },
      { email: 'id.editor@ops.example', entity: 'ID', codes: editor, ...normal },
      { email: 'id.viewer@ops.example', entity: 'ID', codes: read, ...normal },
      { email: 'my.editor@ops.example', entity: 'MY', codes: editor, ...normal },
      { email: 'ph.editor@ops.example', entity: 'PH', codes: editor, ...normal },
      { email: 'outsider@ops.example', entity: 'ID', codes: read, ...normal, whitelisted: false },
    ]);
    expect(new Set(accounts.map(account => account.hash)).size).toBe(6);
    expect(await verifyPassword(DEMO_PASSWORD, accounts[0]?.hash ?? '')).toBe(true);
    expect(await verifyPassword('wrong', accounts[0]?.hash ?? '')).toBe(false);
  });

  it('the demo’s menu has 7 groups, 4 screens and 30 mounts (MENU-1, SUBAPP-1, SUBAPP-2, G78)', async () => {
    expect(await rowsOf('SELECT name FROM modules WHERE parent_id = 0 ORDER BY sort')).toEqual(
      ['Finance', 'Logistics Monitoring', 'Logistics Order Related', 'Operation Tools', 'Logistics Product']
        .concat('SLS Old Functions', 'Smart Routing&Allocation')
        .map(name => ({ name })),
    );
    const screens = await rowsOf<{ permission: string; parent: string }>(
      `SELECT entry.permission, parent.name AS parent
         FROM modules AS entry JOIN modules AS parent ON parent.id = entry.parent_id WHERE entry.permission <> ''`,
    );
    // The serviceable areas of channels and of 3PLs share one permission (G84). Fee rules are a tab of the shops' page,
    // which everyone with the right for fee rules may open.
    const { shippingFeeRule: _tab, ...entries } = FEATURE;
    expect([...new Set(screens.map(screen => screen.permission))].toSorted()).toEqual(
      [...Object.values(entries), ADMINISTRATION].toSorted(),
    );
    expect(new Set(screens.map(screen => screen.parent))).toEqual(
      new Set(['Finance', 'Logistics Product', 'Operation Tools']),
    );
    const mounts = await rowsOf<{ path: string }>(`SELECT path FROM modules WHERE path LIKE '/ops%'`);
    expect(new Set(mounts.map(mount => mount.path)).size).toBe(mounts.length);
    // A sub-application may have several menu entries, each of which links to its own page.
    const bases = new Set(mounts.map(({ path }) => /^\/opsfe\/[^/]+|^\/[^/]+/.exec(path)?.[0]));
    expect(bases.size).toBe(30);
    expect(mounts.filter(mount => mount.path.startsWith('/opsfe/'))).toHaveLength(9);
    expect(await rowsOf(`SELECT path FROM modules WHERE display_whitelist = 'admin@ops.example'`)).toHaveLength(1);
  });

  it('two channels in each demo country have an expired, an active and a complete draft rate table', async () => {
    const { pool } = database;
    const tables = new SealedTables();
    const at = Math.floor(Date.now() / 1000);
    for (const entity of COUNTRY_CODES)
      for (const family of FAMILIES) {
        const scope = { family, entity, at };
        const { list } = await listVersions(pool, scope, {}, { offset: 0, count: 100 });
        const states = ['Draft', 'Active', 'Expired'];
        expect([entity, list.map(({ status }) => status)]).toEqual([
          entity,
          family === 'rate' ? [...states, ...states] : states,
        ]);
        for (const version of list) {
          expect(version).toMatchObject({ demo: true, country: entity });
          expect(version.rows.fees).toBeGreaterThanOrEqual(200);
          const rows =
            version.hash === null
              ? await readRows(pool, version.id, version.settings)
              : await tables.rows(pool, version.hash);
          const findings = findingsOf(rows, await coverageOf(pool, entity, version.channelId, rows));
          expect([entity, version.channelId, findings.filter(({ level }) => level === 'error')]).toEqual([
            entity,
            version.channelId,
            [],
          ]);
        }
        if (family === 'thirdParty') continue;
        const tried = await whatIf(pool, tables, scope, { id: list[0]?.id ?? 0 });
        expect(tried).toMatchObject({ orders: 120 });
        expect(tried.missing).toBeGreaterThan(0);
        expect([entity, tried.without.filter(({ grams }) => grams < 250_000)]).toEqual([entity, []]);
        expect(BigInt(tried.after)).toBeGreaterThan(0n);
        expect(tried.after).not.toBe(tried.before);
      }
  });

  it('every channel is marked as demo data and keeps its flag', async () => {
    const channels = await rowsOf<{ id: number; flag: string }>(
      'SELECT channel_id AS id, name, display_name, demo, flag::text FROM channels ORDER BY channel_id',
    );
    expect(channels).toEqual(
      DEMO_CHANNELS.map(({ id, name, flag }) => ({
        id,
        name,
        display_name: `${name} (demo)`,
        demo: true,
        flag: String(flag),
      })),
    );
    expect(channels.some(channel => BigInt(channel.flag) > 2n ** 62n)).toBe(true);
    const confs = await rowsOf(
      `SELECT DISTINCT is_check_serviceable AS check, extra_limit_type AS extra, zone_level AS zone
         FROM channel_service_confs ORDER BY 1, 2, 3`,
    );
    expect(confs).toHaveLength(6);
  });

  it('channels are configured as if through the form, except for a few that are not configured yet', async () => {
    const configured = DEMO_CHANNELS.filter(isConfigured);
    for (const channel of configured)
      expect([channel.id, configProblem(configurationOf(channel))]).toEqual([channel.id, null]);
    const confs = await rowsOf<{ id: number; country: string }>(
      'SELECT channel_id AS id, country FROM channel_service_confs ORDER BY channel_id',
    );
    expect(confs).toEqual(configured.map(({ id, country }) => ({ id, country })));
    expect(DEMO_CHANNELS.filter(channel => !isConfigured(channel)).map(({ id }) => id)).toEqual([
      10025, 20015, 60016, 70016,
    ]);
  });

  it.each(['channel_service_confs', 'three_pl_service_confs'])(
    '%s checks only levels that its country has',
    async table => {
      const wrong = await rowsOf(
        `SELECT * FROM ${table} conf
        WHERE greatest(zone_level, pdp_level, checkout_level, shop_level, arrangeshipment_level)
              > (SELECT max(level) + 1 FROM locations WHERE locations.country = conf.country)`,
      );
      expect(wrong).toEqual([]);
      expect(await numberOf(`SELECT count(*) AS n FROM ${table}`)).toBeGreaterThan(0);
    },
  );

  it('serviceable rows refer to existing places with the correct parents, and some are unsupported', async () => {
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM channel_locations AS row
           LEFT JOIN locations AS place USING (location_id)
           LEFT JOIN channels AS channel USING (channel_id)
          WHERE place.location_id IS NULL OR channel.channel_id IS NULL
             OR (row.country, row.state_id, row.city_id, row.district_id)
                IS DISTINCT FROM (place.country, place.state_id, place.city_id, place.district_id)
             OR row.country <> channel.country`,
      ),
    ).toBe(0);
    const perChannel = await rowsOf<{ id: number; n: number; unsupported: number }>(
      `SELECT channel_id AS id, count(row.channel_id)::int AS n,
              (count(*) FILTER (WHERE NOT (can_deliver OR can_cod OR can_pickup OR can_cod_pickup)))::int AS unsupported
         FROM channels LEFT JOIN channel_locations AS row USING (channel_id) WHERE channels.country = 'ID'
        GROUP BY 1 ORDER BY 1`,
    );
    const large = perChannel.filter(channel => channel.n > 400);
    expect(large.length).toBeGreaterThanOrEqual(4);
    expect(large.filter(channel => channel.unsupported === 0)).toEqual([]);
    expect(perChannel.find(channel => channel.id === 10027)?.n).toBe(50);
    expect(perChannel.find(channel => channel.id === 10028)?.n).toBe(0);
    expect(await numberOf('SELECT count(*) AS n FROM channel_locations WHERE type = 1')).toBeGreaterThan(100);
  });

  it('postcodes, routes and zones match the channels’ checks, the places and the country’s format', async () => {
    const perChannel = await rowsOf<{ id: number; postcodes: number; routes: number; zones: number }>(
      `SELECT channel_id AS id,
              (SELECT count(*)::int FROM channel_postcodes p WHERE p.channel_id = c.channel_id) AS postcodes,
              (SELECT count(*)::int FROM channel_routes r WHERE r.channel_id = c.channel_id) AS routes,
              (SELECT count(*)::int FROM channel_zones z WHERE z.channel_id = c.channel_id) AS zones
         FROM channels c ORDER BY 1`,
    );
    for (const { id, postcodes, routes, zones } of perChannel) {
      const { type, extra } = DEMO_CHANNELS.find(channel => channel.id === id)?.conf ?? { type: 0, extra: 0 };
      expect(postcodes, `${id}`).toBeGreaterThanOrEqual(type === 2 ? 5 : 0);
      expect([routes > 0, zones > 0], `${id}`).toEqual([extra === 2, extra === 1]);
    }
    expect(await numberOf(`SELECT count(*) AS n FROM channel_postcodes WHERE type = 1`)).toBeGreaterThan(50);
    // Every demo record is stored as a write would store it (SA1) and satisfies the rule between its fields.
    for (const resource of RESOURCES as readonly Resource[]) {
      const stored = storedColumns(resource).filter(({ folded }) => !folded);
      const columns = stored.map(({ field, sql }) => `p.${sql} AS "${field}"`).join(', ');
      const rows = await rowsOf<{ country: Country }>(
        `SELECT p.country, ${columns} FROM ${recordTable(resource)} p LIMIT 20000`,
      );
      for (const { country, ...row } of rows) {
        expect([resource.id, canonicalValues(resource, country, row)]).toEqual([resource.id, { values: row }]);
        expect([resource.id, row, problemOf(resource, row, country)]).toEqual([resource.id, row, null]);
      }
      for (const { name, names } of referencesOf(resource)) {
        const list = names.collection === PLACES ? 'locations' : recordTable(requireResource(names.collection));
        const missing = await rowsOf<{ value: number | string }>(
          `SELECT DISTINCT p.${columnSql(name)} AS value FROM ${recordTable(resource)} p WHERE p.${columnSql(name)} IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM ${list} t WHERE t.country = p.country AND t.${columnSql(names.field)} = p.${columnSql(name)})`,
        );
        expect([resource.id, name, missing.filter(({ value }) => refers(names, value))]).toEqual([
          resource.id,
          name,
          [],
        ]);
      }
    }
    const forms = await rowsOf<{ form: string }>(
      `SELECT DISTINCT country || ' ' || regexp_replace(zipcode, '[0-9]', '9', 'g') AS form FROM channel_postcodes ORDER BY 1`,
    );
    expect(forms.map(({ form }) => form)).toEqual([
      'BR 99999999',
      'ID 99999',
      'MY 99999',
      'PH 9999',
      'SG 999999',
      'TH 99999',
      'TW 999',
      'VN 999999',
    ]);
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM (SELECT country, from_location_id AS id FROM channel_routes
           UNION ALL SELECT country, to_location_id FROM channel_routes
           UNION ALL SELECT country, location_id FROM channel_zones) AS named
           LEFT JOIN locations l ON l.location_id = named.id
          WHERE l.location_id IS NULL OR l.country <> named.country OR l.level > 2`,
      ),
    ).toBe(0);
  });

  it('every country has service codes, each of which belongs to one of its channels', async () => {
    const perCountry = await rowsOf<{ country: string; n: number }>(
      'SELECT country, count(*)::int AS n FROM service_codes GROUP BY 1 ORDER BY 1',
    );
    expect(perCountry.map(({ country }) => country)).toEqual([...COUNTRY_CODES].toSorted());
    expect(Math.min(...perCountry.map(({ n }) => n))).toBeGreaterThan(10);
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM service_codes s LEFT JOIN channels c
            ON c.channel_id = s.shipping_channel_id AND c.country = s.country WHERE c.channel_id IS NULL`,
      ),
    ).toBe(0);
    const codes = await rowsOf<{ code: string }>('SELECT code FROM service_codes');
    expect(codes.filter(({ code }) => readCode(code, 32) !== code)).toEqual([]);
  });

  it('four demo channels in three countries have lead times that an import would accept', async () => {
    const rows = await rowsOf<CdtValues & { id: number; country: Country; level: number | null }>(
      `SELECT cdt.channel_id AS id, cdt.country, origin_level AS "originLevel", origin, destination_level AS "destinationLevel",
              destination, min_days::int AS "minDays", max_days::int AS "maxDays", place.level
         FROM location_cdts cdt JOIN channels c ON c.channel_id = cdt.channel_id AND c.country = cdt.country
         LEFT JOIN locations place ON place.location_id::text = destination AND place.country = cdt.country ORDER BY 1`,
    );
    expect(new Set(rows.map(({ country, id }) => `${country} ${id}`)).size).toBe(4);
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.length).toBeLessThan(1000);
    const rule = new CdtRangeRule();
    for (const row of rows)
      expect([row, cdtProblem(row, row.country, () => row.level), rule.add(row.id, row)]).toEqual([row, null, null]);
    expect(rows.filter(row => row.destinationLevel === CDT_LEVEL.cepRange).length).toBeGreaterThan(5);
    const times = await rowsOf<ChannelCdtValues>(
      `SELECT category, status, first_mile_min::int AS "firstMileMin", first_mile_max::int AS "firstMileMax",
              cross_border_min::int AS "crossBorderMin", cross_border_max::int AS "crossBorderMax" FROM channel_cdts`,
    );
    expect(times.map(row => channelCdtProblem(row)).filter(problem => problem !== null)).toEqual([]);
    expect(new Set(times.map(({ category }) => category)).size).toBe(2);
  });

  it('upgrading a demo without service codes adds them, along with their menu entry and permissions', async () => {
    const seen = async () => [
      await rowsOf('SELECT s::text AS text FROM service_codes s ORDER BY 1'),
      await rowsOf('SELECT name, path, permission, sort FROM modules ORDER BY path, name'),
      await rowsOf('SELECT entity_id, name, codes FROM roles ORDER BY 1, 2'),
    ];
    const before = await seen();
    await database.pool.query('TRUNCATE service_codes');
    await database.pool.query(`DELETE FROM modules WHERE path = '/carrier/serviceCodes'`);
    await database.pool.query(`UPDATE roles SET codes = '{}'`);
    await database.pool.query(`UPDATE meta SET value = '2:small' WHERE key = 'demo'`);
    await database.pool.query('DELETE FROM channel_zones');
    expect(await small()).toMatchObject({ state: 'present' });
    expect(await seen()).toEqual(before);
    // Lists that already existed in the earlier version are unchanged.
    expect(await numberOf('SELECT count(*) AS n FROM channel_zones')).toBe(0);
    await database.pool.query(`UPDATE meta SET value = '1:small' WHERE key = 'demo'`);
    await small();
  });

  it('upgrading a demo of the first version adds the same limits that a new demo has', async () => {
    const texts = async () =>
      (
        await rowsOf<{ text: string }>(
          `SELECT p::text AS text FROM channel_postcodes p UNION ALL SELECT r::text FROM channel_routes r
            UNION ALL SELECT z::text FROM channel_zones z ORDER BY 1`,
        )
      ).map(({ text }) => text);
    const before = await texts();
    await database.pool.query('TRUNCATE channel_postcodes, channel_routes, channel_zones');
    await database.pool.query(`UPDATE meta SET value = '1:small' WHERE key = 'demo'`);
    expect(await small()).toMatchObject({ state: 'present' });
    expect(await texts()).toEqual(before);
    await database.pool.query('DELETE FROM channel_zones');
    await small();
    expect(await numberOf('SELECT count(*) AS n FROM channel_zones')).toBe(0);
  });

  it('upgrading a demo without channel settings adds them, except to channels that a person has changed', async () => {
    const seen = () => rowsOf<{ text: string }>('SELECT p::text AS text FROM channel_configs p ORDER BY 1');
    const { pool } = database;
    const before = await seen();
    // Simulates the record that migration 0014 derived from flag and extra data, without warehouses, tag and other
    // settings.
    await pool.query('DELETE FROM channel_configs');
    await pool.query('TRUNCATE warehouses');
    const migration = readFileSync(join(import.meta.dirname, '../db/migrations/0014_channel_configs.sql'), 'utf8');
    await pool.query(migration.slice(migration.lastIndexOf('INSERT INTO "channel_configs"')));
    await foldTakenOver(pool as never);
    expect(await numberOf(`SELECT count(*) AS n FROM channel_configs WHERE seller_location <> ''`)).toBe(0);
    await pool.query(`UPDATE meta SET value = '4:small' WHERE key = 'demo'`);
    expect(await small()).toMatchObject({ state: 'present' });
    expect(await seen()).toEqual(before);
    expect(await numberOf('SELECT count(*) AS n FROM warehouses')).toBeGreaterThan(20);

    const changed = `version = 2, updated_by = 'id.editor@ops.example', max_distance = 7, seller_location = ''`;
    await pool.query(`UPDATE channel_configs SET ${changed} WHERE channel_id = 10021`);
    await pool.query(`UPDATE meta SET value = '4:small' WHERE key = 'demo'`);
    await small();
    expect(
      await rowsOf(
        'SELECT max_distance::int AS distance, seller_location AS seller FROM channel_configs WHERE channel_id = 10021',
      ),
    ).toEqual([{ distance: 7, seller: '' }]);
    expect(await numberOf(`SELECT count(*) AS n FROM channel_configs`)).toBe(before.length);
    await pool.query('UPDATE channel_configs SET version = 1, updated_by = $1 WHERE channel_id = 10021', [DEMO_AUTHOR]);
    await pool.query(`UPDATE meta SET value = '4:small' WHERE key = 'demo'`);
    await small();
    expect(await seen()).toEqual(before);
  });

  it('upgrading a demo of the previous version adds the 400 channels of Indonesia', async () => {
    const before = await numberOf(`SELECT count(*) AS n FROM channels WHERE country = 'ID'`);
    await database.pool.query(`UPDATE channels SET name = 'Renamed' WHERE channel_id = 10021`);
    await database.pool.query(`UPDATE meta SET value = '4:full' WHERE key = 'demo'`);
    expect(await small()).toMatchObject({ state: 'present' });
    expect(before).toBeLessThan(10);
    expect(await numberOf(`SELECT count(*) AS n FROM channels WHERE country = 'ID'`)).toBeGreaterThanOrEqual(400);
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM channels c WHERE NOT EXISTS (SELECT FROM channel_configs p WHERE p.channel_id = c.channel_id)`,
      ),
    ).toBe(0);
    // Changes made manually since then are kept.
    expect(await numberOf(`SELECT count(*) AS n FROM channels WHERE name = 'Renamed'`)).toBe(1);
  });

  it('a database that contains other data is not changed', async () => {
    await database.pool.query(`DELETE FROM meta WHERE key = 'demo'`);
    await database.pool.query(
      `INSERT INTO users (email, name, password_hash, current_entity) VALUES ('boss@company.example', 'Own', '', 'ID')`,
    );
    expect(await small()).toMatchObject({ state: 'foreign' });
    expect(await numberOf('SELECT count(*) AS n FROM users')).toBe(7);
  });
});

describe('the channels of the demo', () => {
  it('channel codes are unique, and each country has four to eight channels', () => {
    const all = [...DEMO_CHANNELS, ...largeChannels()];
    expect(new Set(all.map(channel => channel.id)).size).toBe(all.length);
    const perCountry = COUNTRY_CODES.map(
      country => DEMO_CHANNELS.filter(channel => channel.country === country).length,
    );
    expect(Math.min(...perCountry)).toBeGreaterThanOrEqual(4);
    expect(Math.max(...perCountry)).toBeLessThanOrEqual(8);
  });
});
