import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../src/server/db/migrations');

/**
 * Copies the migrations before a given one to a folder, which the caller removes.
 *
 * @param name of the migration, without its number
 */
export function migrationsBefore(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ops-migrations-'));
  cpSync(FOLDER, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const end = journal.entries.findIndex(({ tag }) => tag.replace(/^\d+_/, '') === name);
  if (end < 0) throw new Error(`there is no migration ${name}`);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return folder;
}
