import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { declarationsOf } from '../../contract/declarations.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { createReaderJob } from '../imports/reader/job.ts';
import { claim, CLAIMS_TABLE } from '../../../tests/support/claims.ts';
import { stint, STINTS_TABLE } from '../../../tests/support/kinds.ts';
import { platformNote, PLATFORM_NOTES_TABLE } from '../../../tests/support/platformNotes.ts';
import { slot, SLOTS_TABLE } from '../../../tests/support/slots.ts';
import { describeResource } from '../../../tests/support/resourcePromises.ts';
import {
  CHANNEL,
  createWorld,
  emptyTables,
  resetRecords,
  type Caller,
  type World,
} from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';

const declared = declarationsOf([...RESOURCES, stint, claim, slot, platformNote]);

/**
 * Tests numbers and days in a record's key and outside of it (tests/support/kinds), and a list that is not fully cached
 * (tests/support/claims).
 */
describeOnEach('number and day fields, optional fields, and lists paged by the server', kind => {
  let world: World;
  beforeAll(async () => {
    // Reads in this process, because a separate process would not know these resources.
    const job = createReaderJob(declared.resources);
    const reader = { ...job, end: async () => void (await job.end()), close: () => undefined };
    world = await createWorld(kind, { now: () => 1_800_000_000_500, declared, reader });
    await world.database.pool.query(STINTS_TABLE);
    await world.database.pool.query(CLAIMS_TABLE);
    await world.database.pool.query(SLOTS_TABLE);
    await world.database.pool.query(PLATFORM_NOTES_TABLE);
  });
  afterAll(() => world.close());
  describeResource(stint, () => world);
  describeResource(claim, () => world);
  describeResource(slot, () => world);
  describeResource(platformNote, () => world);

  describe('fields are validated according to their declaration', () => {
    let editor: Caller;
    beforeAll(async () => {
      editor = await world.as('id.editor');
    });
    beforeEach(async () => {
      await resetRecords(world.database.pool, world.declared.resources);
      await emptyTables(world.database.pool, ['stints']);
    });
    const right = {
      channelId: CHANNEL.first,
      begin: '2026-02-28',
      rank: 1,
      note: 'a',
      weight: 1500,
      remark: '',
      from: '08:30',
      pay: 200_000,
      share: 110_000,
      load: 1500,
    };
    const add = (more: object) => editor.call('/v2/tests/stints/add', { body: { ...right, ...more } });

    it.each([
      ['a nonexistent date', { begin: '2026-02-29' }, 'begin'],
      ['a date in another format', { begin: '2026-2-8' }, 'begin'],
      ['a timestamp instead of a date', { begin: '2026-02-28T00:00:00Z' }, 'begin'],
      ['a number above its maximum', { weight: 1_000_001 }, 'weight'],
      ['a number below its minimum', { weight: -1 }, 'weight'],
      ['a fraction of the stored unit', { weight: 1.5 }, 'weight'],
      ['a number sent as a string', { weight: '1500' }, 'weight'],
      ['null in a required number field', { weight: null }, 'weight'],
      ['a malformed date in an optional field', { ended: '31/12/2026' }, 'ended'],
      ['a nonexistent time', { from: '24:00' }, 'from'],
      ['a time without a leading zero', { from: '8:30' }, 'from'],
      ['a fraction of an amount', { pay: 1.5 }, 'pay'],
      ['an amount below its minimum', { fine: -1 }, 'fine'],
      ['a share above 100 %', { share: 1_000_001 }, 'share'],
      ['a timestamp in milliseconds', { checked: 1_767_225_600_000 }, 'checked'],
    ])('%s is refused, and the error names the field', async (_, wrong, field) => {
      const answer = await add(wrong);
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(field)]);
    });

    it('an optional field is stored as null, whether it is omitted or sent as null', async () => {
      const first = await add({});
      expect(first.body.data).toMatchObject({ ...right, delta: null, ended: null, shift: null });
      const second = await add({ rank: -9, delta: null, ended: '2026-03-01', shift: 2 });
      expect(second.body.data).toMatchObject({ rank: -9, delta: null, ended: '2026-03-01', shift: 2 });
      const { list } = await editor.data<{ list: { rank: number }[] }>(
        `/v2/tests/stints/list?channelId=${CHANNEL.first}`,
      );
      expect(list.map(({ rank }) => rank)).toEqual([-9, 1]);
    });
  });
});
