import { expect, it } from 'vitest';
import { declarationsOf } from '../../contract/declarations.ts';
import { number } from '../../contract/fields/number.ts';
import { FEATURE } from '../../domain/permission.ts';
import { defineResource } from '../../contract/resource.ts';
import { FakeClock, seeded } from '../testing/fakeEnv.ts';
import { MemoryOutbox } from '../testing/memoryOutbox.ts';
import type { NewWrite, Outcome, Row } from '../types.ts';
import { Sender } from './sender.ts';
import { enqueue, recover, takeFence } from './store.ts';

/** Two lists whose records refer to each other. */
const listOf = (name: string, feed: number, other: string) =>
  defineResource({
    id: name,
    collection: `${name}s`,
    feed,
    label: { one: name, many: `${name}s` },
    page: { path: `/tests/${name}s`, title: name, menu: 'Finance' },
    feature: FEATURE.recon,
    scope: 'entity',
    fields: {
      no: number('No', { min: 1, max: 99 }),
      other: number('Other', { min: 1, max: 99, empty: true, names: { collection: `${other}s`, field: 'no' } }),
    },
    key: ['no'],
    order: ['no'],
    edit: ['other'],
    filters: {},
    columns: ['no', 'other'],
    title: row => `${name} ${String(row['no'])}`,
    calls: { base: `/v2/tests/${name}s`, list: `/v2/tests/${name}s/list`, export: `/v2/tests/${name}s/export` },
  });
const declared = declarationsOf([listOf('left', 901, 'right'), listOf('right', 902, 'left')]);

type Of = 'left' | 'right';
const write = (of: Of, effect: NewWrite['effect'], { base, row }: { base: Row | null; row: Row | null }): NewWrite => ({
  callId: `${of}.${effect === 'create' ? 'add' : effect}`,
  entity: 'ID',
  collection: `${of}s` as NewWrite['collection'],
  recordKey: String((row ?? base)?.['no']),
  effect,
  input: { ...base, ...row },
  changes: effect === 'update' ? { other: row?.['other'] } : {},
  base,
  baseVersion: base === null ? null : 1,
  optimistic: row,
  title: `${effect} ${of} ${String((row ?? base)?.['no'])}`,
});
const create = (of: Of, no: number, other: number | null) => write(of, 'create', { base: null, row: { no, other } });
const update = (of: Of, no: number, from: number | null, to: number | null) =>
  write(of, 'update', { base: { no, other: from }, row: { no, other: to } });
const remove = (of: Of, no: number, other: number | null = null) =>
  write(of, 'delete', { base: { no, other }, row: null });

/** Sends the writes to a server that takes a second for each; returns which began and ended, in order. */
async function sent(
  writes: readonly NewWrite[],
  answer: (title: string) => Outcome = () => ({ kind: 'ok', data: null }),
) {
  const clock = new FakeClock();
  const store = new MemoryOutbox(declared);
  for (const [n, one] of writes.entries()) await enqueue(store, one, { id: `k${n}`, at: clock.now() });
  const fence = await takeFence(store);
  await recover(store, fence);
  const log: string[] = [];
  const sender = new Sender({
    store,
    call: async (_definition, _input, options) => {
      const title = writes[Number(options?.idempotencyKey?.slice(1))]?.title ?? '';
      log.push(`> ${title}`);
      await new Promise<void>(resolve => clock.after(1000, resolve));
      log.push(`< ${title}`);
      return answer(title) as never;
    },
    clock,
    random: seeded(3),
    fence,
    learn: async () => undefined,
    probed: () => false,
  });
  sender.poke();
  for (let n = 0; n < 12; n++) await clock.advance(1000);
  return { log, states: store.all().map(({ state }) => state) };
}

it('OB5: records that refer to each other are sent in the order in which they were made', async () => {
  const { log, states } = await sent([
    create('left', 1, null),
    create('right', 2, 1),
    update('left', 1, null, 2),
    create('left', 9, null),
  ]);
  // Writes about other records need not wait.
  expect(log.slice(0, 2)).toEqual(['> create left 1', '> create left 9']);
  expect(log.filter(line => !line.includes('9'))).toEqual([
    '> create left 1',
    '< create left 1',
    '> create right 2',
    '< create right 2',
    '> update left 1',
    '< update left 1',
  ]);
  expect(states).toEqual(['applied', 'applied', 'applied', 'applied']);
});

it('a record is deleted only after no other one refers to it', async () => {
  const { log } = await sent([update('right', 2, 1, null), remove('right', 3, 1), remove('left', 1)]);
  expect(log).toEqual([
    '> update right 2',
    '> delete right 3',
    '< update right 2',
    '< delete right 3',
    '> delete left 1',
    '< delete left 1',
  ]);
});

it('OB4: a refused creation holds nothing, so the server names what is missing', async () => {
  const refused = { kind: 'refused', status: 400, message: 'no' } as never;
  const { log, states } = await sent([create('left', 1, null), create('right', 2, 1)], title =>
    title === 'create left 1' ? refused : { kind: 'ok', data: null },
  );
  expect(log).toEqual(['> create left 1', '< create left 1', '> create right 2', '< create right 2']);
  expect(states).toEqual(['refused', 'applied']);
});
