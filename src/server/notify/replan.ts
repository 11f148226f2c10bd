import { afterQuiet, type QuietHours } from '../../domain/notify/schedule.ts';
import { transaction, type Queryable } from '../db/transaction.ts';
import type { Database } from '../db/open.ts';
import { lockMessages } from './plan.ts';

/** Reschedules messages that wait for the end of quiet hours when the quiet hours change. */

interface Waiting {
  id: number;
  ruleId: number;
  way: string;
  dueAt: number;
  windowAt: number;
  tries: number;
  /** Minimum number of seconds between two messages of the rule. */
  every: number;
}

/**
 * When the previous message of the rule was due, which is when the current interval began; null if there is no previous
 * message.
 */
async function windowBefore(db: Queryable, userId: number, { ruleId, way, windowAt }: Waiting): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>(
    'SELECT max(window_at)::int8 AS at FROM notify_deliveries WHERE rule_id = $1 AND user_id = $2 AND way = $3 AND window_at < $4',
    [ruleId, userId, way, windowAt],
  );
  return rows[0]?.at ?? null;
}

/**
 * Reschedules messages that wait because of a person's previous quiet hours: to now, to the end of the new quiet hours,
 * or to the earliest time that their rule permits. Each message is rescheduled in its own transaction, because planning
 * locks messages in a different order.
 * @param former the previous quiet hours
 */
export async function replanFor(
  { pool }: Pick<Database, 'pool'>,
  userId: number,
  { former, quiet, now }: { former: QuietHours | null; quiet: QuietHours | null; now: number },
): Promise<void> {
  const { rows } = await pool.query<Waiting>(
    `SELECT d.id, d.rule_id AS "ruleId", d.way, d.due_at AS "dueAt", d.window_at AS "windowAt", d.tries,
            coalesce(r.every_minutes, 0) * 60 AS every
       FROM notify_deliveries d LEFT JOIN notify_rules r ON r.id = d.rule_id
      WHERE d.user_id = $1 AND d.state = 'waiting' AND NOT d.critical AND d.due_at > $2 ORDER BY d.id`,
    [userId, now],
  );
  for (const row of rows) {
    // After a failed attempt, a message waits for the next attempt, unless that was postponed to the end of the quiet
    // hours.
    if (row.tries > 0 && afterQuiet(row.dueAt - 1, former) !== row.dueAt) continue;
    await transaction(pool, async db => {
      await lockMessages(db, row.ruleId, userId, row.way);
      const before = await windowBefore(db, userId, row);
      const allowedAt = row.tries > 0 || before === null || row.every === 0 ? now : Math.max(now, before + row.every);
      const dueAt = afterQuiet(allowedAt, quiet);
      if (dueAt >= row.dueAt) return;
      const windowAt = row.tries > 0 ? row.windowAt : Math.max(dueAt, (before ?? -1) + 1);
      await db.query(
        `UPDATE notify_deliveries SET due_at = $2, window_at = $3 WHERE id = $1 AND state = 'waiting' AND due_at = $4`,
        [row.id, dueAt, windowAt, row.dueAt],
      );
    });
  }
  // When a message is pushed, the current quiet hours are checked again.
  await pool.query(
    `UPDATE push_messages SET due_at = $2 WHERE due_at > $2 AND tries = 0
        AND subscription_id IN (SELECT id FROM push_subscriptions WHERE user_id = $1)`,
    [userId, now],
  );
}
