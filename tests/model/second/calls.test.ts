import { describe, expect, it } from 'vitest';
import { sendWrites, type SentWrite } from '../../../src/contract/writes.ts';
import type { Transport } from '../../../src/sync/network/transport.ts';
import { keyOf, type StoredEntry } from '../../../src/sync/outbox/entry.ts';
import { wireInput } from '../../../src/sync/outbox/wireInput.ts';
import { Preflight } from '../../../src/sync/outbox/preflight.ts';
import { reduceEntry, type EntryEvent } from '../../../src/sync/outbox/reducer.ts';
import { applyEvent, enqueue, takeFence } from '../../../src/sync/outbox/store.ts';
import { sendTogether } from '../../../src/sync/outbox/together.ts';
import { compensation } from '../../../src/sync/resources/writes.ts';
import { entryOf } from '../../../src/sync/testing/entries.ts';
import { FakeClock } from '../../../src/sync/testing/fakeEnv.ts';
import { MemoryOutbox } from '../../../src/sync/testing/memoryOutbox.ts';
import { asRead, ModelServer } from '../../../src/sync/testing/modelServer.ts';
import { createOf, declaredWith, deleteOf, shapeRow, updateOf, writesOf } from '../../../src/sync/testing/shape.ts';
import type { Outcome, Row } from '../../../src/sync/types.ts';
import { TICKETS } from './tickets.ts';

const DECLARED = declaredWith(TICKETS);
const UPDATE = 'ticket.update';
const STATUS = 'ticket.status';

const row = shapeRow(TICKETS, 1);
const subjected = updateOf(TICKETS, row, { subject: 'Mine' });
const closed = updateOf(TICKETS, row, { status: 1 });
const conflict = (current: Row | null): Outcome => ({
  kind: 'conflict',
  status: 409,
  message: 'changed',
  current,
  currentVersion: current ? (current['version'] as number) : null,
});

const through = (entry: StoredEntry, ...events: EntryEvent[]): StoredEntry =>
  events.reduce((known, event) => reduceEntry(known, event, DECLARED), entry);
const taken: EntryEvent = { type: 'taken', fence: 1 };
const answered = (outcome: Outcome): EntryEvent => ({ type: 'answered', outcome, at: 1 });
const mine = (...fields: string[]): EntryEvent => ({
  type: 'resolved',
  choice: Object.fromEntries(fields.map(field => [field, 'mine' as const])),
  at: 2,
});

/** The input that an entry sends, and what the server does with it if the record exists (`there`). */
async function sent(entry: StoredEntry, there: Row | null) {
  const server = new ModelServer(TICKETS);
  if (there) server.write(there);
  const version = server.rows.get(entry.recordKey)?.version;
  const call = writesOf(TICKETS).find(({ id }) => id === entry.callId);
  if (!call) throw new Error(`no call ${entry.callId}`);
  const input = { ...wireInput(entry, DECLARED), ...(entry.effect === 'create' ? {} : { version }) };
  // Parsed as on the real server: the input's shape lacks the fields of other calls.
  const parsed = call.input.parse(asRead(TICKETS.resource, input)) as Row;
  expect(Object.keys(entry.input).filter(field => !(field in parsed))).toEqual([]);
  const outcome = await server.call(call, input, { idempotencyKey: keyOf(entry) });
  return { callId: entry.callId, outcome, row: server.rows.get(entry.recordKey) };
}

