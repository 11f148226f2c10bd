import { afterAll, beforeAll, expect, it } from 'vitest';
import { RESOURCES } from '../../../contract/resources/all.ts';
import { HEADER } from '../../../contract/call.ts';
import type { ViewRow } from '../../../contract/views.ts';
import { featureOfPage } from '../../../contract/viewSharing.ts';
import { createWorld, emailOf, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';

const idOf = (at: number): string => `0b0e6a0e-0000-4000-8000-${String(at).padStart(12, '0')}`;

describeOnEach('saved views', kind => {
  let world: World;
  let [editor, viewer, admin]: Caller[] = [];
  beforeAll(async () => {
    world = await createWorld(kind);
    [editor, viewer, admin] = await Promise.all(
      (['id.editor', 'id.viewer', 'admin'] as const).map(who => world.as(who)),
    );
  });
  afterAll(() => world.close());

  const viewOf = (at: number, part: object = {}) => ({
    id: idOf(at),
    screen: 'serviceable.location',
    path: '/carrier/serviceable/location',
    name: `View ${at}`,
    shared: false,
    query: 'q=%7B%22type%22%3A0%7D',
    looks: '{"density":"compact"}',
    ...part,
  });
  const add = (caller: Caller | undefined, body: object, key?: string) =>
    (caller as Caller).call<ViewRow>('/v2/ops/views/add', {
      body,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });
  const change = (
    caller: Caller | undefined,
    verb: 'update' | 'delete',
    body: object,
    headers: Record<string, string> = {},
  ) => (caller as Caller).call<ViewRow>(`/v2/ops/views/${verb}`, { body, headers });
  const names = async (caller: Caller | undefined) =>
    (await (caller as Caller).data<{ list: ViewRow[] }>('/v2/ops/views?size=100')).list.map(({ name }) => name);

  it('personal views are visible to their owner, shared ones to the whole entity, and none are logged', async () => {
    const own = await add(editor, viewOf(1));
    expect(own.body.data).toMatchObject({ ...viewOf(1), owner: emailOf('id.editor'), country: 'ID', version: 1 });
    await add(editor, viewOf(2, { shared: true }));
    await add(viewer, viewOf(3));
    expect(await names(editor)).toEqual(['View 1', 'View 2']);
    expect(await names(viewer)).toEqual(['View 2', 'View 3']);
    expect(await names(await world.as('my.editor'))).toEqual([]);
    const { rows } = await world.database.pool.query("SELECT 1 FROM audit_logs WHERE url LIKE '%views%'");
    expect(rows).toEqual([]);
  });

  it('a view is only changed by its owner or, if shared, an administrator, and not from a stale state', async () => {
    const { id, name, shared, query, looks } = viewOf(2, { shared: true, name: 'Mine' });
    const body = { id, name, shared, query, looks };
    expect((await change(viewer, 'update', body)).status).toBe(403);
    expect((await change(viewer, 'delete', { id })).status).toBe(403);
    expect((await change(viewer, 'update', { ...body, id: idOf(1) })).status).toBe(404);
    expect((await change(admin, 'delete', { id: idOf(1) })).status).toBe(404);
    expect((await change(editor, 'update', { ...body, version: 1 })).body.data).toMatchObject({
      name: 'Mine',
      version: 2,
    });
    const stale = await change(editor, 'update', { ...body, name: 'Late', version: 1 });
    expect([stale.status, stale.body.data]).toMatchObject([409, { current: { name: 'Mine' }, currentVersion: 2 }]);
    // Version 2 of data that was lost when an old copy was put back.
    const lost = await change(editor, 'delete', { id, version: 2 }, { [HEADER.basedAt]: '1700000000' });
    expect([lost.status, lost.body.data]).toMatchObject([409, { current: { name: 'Mine' }, currentVersion: 2 }]);
    expect((await change(admin, 'update', { ...body, name: 'Ours' })).body.data).toMatchObject({
      name: 'Ours',
      owner: emailOf('id.editor'),
      updatedBy: emailOf('admin'),
    });
    expect((await change(admin, 'delete', { id })).status).toBe(200);
    expect((await change(editor, 'delete', { id })).status).toBe(404);
    expect(await names(editor)).toEqual(['View 1']);
  });

  it('a person’s default view for a list applies until it is replaced, removed or no longer shared', async () => {
    const shared = viewOf(11, { shared: true, name: 'Shared' });
    await add(admin, shared);
    await add(viewer, viewOf(12, { name: 'Own' }));
    await add(viewer, viewOf(13, { name: 'Other list', screen: 'serviceCode' }));
    const set = (caller: Caller | undefined, at: number, standard: boolean) =>
      (caller as Caller).call<ViewRow>('/v2/ops/views/default', { body: { id: idOf(at), standard } });
    const standards = async (caller: Caller | undefined) =>
      (await (caller as Caller).data<{ list: ViewRow[] }>('/v2/ops/views?size=100')).list
        .filter(({ standard }) => standard)
        .map(({ name }) => name);

    // The reply contains the row, whose version and author have not changed.
    expect((await set(viewer, 11, true)).body.data).toMatchObject({
      standard: true,
      version: 1,
      updatedBy: emailOf('admin'),
    });
    expect((await set(viewer, 11, true)).body.data).toMatchObject({ standard: true, version: 1 });
    // The owner of the view can still change it on the basis of the same version.
    expect((await change(admin, 'update', { ...shared, screen: undefined, path: undefined, version: 1 })).status).toBe(
      200,
    );
    expect((await set(viewer, 13, true)).status).toBe(200);
    expect(await standards(viewer)).toEqual(['Other list', 'Shared']);
    expect(await standards(editor)).toEqual([]);
    await set(viewer, 12, true);
    expect(await standards(viewer)).toEqual(['Other list', 'Own']);
    // Unsetting a view that is no longer the default does not affect the view that has replaced it.
    expect((await set(viewer, 11, false)).body.data).toMatchObject({ standard: false });
    expect(await standards(viewer)).toEqual(['Other list', 'Own']);
    expect((await set(editor, 12, true)).status).toBe(404);

    await set(viewer, 11, true);
    const { name, query, looks } = shared;
    await change(admin, 'update', { id: idOf(11), name, query, looks, shared: false });
    expect(await standards(viewer)).toEqual(['Other list']);
    await change(viewer, 'delete', { id: idOf(13) });
    expect(await standards(viewer)).toEqual([]);
    await change(admin, 'delete', { id: idOf(11) });
    await change(viewer, 'delete', { id: idOf(12) });
  });

  it('invalid views are refused', async () => {
    for (const part of [
      { id: 'x' },
      { name: '' },
      { name: 'x'.repeat(61) },
      { path: 'https://evil.example' },
      { path: '//evil' },
    ])
      expect([part, (await add(editor, viewOf(9, part))).status]).toEqual([part, 400]);
    expect((await add(editor, viewOf(1))).status).toBe(400);
  });

  it('views can be shared only by administrators and by people who may edit the list', async () => {
    const shared = { shared: true };
    expect((await add(viewer, viewOf(21, shared))).body).toMatchObject({
      retcode: 403,
      message: expect.stringContaining('channel_management.serviceable_area.write in Indonesia'),
    });
    expect((await add(viewer, viewOf(21))).status).toBe(200);
    const { id, name, query, looks } = viewOf(21);
    expect((await change(viewer, 'update', { id, name, query, looks, shared: true })).status).toBe(403);
    expect((await add(viewer, viewOf(22, { ...shared, screen: 'log', path: '/log' }))).status).toBe(403);
    expect((await add(editor, viewOf(22, { ...shared, screen: 'log', path: '/log' }))).status).toBe(200);
    for (const resource of RESOURCES)
      expect([resource.id, featureOfPage(resource.page?.path ?? '')]).toEqual([resource.id, resource.feature]);
    for (const at of [21, 22]) await change(at === 21 ? viewer : editor, 'delete', { id: idOf(at) });
  });

  it('each person’s views are limited in number and size, but can always be made smaller', async () => {
    const looks = 'x'.repeat(8000);
    const query = 'y'.repeat(20_000);
    const texts = [];
    for (let at = 100; at < 106; at++)
      texts.push((await add(editor, viewOf(at, { shared: true, query, looks }))).status);
    expect(texts).toEqual([200, 200, 200, 400, 400, 400]);
    expect((await add(editor, viewOf(110, { shared: true, query, looks }))).body.message).toBe(
      'You have shared views of 100 thousand characters together, which is the maximum in Indonesia. Delete some of them first.',
    );
    const grown = { id: idOf(100), name: 'Smaller', query: '', looks, shared: true };
    expect((await change(editor, 'update', grown)).status).toBe(200);
    for (let at = 100; at < 103; at++) await change(editor, 'delete', { id: idOf(at) });
    const many = [];
    for (let at = 200; at < 251; at++) many.push((await add(editor, viewOf(at, { shared: true }))).status);
    expect(many).toEqual([...Array.from({ length: 50 }, () => 200), 400]);
    const own = viewOf(251);
    expect((await add(editor, own)).status).toBe(200);
    expect(
      (await change(editor, 'update', { id: own.id, name: own.name, query: '', looks: '', shared: true })).status,
    ).toBe(400);
    const big = [];
    for (let at = 300; at < 340; at++) big.push((await add(viewer, viewOf(at, { query, looks }))).status);
    expect(big.filter(status => status === 200)).toHaveLength(35);
    for (let at = 200; at < 252; at++) await change(editor, 'delete', { id: idOf(at) });
    for (let at = 300; at < 340; at++) await change(viewer, 'delete', { id: idOf(at) });
  });
});
