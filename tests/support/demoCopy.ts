import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'playwright/test';
import { hashPassword } from '../../src/server/auth/password.ts';
import { DEMO_PASSWORD } from '../../src/server/demo/accounts.ts';
import { editDatabase } from './databaseEdit.ts';
import { freePort, ServerProcess } from './serverProcess.ts';

/** The size of the demo to load; see OPS_DEMO_SCALE. */
export type DemoScale = 'small' | 'full';

/** Loading the full demo takes a quarter of a minute on an idle machine. */
const LOAD_MILLIS = 300_000;

/** Makes the server build the segments that most tests load first, so that no copy has to rebuild them. */
async function buildSegments(url: string): Promise<void> {
  const api = await request.newContext({ baseURL: url });
  await api.post('/api/login', { data: { email: 'id.editor@ops.example', password: DEMO_PASSWORD } });
  for (const query of ['collection=locations', 'collection=channelLocations&channelId=10021']) {
    const answer = await api.get(`/api/v2/ops/segments?${query}&entity=ID`, { timeout: LOAD_MILLIS });
    if (!answer.ok()) throw new Error(`Segments of ${query}: ${answer.status()} ${await answer.text()}`);
  }
  await api.dispose();
}

/**
 * Hashing a password is deliberately slow, taking half a second of CPU time. The tests sign in hundreds of times, and
 * their password is no secret, so it gets a cheap hash.
 */
async function cheapSignIn(dataDir: string): Promise<void> {
  const hash = await hashPassword(DEMO_PASSWORD, { N: 2, r: 1, p: 1 });
  await editDatabase(dataDir, 'UPDATE users SET password_hash = $1', [hash]);
}

/**
 * The folder below `root` with the loaded demo. If there are several processes, the first one loads it and the others
 * wait.
 *
 * @throws Error if the demo cannot be loaded
 */
export async function loadedDemo(root: string, scale: DemoScale): Promise<string> {
  const folder = join(root, scale);
  const done = `${folder}.loaded`;
  mkdirSync(root, { recursive: true });
  try {
    mkdirSync(folder);
  } catch {
    for (const end = Date.now() + LOAD_MILLIS; Date.now() < end; await pause(100)) if (existsSync(done)) return folder;
    throw new Error(`The ${scale} demo in ${folder} was not loaded within ${LOAD_MILLIS / 1000} s.`);
  }
  const server = new ServerProcess({ port: await freePort(), dataDir: folder, env: { OPS_DEMO_SCALE: scale } });
  try {
    await server.start(LOAD_MILLIS);
    await buildSegments(server.url);
  } finally {
    await server.stop();
  }
  await cheapSignIn(folder);
  writeFileSync(done, '');
  return folder;
}

/**
 * Copies the loaded demo for one worker's server to a new folder below `root`, with which the copy is removed.
 *
 * @param root folder shared by all workers of a run
 */
export async function copyDemo(root: string, scale: DemoScale): Promise<string> {
  const from = await loadedDemo(root, scale);
  const copy = mkdtempSync(join(root, 'worker-'));
  cpSync(from, copy, { recursive: true });
  return copy;
}
