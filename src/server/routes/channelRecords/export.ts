import type { FastifyInstance } from 'fastify';
import { ownerIn } from '../../../contract/owner.ts';
import { exportCells, exportColumns, exportFileName, type Sheet } from '../../../contract/resourceSheet.ts';
import { RESOURCE_CALLS } from '../../../contract/resources/calls.ts';
import type { ResourceCollection } from '../../../contract/resources/all.ts';
import { SHEETS } from '../../../contract/resources/sheets.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { formatDate } from '../../../domain/format.ts';
import type { Cell } from '../../../domain/sheet/workbookXml.ts';
import { nowSeconds, type ServerContext } from '../../context.ts';
import { batchesAs, newTask } from '../../db/turns.ts';
import { workbookStream } from '../../files/xlsx.ts';
import type { Call } from '../../http/call.ts';
import { registerRaw } from '../../http/registrar.ts';
import { nameOfOwner } from '../owners/rows.ts';

const BATCH = 1_000;

type Row = Readonly<Record<string, unknown>>;

/** Every record that the filters match, a batch at a time. */
export type BatchReader = (entity: Country, filters: Row, size: number) => AsyncIterable<readonly Row[]>;

async function* asCells(sheet: Sheet, batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Cell[][]> {
  const cells = exportCells(sheet);
  for await (const batch of batches) yield batch.map(cells);
}

/** The export of a resource: the filtered records as a spreadsheet, streamed (SAL-25, G21, G63). */
export function resourceExport(
  app: FastifyInstance,
  context: ServerContext,
  collection: ResourceCollection,
  batches: BatchReader,
): void {
  const sheet = SHEETS[collection];
  const call = RESOURCE_CALLS[collection].export;
  const handler = async ({ entity, reply }: Call, input: Row) => {
    const owner = ownerIn(input);
    const chosen = owner === null ? null : await nameOfOwner(context.database.pool, entity, owner);
    const name = exportFileName(
      sheet,
      owner ? `${owner.id} ${chosen ?? ''}`.trim() : entity,
      formatDate(nowSeconds(context), COUNTRIES[entity].timeZone),
    );
    const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]/g, '');
    return reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('cache-control', 'no-store')
      .send(
        workbookStream({
          sheet: sheet.name,
          columns: exportColumns(sheet),
          rows: asCells(sheet, batchesAs(newTask('long'), batches(entity, input, BATCH))),
        }),
      );
  };
  registerRaw(app, context, call, handler);
  // The list's export is a link, which a browser follows by GET (LIST-16).
  if (call.method !== 'GET') registerRaw(app, context, { ...call, method: 'GET' }, handler);
}
