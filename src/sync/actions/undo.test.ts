import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import type { SyncClient } from '../client/client.ts';
import { DexieOutbox } from '../outbox/dexieStore.ts';
import { Sender } from '../outbox/sender.ts';
import { applyEvent, enqueue, replaceStuck, takeFence } from '../outbox/store.ts';
import { fakeEnv, settle, type FakeEnv } from '../testing/fakeEnv.ts';
import { ModelServer } from '../testing/modelServer.ts';
import { createOf, deleteOf, rowOf, updateOf } from '../testing/writes.ts';
import type { Transport } from '../network/transport.ts';
import type { NewWrite, Outcome } from '../types.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import { editRecord } from './records.ts';
import { canReassign, reassignEntry, recordAt } from './reassign.ts';
import { undoWrite } from './undo.ts';

let userId = 7000;
const outboxes: DexieOutbox[] = [];
afterEach(async () => {
  for (const outbox of outboxes.splice(0)) outbox.close();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

/** A tab's client and its sender, connected to a small fake server. */
async function bench() {
  const env: FakeEnv = fakeEnv();
  const outbox = new DexieOutbox((userId += 1), 'strict');
  outboxes.push(outbox);
  const server = new ModelServer();
  const state = { down: false, samePage: true };
  const call: Transport['call'] = async (definition, input, options) =>
    state.down ? ({ kind: 'noNetwork', reason: 'unreachable' } as never) : server.call(definition, input, options);
  const fence = await takeFence(outbox);
  const sender = new Sender({
    store: outbox,
    call,
    clock: env.clock,
    random: env.random,
    fence,
    learn: async () => {},
    probed: () => false,
  });
  const list: { answer: Outcome } = { answer: { kind: 'noNetwork', reason: 'unreachable' } };
  const client = {
    env,
    outbox,
    mirror: Promise.resolve(null),
    transport: { call: async () => list.answer },
    madeHere: () => state.samePage,
    enqueue: (write: NewWrite) => enqueue(outbox, write, { id: env.uuid(), at: env.clock.now() }),
    act: async (id: string, event: never) => (await applyEvent(outbox, id, event)) !== null,
    replace: (id: string, write: NewWrite, reason: string) =>
      replaceStuck(outbox, id, write, { id: env.uuid(), at: env.clock.now(), reason }),
  } as unknown as SyncClient;
  const flush = async () => {
    sender.networkUp();
    await settle(120);
  };
  const make = async (write: NewWrite, sent = true) => {
    const { id } = await client.enqueue(write);
    if (sent) await flush();
    return id;
  };
  const states = async () => [...(await outbox.open()), ...(await outbox.ended(50))].map(({ state: at }) => at);
  server.write(rowOf(1));
  server.effects.length = 0;
  return { client, outbox, server, state, list, flush, make, states };
}
const row = () => rowOf(1);
const key = '10021/1/0';

describe('queuing an edit', () => {
  it('an edit without changes is not queued, while any other edit is', async () => {
    const { client, outbox } = await bench();
    const flags = { canDeliver: row().canDeliver, canCOD: row().canCOD, canPickup: row().canPickup };
    const same = { ...flags, canCODPickup: row().canCODPickup };
    expect(await editRecord(client, channelLocation, 'ID', row(), same)).toBeNull();
    expect(await outbox.open()).toEqual([]);
    const changed = await editRecord(client, channelLocation, 'ID', row(), { ...same, canCOD: !same.canCOD });
    expect(changed?.changes).toEqual({ canCOD: !same.canCOD });
    expect(await outbox.open()).toHaveLength(1);
  });
});

describe('undoing a write', () => {
  it('undoing a write that no sender has claimed removes it, and the server receives nothing', async () => {
    const { client, server, make, flush, states } = await bench();
    const id = await make(updateOf(row(), { canCOD: true }), false);
    expect(await undoWrite(client, id)).toMatchObject({ kind: 'removed' });
    await flush();
    expect(server.requests).toEqual([]);
    expect(await states()).toEqual(['discarded']);
  });

  it('OB6: a write from before a browser restart may have been sent, so undoing it queues a second write', async () => {
    const { client, server, state, make, flush, states } = await bench();
    const id = await make(updateOf(row(), { canCOD: true }), false);
    state.samePage = false;
    expect(await undoWrite(client, id)).toMatchObject({ kind: 'queued' });
    await flush();
    await flush();
    expect(server.rows.get(key)).toMatchObject({ canCOD: false });
    expect(await states()).toEqual(['applied', 'applied']);
  });

  it('OB3: a sent edit is undone by an edit of the same fields, with its own key and the version that the original produced', async () => {
    const { client, server, make, flush, outbox } = await bench();
    const id = await make(updateOf(row(), { canCOD: true }));
    const undone = await undoWrite(client, id);
    expect(undone).toMatchObject({ kind: 'queued', title: 'Edit 1' });
    const [back] = await outbox.open();
    expect(back).toMatchObject({ undoes: id, changes: { canCOD: false }, baseVersion: 2, title: 'Undo: Edit 1' });
    await flush();
    expect(server.requests.map(request => request.input['version'])).toEqual([1, 2]);
    expect(server.rows.get(key)).toMatchObject({ canCOD: false, version: 3 });
    expect(new Set(server.requests.map(request => request.key)).size).toBe(2);
  });

  it("OB8: undoing keeps a colleague's later change to another field", async () => {
    const { client, server, make, flush } = await bench();
    const id = await make(updateOf(row(), { canCOD: true }));
    server.write({ channelId: 10021, locationId: 1, type: 0, canPickup: true });
    await undoWrite(client, id);
    await flush();
    expect(server.rows.get(key)).toMatchObject({ canCOD: false, canPickup: true });
  });

  it('OB8: undoing an edit conflicts without overwriting if a colleague has since changed the same field', async () => {
    const { client, server, make, flush, outbox } = await bench();
    const id = await make(updateOf(row(), { canDeliver: false }));
    server.write({ channelId: 10021, locationId: 1, type: 0, canDeliver: 'limited' as never });
    await undoWrite(client, id);
    await flush();
    const [back] = await outbox.open();
    expect(back).toMatchObject({ state: 'conflict', theirs: { fields: [{ field: 'canDeliver', mine: true }] } });
    expect(server.rows.get(key)?.canDeliver).toBe('limited');
  });

  it('a creation is undone by a deletion and a deletion by a creation, each with the version that the original produced', async () => {
    const { client, server, make, flush } = await bench();
    const made = await make(createOf(rowOf(2, { canPickup: true })));
    await undoWrite(client, made);
    await flush();
    expect(server.rows.has('10021/2/0')).toBe(false);
    const gone = await make(deleteOf({ ...row(), canCOD: true }));
    expect(server.rows.has(key)).toBe(false);
    await undoWrite(client, gone);
    await flush();
    expect(server.rows.get(key)).toMatchObject({ canCOD: true, version: 3 });
  });

  it('OB4: undoing works offline, and the undo of an already attempted write is queued behind that write', async () => {
    const { client, server, state, make, flush, outbox, states } = await bench();
    state.down = true;
    const id = await make(updateOf(row(), { canCOD: true }));
    expect(await undoWrite(client, id)).toMatchObject({ kind: 'queued' });
    expect((await outbox.open()).map(({ after }) => after)).toEqual([null, id]);
    state.down = false;
    await flush();
    expect(server.effects).toHaveLength(2);
    expect(server.rows.get(key)).toMatchObject({ canCOD: false, version: 3 });
    expect(await states()).toEqual(['applied', 'applied']);
  });

  it('a write can be undone only once, and its undo can be undone', async () => {
    const { client, server, make, flush, outbox } = await bench();
    const id = await make(updateOf(row(), { canCOD: true }));
    await undoWrite(client, id);
    expect(await undoWrite(client, id)).toMatchObject({ kind: 'nothing' });
    const back = (await outbox.open())[0]?.id ?? '';
    await flush();
    expect(await undoWrite(client, id)).toMatchObject({ kind: 'nothing' });
    await undoWrite(client, back);
    await flush();
    expect(server.rows.get(key)?.canCOD).toBe(true);
  });

  it('a double click on Undo, or Undo in two tabs at once, queues one undo', async () => {
    const { client, outbox, server, flush, make } = await bench();
    const id = await make(updateOf(row(), { canCOD: !row().canCOD }));
    const undone = await Promise.all([undoWrite(client, id), undoWrite(client, id)]);
    expect(undone.map(({ kind }) => kind)).toEqual(['queued', 'queued']);
    expect(await outbox.open()).toHaveLength(1);
    await flush();
    expect(server.effects).toHaveLength(2);
  });

  it('a write cannot be undone if a colleague made the same change or the server refused it', async () => {
    const { client, server, make } = await bench();
    server.write({ channelId: 10021, locationId: 1, type: 0, canCOD: true });
    const alreadyApplied = await make(updateOf(row(), { canCOD: true }));
    expect(await undoWrite(client, alreadyApplied)).toMatchObject({ kind: 'nothing', why: /colleague/ as never });
    server.faults = ['invalid'];
    const refused = await make(createOf(rowOf(5)));
    expect(await undoWrite(client, refused)).toMatchObject({ kind: 'nothing' });
    expect(await undoWrite(client, 'unknown')).toMatchObject({ kind: 'nothing' });
  });
});

describe('redirecting a stuck write to another location', () => {
  const path = [
    { locationId: 8, name: 'Bali', level: 0 },
    { locationId: 9, name: 'Badung', level: 1 },
  ] as never;

  it('the redirected write becomes a creation if the channel has no record for the location', async () => {
    const { client, server, make, outbox, flush } = await bench();
    server.faults = ['invalid'];
    const id = await make(createOf(rowOf(5, { canPickup: true })));
    const entry = (await outbox.byId(id)) as never;
    expect(canReassign(entry)).toBe(true);
    await reassignEntry(client, entry, path, await recordAt(client, entry, 9));
    expect(await outbox.byId(id)).toMatchObject({ state: 'discarded', reason: 'Reassigned to location 9 (Badung)' });
    const [fresh] = await outbox.open();
    expect(fresh).toMatchObject({
      effect: 'create',
      reassignedFrom: id,
      optimistic: { state: 'Bali', city: 'Badung' },
    });
    await flush();
    expect(server.rows.get('10021/9/0')).toMatchObject({ canPickup: true });
  });

  it('the redirected write becomes an edit of the same fields if the channel has a record for the location', async () => {
    const { client, server, list, make, outbox, flush } = await bench();
    server.write(rowOf(9, { canPickup: true }));
    server.remove(key);
    const id = await make(updateOf(row(), { canCOD: true }));
    const entry = (await outbox.byId(id)) as never;
    expect(canReassign(entry)).toBe(true);
    list.answer = { kind: 'ok', data: { list: [server.rows.get('10021/9/0')], page: 1, count: 1, total: 1 } };
    await reassignEntry(client, entry, path, await recordAt(client, entry, 9));
    await flush();
    expect(server.rows.get('10021/9/0')).toMatchObject({ canCOD: true, canPickup: true, version: 2 });
  });
});
