import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { requireResource } from '../../contract/resources/all.ts';
import { planBulk, returnedText } from '../actions/bulk.ts';
import type { Row } from '../types.ts';
import { behindOwn, bulkFile, readBulkLines, type BulkLine } from './bulk.ts';
import { afterBulks, type WaitingBulk } from '../query/afterBulks.ts';

const resource = requireResource('channelLocations');
const FLAGS = ['canDeliver', 'canCOD', 'canPickup', 'canCODPickup'] as const;

const row = (locationId: number, version = 1, more: Row = {}): Row => ({
  channelId: 10021,
  type: 0,
  locationId,
  canDeliver: true,
  canCOD: true,
  canPickup: false,
  canCODPickup: false,
  version,
  updatedBy: 'me',
  ...more,
});
const listed = (rows: readonly Row[]) => rows.map(each => ({ key: keyOf(each), row: each, pending: null }));
const keyOf = (each: Row) => `10021/${String(each['locationId'])}/0`;
const waitingOf = (id: string, lines: readonly BulkLine[], set: Row | null): WaitingBulk => ({
  id,
  set,
  sending: false,
  versions: new Map(lines.map(({ key, version }) => [key, version])),
});

it('the plan lists the records that differ, with the displayed versions, and counts the others', () => {
  const mark = { entryId: 'x', state: 'queued', effect: 'update', message: '' } as const;
  const rows = [...listed([row(1), row(2, 7, { canCOD: false }), row(3, 2)]), { key: 'b', row: row(4), pending: mark }];
  const plan = planBulk(resource, 'ID', rows, { canCOD: false }, []);
  expect(plan).toEqual({
    lines: [
      { key: '10021/1/0', version: 1, own: false },
      { key: '10021/3/0', version: 2, own: false },
    ],
    fields: [{ name: 'canCOD', to: false, from: [{ value: true, count: 2 }], same: 1 }],
    same: 1,
    busy: 1,
    barred: 0,
    why: '',
  });
  expect(planBulk(resource, 'ID', rows, null, []).lines).toHaveLength(3);
});

it('a record that would violate a cross-field rule, including pending changes, is excluded', () => {
  const off = { canPickup: false };
  const rows = listed([row(1, 1, { canPickup: true }), row(2, 1, off), row(3, 1, { ...off, canCOD: false })]);
  const allows = (own: Row) => (own['canPickup'] === true ? null : { field: 'canPickup', problem: 'Pickup is off' });
  const plan = planBulk(resource, 'ID', rows, { canCOD: false }, [], allows);
  expect(plan.lines.map(({ key }) => key)).toEqual(['10021/1/0']);
  // A record that already has the value is not changed, whatever the rule.
  expect([plan.barred, plan.why, plan.same]).toEqual([1, 'Pickup is off', 1]);
  const first = planBulk(resource, 'ID', listed([row(2, 1, off)]), { canPickup: true }, []);
  const waiting = [waitingOf('1', first.lines, { canPickup: true })];
  expect(planBulk(resource, 'ID', rows, { canCOD: false }, waiting, allows).barred).toBe(0);
});

it("a bulk change's file contains its records", async () => {
  const lines = [
    { key: 'ID/A,B', version: 3, own: true },
    { key: '10021/1/0', version: 12, own: false },
  ];
  const file = bulkFile('Set COD', lines);
  expect(file.name).toBe('Set COD.csv');
  expect(await file.text()).toBe('version,own,key\n3,1,ID/A,B\n12,0,10021/1/0\n');
  expect([...readBulkLines(await file.text())]).toEqual([
    ['ID/A,B', 3],
    ['10021/1/0', 12],
  ]);
});

it("a bulk change is based on pending ones: it expects the version that the person's previous change will produce", () => {
  const first = planBulk(resource, 'ID', listed([row(1), row(2)]), { canCOD: false }, []);
  const waiting = [waitingOf('1', first.lines, { canCOD: false })];
  const second = planBulk(
    resource,
    'ID',
    listed([row(1), row(2), row(3)]),
    { canCOD: false, canPickup: true },
    waiting,
  );
  expect(second.lines).toEqual([
    { key: '10021/1/0', version: 2, own: true },
    { key: '10021/2/0', version: 2, own: true },
    { key: '10021/3/0', version: 1, own: false },
  ]);
  expect(second.fields[0]).toEqual({ name: 'canCOD', to: false, from: [{ value: true, count: 1 }], same: 2 });
  // After the first change has taken effect and its rows have arrived, only the second is still pending.
  const both = [...waiting, waitingOf('2', second.lines, { canPickup: true })];
  expect(afterBulks(both, '10021/1/0', { version: 1 })).toMatchObject({
    version: 3,
    values: { canCOD: false, canPickup: true },
  });
  expect(afterBulks(both, '10021/1/0', { version: 2 })).toMatchObject({ version: 3, values: { canPickup: true } });
  expect(afterBulks(both, '10021/1/0', { version: 3 })).toBeNull();
});

it('a bulk change skips records with a pending deletion', () => {
  const gone = planBulk(resource, 'ID', listed([row(1)]), null, []);
  const plan = planBulk(resource, 'ID', listed([row(1)]), { canCOD: false }, [waitingOf('1', gone.lines, null)]);
  expect([plan.lines, plan.busy]).toEqual([[], 1]);
});

