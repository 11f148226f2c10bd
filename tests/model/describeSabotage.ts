import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { updatesOf } from '../../src/contract/resource.ts';
import type { Shape } from '../../src/sync/testing/shape.ts';
import type { EngineStorage } from '../../src/sync/engine/engineStorage.ts';
import { envelope } from './browser/answers.ts';
import type { StoredEntry } from '../../src/sync/outbox/entry.ts';
import type { Sabotage } from './browser/browser.ts';
import { brokenBy } from './perform.ts';
import { histories, type Step } from './steps.ts';

type Fetch = (path: string, init: RequestInit & { headers: Record<string, string> }) => Promise<unknown>;

const onWay = (change: (headers: Record<string, string>) => Record<string, string>): Sabotage => ({
  fetch: real =>
    ((path: string, init: Parameters<Fetch>[1]) =>
      (real as unknown as Fetch)(path, { ...init, headers: change(init.headers) })) as never,
});

let keys = 0;

/** Makes each engine believe forever that it owns the fence. */
const unfenced = (real: EngineStorage): EngineStorage => ({
  ...real,
  openOutbox: userId => {
    const outbox = real.openOutbox(userId);
    let own = 0;
    const mine = <E extends StoredEntry | undefined>(entry: E): E =>
      entry && entry.fence > 0 ? { ...entry, fence: own } : entry;
    return {
      ...outbox,
      counter: async name => (name === 'fence' && own > 0 ? own : outbox.counter(name)),
      transact: work =>
        outbox.transact(tx =>
          work({
            ...tx,
            counter: async name => (name === 'fence' && own > 0 ? own : tx.counter(name)),
            setCounter: async (name, value) => {
              if (name === 'fence') own = value;
              await tx.setCounter(name, value);
            },
            byId: async id => mine(await tx.byId(id)),
            openOf: async record => (await tx.openOf(record)).map(mine),
          }),
        ),
    };
  },
});

/** Counts a write as applied as soon as it has been sent. */
const hasty: Sabotage['fetch'] = real =>
  (async (path: string, init: Parameters<Fetch>[1]) => {
    const answer = (real as unknown as Fetch)(path, init);
    if (!init.headers['idempotency-key']) return answer;
    answer.catch(() => undefined);
    return envelope(200, 0, '', JSON.parse(String(init.body)));
  }) as never;

/** Sends any write of a record instead of the first one. */
const unordered = (real: EngineStorage): EngineStorage => ({
  ...real,
  openOutbox: userId => {
    const outbox = real.openOutbox(userId);
    return {
      ...outbox,
      open: async () => (await outbox.open()).map((entry, i) => ({ ...entry, record: `${entry.record}#${i}` })),
      transact: work =>
        outbox.transact(tx => work({ ...tx, openOf: async record => (await tx.openOf(record)).reverse() })),
    };
  },
});

/** Makes a starting sender ignore the Retry-After received by the previous one. */
const forgetful = (real: EngineStorage): EngineStorage => ({
  ...real,
  openOutbox: userId => {
    const outbox = real.openOutbox(userId);
    return { ...outbox, open: async () => (await outbox.open()).map(entry => ({ ...entry, problem: null })) };
  },
});

/** The server requests a delay, and meanwhile the browser is closed and opened again. */
const WAITED: Step[] = [
  { do: 'fates', fates: ['tooMany'] },
  { do: 'edit', nth: 0, place: 1, flag: 'canCOD', on: true },
  { do: 'pass', millis: 900 },
  { do: 'closeTab', nth: 0 },
  { do: 'openTab', build: 0, alone: false },
  { do: 'pass', millis: 5000 },
];

