import { openActivityServiceLater } from '../activity/openActivityService.ts';
import { BUILD_ID } from '../base/buildId.ts';
import { Engine } from './engine.ts';
import { EnginePool } from './enginePool.ts';
import type { Env } from '../base/env.ts';
import { openImportSender } from '../imports/openSender.ts';
import { SessionKeeper } from '../session/sessionKeeper.ts';
import { usedShare } from '../storage/storageRoom.ts';
import { createEvents, createTransport, platformFetch } from '../network/transport.ts';

/**
 * The engine pool of one context, using the browser's own network; run by the `ops` worker, or by a tab in its place.
 */
export function createPool(env: Env, project: () => string | null): EnginePool {
  const keeper = new SessionKeeper({ env, transport: createTransport({ fetch: platformFetch, baseUrl: '', project }) });
  return new EnginePool({
    env,
    loadSession: () => keeper.load(),
    createEngine: userId =>
      new Engine({
        env,
        build: BUILD_ID,
        userId,
        fetch: platformFetch,
        baseUrl: '',
        project,
        openEvents: createEvents('', project),
        refreshSession: () => void refreshWithMenu(keeper),
        openActivityService: openActivityServiceLater,
        openImports: openImportSender,
        // Loaded on demand, because hardly any write waits for an import.
        awaitingImports: async entries =>
          (await import('../imports/awaited.ts')).awaitingImports(userId, env.owns, entries),
        usedShare,
      }),
  });
}

/** Requests who is signed in and the menu, which depends on permissions and on the modules that administrators edit. */
async function refreshWithMenu(keeper: SessionKeeper): Promise<void> {
  const country = (await keeper.load())?.info.currentEntity;
  await Promise.all([keeper.refresh(), country && keeper.refreshMenu(country)]);
}
