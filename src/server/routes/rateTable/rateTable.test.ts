import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNEL, createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { RateVersionRow } from '../../../contract/rateTable/versions.ts';

describeOnEach('the calls of rate tables (RATE-10 to RATE-18)', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());

  describe.each(['/rate_table', '/rate_table/third-party-fee'])('%s', base => {
    const post = <T = RateVersionRow>(path: string, body: unknown, caller = editor) =>
      caller.call<T>(`${base}${path}`, { body: body as never });
    const made = async (body: object = {}) =>
      (await post('/v2/base_info/create', { channelId: CHANNEL.first, name: 'July', ...body })).body
        .data as RateVersionRow;

    it('a draft is created, changed, listed, copied and deleted (RATE-10, RATE-12)', async () => {
      const draft = await made();
      expect(draft).toMatchObject({
        channelId: CHANNEL.first,
        status: 'Draft',
        hash: null,
        channelName: 'J&T Express',
      });
      const { id, version } = draft;
      const renamed = await post('/v2/base_info/update', { id, version, name: 'August' });
      expect(renamed.body.data).toMatchObject({ name: 'August', version: version + 1 });
      const stale = await post('/v2/base_info/update', { id, version, name: 'September' });
      expect([stale.status, stale.body.message]).toEqual([409, expect.stringContaining('was changed by')]);
      const copy = (await post('/v2/basic-info/copy', { id })).body.data;
      expect(copy).toMatchObject({ copyOf: draft.versionNo, versionNo: draft.versionNo + 1, name: 'August' });
      const list = await editor.data<{ list: RateVersionRow[] }>(`${base}/v2/base_info?channelId=${CHANNEL.first}`);
      expect(list.list.map(row => row.id)).toEqual([copy?.id, id]);
      for (const row of list.list)
        expect((await post('/v2/base_info/delete', { id: row.id, version: row.version })).status).toBe(200);
      expect((await editor.call(`${base}/v2/basic-info/detail?id=${id}`)).status).toBe(404);
    });
  });
});
