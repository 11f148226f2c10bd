import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { holdConnections } from '../../../../tests/support/heldConnections.ts';
import { holdHorizon } from '../../../../tests/support/heldHorizon.ts';
import { describeOnEach, openTestDatabase } from '../../../../tests/support/testDatabase.ts';
import type { Collection, Envelope } from '../../../contract/call.ts';
import type { Database } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { appendChanges } from '../../db/appendChanges.ts';
import type { ChangesAnswer } from './read.ts';
import { sharedReads, type SharedAnswer } from './sharedRead.ts';

describeOnEach('changes that many consoles request', kind => {
  let database: Database;
  let read: ReturnType<typeof sharedReads>;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    read = sharedReads(database.pool);
  });
  afterAll(() => database.close());
  afterEach(() => vi.restoreAllMocks());

  const collections: Collection[] = ['channels', 'channelLocations'];
  const dataOf = ({ text }: SharedAnswer): ChangesAnswer => (JSON.parse(text) as Envelope<ChangesAnswer>).data!;
  const keysOf = (answer: SharedAnswer): string[] => dataOf(answer).changes.map(({ key }) => key);
  const now = async (): Promise<string> =>
    dataOf(await read({ entity: 'ID', since: '', size: 100, collections })).cursor;
  const after = (since: string) => read({ entity: 'ID', since, size: 100, collections });
  const append = (key: string, row = { key }) =>
    transaction(database.pool, db =>
      appendChanges(db, 'ID', [{ collection: 'channelLocations', key, version: 1, row }], 1),
    );

  it('changes are read once for concurrent and later requests, until there are newer changes (MR3)', async () => {
    const since = await now();
    await append('a');
    const letMove = await holdHorizon(database);
    const { seen, release } = await holdConnections(database, 'feed-read');
    const asked = Promise.all(Array.from({ length: 20 }, () => after(since)));
    release();
    const answers = new Set([...(await asked), await after(since)]);
    expect(seen).toHaveLength(1);
    expect([...answers].map(keysOf)).toEqual([['a']]);
    await letMove();
    await append('b');
    expect(keysOf(await after(since))).toEqual(['a', 'b']);
    expect(seen).toHaveLength(2);
  });

  it('changes include every commit made before the call, even while an older reply is being read (MR3)', async () => {
    const since = await now();
    for (let at = 0; at < 20; at++) {
      const older = after(since);
      await append(`k${at}`);
      const mine = after(since);
      expect(keysOf(await mine)).toHaveLength(at + 1);
      expect(keysOf(await older).length).toBeLessThanOrEqual(at + 1);
    }
  });

  it('changes are not shared between different entities, cursors, sizes or permissions (MR4)', async () => {
    const since = await now();
    await append('c');
    const asked = { entity: 'ID', since, size: 100, collections } as const;
    const answers = await Promise.all([
      read(asked),
      read({ ...asked, entity: 'MY' }),
      read({ ...asked, since: '' }),
      read({ ...asked, size: 1 }),
      read({ ...asked, collections: ['channels'] }),
    ]);
    expect(new Set(answers).size).toBe(5);
    expect(answers.map(keysOf)).toEqual([['c'], [], [], ['c'], []]);
  });

  it('changes are read again if the previous read failed', async () => {
    const since = await now();
    await append('d');
    const { release } = await holdConnections(database, 'feed-read', [new Error('away')]);
    release();
    await expect(after(since)).rejects.toThrow('away');
    expect(keysOf(await after(since))).toEqual(['d']);
  });

  it('a reply with changes is compressed only once', async () => {
    const since = await now();
    await append('e');
    const [one, other] = await Promise.all([after(since), after(since)]);
    expect(other).toBe(one);
    expect(one.encoded('gzip')).toBe(other.encoded('gzip'));
    expect(gunzipSync(await one.encoded('gzip')).toString()).toBe(one.text);
  });

  it('long replies are not kept for later requests', async () => {
    const since = await now();
    await append('f', { key: 'f'.repeat(300_000) });
    const { seen, release } = await holdConnections(database, 'feed-read');
    const asked = Promise.all([after(since), after(since)]);
    release();
    const [one, other] = await asked;
    expect(other).toBe(one);
    expect(keysOf(await after(since))).toEqual(['f']);
    expect(seen).toHaveLength(2);
  });
});
