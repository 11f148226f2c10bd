import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { ownerIn } from '../../contract/owner.ts';
import {
  EXPORT_TYPES,
  exportCells,
  exportColumns,
  exportFileName,
  sheetOfExport,
  type ExportFormat,
  type Sheet,
} from '../../contract/resourceSheet.ts';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { formatDate } from '../../domain/format.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/sheet/csvText.ts';
import type { Cell } from '../../domain/sheet/workbookXml.ts';
import { nowSeconds } from '../base/clock.ts';
import type { ServerContext } from '../context.ts';
import { batchesAs, newTask } from '../db/turns.ts';
import { workbookStream } from '../files/xlsx.ts';
import type { Call } from '../http/call.ts';
import { registerRaw } from '../http/registrar.ts';
import type { Served } from './extras.ts';
import { nameOfOwner } from './owners.ts';

/** Number of rows that a statement reads. On the embedded database, everyone waits until the statement has ended. */
const BATCH = { embedded: 200, postgres: 1_000 } as const;

type Row = Readonly<Record<string, unknown>>;

/** Reads all records that match the filters, in batches. */
export type BatchReader = (entity: Country, filters: Row, size: number) => AsyncIterable<readonly Row[]>;

async function* asCells(
  sheet: Sheet,
  entity: Country,
  format: ExportFormat,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Cell[][]> {
  const cells = exportCells(sheet, entity, format);
  for await (const batch of batches) yield batch.map(cells);
}

async function* csvChunks(headings: readonly string[], rows: AsyncIterable<readonly Cell[][]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(headings);
  for await (const batch of rows) yield batch.map(csvLine).join('');
}

/** Returns the filtered records of a resource as a spreadsheet, which is streamed (SAL-25, G21, G63). */
export function exportHandler(context: ServerContext, declared: Sheet, batches: BatchReader) {
  return async ({ entity, reply }: Call, input: Row) => {
    const form = input as { format?: ExportFormat; columns?: string };
    const { format = 'xlsx' } = form;
    const sheet = sheetOfExport(declared, form.columns?.split(',') ?? null);
    const { timeZone } = COUNTRIES[entity];
    const owner = ownerIn(input);
    const chosen = owner === null ? null : await nameOfOwner(context.database.pool, entity, owner);
    const name = exportFileName(
      sheet,
      owner ? `${owner.id} ${chosen ?? ''}`.trim() : entity,
      formatDate(nowSeconds(context), timeZone),
      format,
    );
    const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]/g, '');
    const columns = exportColumns(sheet);
    const size = BATCH[context.database.kind];
    const rows = asCells(sheet, entity, format, batchesAs(newTask('costly'), batches(entity, input, size)));
    const headings = columns.map(({ heading }) => heading);
    return reply
      .type(EXPORT_TYPES[format])
      .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('cache-control', 'no-store')
      .send(
        format === 'csv'
          ? Readable.from(csvChunks(headings, rows), { objectMode: false })
          : workbookStream({ sheet: sheet.name, columns, rows }),
      );
  };
}

/** Registers the export of a resource. */
export function resourceExport(
  app: FastifyInstance,
  context: ServerContext,
  { calls, sheet }: Pick<Served, 'calls' | 'sheet'>,
  batches: BatchReader,
): void {
  const call = calls.export;
  const handler = exportHandler(context, sheet, batches);
  registerRaw(app, context, call, handler);
  // The export of the list is a link, which a browser opens with GET (LIST-16).
  if (call.method !== 'GET') registerRaw(app, context, { ...call, method: 'GET' }, handler);
}
