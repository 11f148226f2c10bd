import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHANNEL, Caller, createWorld, emailOf, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { HomeNow } from '../../../contract/home.ts';
import { ADMINISTRATION, CATEGORY, FEATURE } from '../../../domain/permission.ts';
import { RECON_STATUS } from '../../../domain/recon/status.ts';
import { buildApp } from '../../app.ts';
import { BLOCK_IDS } from '../../recon/counters.ts';
import { startProductService } from '../../rates/products.ts';

/** Midnight UTC plus one hour, which is 08:00 in Jakarta. */
const NOW = Date.UTC(2026, 11, 15, 1);
const DAY = 24 * 3600;

describeOnEach('the Home page', kind => {
  let world: World;
  let editor: Caller;
  const now = NOW / 1000;
  const query = (text: string, values: readonly unknown[] = []) => world.database.pool.query(text, [...values]);
  const home = (caller: Caller) => caller.data<HomeNow>('/v2/ops/home');

  beforeAll(async () => {
    world = await createWorld(kind, { now: () => NOW });
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());

  it('Home counts what needs attention in the person’s country, and nothing in other countries', async () => {
    await query('UPDATE channels SET maintenance = 1 WHERE channel_id = ANY ($1)', [[CHANNEL.first, CHANNEL.malaysia]]);
    await query(`UPDATE channel_service_confs SET is_check_serviceable = 1 WHERE channel_id = ANY ($1)`, [
      [CHANNEL.first, CHANNEL.second],
    ]);
    await query(
      `INSERT INTO non_working_days (country, channel_id, channel_name, channel_name_folded, channel_type1, channel_type2, service_type,
              _weekends_setting, _holidays_setting, is_mask_channel, status)
       VALUES ('ID', $1, 'J', 'j', 1, 2, 'LM', 'Sun', '2026-12-25, 2027-01-01', 0, 0)`,
      [CHANNEL.first],
    );
    for (const [no, from] of [
      [1, now - DAY],
      [2, now + 3 * DAY],
      [3, now + 10 * DAY],
      [4, now + 40 * DAY],
    ])
      await query(
        `INSERT INTO rate_versions (family, country, channel_id, version_no, name, remark, state, active_from, settings)
         VALUES (0, 'ID', $1, $2, '', '', 1, $3, '{}')`,
        [CHANNEL.first, no, from],
      );
    const bill = await query(
      `INSERT INTO recon_bills (entity, supplier_id, layout, layout_name, bill_no, bill_day, month, files, hash, state, submitted_by,
                                user_id, submitted_at, deadline)
       VALUES ('ID', 7, '{}', 'L', 'B-1', '2026-12-01', '2026-12', '[]', 'h', 'ready', $1, 1, $2, '2026-12-20') RETURNING id`,
      [emailOf('id.editor'), now - 2 * DAY],
    );
    const billId = (bill.rows as { id: number }[])[0]?.id;
    await query(
      `INSERT INTO recon_counters (bill_id, status, reason, channel_id, currency, parcels, billed, expected, difference)
       VALUES ($1, ${RECON_STATUS.matched}, '', 0, 'IDR', 5, 0, 0, 0), ($1, ${RECON_STATUS.discrepant}, 'weight', 0, 'IDR', 2, 9, 5, 4)`,
      [billId],
    );
    const addParcel = (
      bill: number | undefined,
      key: string,
      reason: string,
      status: number,
      difference: number | null,
    ) =>
      query(
        `WITH p AS (INSERT INTO recon_parcels (bill_id, entity, supplier_id, month, key, tracking, reference, service, zone, shipped, currency, billed,
                                               difference, status, reason)
                    VALUES ($1, 'ID', 7, '2026-12', $2, $2, '', '', '', '', 'IDR', 9, $5, $4, $3) RETURNING id)
         INSERT INTO recon_blocks (bill_id, block, status, reason, channel_id, parcels) SELECT $1, id / ${BLOCK_IDS}, $4, $3, 0, 1 FROM p`,
        [bill, key, reason, status, difference],
      );
    await addParcel(billId, 'P1', 'weight', RECON_STATUS.discrepant, 4);
    // A bill for parcels without an order is disputed as well.
    const strange = await query(
      `INSERT INTO recon_bills (entity, supplier_id, layout, layout_name, bill_no, bill_day, month, files, hash, state, submitted_by,
                                user_id, submitted_at, deadline)
       VALUES ('ID', 7, '{}', 'L', 'B-2', '2026-12-01', '2026-12', '[]', 'h2', 'ready', $1, 1, $2, '2026-12-21') RETURNING id`,
      [emailOf('id.editor'), now - 2 * DAY],
    );
    await query(
      `INSERT INTO recon_counters (bill_id, status, reason, channel_id, currency, parcels, billed, expected, difference)
       VALUES ($1, ${RECON_STATUS.failed}, 'noOrder', 0, 'IDR', 1, 4, 0, 0), ($1, ${RECON_STATUS.failed}, 'noRate', 0, 'IDR', 1, 4, 0, 0)`,
      [(strange.rows as { id: number }[])[0]?.id],
    );
    await addParcel((strange.rows as { id: number }[])[0]?.id, 'P2', 'noOrder', RECON_STATUS.failed, null);
    const seen = await home(editor);
    expect(seen).toMatchObject({
      day: '2026-12-15',
      imports: { running: 0, failed: 0, list: [] },
      maintenance: { total: 1, list: [{ channelId: CHANNEL.first, name: 'J&T Express' }] },
      coverage: { total: 1, list: [{ channelId: CHANNEL.second, name: 'SiCepat' }] },
      holidays: [{ day: '2026-12-25', schedules: 1, channels: 1, inStates: 0 }],
      holidaySchedules: 1,
      recon: { matched: 5, discrepant: 2, bills: 1, list: [{ bill_no: 'B-1' }] },
      disputes: { total: 0, list: [], undisputed: 2 },
      rates: {
        total: 1,
        thirdParty: 0,
        list: [{ channelId: CHANNEL.first, versionNo: 1, nextNo: 2, at: now + 3 * DAY }],
      },
    });
    // A channel that looks up no address needs no records.
    await query(
      `UPDATE channel_service_confs SET pdp_verify = 0, checkout_verify = 0, validate_shop_verify = 0, arrange_shipment = 0
        WHERE channel_id = $1`,
      [CHANNEL.second],
    );
    expect((await home(editor)).coverage).toEqual({ total: 0, list: [] });
    await query(
      `INSERT INTO rate_versions (family, country, channel_id, version_no, name, remark, state, active_from, settings)
       VALUES (1, 'ID', $1, 1, '', '', 1, $2, '{}'), (1, 'ID', $1, 2, '', '', 1, $3, '{}')`,
      [CHANNEL.first, now - DAY, now + 5 * DAY],
    );
    expect((await home(editor)).rates).toMatchObject({
      total: 2,
      thirdParty: 1,
      list: [{ family: 'rate' }, { family: 'thirdParty', versionNo: 1, nextNo: 2 }],
    });
    expect(seen.activity).toHaveLength(14);
    expect(seen.activity.find(({ day }) => day === '2026-12-13')?.difference).toBe('4');
    const malaysia = await home(await world.as('my.editor'));
    expect(malaysia).toMatchObject({
      maintenance: { total: 1, list: [{ channelId: CHANNEL.malaysia, name: 'Pos Malaysia' }] },
      recon: { matched: 0, discrepant: 0, list: [] },
      rates: { total: 0 },
      holidays: [],
      holidaySchedules: 0,
    });
  });

  it('Home counts no rate versions of channels that the list of rates hides from the person’s category (PERM-17)', async () => {
    const config = { clientDir: undefined, baseUrl: undefined, secure: false, trustProxy: false, tracker: true };
    const service = await startProductService(world.database.pool);
    const app = await buildApp({
      config: { ...config, productService: service.url },
      database: world.database,
      now: () => NOW,
    });
    try {
      const caller = new Caller(app, editor.cookie);
      const both = async (category: number) => {
        await query('UPDATE users SET category = $2 WHERE email = $1', [emailOf('id.editor'), category]);
        const { list } = await caller.data<{ list: { nextFrom: number | null }[] }>(
          '/rate_table/v2/rate_channel/query',
        );
        return [(await home(caller)).rates?.list.length, list.filter(({ nextFrom }) => nextFrom !== null).length];
      };
      expect(await both(CATEGORY.local)).toEqual([2, 1]);
      expect(await both(CATEGORY.crossBorder)).toEqual([0, 0]);
      expect(await both(CATEGORY.all)).toEqual([2, 1]);
    } finally {
      await app.close();
      await service.close();
    }
  });

  it('Home counts the same bills as the list of bills that await approval', async () => {
    const awaiting = () =>
      editor.data<{ total: number; list: { bill_no: string }[] }>(
        '/recon/summary/search?awaiting=1&page_no=1&page_size=10',
      );
    expect(await awaiting()).toMatchObject({ total: (await home(editor)).recon?.bills, list: [{ bill_no: 'B-1' }] });
    await query(
      `UPDATE recon_counters SET status = ${RECON_STATUS.approved} FROM recon_bills b WHERE b.id = bill_id AND b.bill_no = 'B-1'
          AND recon_counters.status = ${RECON_STATUS.matched}`,
    );
    expect((await awaiting()).total).toBe(1);
    await query(`UPDATE recon_counters SET parcels = 0 WHERE status = ${RECON_STATUS.discrepant}`);
    expect(await awaiting()).toMatchObject({ total: 0, list: [] });
    expect((await home(editor)).recon).toMatchObject({ bills: 0, matched: 0, discrepant: 0 });
    await query(`UPDATE recon_counters SET parcels = 2 WHERE status = ${RECON_STATUS.discrepant}`);
  });

  it('Home shows the same disputes that end within two weeks as the list of disputes', async () => {
    const { rows } = await query(`SELECT id FROM recon_bills WHERE bill_no = 'B-1'`);
    const billId = (rows as { id: number }[])[0]?.id;
    for (const [state, deadline] of [
      ['sent', '2026-12-29'],
      ['sent', '2026-12-30'],
      ['closed', '2026-12-16'],
      ['open', '2026-12-14'],
      ['partly', '2026-12-15'],
    ])
      await query(
        `INSERT INTO recon_disputes (entity, supplier_id, bill_id, month, currency, state, disputed, deadline, email, created_at)
         VALUES ('ID', 7, $1, '2026-12', 'IDR', $2, 100, $3, 'x', 1)`,
        [billId, state, deadline],
      );
    const { disputes } = await home(editor);
    expect(disputes?.list.map(({ deadline }) => deadline)).toEqual(['2026-12-15', '2026-12-29']);
    expect(disputes).toMatchObject({ total: 2, undisputed: 1 });
    const near = await editor.data<{ list: { deadline: string }[] }>('/v2/ops/recon/disputes?near=1');
    expect(near.list.map(({ deadline }) => deadline).toSorted()).toEqual(['2026-12-15', '2026-12-29']);
  });

  it('Home counts the person’s own imports, except failed ones that have been repeated', async () => {
    const add = (id: string, email: 'id.editor' | 'id.viewer', state: string, at: number, hash: string) =>
      query(
        `INSERT INTO imports (id, declaration, entity, user_id, email, hash, files, state, created_at)
         SELECT $1, 'channelLocation', 'ID', id, email, $2, '[{"name": "a.xlsx"}]', $3, $4 FROM users WHERE email = $5`,
        [id, hash, state, at, emailOf(email)],
      );
    await add('1', 'id.editor', 'refused', now - 2 * DAY, 'a');
    await add('2', 'id.editor', 'failed', now - 8 * DAY, 'b');
    await add('3', 'id.viewer', 'failed', now, 'c');
    await add('4', 'id.editor', 'applying', now, 'd');
    expect((await home(editor)).imports).toMatchObject({ running: 1, failed: 1, list: [{ id: '4' }, { id: '1' }] });
    // An undo that found changes of others has done nothing, and nobody has to decide about it.
    await add('undo', 'id.editor', 'review', now, 'undone');
    await query(`UPDATE imports SET reverts = '1' WHERE id = 'undo'`);
    expect((await home(editor)).imports).toMatchObject({ running: 1, failed: 1 });
    await add('5', 'id.editor', 'applied', now, 'a');
    expect((await home(editor)).imports).toMatchObject({ running: 1, failed: 0 });
    for (let no = 6; no < 14; no++) await add(String(no), 'id.editor', 'failed', now, `f${no}`);
    // Everything that is counted is also listed, because the count links to a list of the same length.
    const { running, failed, list } = (await home(editor)).imports;
    expect([running, failed, list.length]).toEqual([1, 8, 9]);
  });

  it('Home names an import by its file, and a bulk change by what it does', async () => {
    const add = (id: string, name: string, request: object) =>
      query(
        `INSERT INTO imports (id, declaration, entity, user_id, email, hash, files, request, state, created_at)
         SELECT $1, 'channelLocation', 'ID', id, email, $1, $2, $3, 'refused', $4 FROM users WHERE email = $5`,
        [id, JSON.stringify([{ name }]), JSON.stringify(request), now, emailOf('id.editor')],
      );
    await add('import', 'places.csv', { since: null });
    await add('bulk', 'Set Support Pickup to No.csv', { bulk: { callId: 'x', set: { canPickup: false } } });
    const { list } = (await home(editor)).imports;
    const fileOf = (own: string) => list.find(({ id }) => id === own)?.file;
    expect([fileOf('import'), fileOf('bulk')]).toEqual(['places.csv', 'Set Support Pickup to No']);
  });

  it('Home shows nothing that the person may not read', async () => {
    await query(`UPDATE roles SET codes = $1 WHERE name = 'viewer'`, [[`${FEATURE.nonWorkingDay}.read`]]);
    await query(
      `INSERT INTO audit_logs (entity, feature, url, body, email, at, operator_type) VALUES
       ('ID', $1, '/api/x', '{}', 'x', $3, 'Edit'), ('ID', $2, '/api/x', '{}', 'x', $3, 'Edit'), ('ID', $2, '/api/x', '{}', 'x', $3, 'Edit')`,
      [FEATURE.nonWorkingDay, FEATURE.rate, now],
    );
    const viewer = await world.as('id.viewer');
    const seen = await home(viewer);
    expect(seen).toMatchObject({ recon: null, disputes: null, rates: null, maintenance: null, coverage: null });
    expect(seen.holidays).toHaveLength(1);
    expect(seen.activity.at(-1)).toMatchObject({ changes: 1, difference: null });
    expect((await home(editor)).activity.at(-1)?.changes).toBe(3);
    // The log of administration counts for those who may read it.
    const admin = await world.as('admin');
    const before = (await home(admin)).activity.at(-1)?.changes ?? 0;
    await query(
      `INSERT INTO audit_logs (entity, feature, url, body, email, at, operator_type) VALUES ('ID', $1, '/api/x', '{}', 'x', $2, 'Edit')`,
      [ADMINISTRATION, now],
    );
    expect((await home(admin)).activity.at(-1)?.changes).toBe(before + 1);
    expect((await home(editor)).activity.at(-1)?.changes).toBe(3);
  });

  it('each person’s layout of Home is stored, and a layout with an unknown tile is refused', async () => {
    expect(await editor.data('/v2/ops/home/layout')).toBeNull();
    const layout = { order: ['activity', 'writes'], hidden: ['rates'] };
    await editor.data('/v2/ops/home/layout', { body: layout });
    expect(await editor.data('/v2/ops/home/layout')).toEqual(layout);
    expect(await (await world.as('my.editor')).data('/v2/ops/home/layout')).toBeNull();
    const odd = await editor.call('/v2/ops/home/layout', { body: { order: ['nowhere'], hidden: [] } });
    expect(odd.status).toBe(400);
    expect(await editor.data('/v2/ops/home/layout')).toEqual(layout);
  });
});
