import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { newChannelSettings } from '../../contract/newChannel.ts';
import { provisionalNumber } from '../../contract/fields/channel.ts';
import { channelConfig } from '../../contract/resources/channelConfig.ts';
import { creation, edit } from '../resources/writes.ts';
import { outboxName } from '../storage/databaseNames.ts';
import type { NewWrite, Outcome, Row } from '../types.ts';
import { DexieOutbox } from './dexieStore.ts';
import { idOfKey, keyOf, type StoredEntry } from './entry.ts';
import { NEVER_CREATED } from './provisional.ts';
import { applyAll, applyEvent, enqueue, recover, takeEntries, takeFence } from './store.ts';
import { wireInput } from './wireInput.ts';

/** Creates a channel without a number, as the form does; the device generates no key for it (CC2). */

const USER = 7;
const UNSENT: Row = { version: 1, updatedBy: '', updatedAt: 0 };
const PROVISIONAL = provisionalNumber('0d0a00f0-0000-4000-8000-000000000001');
const DRAWN: Row = {
  country: 'ID',
  ...newChannelSettings('ID'),
  channelName: 'Kurier Asia',
  display_name: 'Kurier Asia',
  ...UNSENT,
  channelId: PROVISIONAL,
};
const GIVEN = 20019;
const stored = (part: Row = {}): Row => ({ ...DRAWN, channelId: GIVEN, updatedBy: 'me', updatedAt: 9, ...part });

const open: DexieOutbox[] = [];
afterEach(async () => {
  for (const outbox of open.splice(0)) outbox.close();
  await Dexie.delete(outboxName(USER));
});

function outboxOf(): DexieOutbox {
  const outbox = new DexieOutbox(USER, 'strict');
  open.push(outbox);
  return outbox;
}

let made = 0;
const put = (outbox: DexieOutbox, write: NewWrite) => enqueue(outbox, write, { id: `e${(made += 1)}`, at: 1 });
const create = () => creation(channelConfig, 'ID', DRAWN);
const rename = (row: Row, display_name: string) => edit(channelConfig, 'ID', row, { display_name });

/** Sends the queue's first write; the response arrives unless it is lost. */
async function send(outbox: DexieOutbox, entry: StoredEntry, outcome: Outcome | 'lost') {
  const fence = await takeFence(outbox);
  await recover(outbox, fence);
  const [taken] = await takeEntries(outbox, [entry], fence);
  if (!taken) throw new Error('It was not taken.');
  if (outcome !== 'lost') await applyEvent(outbox, entry.id, { type: 'answered', outcome, at: 2 }, fence);
  return { key: keyOf(taken), input: wireInput(taken) };
}
const ok = (row: Row): Outcome => ({ kind: 'ok', data: row });
const now = async (outbox: DexieOutbox, id: string): Promise<StoredEntry> => {
  const entry = await outbox.byId(id);
  if (!entry) throw new Error(`No ${id}`);
  return entry;
};

