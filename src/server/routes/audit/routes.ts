import type { FastifyInstance } from 'fastify';
import { listAuditLogs, type AUDIT_SORTS, type AuditRow } from '../../../contract/audit.ts';
import { resolvePage } from '../../../contract/common.ts';
import { historyCall } from '../../../contract/history.ts';
import type { ServerContext } from '../../context.ts';
import { requireRight } from '../../http/call.ts';
import { registerRead } from '../../http/registrar.ts';
import { logExport } from './export.ts';
import { changesOf, featureOfCollection } from './history.ts';
import { AUDIT_COLUMNS, auditQuery } from './where.ts';

const COLUMN: Readonly<Record<(typeof AUDIT_SORTS)[number], string>> = {
  time: 'at',
  email: 'email',
  operation: 'operator_type',
};

/** Newest first or sorted by a column; each of these orders has an index. */
function orderOf(sort: string | undefined): string {
  if (sort === undefined) return 'id DESC';
  const descending = sort.startsWith('-');
  const column = COLUMN[(descending ? sort.slice(1) : sort) as keyof typeof COLUMN];
  const direction = descending ? 'DESC' : 'ASC';
  return `${column} ${direction}, id ${direction}`;
}

/**
 * Registers the calls that read the log of a feature and the history of a record. Both require the feature's read
 * permission (LOG-4, G88).
 */
export function auditRoutes(app: FastifyInstance, context: ServerContext): void {
  const {
    declared,
    database: { pool },
  } = context;
  registerRead(app, context, listAuditLogs, async ({ person, entity }, input) => {
    requireRight(person, entity, `${input.code}.read`);
    const { page, count, offset } = resolvePage(input);
    const { from, values } = await auditQuery(pool, declared, entity, input);
    const total = await pool.query<{ total: number }>(`SELECT count(*) AS total FROM ${from}`, values);
    const { rows } = await pool.query<AuditRow>(
      `SELECT ${AUDIT_COLUMNS} FROM ${from} ORDER BY ${orderOf(input.sort)}
        LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, count, offset],
    );
    return { list: rows, page, count, total: total.rows[0]?.total ?? 0 };
  });
  logExport(app, context);

  registerRead(app, context, historyCall(declared.resources), async ({ person, entity }, input) => {
    requireRight(person, entity, `${featureOfCollection(declared, input.collection)}.read`);
    const { page, count, offset } = resolvePage(input);
    const all = await changesOf(pool, entity, input.collection, input.key, declared);
    return { list: all.slice(offset, offset + count), page, count, total: all.length };
  });
}
