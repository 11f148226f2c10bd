import type { EngineDeps } from '../engine/engine.ts';

/** What an engine has around it in a test that is about none of it: no project, no events, a server at http://x. */
export const quiet = {
  baseUrl: 'http://x',
  project: () => null,
  openEvents: () => () => undefined,
  refreshSession: () => undefined,
  usedShare: async () => null,
} satisfies Partial<EngineDeps>;
