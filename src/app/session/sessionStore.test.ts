import { expect, it, vi } from 'vitest';
import type { StoredSession } from '../../sync/session/session.ts';
import { bootSession, changeEntity, chosenHere, currentSession, reloadSession } from './sessionStore.ts';

const world = vi.hoisted(() => ({
  load: vi.fn<() => Promise<unknown>>(),
  heard: null as ((session: unknown) => void) | null,
}));
vi.mock('../../sync/client/client.ts', () => ({ openSync: () => ({ close: () => undefined }) }));
vi.mock('../../sync/session/session.ts', () => ({
  loadSession: world.load,
  onSessionCalls: () => undefined,
  onSessionChange: (listener: (session: unknown) => void) => {
    world.heard = listener;
    return () => undefined;
  },
  loadMenu: async () => [],
  refreshMenu: async () => [],
  refreshSession: async () => ({ kind: 'signedOut' }),
  switchEntity: async (country: string) => session(country),
}));
vi.mock('../monitoring.ts', () => ({ reportError: () => undefined }));

function session(currentEntity: string): StoredSession {
  return {
    info: { userId: 1, currentEntity, codesByEntity: {} },
    menu: {},
    whitelist: null,
  } as unknown as StoredSession;
}

it('a tab whose session could not be read at first follows the other tabs once the person has signed in', async () => {
  world.load.mockRejectedValueOnce(new Error('The database is blocked.'));
  expect(await bootSession()).toBeNull();
  world.load.mockResolvedValue(session('ID'));
  await reloadSession();
  expect(currentSession()?.session.info.currentEntity).toBe('ID');
  world.heard?.(session('MY'));
  expect(currentSession()?.session.info.currentEntity).toBe('MY');
  world.heard?.(null);
  expect(currentSession()).toBeNull();
});

it('a country counts as selected in this tab only until the tab follows another one', async () => {
  world.load.mockResolvedValue(session('ID'));
  await reloadSession();
  await changeEntity('SG');
  expect(chosenHere()).toBe('SG');
  // A change of anything else leaves it as it is.
  world.heard?.(session('SG'));
  expect(chosenHere()).toBe('SG');
  world.heard?.(session('BR'));
  world.heard?.(session('SG'));
  // Back in Singapore, but this time because of the other tab.
  expect(chosenHere()).toBeNull();
});
