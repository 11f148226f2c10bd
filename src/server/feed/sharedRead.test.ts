import { expect, it } from 'vitest';
import { createWorld } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import type { Collection } from '../../contract/call.ts';
import { sharedReads } from './sharedRead.ts';

const collections: Collection[] = ['channels'];

describeOnEach('changes that many ask for at once', kind => {
  it('are read once for those who wait together, and again for who asks when that read has started', async () => {
    const world = await createWorld(kind);
    const { pool, connections } = world.database;
    const read = sharedReads(pool);
    const ask = () => read({ entity: 'ID', since: '', size: 10, collections });
    const busy = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
    const [first, second] = [ask(), ask()];
    expect(second).toBe(first);
    expect(read({ entity: 'MY', since: '', size: 10, collections })).not.toBe(first);
    for (const client of busy) client.release();
    const answer = await first;
    expect(answer).toMatchObject({ changes: [], reset: false });
    expect(ask()).not.toBe(first);
    await ask();
    await world.close();
  });
});
