import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ticket } from '../../../tests/support/ticket.ts';
import { declarationsOf } from '../../contract/declarations.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import {
  createWorld,
  emailOf,
  emptyTables,
  resetRecords,
  type Caller,
  type World,
} from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import type { AuditRow } from '../../contract/audit.ts';
import type { Change, SegmentColumns } from '../../contract/feed.ts';
import type { PreflightAnswer } from '../../contract/preflight.ts';

/**
 * Tests a record that an update and an action can change, each through its own call and with its own permission
 * (tests/support/ticket).
 */

const BASE = '/v2/tests/tickets';
const ENTITY = { 'x-ops-entity': 'ID' };
const TICKET = { code: 'T-1', subject: 'Blöcked', urgent: false, status: 0, locked: false };

type Row = typeof TICKET & { version: number; updatedBy: string };
interface Conflict {
  current: Row | null;
}

describeOnEach('a resource with an action', kind => {
  let world: World;
  /** `editor` may add, update and delete records, and may use the action that sets the status. */
  let editor: Caller;
  let viewer: Caller;
  let nobody: Caller;

  beforeAll(async () => {
    world = await createWorld(kind, { declared: declarationsOf([...RESOURCES, ticket]) });
    const { pool } = world.database;
    await pool.query(
      `CREATE TABLE tickets (
         country char(2) NOT NULL, code text NOT NULL, subject text NOT NULL, subject_folded text NOT NULL,
         urgent boolean NOT NULL, status int2 NOT NULL, locked boolean NOT NULL, effort int8, due text COLLATE "C", version int4 NOT NULL DEFAULT 1,
         updated_by text NOT NULL DEFAULT '', updated_at int8 NOT NULL DEFAULT 0, PRIMARY KEY (country, code))`,
    );
    const grant = (role: string, codes: string[]) =>
      pool.query('UPDATE roles SET codes = codes || $2::text[] WHERE name = $1', [role, codes]);
    await grant('editor', ['support.ticket.read', 'support.ticket.write']);
    await grant('viewer', ['support.ticket.read', 'support.ticket.status']);
    editor = await world.as('id.editor');
    viewer = await world.as('id.viewer');
    nobody = await world.as('my.editor');
  });
  beforeEach(async () => {
    await resetRecords(world.database.pool, world.declared.resources);
    await emptyTables(world.database.pool, ['segments', 'segment_sets']);
    await post('add', TICKET, editor);
  });
  afterAll(() => world.close());

  const post = <T = Row>(call: string, body: object, who: Caller, key?: string) =>
    who.call<T>(`${BASE}/${call}`, {
      body,
      headers: { ...ENTITY, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    });
  const rows = async () => (await editor.data<{ list: Row[] }>(`${BASE}/list`, { headers: ENTITY })).list;

  it('each call changes only the fields that it is declared to change', async () => {
    const updated = await post('update', { ...TICKET, subject: 'Later', status: 2, locked: true, version: 1 }, editor);
    expect(updated.body.data).toMatchObject({ ...TICKET, subject: 'Later', version: 2 });
    const closed = await post('status', { ...TICKET, urgent: true, status: 1, locked: true, version: 2 }, viewer);
    expect(closed.body.data).toMatchObject({ ...TICKET, subject: 'Later', status: 1, locked: true, version: 3 });
    expect(closed.body.data?.updatedBy).toBe(emailOf('id.viewer'));
    expect(await rows()).toEqual([closed.body.data]);
    const missing = await post('status', { code: 'T-1', status: 2 }, viewer);
    expect([missing.status, missing.body.message]).toEqual([400, expect.stringContaining('locked')]);
  });

  it('each call requires its own permission, whether it is sent alone or in one request with others', async () => {
    expect((await post('status', { ...TICKET, status: 1 }, editor)).status).toBe(403);
    expect((await post('update', { ...TICKET, subject: 'Mine' }, viewer)).status).toBe(403);
    expect((await post('status', { ...TICKET, status: 1 }, nobody)).status).toBe(403);
    const together = (who: Caller) =>
      who.data<{ items: { status: number }[] }>('/v2/ops/writes', {
        body: {
          writes: [
            { call: 'ticket.update', key: crypto.randomUUID(), input: { ...TICKET, subject: 'Together' } },
            { call: 'ticket.status', key: crypto.randomUUID(), input: { ...TICKET, status: 2 } },
          ],
        },
        headers: ENTITY,
      });
    expect((await together(editor)).items.map(({ status }) => status)).toEqual([200, 403]);
    expect((await together(viewer)).items.map(({ status }) => status)).toEqual([403, 200]);
    expect(await rows()).toMatchObject([{ subject: 'Together', status: 2, version: 3 }]);
  });

  it('OB3, OB8: a call takes effect once per key, and is refused if the other call has changed the row', async () => {
    const once = await post('status', { ...TICKET, status: 1, version: 1 }, viewer, 'k');
    const again = await post('status', { ...TICKET, status: 1, version: 1 }, viewer, 'k');
    expect([again.body, again.raw.headers['idempotent-replayed']]).toEqual([once.body, 'true']);
    const stale = await post<Conflict>('update', { ...TICKET, subject: 'Late', version: 1 }, editor);
    expect([stale.status, stale.body.data?.current]).toEqual([409, once.body.data]);
    // A key that was used for one call cannot be used for the other, because it took effect with different input.
    await post('update', { ...TICKET, subject: 'Now', version: 2 }, editor, 'e');
    expect((await post('add', { ...TICKET, code: 'T-2' }, editor, 'e')).status).toBe(422);
    expect(await rows()).toMatchObject([{ subject: 'Now', status: 1, version: 3 }]);
  });

  it('the preflight checks the permission for each call before a long queue is sent (PERM-4)', async () => {
    const items = [undefined, 'ticket.add', 'ticket.update', 'ticket.status'].map((call, at) => ({
      id: `k${at}`,
      collection: 'tickets',
      key: 'ID/T-1',
      version: 7,
      ...(call === undefined ? {} : { call }),
    }));
    const ask = async (who: Caller) =>
      (await who.data<{ items: PreflightAnswer[] }>('/v2/ops/preflight', { body: { entity: 'ID', items } })).items.map(
        ({ allowed, version, row }) => [allowed, version, row?.['code'] ?? null],
      );
    const [yes, no] = [
      [true, 1, 'T-1'],
      [false, null, null],
    ];
    expect(await ask(editor)).toEqual([yes, yes, yes, no]);
    expect(await ask(viewer)).toEqual([no, no, no, yes]);
  });

  it('each change is in the feed and in the log, and the flags set by both calls are cached', async () => {
    const { cursor } = await editor.data<{ cursor: string }>('/v2/ops/changes?entity=ID');
    await post('status', { ...TICKET, status: 1, locked: true, version: 1 }, viewer);
    await post('add', { ...TICKET, code: 'T-2', urgent: true }, editor);
    const { changes } = await editor.data<{ changes: Change[] }>(`/v2/ops/changes?entity=ID&since=${cursor}`);
    expect(changes.map(({ collection, key, version }) => [collection, key, version])).toEqual([
      ['tickets', 'ID/T-1', 2],
      ['tickets', 'ID/T-2', 1],
    ]);
    const { list } = await editor.data<{ list: AuditRow[] }>('/ops/audit-logs/business?code=support.ticket&count=50');
    expect(list.map(({ operator_type, url, email }) => [operator_type, url, email])).toEqual([
      ['Create', `/api${BASE}/add`, emailOf('id.editor')],
      ['Edit', `/api${BASE}/status`, emailOf('id.viewer')],
      ['Create', `/api${BASE}/add`, emailOf('id.editor')],
    ]);
    const path = '/v2/ops/segments';
    const { segments } = await editor.data<{ segments: { id: string }[] }>(`${path}?collection=tickets&entity=ID`);
    const { columns } = await editor.data<{ columns: SegmentColumns }>(`${path}/${segments[0]?.id}`);
    expect(columns).toMatchObject({ codeTexts: ['T-1', 'T-2'], status: [1, 0], flags: [0b10, 0b01] });
    const calm = (shown: boolean) =>
      editor.data<{ list: Row[] }>(`${BASE}/list?calm=${shown}&subject=bloc`, { headers: ENTITY });
    await post('add', { ...TICKET, code: 'T-3' }, editor);
    expect((await calm(false)).list.map(({ code }) => code)).toEqual(['T-1', 'T-2']);
    expect((await calm(true)).list.map(({ code }) => code)).toEqual(['T-1', 'T-2', 'T-3']);
  });
});
