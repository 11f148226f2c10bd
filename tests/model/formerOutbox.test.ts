import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { CONTRACT_VERSION } from '../../src/contract/call.ts';
import { Engine } from '../../src/sync/engine/engine.ts';
import { DexieOutbox } from '../../src/sync/outbox/dexieStore.ts';
import { outboxName } from '../../src/sync/storage/databaseNames.ts';
import type { StoredEntry } from '../../src/sync/outbox/entry.ts';
import { upgradeEntry, UPGRADES, type Upgrades } from '../../src/sync/outbox/upgrade.ts';
import { LOCATIONS } from '../../src/sync/testing/shape.ts';
import { rowOf } from '../../src/sync/testing/writes.ts';
import { Backend } from './browser/backend.ts';
import { Life } from './browser/life.ts';
import { Profile } from './browser/profile.ts';
import first from './fixtures/outbox-contract-1.json' with { type: 'json' };
import second from './fixtures/outbox-contract-2.json' with { type: 'json' };
import { quiet } from '../../src/sync/testing/quietEngine.ts';

/**
 * Outboxes as left by older builds, one fixture per contract version, byte for byte; never edit one. This build, and
 * one with the next contract version, sends their contents or shows why not; nothing is lost (TAB1, OB6).
 */

const USER = 1;
const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  await Dexie.delete(outboxName(USER));
});

/** Opens an older build's database with this build, and a server with the rows of that time. */
async function under(contract: number, upgrades: Upgrades) {
  const left = new DexieOutbox(USER, 'strict');
  await left.db.entries.bulkAdd(structuredClone(first.entries) as unknown as StoredEntry[]);
  await left.db.counters.bulkPut(first.counters as never);
  const profile = new Profile();
  const life = new Life();
  const backend = new Backend(profile.clock, LOCATIONS);
  for (const id of [1, 2, 4, 5, 6]) backend.model.write(rowOf(id));
  backend.model.write(rowOf(6, { canDeliver: false }));
  await backend.fetchOf(life)('http://x/api/login', { method: 'POST', headers: {}, body: '{"email":"u1"}' });
  const bodies: Record<string, unknown>[] = [];
  const real = backend.fetchOf(life);
  const engine = new Engine({
    env: profile.env(life),
    build: 'this',
    contract,
    upgrades,
    userId: USER,
    fetch: (async (path: string, init: RequestInit) => {
      if (init.body) bodies.push(JSON.parse(String(init.body)) as Record<string, unknown>);
      return real(path, init);
    }) as never,
    ...quiet,
  });
  engines.push(engine);
  const states = async () => (await left.db.entries.orderBy('seq').toArray()).map(({ state }) => state);
  const until = async (wanted: string[]) => {
    await expect
      .poll(
        async () => {
          await profile.clock.advance(100, 10);
          return states();
        },
        { timeout: 20_000, interval: 5 },
      )
      .toEqual(wanted);
  };
  return { left, backend, bodies, until };
}

const SENT = ['applied', 'applied', 'applied', 'applied', 'applied', 'refused', 'conflict', 'applied'];

describe('an outbox from contract version 2', () => {
  const FEE = 900_000_000;
  const [created, freed, disabled, fixed, unused, location] = second.entries.map(
    entry => upgradeEntry(entry as unknown as StoredEntry, CONTRACT_VERSION, UPGRADES) as StoredEntry,
  );

  it.each([
    ['a new rule of mode Rate', created, { feeMode: 0, fee: null, status: 0 }, {}],
    ['a rule that becomes Free', freed, { feeMode: 2, fee: null, status: 0 }, { feeMode: 2, fee: null }],
    ['a rule of mode Rate that is disabled', disabled, { feeMode: 0, fee: null, status: 1 }, { status: 1 }],
    ['a rule that becomes Fixed', fixed, { feeMode: 1, fee: FEE, status: 0 }, { feeMode: 1, fee: FEE }],
    ['a fee without effect', unused, { feeMode: 0, fee: null, status: 0 }, {}],
  ])('%s is sent without a fee that its mode does not use', (_name, entry, input, changes) => {
    expect(entry?.input).toMatchObject(input);
    expect(entry?.changes).toEqual(changes);
    expect(entry?.optimistic).toMatchObject(input);
    expect([null, undefined, FEE]).toContain(entry?.base?.['fee']);
  });

  it('a write of another list is sent unchanged', () =>
    expect({ ...location, contract: 2 }).toEqual(second.entries[5] as unknown as StoredEntry));
});

