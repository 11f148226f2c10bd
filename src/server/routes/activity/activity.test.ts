import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createWorld, emailOf, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import { BATCH, type TrackerEvent, type UsageRecord } from '../../../contract/activity.ts';
import { buildApp } from '../../app.ts';
import { ACTIVITY_DAYS, sweepActivity } from '../../housekeeping/activitySweep.ts';
import { releaseTime } from './release.ts';

const origin = {
  country: 'ID' as const,
  project: 'service-area',
  sessionId: 's',
  path: '/carrier',
  at: 1_700_000_000_000,
};
const event = (more: Partial<TrackerEvent> = {}): TrackerEvent => ({
  ...origin,
  type: 'click',
  email: emailOf('id.editor'),
  name: 'Search',
  ...more,
});
const record = (more: Partial<UsageRecord> = {}): UsageRecord => ({
  ...origin,
  kind: 'error',
  name: 'route',
  count: 1,
  message: 'no page',
  ...more,
});

const EVENTS = '/v2/ops/tracker/events';
const USAGE = '/v2/ops/usage';

describeOnEach('version info, tracker and usage', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.database.pool.query('TRUNCATE tracker_events, usage_records, activity_batches');
  });
  const kept = async (table: string) =>
    (await world.database.pool.query<Record<string, unknown>>(`SELECT * FROM ${table} ORDER BY id`)).rows;

  it('anyone can read the project, the module and the served build’s time (VER-4)', async () => {
    const path = '/v2/ops/version?project=service-area&module=serviceable';
    expect(await world.anonymous.data(path)).toEqual({
      project: 'service-area',
      module: 'serviceable',
      release_time: 0,
    });
    expect((await world.anonymous.call(`/v2/ops/version?project=${'x'.repeat(101)}`)).status).toBe(400);
  });

  it('a batch of events is stored for the signed-in person (TRK-1)', async () => {
    const events = [event(), event({ type: 'load', name: '' }), event({ name: 'Reset' })];
    expect(await editor.data(EVENTS, { body: { events, dropped: 7 } })).toEqual({ taken: 3 });
    const rows = await kept('tracker_events');
    expect(rows.map(row => [row['type'], row['name'], row['email'], row['country'], row['session_id']])).toEqual([
      ['click', 'Search', emailOf('id.editor'), 'ID', 's'],
      ['load', '', emailOf('id.editor'), 'ID', 's'],
      ['click', 'Reset', emailOf('id.editor'), 'ID', 's'],
    ]);
    expect(await kept('usage_records')).toMatchObject([{ kind: 'count', name: 'tracker.dropped', count: 7 }]);
  });

  it('a batch is stored once, however often it is resent after a lost reply', async () => {
    const body = { events: [event()], dropped: 2, batch: 'b-1' };
    const usage = { records: [record()], batch: 'b-2' };
    for (let time = 0; time < 3; time++) {
      expect(await editor.data(EVENTS, { body })).toEqual({ taken: 1 });
      expect(await editor.data(USAGE, { body: usage })).toEqual({ taken: 1 });
    }
    expect(await kept('tracker_events')).toHaveLength(1);
    expect((await kept('usage_records')).map(row => row['count'])).toEqual([2, 1]);
    const viewer = await world.as('id.viewer');
    await viewer.call(EVENTS, { body: { ...body, events: [event({ email: emailOf('id.viewer') })] } });
    expect(await kept('tracker_events')).toHaveLength(2);
  });

  it('an event without a session, for another person or with invalid data is refused, as are too many', async () => {
    expect((await world.anonymous.call(EVENTS, { body: { events: [event()] } })).status).toBe(401);
    for (const events of [
      [event({ email: 'someone@else.example' })],
      [event({ name: 'x'.repeat(129) })],
      [{ ...event(), type: 'keydown' }],
      Array.from({ length: BATCH + 1 }, () => event()),
    ]) {
      expect((await editor.call(EVENTS, { body: { events } })).status).toBe(400);
    }
    expect(await kept('tracker_events')).toEqual([]);
  });

  it('counts and errors are stored (TRK-4, TRK-5)', async () => {
    const records = [record({ kind: 'count', name: 'page', count: 3, message: '' }), record({ name: 'crash' })];
    expect(await editor.data(USAGE, { body: { records } })).toEqual({ taken: 2 });
    expect(await kept('usage_records')).toMatchObject([
      { kind: 'count', name: 'page', count: 3 },
      { kind: 'error', name: 'crash', message: 'no page' },
    ]);
    expect((await world.anonymous.call(USAGE, { body: { records } })).status).toBe(401);
    expect((await editor.call(USAGE, { body: { records: [record({ count: 0 })] } })).status).toBe(400);
  });

  it('if the tracker is off, the server says so and stores nothing (TRK-2)', async () => {
    expect(await editor.data('/v2/ops/tracker/config')).toEqual({ turnOn: true });
    const config = { clientDir: undefined, baseUrl: undefined, secure: false, trustProxy: false, tracker: false };
    const app = await buildApp({ config, database: world.database });
    const headers = { cookie: editor.cookie ?? '' };
    const answer = await app.inject({ url: '/api/v2/ops/tracker/config', headers });
    expect(answer.json().data).toEqual({ turnOn: false });
    const sent = await app.inject({ method: 'POST', url: `/api${EVENTS}`, headers, payload: { events: [event()] } });
    expect(sent.json().data).toEqual({ taken: 0 });
    await app.close();
    expect(await kept('tracker_events')).toEqual([]);
  });

  it('expired events are dropped, then the oldest ones above the maximum number', async () => {
    const day = 24 * 3600;
    const now = 100 * day;
    const insert = (name: string, at: number) =>
      world.database.pool.query(
        `INSERT INTO tracker_events (user_id, email, type, country, project, session_id, path, name, at, received_at)
         VALUES (1, '', 'click', 'ID', '', '', '', $1, 0, $2)`,
        [name, at],
      );
    await insert('old', now - (ACTIVITY_DAYS + 1) * day);
    for (const name of ['a', 'b', 'c']) await insert(name, now);
    await sweepActivity(world.database.pool, now, 2);
    expect((await kept('tracker_events')).map(row => row['name'])).toEqual(['b', 'c']);
  });

  it('the release is read from the folder at each call, so that a deployment is noticed (VER-1)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ops-release-'));
    const file = join(folder, 'release.json');
    writeFileSync(file, '{"release_time":100}');
    expect(await releaseTime(folder)).toBe(100);
    writeFileSync(file, '{"release_time":200}');
    expect(await releaseTime(folder)).toBe(200);
    writeFileSync(file, '<html>');
    expect(await releaseTime(folder)).toBe(0);
    rmSync(folder, { recursive: true });
    expect(await releaseTime(folder)).toBe(0);
  });
});
