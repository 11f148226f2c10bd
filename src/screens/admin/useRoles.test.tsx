// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { useRoles } from './useRoles.ts';

const world = vi.hoisted(() => ({ fails: new Set<number>(), asked: [] as number[], client: {} }));
vi.mock('../../sync/hooks/useSync.ts', () => ({ useSync: () => ({ client: world.client, entity: 'ID' }) }));
vi.mock('../../sync/actions/administer.ts', () => ({
  administer: async (_client: object, _entity: string, _call: object, { id }: { id: number }) => {
    world.asked.push(id);
    if (world.fails.has(id)) throw new Error('The server did not respond in time.');
    return { list: [{ id: id * 10, name: `Role ${id}` }] };
  },
}));

const page = reactRoot();
const Form = ({ ids }: { ids: readonly number[] }) => {
  const { roles, problem } = useRoles(ids);
  return `${roles.map(({ name }) => name).join()} ${problem ?? '-'}`;
};
const draw = async (ids: readonly number[]): Promise<string> => {
  await act(async () => page.root.render(<Form ids={ids} />));
  return document.body.textContent;
};
const wait = async (): Promise<string> => {
  await act(async () => vi.advanceTimersByTimeAsync(3_000));
  return document.body.textContent;
};
beforeEach(() => {
  vi.useFakeTimers();
  world.asked = [];
  world.fails.clear();
});
afterEach(() => vi.useRealTimers());

it('roles that could not be loaded are requested again until they are, without those that were', async () => {
  world.fails.add(2);
  expect(await draw([1, 2])).toContain('Role 1 The server did not respond in time.');
  expect(await wait()).toContain('did not respond');
  world.fails.clear();
  expect(await wait()).toContain('Role 1,Role 2 -');
  expect(world.asked.filter(id => id === 1)).toEqual([1]);
});

it('nothing is requested again for an entity that is no longer chosen', async () => {
  world.fails.add(2);
  await draw([2]);
  expect(await draw([])).toContain(' -');
  const { length } = world.asked;
  await wait();
  expect(world.asked).toHaveLength(length);
});
