import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyDemo } from '../support/demoCopy.ts';
import { isTiny } from './figure.ts';

let root: string | null = null;

/**
 * A new data folder for a server on an embedded database. It is empty, except in a tiny run, in which the demo is loaded
 * once (or found in E2E_DATA, where the browser tests have loaded it) and then copied.
 */
export async function benchFolder(): Promise<string> {
  if (!isTiny) return mkdtempSync(join(tmpdir(), 'ops-bench-'));
  root ??= process.env['E2E_DATA'] ?? ownRoot();
  return copyDemo(root, 'small');
}

function ownRoot(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ops-bench-demo-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
