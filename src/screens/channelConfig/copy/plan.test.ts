import { expect, it } from 'vitest';
import { changedIn, copyTitle, planCopy, planText } from './plan.ts';

const COD = ['cod', 'cod_toggle', 'shop_cod_whitelist', 'shop_cod_blacklist', 'sod'];
const OFF = { cod: 0, cod_toggle: 0, shop_cod_whitelist: 0, shop_cod_blacklist: 0, sod: 0 };
const channel = (channelId: number, values: object = {}, pending: object | null = null) => ({
  key: `ID/${channelId}`,
  row: { country: 'ID', channelId, channelName: `C${channelId}`, version: 3, ...OFF, ...values },
  pending: pending as never,
});
const bulk = (channelId: number, set: object) =>
  ({ id: 'b', set, sending: false, versions: new Map([[`ID/${channelId}`, 3]]) }) as never;

it('a copy’s target changes, already has the values, or is skipped due to a pending change or its own rules', () => {
  const source = channel(1, { cod: 1, cod_toggle: 1 }).row;
  const on = { cod: 1, cod_toggle: 1 };
  const targets = [channel(2), channel(3, on), channel(4, {}, { state: 'queued' }), channel(5), channel(6)];
  const plan = planCopy(COD, source, targets, [bulk(5, on), bulk(6, { priority: 9 })], 'ID');
  expect(plan.set).toEqual({ ...OFF, cod: 1, cod_toggle: 1 });
  expect(plan.targets.map(({ channelId, is }) => [channelId, is])).toEqual([
    [2, 'changes'],
    [3, 'equal'],
    [4, 'busy'],
    [5, 'equal'],
    [6, 'changes'],
  ]);
  // If a change by the same person is pending, the plan expects the version that this change will produce, last written
  // by that person.
  expect([plan.targets[0]?.line, plan.targets[4]?.line]).toMatchObject([
    { version: 3, own: false },
    { version: 4, own: true },
  ]);
  expect(planText(plan)).toBe('2 channels change; 2 channels are already set; 1 channel is skipped');
  // The question lists only channels that change, and for each of them only the settings that change.
  expect(changedIn(plan)).toEqual([
    { name: 'cod', to: 1, count: 2 },
    { name: 'cod_toggle', to: 1, count: 2 },
  ]);
  const one = planCopy(['cod_toggle'], source, [channel(2)], [], 'ID');
  expect(one.targets[0]).toMatchObject({ is: 'forbidden' });
  expect(planText(one)).toBe('1 channel is skipped');
});

it('a copy uses the source’s settings including its pending changes', () => {
  const source = channel(1, { priority: 1 }).row;
  const plan = planCopy(['priority'], source, [channel(2, { priority: 1 })], [bulk(1, { priority: 7 })], 'ID');
  expect([plan.set, plan.targets[0]?.is]).toEqual([{ priority: 7 }, 'changes']);
});

it('a copy’s title includes the group, the source and the number of targets', () => {
  expect(copyTitle('COD', 10021, 1)).toBe('Copy COD of channel 10021 to 1 channel');
  expect(copyTitle('COD', 10021, 1200)).toBe('Copy COD of channel 10021 to 1,200 channels');
});
