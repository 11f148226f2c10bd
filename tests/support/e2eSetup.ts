import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ServerProcess } from './serverProcess.ts';

/** Loads the demo once into a fresh folder; every browser test runs on it, on one port, so that the origin stays. */
export default async function setup(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ops-e2e-'));
  const port = await freePort();
  process.env['E2E_PORT'] = String(port);
  process.env['E2E_DATA'] = dataDir;
  const server = new ServerProcess({ port, dataDir });
  await server.start(300_000);
  await server.stop();
  return () => rmSync(dataDir, { recursive: true, force: true });
}
