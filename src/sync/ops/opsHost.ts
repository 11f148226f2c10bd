import type { EnginePool } from '../engine/enginePool.ts';
import type { Env } from '../base/env.ts';
import { tabLock, type OpsApi, type TabInfo } from '../engine/opsApi.ts';

export interface HostDeps {
  env: Env;
  build: string;
  pool: EnginePool;
  /** Called with the project of the tab that sent the last message (REQ-6). */
  onProject: (project: string | null) => void;
  /** Terminates the process in which the host runs. */
  end: () => void;
}

/**
 * Hosts the engines in the shared `ops` worker, a tab's own worker or the tab itself. Each port has one responder; all
 * tabs of the host share its engines. Nothing here ever awaits a tab; a tab's death is detected through its Web Lock.
 */
export function createHost({ env, build, pool, onProject, end }: HostDeps): { connect: () => OpsApi } {
  const seen = new Set<string>();
  const lock = `ops-worker-${env.uuid()}`;
  void env.locks.request(lock, {}, () => new Promise(() => undefined));

  function watch(tabId: string): void {
    if (seen.has(tabId)) return;
    seen.add(tabId);
    void env.locks.request(tabLock(tabId), { mode: 'shared' }, async () => {
      seen.delete(tabId);
      pool.detach(tabId);
    });
  }

  return {
    connect(): OpsApi {
      let tabId = '';
      const engine = () => pool.of(tabId);
      return {
        hello: async () => ({ build, lock }),
        attach: async (tab: TabInfo) => {
          ({ tabId } = tab);
          onProject(tab.project);
          pool.attach(tabId, tab.userId, tab.entity);
          watch(tabId);
        },
        project: async name => onProject(name),
        retire: async () => {
          await pool.close();
          // Terminates only after the response has been sent.
          env.clock.after(50, end);
        },
        suggest: async (...args) => (await engine()?.suggest(...args)) ?? { ready: false, value: [] },
        children: async (...args) => (await engine()?.children(...args)) ?? { ready: false, value: [] },
        path: async (...args) => (await engine()?.path(...args)) ?? { ready: false, value: null },
        list: async (...args) => (await engine()?.list(...args)) ?? { ready: false, value: null },
        matchAddress: async (...args) => (await engine()?.matchAddress(...args)) ?? { ready: false, value: null },
        coverage: async (...args) => (await engine()?.coverage(...args)) ?? { ready: false, value: null },
        leadTimes: async (...args) => (await engine()?.leadTimes(...args)) ?? { ready: false, value: null },
        checkServed: async (...args) => (await engine()?.checkServed(...args)) ?? { ready: false, value: null },
      };
    },
  };
}