describe('an outbox from contract version 1', () => {
  it('the writes in an old outbox are sent unchanged, or as converted by the upgrade steps', async () => {
    const { left, backend, until } = await under(CONTRACT_VERSION, UPGRADES);
    await until(SENT);
    const rows = backend.model.rows;
    expect(rows.get('10021/1/0')).toMatchObject({ canCOD: true, canPickup: true });
    expect(rows.has('10021/2/0')).toBe(false);
    expect(rows.get('10021/3/0')).toMatchObject({ canDeliver: true });
    expect(rows.get('10021/4/0')).toMatchObject({ canDeliver: false });
    // Writes that needed a decision still need one, and have kept their messages.
    const entries = await left.db.entries.orderBy('seq').toArray();
    expect(entries[5]?.problem).toEqual(first.entries[5]?.problem);
    expect(entries[6]?.theirs).toEqual(first.entries[6]?.theirs);
    expect(entries.map(({ id }) => id)).toEqual(first.entries.map(({ id }) => id));
    left.close();
  });

  it('an old outbox is upgraded in place, including writes that need a decision, and then sent', async () => {
    const next: Upgrades = {
      [CONTRACT_VERSION]: entry => ({ ...entry, input: { ...entry.input, source: 'console' } }),
    };
    const { left, bodies, until } = await under(CONTRACT_VERSION + 1, { ...UPGRADES, ...next });
    await until(SENT);
    expect(bodies.filter(body => 'channelId' in body || 'channel_id' in body)).toHaveLength(5);
    expect(bodies.every(body => body['source'] === 'console' || 'email' in body)).toBe(true);
    const entries = await left.db.entries.orderBy('seq').toArray();
    expect(entries.slice(0, 7).every(({ contract }) => contract === CONTRACT_VERSION + 1)).toBe(true);
    expect(entries[7]?.contract).toBe(1);
    left.close();
  });

  it('if an upgrade step is missing or fails, an old outbox is preserved and reported, and none of it is sent', async () => {
    const failing: Upgrades = {
      ...UPGRADES,
      [CONTRACT_VERSION]: () => {
        throw new Error('an entry that the step does not understand');
      },
    };
    for (const upgrades of [{}, failing]) {
      const { left, backend, bodies, until } = await under(CONTRACT_VERSION + 1, upgrades);
      await until(['queued', 'queued', 'queued', 'queued', 'queued', 'refused', 'conflict', 'applied']);
      await expect
        .poll(
          async () => (await left.db.entries.toArray()).filter(({ problem }) => problem?.kind === 'unknownCall').length,
        )
        .toBe(4);
      expect(bodies).toEqual([]);
      expect(backend.model.effects.filter(({ key }) => key !== '')).toEqual([]);
      left.close();
      await engines.pop()?.close();
      await Dexie.delete(outboxName(USER));
    }
  });

  it('every old contract version has a fixture and an upgrade step', () => {
    expect([CONTRACT_VERSION, Object.keys(UPGRADES).length]).toEqual([3, 2]);
    const entry = first.entries[0] as unknown as StoredEntry;
    expect(upgradeEntry(entry, 1, {})).toBe(entry);
    expect(upgradeEntry(entry, 2, {})).toBeNull();
    expect(upgradeEntry(entry, 3, { 1: one => one, 2: two => two })?.contract).toBe(3);
  });
});
