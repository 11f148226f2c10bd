// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { reactRoot } from '../../../tests/support/reactRoot.ts';
import type { SessionState } from '../session/sessionStore.ts';
import { useSigningOut, type SigningOut } from './useSigningOut.ts';

const world = vi.hoisted(() => ({
  last: { writes: 3, imports: 0 },
  signOut: vi.fn<(options: unknown) => Promise<null>>(async () => null),
}));
vi.mock('../../sync/session/session.ts', () => ({
  lastOf: async () => world.last,
  unsentCount: async () => 3,
  undecidedCount: async () => 0,
  importCounts: async () => ({ open: { imports: 0, bulks: 0 }, undecided: { imports: 0, bulks: 0 } }),
  draftCounts: async () => ({ forms: 0, imports: 0 }),
  signOut: world.signOut,
}));
vi.mock('../session/sessionStore.ts', () => ({ reloadSession: async () => null }));
vi.mock('../../sync/actions/pushHere.ts', () => ({ unsubscribeHere: async () => undefined }));

const page = reactRoot();
const state = {
  session: { info: { userId: 1 } },
  client: { status: { getSnapshot: () => ({ network: 'online' }) } },
} as unknown as SessionState;

it('OB6: only the writes that the person was asked about are discarded', async () => {
  let shown: SigningOut | undefined;
  function Page() {
    const signingOut = useSigningOut(state);
    useLayoutEffect(() => {
      shown = signingOut;
    }, [signingOut]);
    return null;
  }
  await act(async () => page.root.render(<Page />));
  await act(async () => shown?.start(false));
  expect(shown?.asking?.unsent.changes).toBe(3);
  // Another tab queues a write while the question is open.
  world.last = { writes: 4, imports: 0 };
  await act(async () => shown?.confirm({ discard: true }));
  await vi.waitFor(() => expect(world.signOut).toHaveBeenCalledOnce());
  expect(world.signOut).toHaveBeenCalledWith({ everywhere: false, discard: true, asked: { writes: 3, imports: 0 } });
});
