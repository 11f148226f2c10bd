import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { addChannelLocation } from '../../contract/channelLocation.ts';
import { entryOf } from '../testing/entries.ts';
import { mirrors } from '../testing/mirrors.ts';
import { ModelServer } from '../testing/modelServer.ts';
import { createOf, rowOf } from '../testing/writes.ts';
import type { Transport } from '../network/transport.ts';
import { loadSet, readCached } from './loadSet.ts';
import { learner, learnFrom, rightsReader } from './learn.ts';
import { noteOpened } from './opened.ts';
import { pruneForSession } from './prune.ts';

const mirror = mirrors(990_000, afterEach);
const ID = ['ID', 'channelLocations', 'channel:10021'] as const;
/** The segments of an empty channel, as eventually delivered by the server. */
const empty = (async ({ id }: { id: string }) => ({
  kind: 'ok',
  data:
    id === 'feed.segments'
      ? { cursor: '9', total: 0, segments: [] }
      : { changes: [], cursor: '9', more: false, reset: false },
})) as unknown as Transport['call'];

it.each([
  ['the response from long ago', {}],
  ['the effect of the key before an edit', { canCOD: true }],
])('MR2: %s does not restore a record that was deleted before the mirror was loaded', async (_, edit) => {
  const server = new ModelServer();
  const entry = entryOf(createOf(rowOf(5)));
  const send = (input: object) => server.call(addChannelLocation, input as never, { idempotencyKey: 'k' });
  server.faults = ['lostAck'];
  expect(await send(entry.input)).toMatchObject({ kind: 'noNetwork' });
  server.remove(entry.recordKey);
  const db = await mirror();
  await noteOpened(db, ['ID', 'channel:10021'], 1);
  await loadSet(db, empty, ID, new AbortController().signal);

  await learnFrom(db, [{ entry, outcome: await send({ ...entry.input, ...edit }) }]);
  const count = async () => {
    const set = await db.sets.get([...ID]);
    if (set?.state !== 'ready') return -1;
    return db.transaction('r', [db.setSegments, db.setChanges], async () => (await readCached(db, set)).length);
  };
  expect(await count()).toBe(0);
  expect(await db.rows.count()).toBe(0);
  // A record that was created again counts as new.
  const again = await server.call(addChannelLocation, entry.input as never, { idempotencyKey: 'other' });
  await learnFrom(db, [{ entry, outcome: again }]);
  expect(await count()).toBe(1);
});

it('MR4: after a permission change, only responses to later requests are stored', async () => {
  const db = await mirror();
  const open = async () => db;
  const [learn, rights] = [learner(open), rightsReader(open)];
  const server = new ModelServer();
  const entry = entryOf(createOf(rowOf(5)));
  const asked = rights();
  const outcome = await server.call(addChannelLocation, entry.input as never, { idempotencyKey: 'k' });
  await asked;
  await pruneForSession(db, { whitelisted: true, entities: [], privilege: 0, codesByEntity: {} } as never);
  await learn({ entry, outcome, rights: await asked });
  expect(await db.rows.count()).toBe(0);
  await learn({ entry, outcome, rights: await rights() });
  expect(await db.rows.count()).toBe(1);
});
