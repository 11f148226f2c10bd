import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageText from '../../../package.json' with { type: 'json' };
import { migrationsFolder } from '../migrate/migrate.ts';

interface Journal {
  entries: { tag: string }[];
}

/** Identifies this build by the version of the package and the last migration. */
export const RELEASE = {
  version: packageText.version,
  get lastMigration(): string {
    const journal = JSON.parse(readFileSync(join(migrationsFolder(), 'meta', '_journal.json'), 'utf8')) as Journal;
    return journal.entries.at(-1)?.tag ?? '';
  },
};
