import { browserEnv } from '../storage/browserEnv.ts';
import { BUILD_ID } from '../base/buildId.ts';
import { createPool } from '../engine/createPool.ts';
import type { OpsApi } from '../engine/opsApi.ts';
import { createHost } from './opsHost.ts';
import { storedProject } from '../network/project.ts';

/** Runs the engine in the tab itself, under the same lock, if no worker starts. */
export function createLocalOps(): OpsApi {
  const env = browserEnv();
  // The engine runs in the tab, and reads the tab's own project.
  const pool = createPool(env, storedProject);
  return createHost({ env, build: BUILD_ID, pool, onProject: () => undefined, end: () => undefined }).connect();
}
