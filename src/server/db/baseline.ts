import type { Pool } from 'pg';
import { COUNTRIES, COUNTRY_CODES } from '../../domain/country.ts';
import { MOUNTS } from '../../domain/mounts.ts';
import { MENU } from '../demo/menu.ts';
import { transaction, type Queryable } from './transaction.ts';

/** What an installation without demo data needs to begin with: the eight entities and the menu. */

const BASELINE_LOCK = 7_205_321;

/** Paths of the entries that this database was once given. */
const NOTED = 'menu';

async function groupOf(db: Queryable, { name, icon }: (typeof MENU)[number], sort: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>('SELECT id FROM modules WHERE parent_id = 0 AND name = $1', [name]);
  if (rows[0]) return rows[0].id;
  const added = await db.query<{ id: number }>(
    'INSERT INTO modules (name, icon, sort) VALUES ($1, $2, $3) RETURNING id',
    [name, icon, sort],
  );
  return (added.rows[0] as { id: number }).id;
}

/** The entry of a mount whose pages came with a later release leads to them from then on, if nobody has changed it. */
async function leadToPage(db: Queryable, name: string, path: string, permission: string): Promise<boolean> {
  const mount = MOUNTS.find(own => path.startsWith(`/${own.path}/`));
  if (!mount) return false;
  const { rowCount } = await db.query(
    `UPDATE modules SET path = $1, permission = $2 WHERE path = $3 AND name = $4 AND permission = ''`,
    [path, permission, `/${mount.path}`, name],
  );
  return (rowCount ?? 0) > 0;
}

/** Adds the entries that are neither there nor were given before: those of a later release. What was removed stays away. */
async function addEntries(db: Queryable): Promise<void> {
  const noted = await db.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [NOTED]);
  const there = await db.query<{ path: string }>('SELECT path FROM modules');
  const known = new Set([
    ...(JSON.parse(noted.rows[0]?.value ?? '[]') as string[]),
    ...there.rows.map(({ path }) => path),
  ]);
  for (const [groupSort, group] of MENU.entries()) {
    for (const [sort, { name, path, permission = '' }] of group.entries.entries()) {
      if (known.has(path) || (await leadToPage(db, name, path, permission))) continue;
      await db.query('INSERT INTO modules (name, parent_id, path, permission, sort) VALUES ($1, $2, $3, $4, $5)', [
        name,
        await groupOf(db, group, groupSort + 1),
        path,
        permission,
        sort + 1,
      ]);
    }
  }
  await db.query(
    'INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    [
      NOTED,
      JSON.stringify([...new Set([...known, ...MENU.flatMap(({ entries }) => entries.map(({ path }) => path))])]),
    ],
  );
}

/** Writes entities where there are none, and the menu's entries that this database never had; whatever exists is left as it is. */
export async function ensureBaseline(pool: Pool): Promise<void> {
  await transaction(pool, async db => {
    await db.query('SELECT pg_advisory_xact_lock($1)', [BASELINE_LOCK]);
    const { rows } = await db.query<{ entities: boolean }>('SELECT EXISTS (SELECT 1 FROM entities) AS entities');
    if (!rows[0]?.entities) {
      for (const code of COUNTRY_CODES) {
        await db.query('INSERT INTO entities (name, country) VALUES ($1, $2)', [COUNTRIES[code].name, code]);
      }
    }
    await addEntries(db);
  });
}
