import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates the folder in which the workers load the demo once and keep their copies of it; removes the folder after the
 * run. A folder specified by E2E_DATA may already contain the demo (loadDemo).
 */
export default function setup(): () => void {
  const folder = process.env['E2E_DATA'] ?? mkdtempSync(join(tmpdir(), 'ops-e2e-'));
  mkdirSync(folder, { recursive: true });
  process.env['E2E_DATA'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
