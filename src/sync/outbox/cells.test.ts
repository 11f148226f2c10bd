import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellChanges, cellRow, cellText, cellVersionField, fieldOf } from '../../domain/rates/cells.ts';
import { fee, sampleRows } from '../../domain/rates/testing/sampleRates.ts';
import { keyOfPart, type FeeRow, type Part, type PartRow, type RateSettings } from '../../domain/rates/rows.ts';
import { compensation } from '../resources/writes.ts';
import { cellsReverted, draftWrites } from '../resources/cellWrites.ts';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import type { Outcome, Row } from '../types.ts';
import { asCells } from './cells.ts';
import { isOpen, type StoredEntry } from './entry.ts';
import { applyEvent, enqueue, takeEntries } from './store.ts';
import { wireInput } from './wireInput.ts';

type Stored = FeeRow & { version: number };
interface Cell {
  base: number;
  row?: FeeRow;
  remove?: string;
}

const SETTINGS = sampleRows({}).settings as RateSettings;
const CODES = ['A', 'B', 'C'];
const keyOf = (row: FeeRow) => keyOfPart('fees', row);

/**
 * A draft on a server with its own rule (server/rates/cells): a write conflicts only over cells that changed since it
 * was made.
 */
class Server {
  version = 1;
  ownVersion = 1;
  name = 'Prices';
  rows = new Map<string, Stored>(CODES.map(code => [`zone/${code}/0`, { ...fee(code, 0, 1, 1000), version: 1 }]));
  by = new Map<string, string>();
  replies = new Map<string, unknown>();
  /** Called with the previous fee of each cell that a write replaces. */
  replaced: (key: string, fee: number | null) => void = () => undefined;

  get shown() {
    const { version, name } = this;
    return { id: 7, name, remark: '', settings: SETTINGS, version, updatedBy: 'x', updatedAt: 0 };
  }

  put(key: string, row: FeeRow | null, by: string): void {
    this.version += 1;
    if (row) this.rows.set(key, { ...row, version: this.version });
    else this.rows.delete(key);
    this.by.set(key, by);
  }

  rename(name: string): void {
    this.version += 1;
    this.ownVersion = this.version;
    this.name = name;
  }

  apply(key: string, input: Row): Outcome {
    const known = this.replies.get(key);
    if (known) return { kind: 'ok', data: known };
    const cells = input['cells'] as Cell[];
    const name = input['name'] as string | undefined;
    const stale = cells.flatMap(cell => {
      const own = cell.row ? keyOf(cell.row) : (cell.remove as string);
      const there = this.rows.get(own);
      const isStale = there ? there.version > cell.base || cell.base > this.version : cell.base !== 0;
      return isStale ? [{ part: 'fees', key: own, row: there ?? null, by: this.by.get(own) ?? '' }] : [];
    });
    const base = input['version'] as number;
    const headerStale = name !== undefined && (base < this.ownVersion || base > this.version);
    if (stale.length > 0 || headerStale)
      return {
        kind: 'conflict',
        status: 409,
        message: '',
        current: { ...this.shown, cells: stale },
        currentVersion: this.version,
      };
    this.version += 1;
    for (const cell of cells) {
      const own = cell.row ? keyOf(cell.row) : (cell.remove as string);
      this.replaced(own, this.rows.get(own)?.fee ?? null);
      if (cell.row) this.rows.set(own, { ...cell.row, version: this.version });
      else this.rows.delete(own);
    }
    if (name !== undefined) {
      this.name = name;
      this.ownVersion = this.version;
    }
    const data = {
      version: this.shown,
      cells: cells.map(cell => {
        const own = cell.row ? keyOf(cell.row) : (cell.remove as string);
        return { part: 'fees', key: own, version: this.rows.get(own)?.version ?? 0 };
      }),
    };
    this.replies.set(key, data);
    return { kind: 'ok', data };
  }
}

/** A person with an outbox, and what their screen shows. */
class Person {
  readonly store = new MemoryOutbox();
  read = { shown: {} as Server['shown'], rows: new Map<string, Stored>() };
  count = 0;

  look(server: Server): void {
    this.read = { shown: server.shown, rows: new Map(server.rows) };
  }

  async write(codes: readonly string[], amount: number | null, name?: string): Promise<string[]> {
    const version = { ...this.read.shown, channelId: 10028, versionNo: 3 };
    const cells = codes.map(code => {
      const key = `zone/${code}/0`;
      const base = this.read.rows.get(key)?.version ?? 0;
      return amount === null
        ? { part: 'fees' as const, base, remove: key }
        : { part: 'fees' as const, base, row: fee(code, 0, 1, amount) };
    });
    const writes = draftWrites(
      { family: 'rate', entity: 'ID', version },
      (_: Part, key: string) => this.read.rows.get(key) as (PartRow<Part> & { version: number }) | undefined,
      cells,
      name === undefined ? {} : { name },
    );
    const ids: string[] = [];
    for (const write of writes) ids.push((await enqueue(this.store, write, { id: `w${(this.count += 1)}`, at: 0 })).id);
    return ids;
  }

