import type { FastifyInstance } from 'fastify';
import { exportChannelLocations, type ChannelLocationRow } from '../../../contract/channelLocation.ts';
import { exportCells, exportColumns, exportFileName } from '../../../contract/resourceSheet.ts';
import { locationSheet } from '../../../contract/resources/sheets.ts';
import { COUNTRIES } from '../../../domain/country.ts';
import { formatDate } from '../../../domain/format.ts';
import type { Cell } from '../../../domain/sheet/workbookXml.ts';
import { nowSeconds, type ServerContext } from '../../context.ts';
import { workbookStream } from '../../files/xlsx.ts';
import { registerRaw } from '../../http/registrar.ts';
import type { Listing } from './list.ts';

const BATCH = 1_000;

async function* asCells(batches: AsyncIterable<ChannelLocationRow[]>): AsyncGenerator<Cell[][]> {
  for await (const batch of batches) yield batch.map(exportCells(locationSheet));
}

/** The filtered records as a spreadsheet, streamed (SAL-25, G21, G63). */
export function channelLocationExport(app: FastifyInstance, context: ServerContext, listing: Listing): void {
  registerRaw(app, context, exportChannelLocations, async ({ entity, reply }, input) => {
    const { rows } = await context.database.pool.query<{ name: string }>(
      'SELECT name FROM channels WHERE channel_id = $1 AND country = $2',
      [input.channelId ?? 0, entity],
    );
    const channel = input.channelId === undefined ? entity : `${input.channelId} ${rows[0]?.name ?? ''}`.trim();
    const name = exportFileName(locationSheet, channel, formatDate(nowSeconds(context), COUNTRIES[entity].timeZone));
    const plain = name.normalize('NFKD').replace(/[^\x20-\x7e]/g, '');
    return reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('cache-control', 'no-store')
      .send(
        workbookStream({
          sheet: locationSheet.name,
          columns: exportColumns(locationSheet),
          rows: asCells(listing.batches(entity, input, BATCH)),
        }),
      );
  });
}
