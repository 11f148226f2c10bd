import type { FastifyInstance } from 'fastify';
import type { AuditRow } from '../../../contract/audit.ts';
import type { Declarations } from '../../../contract/declarations.ts';
import { exportAuditLogs } from '../../../contract/history.ts';
import { changeLines, fieldsChanged } from '../../../contract/recordChange.ts';
import { auditLabel } from '../../../contract/auditLabel.ts';
import { subjectOf } from '../../../contract/auditQuick.ts';
import { aboutText, entryChannel, isTakingBack } from '../../../contract/auditText.ts';
import { operatorText } from '../../../domain/operatorText.ts';
import { COUNTRIES } from '../../../domain/country.ts';
import { formatDate, formatTime } from '../../../domain/format.ts';
import type { Cell, Column } from '../../../domain/sheet/workbookXml.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import { batchesAs, newTask } from '../../db/turns.ts';
import type { Queryable } from '../../db/transaction.ts';
import { workbookStream } from '../../files/xlsx.ts';
import { requireRight } from '../../http/call.ts';
import { registerRaw } from '../../http/registrar.ts';
import { AUDIT_COLUMNS, auditQuery, type AuditQuery } from './where.ts';
import { rounds } from '../../base/rounds.ts';

const BATCH = 1_000;

const COLUMNS: readonly Column[] = [
  { heading: 'Operation Time', width: 20 },
  { heading: 'Operator Email', width: 28 },
  { heading: 'Operation Type', width: 24 },
  { heading: 'Channel ID', width: 12 },
  { heading: '3PL ID', width: 12 },
  { heading: 'Record', width: 18 },
  { heading: 'Changes', width: 60 },
  { heading: 'Files', width: 32 },
];

type Values = Record<string, unknown> | null;

function cellsOf({ resources, resourceOf }: Declarations, row: AuditRow, timeZone: string): Cell[] {
  const { label, tplId, fileNames, ofImport } = auditLabel(row.url, row.body, resources);
  const [before, after] = [JSON.parse(row.before) as Values, JSON.parse(row.after) as Values];
  const isRecord = row.collection !== null && !ofImport;
  const changes = isRecord ? fieldsChanged(resourceOf(row.collection ?? ''), before, after) : [];
  // The files of an import are in a separate column.
  const about = ofImport && !isTakingBack(row) ? '' : aboutText(row);
  return [
    formatTime(row.timestamp, timeZone),
    operatorText(row),
    label,
    entryChannel(row) ?? '',
    tplId ?? '',
    row.record === null ? '' : subjectOf(row.record),
    isRecord ? changeLines(changes, before, after).join('; ') : about,
    fileNames.join(', '),
  ];
}

/** Yields entries in batches, newest first. Each page continues after the last id of the previous page. */
async function* batchesOf(
  db: Queryable,
  declared: Declarations,
  { from, values }: AuditQuery,
  timeZone: string,
): AsyncGenerator<Cell[][]> {
  let last: number | null = null;
  for (const round = rounds('Exporting the log'); ; round()) {
    const { rows }: { rows: AuditRow[] } = await db.query<AuditRow>(
      `SELECT ${AUDIT_COLUMNS} FROM ${from} ${last === null ? '' : `WHERE id < ${String(last)}`} ORDER BY id DESC LIMIT ${BATCH}`,
      values,
    );
    if (rows.length === 0) return;
    yield rows.map(row => cellsOf(declared, row, timeZone));
    last = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) return;
  }
}

/**
 * Registers the export of a log, which streams all filtered entries as a spreadsheet. Beyond the row limit, the
 * spreadsheet continues on further sheets.
 */
export function logExport(app: FastifyInstance, context: ServerContext): void {
  const {
    declared,
    database: { pool },
  } = context;
  registerRaw(app, context, exportAuditLogs, async ({ person, entity, reply }, input) => {
    requireRight(person, entity, `${input.code}.read`);
    const { timeZone } = COUNTRIES[entity];
    const query = await auditQuery(pool, declared, entity, input);
    const name = `Operation history ${entity} ${formatDate(nowSeconds(context), timeZone)}.xlsx`;
    return reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(
        workbookStream({
          sheet: 'Operation history',
          columns: COLUMNS,
          rows: batchesAs(newTask('costly'), batchesOf(pool, declared, query, timeZone)),
        }),
      );
  });
}
