import type pg from 'pg';
import { fold } from '../../domain/fold.ts';

/** Names that migrations 0013 and 0014 copied from channels, with the columns in which they are searched. */
const TAKEN_OVER = [
  { table: 'channel_service_confs', name: 'name', folded: 'name_folded' },
  { table: 'channel_configs', name: 'channel_name', folded: 'channel_name_folded' },
  { table: 'channel_configs', name: 'display_name', folded: 'display_name_folded' },
] as const;

/**
 * Folds the copied names in the same way as every write: SQL has only lower(), so "jose express" would not find "José
 * Express". Names that are already correct are left unchanged, so this can run at every start.
 */
export async function foldTakenOver(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  for (const { table, name, folded } of TAKEN_OVER) {
    const { rows } = await client.query<{ id: string; name: string; folded: string }>(
      `SELECT channel_id AS id, ${name} AS name, ${folded} AS folded FROM ${table}`,
    );
    for (const { id, name: own, folded: now } of rows) {
      const right = fold(own);
      if (right !== now) await client.query(`UPDATE ${table} SET ${folded} = $2 WHERE channel_id = $1`, [id, right]);
    }
  }
}
