import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChannelConfigRow } from '../../../contract/resources/channelConfig.ts';
import { ID_MOST } from '../../../domain/recordId.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import { CHANNEL, createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';

/** Tests the ids of new channels: bounds, the next free id, and concurrent creations (CHC-12). */

const NAMES = { channelName: 'New Express', display_name: 'New' };

describeOnEach('the number of a new channel', kind => {
  let world: World;
  let indonesia: Caller;
  let malaysia: Caller;

  beforeAll(async () => {
    world = await createWorld(kind);
    indonesia = await world.as('id.editor');
    malaysia = await world.as('my.editor');
  });
  afterAll(() => world.close());

  const create = (caller: Caller, values: object = {}) =>
    caller.call<ChannelConfigRow>('/sls/channelConfig/create', { body: { ...NAMES, ...values } });
  const numberOf = async (caller: Caller, values: object = {}) => {
    const { body } = await create(caller, values);
    expect(body.message).toBe('');
    return body.data?.channelId;
  };

  it('a new channel gets an id that no country uses and that is above all ids of its own country', async () => {
    await world.database.pool.query(
      `INSERT INTO channels (channel_id, name, display_name, country, from_country, version)
       VALUES (${CHANNEL.second + 1}, 'TW Post', 'Post', 'TW', 'TW', 0), (${CHANNEL.second + 2}, 'TW Sea', 'Sea', 'TW', 'TW', 0)`,
    );
    expect(await numberOf(indonesia)).toBe(CHANNEL.second + 3);
    expect(await numberOf(malaysia)).toBe(CHANNEL.malaysia + 1);
  });

  it('the log shows a new channel’s id, although the call did not contain it (LOG-6)', async () => {
    const number = await numberOf(indonesia);
    const { rows } = await world.database.pool.query<{ body: string }>(
      "SELECT body FROM audit_logs WHERE operator_type = 'Create' ORDER BY id DESC LIMIT 1",
    );
    expect(JSON.parse(rows[0]?.body ?? '{}')).toMatchObject({ ...NAMES, channelId: number });
  });

  it('concurrent creations get different ids, within one country and across two', async () => {
    const callers = [indonesia, malaysia, indonesia, malaysia, indonesia, indonesia];
    const numbers = await Promise.all(callers.map(caller => numberOf(caller)));
    expect(new Set(numbers).size).toBe(callers.length);
  });

  it('only one of several concurrent creations with the same id succeeds', async () => {
    const answers = await Promise.all(
      [indonesia, malaysia, indonesia].map(caller => create(caller, { channelId: 555 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await world.database.pool.query(
      'SELECT c.country, f.country AS own FROM channels c JOIN channel_configs f USING (channel_id) WHERE channel_id = 555',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].own).toBe(rows[0].country);
  });

  it('once the highest possible id is used, a new channel gets the lowest free id', async () => {
    const above = await create(indonesia, { channelId: ID_MOST + 1 });
    expect([above.status, above.body.message]).toEqual([400, `channelId: must be at most ${ID_MOST}`]);
    expect((await create(indonesia, { channelId: Number.MAX_SAFE_INTEGER })).status).toBe(400);
    expect(await numberOf(indonesia, { channelId: ID_MOST })).toBe(ID_MOST);
    expect(await numberOf(indonesia)).toBe(10_001);
    expect(await numberOf(indonesia)).toBe(10_002);
  });

  it('a free id is found even if an earlier server stored an id above the maximum', async () => {
    await world.database.pool.query(
      `INSERT INTO channels (channel_id, name, display_name, country, from_country, version)
       VALUES (${Number.MAX_SAFE_INTEGER}, 'Old', 'Old', 'ID', 'ID', 0)`,
    );
    expect(await numberOf(indonesia)).toBe(10_003);
  });
});
