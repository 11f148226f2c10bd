import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { RateCalls } from '../../tests/support/rateTables.ts';
import { uploadForm } from '../../tests/support/importing.ts';
import { workbookOf } from '../../tests/support/importThrough.ts';
import { ruleInput } from '../../tests/support/notifyRule.ts';
import { Caller, CHANNEL, createWorld, emailOf, PASSWORD, type World } from '../../tests/support/serverFixture.ts';
import { DECLARATIONS } from '../contract/declarations.ts';
import type { Country } from '../domain/country.ts';
import { FEATURE } from '../domain/permission.ts';
import type { ImportReceipt } from '../contract/imports/calls.ts';
import { exportColumns } from '../contract/resourceSheet.ts';
import { locationCdtSheet } from '../contract/resources/cdtSheets.ts';
import { locationCdt } from '../contract/resources/locationCdt.ts';
import { nonWorkingDays } from '../contract/resources/nonWorkingDays.ts';
import { nonWorkingDaysSheet } from '../contract/resources/sheets.ts';
import { fee, sampleRows } from '../domain/rates/testing/sampleRates.ts';
import { OidcError } from './auth/oidc.ts';
import type { Person } from './auth/person.ts';
import { transaction, type Queryable } from './db/transaction.ts';
import { emitEvent } from './notify/emit.ts';
import { planEvents } from './notify/plan.ts';
import { servedOf } from './resources/all.ts';
import { addChecked } from './resources/routes.ts';
import { lockAdministration } from './routes/admin/support.ts';
import { accountOfIdentity } from './routes/session/oidcAccount.ts';
import { write } from './writes/write.ts';

