import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The release time of the built console in a folder, in epoch seconds. */
export const releaseOf = (folder: string): number =>
  (JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as { release_time: number }).release_time;

function rewrite(path: string, change: (text: string) => string): void {
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`nothing to change in ${path}`);
  writeFileSync(path, after);
  for (const copy of [`${path}.br`, `${path}.gz`]) if (existsSync(copy)) rmSync(copy);
}

/** A copy of the built console as if built at a different time: with its own page, release file and service worker. */
export function releasedAt(time: number, from = 'dist/client'): string {
  const folder = mkdtempSync(join(tmpdir(), 'ops-release-'));
  cpSync(from, folder, { recursive: true });
  rewrite(join(folder, 'release.json'), () => JSON.stringify({ release_time: time }));
  rewrite(join(folder, 'index.html'), text => text.replace(/(name="ops-release" content=")\d+/, `$1${time}`));
  const revision = time.toString(16).padStart(32, '0');
  rewrite(join(folder, 'sw.js'), text =>
    text.replace(/"revision":"[0-9a-f]{32}","url":"index\.html"/, `"revision":"${revision}","url":"index.html"`),
  );
  return folder;
}
