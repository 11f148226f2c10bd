import { expose } from 'comlink';
import { browserEnv } from '../../sync/storage/browserEnv.ts';
import { BUILD_ID } from '../../sync/base/buildId.ts';
import { createPool } from '../../sync/engine/createPool.ts';
import { createHost } from '../../sync/ops/opsHost.ts';

/** Entry point of the `ops` worker, which all tabs share; without SharedWorker, a tab starts its own. Wiring only. */

const env = browserEnv();
let project: string | null = null;
const host = createHost({
  env,
  build: BUILD_ID,
  pool: createPool(env, () => project),
  onProject: next => {
    project = next;
  },
  end: () => self.close(),
});

if ('onconnect' in self) {
  (self as unknown as SharedWorkerGlobalScope).addEventListener('connect', event => {
    const port = event.ports[0];
    if (port) expose(host.connect(), port);
  });
} else expose(host.connect());
