// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import { RolesBody } from './RolesBody.tsx';

const nothing = { data: null, problem: null, unreachable: false, loading: false, reload: () => undefined };
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ state: { location: { state: {} } } }) }));
vi.mock('../../sync/hooks/useSync.ts', () => ({ useSync: () => ({ client: {}, entity: 'ID' }) }));
vi.mock('../../ui/UiContext.ts', () => ({ useUi: () => ({ online: true, notify: {} }) }));
vi.mock('../../sync/hooks/useAdministration.ts', () => ({
  useAdministration: ({ id }: { id: string }) =>
    id === 'entities.list' ? { ...nothing, problem: 'The server cannot be reached.', unreachable: true } : nothing,
}));

const page = reactRoot();

it('without the server, the page Roles says so, like every other page of administration', () => {
  act(() => page.root.render(<RolesBody />));
  expect(document.body.textContent).toContain('This page requires the server');
});