describe('a record that the server numbers', () => {
  it('a creation is sent without a number, and later changes move to the number in the response', async () => {
    const outbox = outboxOf();
    const made = await put(outbox, create());
    const later = await put(outbox, rename(DRAWN, 'Kurier Asia 2'));
    expect(made).toMatchObject({ recordKey: `ID/${PROVISIONAL}`, title: 'Add new channel Kurier Asia' });
    const sent = await send(outbox, made, ok(stored()));
    expect(sent.input).not.toHaveProperty('channelId');
    expect(await now(outbox, made.id)).toMatchObject({
      state: 'applied',
      recordKey: `ID/${GIVEN}`,
      title: `Add channel ${GIVEN}`,
    });
    const follower = await now(outbox, later.id);
    expect(follower).toMatchObject({
      state: 'queued',
      record: `channelConfigs/ID/ID/${GIVEN}`,
      recordKey: `ID/${GIVEN}`,
      title: `Edit channel ${GIVEN}`,
      baseVersion: 1,
      after: null,
    });
    expect(wireInput(follower)).toMatchObject({ channelId: GIVEN, display_name: 'Kurier Asia 2', version: 1 });
  });

  it('OB3: a creation keeps its key if the response is lost, even after a crash, and gets its number from the repeated response', async () => {
    const before = outboxOf();
    const made = await put(before, create());
    const first = await send(before, made, 'lost');
    await put(before, rename(DRAWN, 'Kurier Asia 2'));
    before.close();
    const after = outboxOf();
    const second = await send(after, made, ok(stored()));
    expect(second).toEqual(first);
    expect((await after.open()).map(({ recordKey, input }) => [recordKey, input['channelId']])).toEqual([
      [`ID/${GIVEN}`, GIVEN],
    ]);
  });

  it('a write from another tab that still shows the provisional row is accepted', async () => {
    const [here, there] = [outboxOf(), outboxOf()];
    const made = await put(here, create());
    await send(here, made, ok(stored({ version: 1 })));
    const late = await put(there, rename(DRAWN, 'Late'));
    expect(late).toMatchObject({ recordKey: `ID/${GIVEN}`, baseVersion: 1, state: 'queued' });
    expect(late.input['channelId']).toBe(GIVEN);
  });

  it('OB4: a creation is merged into one queue with writes under its number, which the feed may deliver before the response', async () => {
    const outbox = outboxOf();
    const made = await put(outbox, create());
    await send(outbox, made, 'lost');
    const onRow = await put(outbox, rename(stored(), 'Under its number'));
    const onDrawn = await put(outbox, rename(DRAWN, 'As it was drawn'));
    await send(outbox, made, ok(stored()));
    const queue = await outbox.open();
    expect(queue.map(({ id, after }) => [id, after])).toEqual([
      [onRow.id, null],
      [onDrawn.id, onRow.id],
    ]);
    expect(new Set(queue.map(({ record }) => record)).size).toBe(1);
  });

  it('OB4: responses to a creation and to a write under its number that settle together also form one queue', async () => {
    const outbox = outboxOf();
    const creation = await put(outbox, create());
    const early = await put(outbox, rename(stored(), 'By number'));
    const late = await put(outbox, rename(DRAWN, 'By provisional key'));
    const fence = await takeFence(outbox);
    await takeEntries(outbox, [creation, early], fence);
    await applyAll(
      outbox,
      [
        {
          id: early.id,
          event: { type: 'answered', outcome: ok(stored({ version: 2, display_name: 'By number' })), at: 2 },
        },
        { id: creation.id, event: { type: 'answered', outcome: ok(stored()), at: 2 } },
      ],
      fence,
    );
    const left = await now(outbox, late.id);
    const before = left.after === null ? null : await outbox.byId(left.after);
    expect(before?.state ?? 'none').not.toBe('applied');
    expect(left.after === null ? left.baseVersion : 'behind an open write').not.toBeNull();
    expect((await now(outbox, early.id)).state).toBe('applied');
  });

  it('if a creation is refused and discarded, later writes are refused with that reason and can never be sent', async () => {
    const outbox = outboxOf();
    const made = await put(outbox, create());
    const [first, second] = [await put(outbox, rename(DRAWN, 'A')), await put(outbox, rename(DRAWN, 'B'))];
    await send(outbox, made, { kind: 'refused', status: 400, retcode: 400, message: 'channelName: is taken' });
    expect(await now(outbox, first.id)).toMatchObject({ state: 'queued', after: made.id });
    await applyEvent(outbox, made.id, { type: 'discarded', reason: 'no longer wanted', at: 3 });
    expect(await now(outbox, first.id)).toMatchObject(NEVER_CREATED);
    expect(await applyEvent(outbox, first.id, { type: 'retried' })).toBeNull();
    await applyEvent(outbox, first.id, { type: 'discarded', reason: 'no longer wanted', at: 4 });
    expect(await now(outbox, second.id)).toMatchObject(NEVER_CREATED);
    const orphan = await put(outbox, rename(DRAWN, 'C'));
    await applyEvent(outbox, second.id, { type: 'discarded', reason: 'no longer wanted', at: 5 });
    expect(await now(outbox, orphan.id)).toMatchObject(NEVER_CREATED);
  });

  it('a record is identified by its number even if editing its creation after a lost response turns the creation into an edit', async () => {
    const outbox = outboxOf();
    const made = await put(outbox, create());
    await send(outbox, made, { kind: 'refused', status: 403, retcode: 403, message: 'You are lack of permission.' });
    await applyEvent(outbox, made.id, { type: 'resent', changes: { display_name: 'Other' } });
    await send(outbox, made, { kind: 'keyUsed', message: 'taken', reply: stored() });
    const entry = await now(outbox, made.id);
    expect(entry).toMatchObject({ effect: 'update', recordKey: `ID/${GIVEN}`, state: 'queued' });
    expect(idOfKey(keyOf(entry))).toBe(made.id);
    expect(wireInput(entry)).toMatchObject({ channelId: GIVEN, display_name: 'Other' });
  });

  it('drafts and links can still use the key by which this device first knew a record', async () => {
    const outbox = outboxOf();
    const made = await put(outbox, create());
    await send(outbox, made, ok(stored()));
    const [entry] = await outbox.ofRecord(`channelConfigs/ID/ID/${GIVEN}`);
    expect(entry?.provisional).toBe(`ID/${PROVISIONAL}`);
  });
});