describe('sending an update with the call that it was made for', () => {
  it('an update is sent with the fields and the title of the call that it was made for', async () => {
    expect([subjected.callId, subjected.input, subjected.title]).toMatchObject([
      UPDATE,
      { code: 'T-1', subject: 'Mine', urgent: false },
      expect.stringMatching(/^Edit ticket T-1/),
    ]);
    expect([closed.callId, closed.input, closed.title]).toMatchObject([
      STATUS,
      { code: 'T-1', status: 1, locked: false },
      expect.stringMatching(/^Set status of ticket T-1/),
    ]);
    for (const write of [subjected, closed]) {
      const { row: now } = await sent(entryOf(write), row);
      expect(now).toMatchObject({ ...row, ...write.changes, version: 2, updatedBy: 'me', updatedAt: 2 });
    }
  });

  it.each([
    ['the update', subjected, { subject: 'Theirs' }, 'subject', UPDATE],
    ['the action', closed, { status: 2 }, 'status', STATUS],
  ] as const)(
    'after a conflict of %s is resolved, the write is sent with its own call',
    async (_, write, theirs, field, callId) => {
      const now = { ...row, ...theirs, version: 2 };
      const resolved = through(entryOf(write), taken, answered(conflict(now)), mine(field));
      expect([resolved.state, resolved.callId]).toEqual(['queued', callId]);
      const { outcome, row: after } = await sent(resolved, now);
      expect([outcome.kind, after?.[field]]).toEqual(['ok', write.changes[field]]);
    },
  );

  it('an update is merged with a colleague’s changes to the fields of another call, and their changes are kept', async () => {
    const now = { ...row, urgent: true, version: 2 };
    const merged = through(entryOf(closed), taken, answered(conflict(now)));
    expect([merged.state, merged.callId, merged.rebased]).toEqual(['queued', STATUS, true]);
    expect((await sent(merged, now)).row).toMatchObject({ urgent: true, status: 1 });
  });

  it('recreating a deleted record includes the fields that both calls change', async () => {
    const was = { ...row, subject: 'Last', locked: true };
    const again = through(
      entryOf(updateOf(TICKETS, was, { status: 1 })),
      taken,
      answered(conflict(null)),
      mine('record'),
    );
    expect([again.effect, again.callId]).toEqual(['create', 'ticket.add']);
    expect((await sent(again, null)).row).toMatchObject({ subject: 'Last', locked: true, status: 1 });
  });

  it('the creation of an existing record becomes the one update call that accepts all chosen fields, or is not sent', async () => {
    const there = { ...row, subject: 'Theirs', urgent: true, status: 2, version: 5 };
    const refused = through(
      entryOf(createOf(TICKETS, { ...row, subject: 'Mine', status: 1 })),
      taken,
      answered(conflict(there)),
    );
    expect(refused.theirs?.fields.map(({ field }) => field)).toEqual(['subject', 'urgent', 'status']);
    const resolved = (...fields: string[]) => through(refused, mine(...fields));
    expect(resolved('subject', 'urgent')).toMatchObject({ callId: UPDATE, effect: 'update' });
    expect(resolved('status')).toMatchObject({ callId: STATUS, effect: 'update' });
    const { row: now } = await sent(resolved('status'), there);
    expect(now).toMatchObject({ subject: 'Theirs', urgent: true, status: 1 });
    // No single call accepts both fields, so this choice is refused: the person has to choose one field at a time.
    expect(resolved('subject', 'status')).toBe(refused);
  });

  it('an update that is edited and resent contains no fields of another call', async () => {
    const refused = through(
      entryOf(closed),
      taken,
      answered({ kind: 'refused', status: 400, retcode: 400, message: 'locked: no' }),
      { type: 'resent', changes: { locked: true, subject: 'Smuggled' } },
    );
    expect([refused.state, refused.changes]).toEqual(['queued', { status: 1, locked: true }]);
    expect((await sent(refused, row)).row).toMatchObject({ subject: 'As it was', status: 1, locked: true });
  });

  it('an update that took effect before it was edited is still sent with its own call', async () => {
    const reply = { ...row, status: 1, version: 2 };
    const edited = through(
      entryOf(closed),
      taken,
      answered({ kind: 'refused', status: 400, retcode: 400, message: '' }),
      { type: 'resent', changes: { locked: true } },
      taken,
      answered({ kind: 'keyUsed', message: '', reply }),
    );
    expect([edited.state, edited.callId, edited.changes]).toEqual(['queued', STATUS, { locked: true }]);
  });

  it('undoing an update reverts the fields of its call, and undoing a deletion restores the fields of both calls', () => {
    const applied = (write: typeof closed, accepted: Row | null) =>
      entryOf(write, {
        state: 'applied',
        accepted,
        acceptedVersion: accepted ? (accepted['version'] as number) : null,
      });
    expect(compensation(applied(closed, { ...row, status: 1, version: 2 }), DECLARED)).toMatchObject({
      callId: STATUS,
      changes: { status: 0 },
      input: { code: 'T-1', status: 0, locked: false },
    });
    expect(compensation(applied(subjected, { ...row, subject: 'Mine', version: 2 }), DECLARED)).toMatchObject({
      callId: UPDATE,
      changes: { subject: 'As it was' },
    });
    const was = { ...row, subject: 'Last', status: 2 };
    expect(compensation(applied(deleteOf(TICKETS, was), null), DECLARED)).toMatchObject({
      callId: 'ticket.add',
      input: { code: 'T-1', subject: 'Last', status: 2 },
    });
  });

  it('several updates in one request are each sent with their own call', async () => {
    const calls: string[] = [];
    const request = (async (definition: { id: string }, input: { writes: SentWrite[] }) => {
      calls.push(definition.id, ...input.writes.map(({ call }) => call));
      return { kind: 'noNetwork', reason: 'unreachable' };
    }) as unknown as Transport['call'];
    const together = sendTogether(request, () => 0, 2, DECLARED);
    const byId = (id: string) => writesOf(TICKETS).find(call => call.id === id) as never;
    await Promise.all(
      [subjected, closed].map((write, at) =>
        together(byId(write.callId), write.input as never, { idempotencyKey: `k${at}` }),
      ),
    );
    expect(calls).toEqual([sendWrites.id, UPDATE, STATUS]);
  });

  it('before a long queue is sent, each update is checked against the permission for its own call', async () => {
    const store = new MemoryOutbox(DECLARED);
    const places = [1, 2].map(place => shapeRow(TICKETS, place));
    const [first, second] = places.map((one, at) =>
      updateOf(TICKETS, one, at === 0 ? { subject: 'Mine' } : { status: 1 }),
    );
    for (const [at, write] of [first, second].entries())
      if (write) await enqueue(store, write, { id: `w${at}`, at: 0 });
    await store.transact(tx => tx.setCounter('unreachable', 31 * 60_000));
    const asked: Row[] = [];
    const call = (async (_: unknown, { items }: { items: Row[] }) => {
      asked.push(...items);
      const answer = (item: Row) => {
        const allowed = item['call'] !== STATUS;
        return { taken: false, allowed, version: allowed ? 1 : null, row: null, gone: null };
      };
      return { kind: 'ok', data: { items: items.map(answer) } };
    }) as unknown as Transport['call'];
    const preflight = new Preflight({ store, call, clock: new FakeClock(), fence: await takeFence(store) });
    await preflight.start();
    await preflight.admit(new AbortController().signal);
    expect(asked.map(item => item['call'])).toEqual([UPDATE, STATUS]);
    expect(store.all().map(({ hold }) => hold?.verdict)).toEqual(['safe', 'denied']);
    await applyEvent(store, 'w1', { type: 'released' });
    expect(store.all().map(({ callId }) => callId)).toEqual([UPDATE, STATUS]);
  });
});