/** Calls that overlap, as on PostgreSQL, whose transactions run at the same time on several connections. */
describe.skipIf(inject('postgresUrl') === null)('calls at the same time (postgres)', () => {
  let world: World;
  /** Another transaction, which a test keeps open as long as it needs. */
  let other: PoolClient;
  beforeAll(async () => {
    world = await createWorld('postgres');
  });
  beforeEach(async () => {
    other = await world.database.pool.connect();
    await other.query('BEGIN');
  });
  afterEach(async () => {
    await other.query('ROLLBACK');
    other.release();
  });
  afterAll(() => world.close());

  /** Waits until this many statements of the server wait for a lock. */
  const blocked = async (count: number): Promise<void> => {
    const waiting = async () => {
      const { rows } = await world.database.pool.query<{ n: number }>(
        `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.n;
    };
    await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(count);
  };

  /** Does `work` while a transaction that adds a record is open, which is committed once `work` waits for it. */
  const whileAdding = async <T>(add: (db: Queryable) => Promise<unknown>, work: () => Promise<T>): Promise<T> => {
    let commit = (): void => undefined;
    const gate = new Promise<void>(resolve => (commit = resolve));
    let added = (): void => undefined;
    const isAdded = new Promise<void>(resolve => (added = resolve));
    const adding = transaction(world.database.pool, async db => {
      await add(db);
      added();
      await gate;
    });
    await isAdded;
    const working = work();
    working.catch(() => undefined);
    await blocked(1);
    commit();
    await adding;
    return working;
  };
  const scopeOf = (entity: Country) => ({ person: { email: 'a@b.example' }, entity, at: 1 });

  it('a sign-in with the former password does not outlast the new one', async () => {
    const email = emailOf('id.viewer');
    const { rows } = await other.query<{ id: number; password_hash: string }>(
      `UPDATE users SET password_hash = password_hash || '-new' WHERE email = $1 RETURNING id, password_hash`,
      [email],
    );
    await other.query('DELETE FROM sessions WHERE user_id = $1', [rows[0]?.id]);
    const signingIn = new Caller(world.app).call('/login', { body: { email, password: PASSWORD } });
    await blocked(1);
    await other.query('COMMIT');
    const { status, raw } = await signingIn;
    expect([status, raw.headers['set-cookie']]).toEqual([401, undefined]);
    const left = await world.database.pool.query('SELECT 1 FROM sessions WHERE user_id = $1', [rows[0]?.id]);
    expect(left.rowCount).toBe(0);
    await world.database.pool.query(
      `UPDATE users SET password_hash = replace(password_hash, '-new', '') WHERE email = $1`,
      [email],
    );
  });

  it('a token that is created while its session is ended is not stored', async () => {
    const caller = await world.signIn('id.editor');
    await other.query('DELETE FROM sessions USING users u WHERE u.id = user_id AND u.email = $1', [
      emailOf('id.editor'),
    ]);
    await other.query('DELETE FROM api_tokens');
    const creating = caller.call('/v2/ops/access/tokens/create', {
      body: { name: 'late', codes: [`${FEATURE.serviceableArea}.read`], entities: ['ID'], days: 30 },
    });
    await blocked(1);
    await other.query('COMMIT');
    expect((await creating).status).toBe(401);
    expect((await world.database.pool.query('SELECT 1 FROM api_tokens')).rowCount).toBe(0);
  });

  it('a copy of a draft that is submitted in the meantime has all rows', async () => {
    const calls = new RateCalls(await world.signIn('id.editor'));
    const rows = sampleRows({
      names: [{ kind: 'zone', code: 'A', name: 'Near' }],
      addresses: [{ kind: 'zone', origin: '', destination: 'ID', code: 'A' }],
      fees: [fee('A', 0, 1, 10_000), fee('A', 1, 2, 18_000)],
    });
    const { id, version } = await calls.draft(CHANNEL.second, rows);
    await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`rateVersions|${CHANNEL.second}`]);
    const copying = calls.make('/v2/basic-info/copy', { id });
    await blocked(1);
    await calls.make('/v2/basic-info/submit', { id, version });
    await other.query('COMMIT');
    expect(await copying).toMatchObject({ status: 'Draft', rows: { fees: 2, addresses: 1 } });
  });

  it('processes that plan notifications at the same time do not deadlock', async () => {
    const { pool } = world.database;
    const admin = await world.signIn('admin');
    const template = await admin.data<{ id: number }>('/v2/ops/notify/templates/create', {
      body: { name: 'Any', event: 'channel.maintenance', variants: { en: { subject: 'x', body: 'y' } } },
    });
    for (const channel of ['First', 'Second'])
      await admin.data('/v2/ops/notify/rules/create', {
        body: ruleInput(channel, template.id, {
          conditions: [{ field: 'channel', operator: 'is', value: channel }],
          everyMinutes: 10,
        }),
      });
    const happens = async (channel: string, count: number): Promise<void> => {
      for (let n = 0; n < count; n++)
        await emitEvent(pool, {
          kind: 'channel.maintenance',
          country: 'ID',
          person: '',
          at: Math.floor(Date.now() / 1000),
          fields: { channelId: CHANNEL.first, channel },
        });
    };
    await pool.query('UPDATE notify_events SET planned = true');
    // Two batches of 50 events, which concern the two rules in opposite orders.
    for (const channel of ['First', 'Second', 'Second', 'First']) await happens(channel, 25);
    await Promise.all([planEvents(world.database), planEvents(world.database)]);
    const { rows } = await pool.query<{ n: number }>(
      `SELECT sum(jsonb_array_length(events)) AS n FROM notify_deliveries WHERE rule IN ('First', 'Second')`,
    );
    expect(Number(rows[0]?.n)).toBe(100);
  });

  it('two copies of a request that was refused before take effect once', async () => {
    const { pool } = world.database;
    const key = 'c0ffee00-0000-4000-8000-000000000001';
    await pool.query(
      `INSERT INTO idempotency_keys (user_id, key, request_hash, status, reply, created_at)
       VALUES (7, $1, 'that of the refused input', 409, '{"retcode":409,"message":"taken","data":null}', 1)`,
      [key],
    );
    await other.query('SELECT 1 FROM idempotency_keys WHERE key = $1 FOR UPDATE', [key]);
    let effects = 0;
    const context = {
      declared: DECLARATIONS,
      database: world.database,
      hub: { poke: () => undefined },
      imports: { isLocked: () => false },
      now: () => Date.now(),
    };
    const person = { userId: 7, email: emailOf('admin') } as Person;
    const request = { person, callId: 'test', url: '/api/test', input: { a: 1 }, key, record: null, entity: null };
    const copy = () =>
      write(context, request, async () => {
        effects += 1;
        return { entity: 'ID', effect: { apart: true, output: { effects } } };
      });
    const copies = [copy(), copy()];
    await blocked(2);
    await other.query('COMMIT');
    const replies = await Promise.all(copies);
    expect(effects).toBe(1);
    expect(replies.map(({ replayed }) => replayed).sort()).toEqual([false, true]);
    expect(replies[0]?.text).toBe(replies[1]?.text);
  });

  it('a message is resent once if two people ask for it', async () => {
    const { pool } = world.database;
    const admin = await world.signIn('admin');
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO notify_deliveries (key, rule_id, rule, event, country, user_id, recipient, way, window_at, critical, state, due_at, events, created_at)
       VALUES ('twice', 999, 'Gone', 'channel.maintenance', 'ID', 0, 'http://x.example', 'webhook', 1, false, 'failed', 1, '[]', 1) RETURNING id`,
    );
    const id = rows[0]?.id;
    await other.query('SELECT 1 FROM notify_deliveries WHERE id = $1 FOR UPDATE', [id]);
    const resend = () =>
      admin.call(`/v2/ops/notify/deliveries/${id}/resend`, { body: {}, headers: { 'x-ops-entity': 'ID' } });
    const asked = Promise.all([resend(), resend()]);
    await blocked(2);
    await other.query('COMMIT');
    expect((await asked).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('a channel is not masked in one of two schedules that are added at the same time', async () => {
    const { pool } = world.database;
    const schedule = (serviceType: string, isMaskChannel: number) => ({
      channelId: CHANNEL.first,
      channelType1: 1,
      channelType2: 2,
      serviceType,
      WeekendsSetting: 'Sun',
      HolidaysSetting: 'None',
      isMaskChannel,
      status: 0,
    });
    const served = servedOf(nonWorkingDays);
    const second = whileAdding(
      db => addChecked(db, served, schedule('LM', 0), scopeOf('ID')),
      () => transaction(pool, db => addChecked(db, served, schedule('FL', 1), scopeOf('ID'))),
    );
    await expect(second).rejects.toThrow('the other schedule of channel');
  });

  it('an import does not mask a channel whose other schedule is added unmasked at the same time', async () => {
    const { pool } = world.database;
    const editor = await world.as('id.editor');
    const columns = exportColumns(nonWorkingDaysSheet).map(({ heading }) => heading);
    const cells: Record<string, string | number> = {
      'Channel ID': CHANNEL.second,
      'CDT Type': 'Integrated',
      Category: 'Local',
      'Service Type': 'LM',
      Weekends: 'Sun',
      Holidays: 'None',
      Status: 'Normal',
      'Masked Channel': 'Yes',
    };
    const file = workbookOf(columns, [columns.map(heading => cells[heading] ?? '')]);
    const url = await uploadForm(editor, file, 'days.xlsx');
    // In the same order as above, because a connection prepares the statement only once.
    const unmasked = {
      channelId: CHANNEL.second,
      channelType1: 1,
      channelType2: 2,
      serviceType: 'FL',
      WeekendsSetting: 'Sun',
      HolidaysSetting: 'None',
      isMaskChannel: 0,
      status: 0,
    };
    const { body } = await whileAdding(
      db => addChecked(db, servedOf(nonWorkingDays), unmasked, scopeOf('ID')),
      () => editor.call<ImportReceipt>('/sls/nonWorkingDays/holidays/import', { body: { file_url: url } }),
    );
    const { data } = body;
    expect(data).toMatchObject({
      state: 'refused',
      failList: [{ message: expect.stringContaining('only one service type') }],
    });
    const masks = 'SELECT is_mask_channel AS masked FROM non_working_days WHERE channel_id = $1';
    expect((await pool.query(masks, [CHANNEL.second])).rows).toEqual([{ masked: 0 }]);
  });

  it('an import does not refer to a record that is removed at the same time', async () => {
    const { pool } = world.database;
    const editor = await world.as('id.editor');
    await editor.data('/shop_type/create', {
      body: { shopType: 'RACE', channelId: CHANNEL.first, name: 'Race', status: 0 },
    });
    await editor.data('/client_mode/shop_group/create', { body: { groupId: 78, name: 'Group', status: 0 } });
    const lines = ['Shop ID,Shop Name,Shop Type,Shop Group,Status,Action Code', '780,Shop,RACE,78,Normal,1'];
    const url = await uploadForm(editor, Buffer.from(`${lines.join('\n')}\n`), 'shops.csv');
    const { body } = await whileAdding(
      db => db.query('DELETE FROM shop_groups WHERE group_id = 78'),
      () => editor.call<ImportReceipt>('/shop_type/shop/import', { body: { fileUrlList: [url] } }),
    );
    expect(body.data).toMatchObject({
      state: 'refused',
      failList: [{ message: expect.stringContaining('there is no shop group 78 in Indonesia') }],
    });
    expect((await pool.query('SELECT 1 FROM shops WHERE shop_id = 780')).rowCount).toBe(0);
  });

  it('an import does not store a CEP range that overlaps one that is added at the same time', async () => {
    const { pool } = world.database;
    const admin = await world.as('admin');
    const channelId = 90_201;
    await pool.query(
      `INSERT INTO channels (channel_id, name, display_name, country, from_country) VALUES ($1, 'Loggi', '', 'BR', 'BR')`,
      [channelId],
    );
    const columns = exportColumns(locationCdtSheet).map(({ heading }) => heading);
    const cells = [channelId, '', '-1 region', 'BR', '4 cep_range', '01000000-05999999', 1, 2];
    const headers = { 'x-ops-entity': 'BR' };
    const url = await uploadForm(admin, workbookOf(columns, [cells]), 'cdt.xlsx', headers);
    const ends = { originLevel: -1, origin: 'BR', destinationLevel: 4, destination: '05000000-06999999' };
    const { body } = await whileAdding(
      db => addChecked(db, servedOf(locationCdt), { channelId, ...ends, minDays: 1, maxDays: 2 }, scopeOf('BR')),
      () => admin.call<ImportReceipt>('/sls/locationCDTs/import', { body: { file_url: url }, headers }),
    );
    expect(body.data).toMatchObject({
      state: 'refused',
      failList: [{ message: expect.stringContaining('1 configuration is missing') }],
    });
    const stored = 'SELECT destination FROM location_cdts WHERE channel_id = $1';
    expect((await pool.query(stored, [channelId])).rows).toEqual([{ destination: ends.destination }]);
  });

  it('a person who is removed from the whitelist during their first sign-in gets no account, and is not put back', async () => {
    const { pool } = world.database;
    const email = 'first.time@test.example';
    await pool.query('INSERT INTO whitelist (email) VALUES ($1)', [email]);
    const identity = { subject: 'first time', email, verified: true, name: 'First', groups: null, session: null };
    const signIn = () => transaction(pool, db => accountOfIdentity(db, 1, { ...identity, idToken: '' }));
    const removed = async (db: Queryable) => {
      await lockAdministration(db);
      await db.query('DELETE FROM whitelist WHERE email = $1', [email]);
    };
    await expect(whileAdding(removed, signIn)).rejects.toThrow(OidcError);
    expect((await pool.query('SELECT 1 FROM whitelist WHERE email = $1', [email])).rowCount).toBe(0);
    expect((await pool.query('SELECT 1 FROM users WHERE email = $1', [email])).rowCount).toBe(0);
  });
});
