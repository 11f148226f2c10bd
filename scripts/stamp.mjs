import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

const ROOT = new URL('..', import.meta.url).pathname;

/** The inputs of a build: everything except tests and documents. */
const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json', 'tsconfig.base.json', 'scripts'];

function* files(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return;
  if (stat.isFile()) {
    if (!/\.test\.tsx?$/.test(path)) yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) yield* files(join(path, name));
}

/**
 * Hash of everything that goes into a build: a later start compares it, and does not rebuild if it is unchanged.
 *
 * @returns {string} hex SHA-256
 */
export function sourceStamp() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of files(join(ROOT, source))) {
      hash.update(file.slice(ROOT.length).split(sep).join('/')).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}