  /** Sends the first write. If `lost` is true, the response does not arrive. */
  async send(server: Server, lost = false): Promise<void> {
    const [head] = await this.store.open();
    if (!head || head.state !== 'queued') return;
    const [taken] = await takeEntries(this.store, [head], 0, 0);
    if (!taken) return;
    const outcome = asCells(taken, server.apply(taken.id, wireInput(taken)));
    const answer: Outcome = lost ? { kind: 'noNetwork', reason: 'unreachable' } : outcome;
    await applyEvent(this.store, taken.id, { type: 'answered', outcome: answer, at: 0 });
  }

  async decide(side: 'mine' | 'theirs'): Promise<void> {
    const [head] = await this.store.open();
    if (head?.state !== 'conflict') return;
    const choice = Object.fromEntries((head.theirs?.fields ?? []).map(({ field }) => [field, side]));
    await applyEvent(this.store, head.id, { type: 'resolved', choice, at: 0 });
  }

  async all(server: Server, side: 'mine' | 'theirs'): Promise<void> {
    for (let turn = 0; turn < 50 && (await this.store.open()).length > 0; turn += 1) {
      await this.send(server);
      await this.decide(side);
    }
  }
}

const amountOf = (server: Server, code: string) => server.rows.get(`zone/${code}/0`)?.fee ?? null;
const e5 = (amount: number) => fee('A', 0, 1, amount).fee;

