import type { EngineDeps } from '../engine/engine.ts';

/** An engine environment for tests that do not depend on it: no project, no events, a server at http://x. */
export const quiet = {
  baseUrl: 'http://x',
  project: () => null,
  openEvents: () => () => undefined,
  refreshSession: () => undefined,
  usedShare: async () => null,
} satisfies Partial<EngineDeps>;
