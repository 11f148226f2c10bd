import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import type { Transport } from '../network/transport.ts';
import { FakeClock } from '../testing/fakeEnv.ts';
import { mirrors } from '../testing/mirrors.ts';
import { askWarehouses, keptWarehouses } from './warehouses.ts';

const mirror = mirrors(993_000, afterEach);
const house = (id: string) => ({ id, name: `House ${id}`, region: 'Banten', city: 'Tangerang' });
const answering = (outcome: object) =>
  ({ transport: { call: async () => outcome } as unknown as Transport, env: { clock: new FakeClock() } }) as never;

it('both warehouse lists are stored separately per entity and from-country, and used if the server is unreachable', async () => {
  const db = await mirror();
  const answer = { seller_location_list: [house('A'), house('B')], warehouse_location_list: [house('W')] };
  const expected = { seller: [house('A'), house('B')], wms: [house('W')] };
  expect(await keptWarehouses(db, 'ID', 'MY')).toBeNull();
  expect(await askWarehouses(answering({ kind: 'ok', data: answer }), db, 'ID', 'MY')).toEqual(expected);
  expect(await askWarehouses(answering({ kind: 'noNetwork', reason: 'unreachable' }), db, 'ID', 'MY')).toBeNull();
  expect(await keptWarehouses(db, 'ID', 'MY')).toEqual(expected);
  expect(await keptWarehouses(db, 'ID', 'ID')).toBeNull();
  expect(await keptWarehouses(db, 'MY', 'MY')).toBeNull();
});

it('warehouses are returned even if the browser stores nothing, and an empty list is stored as empty', async () => {
  const none = { kind: 'ok', data: { seller_location_list: [], warehouse_location_list: [] } };
  expect(await askWarehouses(answering(none), null, 'ID', 'SG')).toEqual({ seller: [], wms: [] });
  const db = await mirror();
  await askWarehouses(answering(none), db, 'ID', 'SG');
  expect(await keptWarehouses(db, 'ID', 'SG')).toEqual({ seller: [], wms: [] });
});
