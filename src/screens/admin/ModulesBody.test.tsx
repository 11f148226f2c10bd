// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { ModulesBody } from './ModulesBody.tsx';

const UNUSED = { path: '/x', icon: '', permission: '', displayWhitelist: '', status: 0, version: 1 };
const row = (id: number, name: string, sort: number) => ({ id, name, sort, parentId: 0, ...UNUSED });
const world = vi.hoisted(() => ({ list: [] as { id: number; name: string; sort: number; parentId: number }[] }));
const reload = vi.hoisted(() => vi.fn<() => void>());
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ state: { location: { state: {} } } }) }));
vi.mock('../../sync/hooks/useSync.ts', () => ({ useSync: () => ({ client: {}, entity: 'ID' }) }));
vi.mock('../../ui/UiContext.ts', () => ({
  useUi: () => ({ online: true, can: () => true, notify: { error: () => undefined } }),
}));
// The page still shows the first order: reloading it takes longer than the presses.
vi.mock('../../sync/hooks/useAdministration.ts', () => {
  let first: unknown;
  return {
    useAdministration: () => {
      first ??= { list: world.list };
      return { data: first, problem: null, unreachable: false, loading: false, reload };
    },
  };
});
vi.mock('../../sync/actions/administer.ts', () => ({
  administer: async (
    _client: object,
    _entity: string,
    call: { id: string },
    input: { id: number; before?: number },
  ) => {
    if (call.id === 'modules.list') return { list: world.list };
    const others = world.list.toSorted((a, b) => a.sort - b.sort).filter(({ id }) => id !== input.id);
    const own = world.list.filter(({ id }) => id === input.id);
    const at = others.findIndex(({ id }) => id === input.before);
    const order = others.toSpliced(at < 0 ? others.length : at, 0, ...own);
    world.list = order.map((module, sort) => ({ ...module, sort }));
    return own[0];
  },
}));

const page = reactRoot();

it('two quick presses move a module by two places', async () => {
  world.list = [row(1, 'A', 0), row(2, 'B', 1), row(3, 'C', 2), row(4, 'D', 3)];
  await act(async () => page.root.render(<ModulesBody />));
  const up = [...document.querySelectorAll('button')].find(own => own.getAttribute('aria-label') === 'Move D up');
  await act(async () => {
    up?.click();
    up?.click();
  });
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
  expect(world.list.map(({ name }) => name)).toEqual(['A', 'D', 'B', 'C']);
});