describe('draft cells in the outbox (OB8)', () => {
  it('a row serializes to the same string whatever its field order, and can be parsed back', () => {
    const row = fee('A', 0, 1, 1000);
    const other = Object.fromEntries(Object.entries(row).toReversed()) as unknown as FeeRow;
    expect(cellText('fees', { ...other, version: 9 } as never)).toBe(cellText('fees', row));
    expect(cellRow(cellText('fees', row))).toEqual(row);
    const { field, value } = fieldOf({ part: 'fees', base: 4, row });
    expect(cellChanges({ [field]: value }, { [cellVersionField(field)]: 4 })).toEqual([{ part: 'fees', base: 4, row }]);
  });

  it('changes to different cells are both kept, and a later change to the same cell needs a decision', async () => {
    const [server, person] = [new Server(), new Person()];
    person.look(server);
    await person.write(['A', 'B'], 2000);
    server.put('zone/C/0', fee('C', 0, 1, 7000), 'ann');
    await person.send(server);
    expect([amountOf(server, 'A'), amountOf(server, 'C')]).toEqual([e5(2000), e5(7000)]);
    await person.write(['A', 'C'], 3000);
    server.put('zone/A/0', fee('A', 0, 1, 8000), 'ann');
    await person.send(server);
    const [stuck] = await person.store.open();
    // The conflict contains both cells that ann changed, neither of which was on the screen.
    expect(stuck?.theirs?.updatedBy).toBe('ann');
    expect(stuck?.theirs?.fields.map(({ field }) => field)).toEqual(['fees:zone/A/0', 'fees:zone/C/0']);
    await applyEvent(person.store, stuck!.id, {
      type: 'resolved',
      choice: { 'fees:zone/A/0': 'mine', 'fees:zone/C/0': 'theirs' },
      at: 0,
    });
    await person.send(server);
    expect([amountOf(server, 'A'), amountOf(server, 'C')]).toEqual([e5(3000), e5(7000)]);
  });

  it("the next write is based on a pending write's cell, and reverted together with it", async () => {
    const [server, person] = [new Server(), new Person()];
    person.look(server);
    const [one] = await person.write(['A'], 2000);
    await person.write(['A'], 3000);
    await person.all(server, 'mine');
    expect(amountOf(server, 'A')).toBe(e5(3000));
    const first = (await person.store.transact(tx => tx.byId(one as string))) as StoredEntry;
    expect(first.state).toBe('applied');
    // The first write is undone although a later write by the same person changed the cell: the queue only asks about
    // colleagues' changes.
    const back = compensation(first);
    expect(back?.changes).toEqual({ 'fees:zone/A/0': cellText('fees', fee('A', 0, 1, 1000)) });
  });

  it('undoing an edit restores the previous cells, and the undo can be reverted from the log', async () => {
    const [server, person] = [new Server(), new Person()];
    person.look(server);
    const [id] = await person.write(['A', 'B'], 2000, 'New name');
    await person.all(server, 'mine');
    const entry = (await person.store.transact(tx => tx.byId(id as string))) as StoredEntry;
    const back = compensation(entry);
    await enqueue(person.store, back!, { id: 'undo', at: 0 });
    await person.all(server, 'mine');
    expect([amountOf(server, 'A'), amountOf(server, 'B'), server.name]).toEqual([e5(1000), e5(1000), 'Prices']);
    const shown = { ...server.shown, state: 0, channelId: 10028, versionNo: 3 };
    const logged = {
      version: server.version,
      email: '',
      timestamp: 0,
      url: '',
      import: null,
      before: { ...shown, changedRows: [{ part: 'fees', ...fee('A', 0, 1, 900), version: 1 }] },
      after: { ...shown, changedRows: [{ part: 'fees', base: 1, row: fee('A', 0, 1, 1000) }] },
    };
    const revert = cellsReverted('rateVersions', 'ID', logged as never);
    await enqueue(person.store, revert!, { id: 'revert', at: 0 });
    await person.all(server, 'mine');
    expect(amountOf(server, 'A')).toBe(e5(900));
  });

  it('a cell that the person has not seen is never overwritten, and their last value is never lost', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('look' as const) }),
      fc.record({ do: fc.constant('send' as const), lost: fc.boolean() }),
      fc.record({
        do: fc.constant('mine' as const),
        codes: fc.uniqueArray(fc.constantFrom(...CODES), { minLength: 1 }),
        amount: fc.option(fc.integer({ min: 1, max: 90 })),
      }),
      fc.record({
        do: fc.constant('theirs' as const),
        code: fc.constantFrom(...CODES),
        amount: fc.option(fc.integer({ min: 100, max: 190 })),
      }),
      fc.record({ do: fc.constant('decide' as const), side: fc.constantFrom('mine' as const, 'theirs' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async steps => {
        const [server, person] = [new Server(), new Person()];
        const seen = new Map<string, Set<number | null>>();
        const see = (key: string, shown: number | null) => seen.set(key, (seen.get(key) ?? new Set([null])).add(shown));
        const seeAll = () => {
          for (const code of CODES) see(`zone/${code}/0`, amountOf(server, code));
        };
        const overwritten: string[] = [];
        server.replaced = (key, there) => {
          if (!seen.get(key)?.has(there)) overwritten.push(`${key} of ${there}`);
        };
        const sent = async (lost: boolean) => {
          const before = server.version;
          await person.send(server, lost);
          // The screen now shows the person's own cells and those of a visible conflict.
          if (server.version > before)
            for (const [key, row] of server.rows) if (row.version === server.version) see(key, row.fee);
          const [head] = await person.store.open();
          for (const { field } of head?.state === 'conflict' ? (head.theirs?.fields ?? []) : [])
            see(field.slice('fees:'.length), (cellRow(head?.theirs?.row?.[field]) as FeeRow | null)?.fee ?? null);
        };
        person.look(server);
        seeAll();
        for (const one of steps) {
          if (one.do === 'look') {
            person.look(server);
            seeAll();
          } else if (one.do === 'send') await sent(one.lost);
          else if (one.do === 'decide') await person.decide(one.side);
          else if (one.do === 'mine') await person.write(one.codes, one.amount);
          else server.put(`zone/${one.code}/0`, one.amount === null ? null : fee(one.code, 0, 1, one.amount), 'ann');
        }
        for (let turn = 0; turn < 60 && (await person.store.open()).some(isOpen); turn += 1) {
          await sent(false);
          await person.decide('mine');
        }
        expect(overwritten).toEqual([]);
        expect(await person.store.open()).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('a person working alone never gets a conflict, whatever is lost in transit', async () => {
    const step = fc.record({
      codes: fc.uniqueArray(fc.constantFrom(...CODES), { minLength: 1 }),
      amount: fc.option(fc.integer({ min: 1, max: 90 })),
      look: fc.boolean(),
      sends: fc.array(fc.boolean(), { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async steps => {
        const [server, person] = [new Server(), new Person()];
        const wanted = new Map(CODES.map(code => [code, e5(1000)]));
        person.look(server);
        for (const { codes, amount, look, sends } of steps) {
          await person.write(codes, amount);
          for (const code of codes) wanted.set(code, amount === null ? null : e5(amount));
          for (const lost of sends) await person.send(server, lost);
          if (look) person.look(server);
        }
        for (let turn = 0; turn < 30 && (await person.store.open()).length > 0; turn += 1) {
          await person.send(server);
          expect((await person.store.open()).filter(({ state }) => state === 'conflict')).toEqual([]);
        }
        expect(CODES.map(code => amountOf(server, code))).toEqual(CODES.map(code => wanted.get(code)));
      }),
      { numRuns: 120 },
    );
  });
});