/** A sender freezes with a response in flight, is replaced, and thaws while the other one is sending. */
const THAWED: Step[] = [
  { do: 'openTab', build: 1, alone: true },
  { do: 'closeTab', nth: 0 },
  { do: 'openTab', build: 1, alone: true },
  { do: 'fates', fates: ['ok', 'slow'] },
  { do: 'freeze', nth: 2, awaits: 5 },
  { do: 'edit', nth: 0, place: 1, flag: 'canCOD', on: true },
  { do: 'pass', millis: 16_000 },
  { do: 'pass', millis: 900 },
  { do: 'thaw', nth: 0 },
];

/** A sign-in whose response cannot be read: the cookie belongs to another person, and the console does not know. */
const EXCHANGED: Step[] = [
  { do: 'fates', fates: ['cutBody'] },
  { do: 'signIn', nth: 0, person: 2 },
  { do: 'edit', nth: 0, place: 1, flag: 'canDeliver', on: false },
];

const anonymous = onWay(headers => ({ ...headers, 'x-ops-person': '' }));

const SABOTAGES: readonly [name: string, sabotage: Sabotage, promise: RegExp][] = [
  [
    'each attempt has a new key',
    onWay(headers => {
      const key = headers['idempotency-key'];
      return key ? { ...headers, 'idempotency-key': `${key}.${(keys += 1)}` } : headers;
    }),
    /OB3/,
  ],
  ['a write counts as applied before its response', { fetch: hasty }, /OB3|OB6/],
  // Many writes of a record are batched: in order, but without the versions for which they should have waited.
  ['the writes of a record are sent out of order', { storage: unordered }, /OB4|OB6|OB8/],
];

/** Sends every update of a record with the first update call, whichever call it was made for. */
const byFirstCall =
  ({ resource }: Shape): NonNullable<Sabotage['storage']> =>
  real => ({
    ...real,
    openOutbox: userId => {
      const outbox = real.openOutbox(userId);
      const [first] = updatesOf(resource);
      const changed = (entry: StoredEntry): StoredEntry =>
        entry.effect === 'update' && first ? { ...entry, callId: first.callId } : entry;
      return {
        ...outbox,
        transact: work => outbox.transact(tx => work({ ...tx, put: entries => tx.put(entries.map(changed)) })),
      };
    },
  });

/** A change to the action's fields, if the resource has an action. */
const ACTED: Step[] = [{ do: 'edit', nth: 0, place: 1, flag: 'canPickup', on: true }];

/**
 * Verifies that the model can fail: without one of its safeguards, the product breaks a promise within a few histories.
 */
export function describeSabotage(shape: Shape): void {
  const { collection } = shape.resource;
  describe(`the promises detect a disabled safeguard in a given history of ${collection}`, () => {
    it.each([
      ['an engine never notices that it was replaced', THAWED, { storage: unfenced }, /OB2/],
      ['a sender forgets the wait that the server requested', WAITED, { storage: forgetful }, /OB7/],
      ['writes do not state who made them', EXCHANGED, anonymous, /MR4/],
      ...(updatesOf(shape.resource).length > 1
        ? [['an action is sent by the call for the update', ACTED, { storage: byFirstCall(shape) }, /OB8/] as const]
        : []),
    ] as const)('detected: %s', async (_, steps, sabotage, promise) => {
      expect(await brokenBy(steps, {}, shape)).toEqual([]);
      expect((await brokenBy(steps, sabotage, shape)).join()).toMatch(promise);
    });
  });

  describe(`the promises detect a disabled safeguard within a few random histories of ${collection}`, () => {
    it.each(SABOTAGES)('detected: %s', async (_, sabotage, promise) => {
      const property = fc.asyncProperty(histories(30), async steps => {
        const broken = await brokenBy(steps, sabotage, shape);
        if (broken.length > 0) throw new Error(broken.join('; '));
      });
      const result = await fc.check(property, { seed: 20, numRuns: 1000, endOnFailure: true });
      expect(result.failed).toBe(true);
      expect(String((result.errorInstance as Error | undefined)?.message)).toMatch(promise);
    });
  });
}
