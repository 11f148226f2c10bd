import type { FastifyInstance } from 'fastify';
import { listAuditLogs, type AuditRow } from '../../../contract/audit.ts';
import { resolvePage } from '../../../contract/common.ts';
import type { ServerContext } from '../../context.ts';
import { requireRight } from '../../http/call.ts';
import { registerRead } from '../../http/registrar.ts';

/** Write operations of a feature, newest first; one needs the feature's read permission (LOG-4, G88). */
export function auditRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;
  registerRead(app, context, listAuditLogs, async ({ person, entity }, input) => {
    requireRight(person, entity, `${input.code}.read`);
    const { page, count, offset } = resolvePage(input);
    const values: unknown[] = [entity, input.code];
    let where = 'entity = $1 AND feature = $2';
    if (input.channel !== undefined) where += ` AND channel_id = $${values.push(input.channel)}`;
    if (input['3pl'] !== undefined) where += ` AND tpl_id = $${values.push(input['3pl'])}`;
    const total = await pool.query<{ total: number }>(
      `SELECT count(*) AS total FROM audit_logs WHERE ${where}`,
      values,
    );
    const { rows } = await pool.query<AuditRow>(
      `SELECT id, url, body, email, at AS timestamp, operator_type,
              coalesce(before::text, 'null') AS before, coalesce(after::text, 'null') AS after
         FROM audit_logs WHERE ${where} ORDER BY id DESC LIMIT $${values.push(count)} OFFSET $${values.push(offset)}`,
      values,
    );
    return { list: rows, page, count, total: total.rows[0]?.total ?? 0 };
  });
}