it("a bulk change distinguishes records returned because the person's earlier change had no effect from those changed by others", async () => {
  const first = planBulk(resource, 'ID', listed([row(1), row(2)]), { canCOD: false }, []);
  const waiting = [waitingOf('1', first.lines, { canCOD: false })];
  const second = planBulk(resource, 'ID', listed([row(1), row(2), row(3)]), { canPickup: true }, waiting);
  // The first change was refused, so record 1 is unchanged; a colleague has changed records 2 and 3.
  const rows = [row(1), row(2, 2), row(3, 2), row(4, 1)].map(each => ({
    key: keyOf(each),
    change: 'changed',
    current: each,
  }));
  const review = {
    total: 5,
    rows: [...rows, { key: '10021/5/0', change: 'changed', current: null }],
    since: '',
  } as never;
  expect(await behindOwn(bulkFile('x', second.lines), review)).toEqual(['10021/1/0']);
  expect(await behindOwn(null, review)).toEqual([]);
  expect([
    returnedText(1, 0),
    returnedText(1200, 0),
    returnedText(2, 2),
    returnedText(1, 1),
    returnedText(3, 1),
  ]).toEqual([
    '1 record was changed in the meantime and was left unchanged',
    '1,200 records were changed in the meantime and were left unchanged',
    '2 records were left unchanged because your earlier change to them, which this one builds on, did not take effect',
    '1 record was left unchanged because your earlier change to it, which this one builds on, did not take effect',
    '3 records were left unchanged because they were changed in the meantime, or your earlier change, which this one builds on, did not take effect',
  ]);
});

/** The mulberry32 random number generator. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Simulates the server's rule: a record is changed if its version equals the line's and, if the line requires that, the
 * same person wrote that version; a key takes effect only once. Meanwhile, colleagues change records, replies get lost,
 * and changes are abandoned.
 */
function history(seed: number): boolean {
  const next = random(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const server = new Map([1, 2, 3, 4].map(id => [`10021/${id}/0`, row(id)]));
  const done = new Set<string>();
  /** For each change, the records displayed when the person decided. */
  const seen = new Map<string, Map<string, Row>>();
  const effects = new Map<string, number>();
  let mirror: Row[] = [...server.values()];
  /** Changes that the server has applied but that are not in the mirror yet. */
  let ahead: typeof queue = [];
  let queue: { id: string; lines: readonly BulkLine[]; set: Row }[] = [];

  const carryOut = (change: (typeof queue)[number]): void => {
    const { id, lines, set } = change;
    if (done.has(id)) return;
    done.add(id);
    const returned = new Set<string>();
    for (const { key, version, own } of lines) {
      const now = server.get(key);
      if (!now || now['version'] !== version || (own && now['updatedBy'] !== 'me')) {
        returned.add(key);
        continue;
      }
      const saw = seen.get(id)?.get(key);
      // No silent overwrites: the fields to be set had the values that the person saw.
      for (const name of Object.keys(set))
        expect([seed, id, key, name, now[name]]).toEqual([seed, id, key, name, saw?.[name]]);
      server.set(key, { ...now, ...set, version: version + 1, updatedBy: 'me' });
      const effect = `${id} ${key}`;
      effects.set(effect, (effects.get(effect) ?? 0) + 1);
    }
    // The receipt lists the returned records, which then are no longer pending.
    change.lines = lines.filter(({ key }) => !returned.has(key));
  };
  for (let step = 0; step < 40; step++) {
    const what = next();
    if (what < 0.3) {
      const waiting = [...ahead, ...queue].map(({ id, lines, set }) => waitingOf(id, lines, set));
      const set = { [pick(FLAGS)]: next() < 0.5, ...(next() < 0.3 ? { [pick(FLAGS)]: next() < 0.5 } : {}) };
      const chosen = mirror.filter(() => next() < 0.7);
      const { lines } = planBulk(resource, 'ID', listed(chosen), set, waiting);
      const id = `change ${step}`;
      const saw = chosen.map((each): [string, Row] => [
        keyOf(each),
        { ...each, ...afterBulks(waiting, keyOf(each), each)?.values },
      ]);
      seen.set(id, new Map(saw));
      if (lines.length > 0) queue.push({ id, lines, set });
    } else if (what < 0.55 && queue[0]) {
      carryOut(queue[0]);
      // The reply is lost, so the request is resent with the same key.
      if (next() < 0.4) carryOut(queue[0]);
      else {
        ahead.push(queue[0]);
        queue = queue.slice(1);
      }
    } else if (what < 0.65) {
      const at = Math.floor(next() * queue.length);
      if (queue[at] && !done.has(queue[at].id)) queue = queue.filter((_, place) => place !== at);
    } else if (what < 0.85) {
      const [key, now] = pick([...server]);
      const name = pick(FLAGS);
      server.set(key, {
        ...now,
        [name]: now[name] !== true,
        version: Number(now['version']) + 1,
        updatedBy: 'colleague',
      });
    } else {
      mirror = [...server.values()];
      ahead = [];
    }
  }
  return [...effects.values()].every(times => times === 1);
}

it("in a thousand random histories, a bulk change takes effect once and overwrites no colleague's change", () => {
  for (let seed = 1; seed <= 1000; seed++) expect([seed, history(seed)]).toEqual([seed, true]);
});
