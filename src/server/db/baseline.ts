import type { Pool } from 'pg';
import { COUNTRIES, COUNTRY_CODES } from '../../domain/country.ts';
import { MOUNTS } from '../../domain/mounts.ts';
import { MENU } from './menu.ts';
import { transaction, type Queryable } from './transaction.ts';

/** The initial data of an installation without demo data: the eight entities and the menu. */

const BASELINE_LOCK = 7_205_321;

/** Key in `meta` for the entries that were added to this database, each in its last version. */
const NOTED = 'menu';
const GIVEN = 'menuGiven';

/** A menu entry, as defined by a release. */
interface Given {
  name: string;
  group: string;
  permission: string;
  sort: number;
}

/**
 * Former versions of entries from releases that did not record them, by path; for an entry that was removed since, its
 * last version.
 */
const FORMER: Readonly<Record<string, Partial<Given>>> = {
  '/opsrate/rates': { group: 'Logistics Product' },
  '/opslmfee/price-lists': { name: 'Last Mile Fee', group: 'Logistics Product' },
  '/opscdt': { name: 'Channel Delivery Time' },
  '/opsfe/servicearea/channelEntry': { name: 'Service Area' },
};

const GIVEN_NOW: ReadonlyMap<string, Given> = new Map(
  MENU.flatMap(group =>
    group.entries.map(({ name, path, permission = '' }, at) => [
      path,
      { name, group: group.name, permission, sort: at + 1 },
    ]),
  ),
);

async function groupOf(db: Queryable, { name, icon }: (typeof MENU)[number], sort: number): Promise<number> {
  const { rows } = await db.query<{ id: number }>('SELECT id FROM modules WHERE parent_id = 0 AND name = $1', [name]);
  if (rows[0]) return rows[0].id;
  const added = await db.query<{ id: number }>(
    'INSERT INTO modules (name, icon, sort) VALUES ($1, $2, $3) RETURNING id',
    [name, icon, sort],
  );
  return (added.rows[0] as { id: number }).id;
}

/** Links a mount's entry to the page below the mount that a later release added, unless somebody changed the entry. */
async function leadToPage(db: Queryable, name: string, path: string, permission: string): Promise<boolean> {
  const mount = MOUNTS.find(own => path.startsWith(`/${own.path}/`));
  if (!mount) return false;
  const { rowCount } = await db.query(
    `UPDATE modules SET path = $1, permission = $2 WHERE path = $3 AND name = $4 AND permission = ''`,
    [path, permission, `/${mount.path}`, name],
  );
  return (rowCount ?? 0) > 0;
}

/**
 * Updates entries that changed between releases. Changes made by an administrator are kept, as is a dropped entry that
 * still has children.
 */
async function mergeEntries(db: Queryable): Promise<void> {
  const noted = await db.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [GIVEN]);
  const before = JSON.parse(noted.rows[0]?.value ?? '{}') as Record<string, Given>;
  const { rows } = await db.query<Given & { id: number; path: string; leaf: boolean }>(
    `SELECT own.id, own.path, own.name, own.permission, own.sort, parent.name AS "group",
            NOT EXISTS (SELECT 1 FROM modules below WHERE below.parent_id = own.id) AS leaf
       FROM modules own JOIN modules parent ON parent.id = own.parent_id WHERE own.path <> ''`,
  );
  for (const { id, path, leaf, ...is } of rows) {
    const was: Partial<Given> = before[path] ?? FORMER[path] ?? {};
    const becomes = GIVEN_NOW.get(path);
    if (!becomes) {
      const isAsGiven = was.name !== undefined && KEYS.every(key => was[key] === undefined || was[key] === is[key]);
      if (isAsGiven && leaf) await db.query('DELETE FROM modules WHERE id = $1', [id]);
      continue;
    }
    const take = <K extends keyof Given>(key: K): Given[K] =>
      was[key] !== undefined && was[key] === is[key] ? becomes[key] : is[key];
    const group = take('group');
    const next: Given = {
      name: take('name'),
      group,
      permission: take('permission'),
      // An entry's position within its group.
      sort:
        group !== is.group ? becomes.sort : was.group !== undefined && was.group !== is.group ? is.sort : take('sort'),
    };
    if (JSON.stringify(formOf(next)) === JSON.stringify(formOf(is))) continue;
    const [at, to] = [...MENU.entries()].find(([, { name }]) => name === group) ?? [];
    await db.query(
      'UPDATE modules SET name = $2, permission = $3, sort = $4, parent_id = coalesce($5, parent_id), version = version + 1 WHERE id = $1',
      [id, next.name, next.permission, next.sort, at === undefined || !to ? null : await groupOf(db, to, at + 1)],
    );
  }
  await db.query(
    'INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    [GIVEN, JSON.stringify(Object.fromEntries(GIVEN_NOW))],
  );
}

const KEYS = ['name', 'group', 'permission', 'sort'] as const;

const formOf = (of: Given): (string | number)[] => KEYS.map(key => of[key]);

/**
 * Adds entries that are new in a later release, which means that they neither exist nor were ever added. Entries that
 * were removed stay removed.
 */
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

/**
 * Inserts missing entities, as well as menu entries that were never added to this database. Updates entries that
 * changed in a later release, but keeps changes made by an administrator.
 */
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
    await mergeEntries(db);
  });
}
