import type { Pool } from 'pg';
import { COUNTRIES, COUNTRY_CODES } from '../../domain/country.ts';
import { MENU } from '../demo/menu.ts';
import { transaction, type Queryable } from './transaction.ts';

/** What an installation without demo data needs to begin with: the eight entities and the menu. */

const BASELINE_LOCK = 7_205_321;

async function insertMenu(db: Queryable): Promise<void> {
  for (const [groupSort, group] of MENU.entries()) {
    const { rows } = await db.query<{ id: number }>(
      'INSERT INTO modules (name, icon, sort) VALUES ($1, $2, $3) RETURNING id',
      [group.name, group.icon, groupSort + 1],
    );
    for (const [sort, entry] of group.entries.entries()) {
      await db.query('INSERT INTO modules (name, parent_id, path, permission, sort) VALUES ($1, $2, $3, $4, $5)', [
        entry.name,
        rows[0]?.id,
        entry.path,
        entry.permission ?? '',
        sort + 1,
      ]);
    }
  }
}

/** Writes entities and menu where there are none yet; whatever exists is left as it is. */
export async function ensureBaseline(pool: Pool): Promise<void> {
  await transaction(pool, async db => {
    await db.query('SELECT pg_advisory_xact_lock($1)', [BASELINE_LOCK]);
    const { rows } = await db.query<{ entities: boolean; modules: boolean }>(
      'SELECT EXISTS (SELECT 1 FROM entities) AS entities, EXISTS (SELECT 1 FROM modules) AS modules',
    );
    if (!rows[0]?.entities) {
      for (const code of COUNTRY_CODES) {
        await db.query('INSERT INTO entities (name, country) VALUES ($1, $2)', [COUNTRIES[code].name, code]);
      }
    }
    if (!rows[0]?.modules) await insertMenu(db);
  });
}
