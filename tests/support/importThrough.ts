import { utils, write } from 'xlsx';
import type { ImportReceipt } from '../../src/contract/imports/calls.ts';
import { IMPORT_HEADERS } from './importFile.ts';
import type { ServerTruth } from './serverTruth.ts';

/** A workbook with a header row and data rows. */
export const workbookOf = (headers: readonly string[], rows: readonly (readonly (string | number)[])[]): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([[...headers], ...rows.map(row => [...row])]), 'Location');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

/**
 * Imports serviceable locations without the console, as another program would, using the calls from the specification.
 */
export async function importThrough(
  { request, url }: ServerTruth,
  name: string,
  rows: readonly (readonly (string | number)[])[],
): Promise<ImportReceipt> {
  const headers = { 'x-ops-entity': 'ID' };
  const file = { name, mimeType: 'application/octet-stream', buffer: workbookOf(IMPORT_HEADERS, rows) };
  const upload = await request.post(`${url}/api/v2/sls/forward/file`, {
    headers,
    multipart: { business: 'ssc-ops', file },
  });
  const { data } = (await upload.json()) as { data: { url: string } };
  const answer = await request.post(`${url}/api/channelLocationService/import`, {
    headers,
    data: { fileUrlList: [data.url] },
    timeout: 60_000,
  });
  const receipt = (await answer.json()) as { data: ImportReceipt | null; message: string };
  if (!receipt.data) throw new Error(`import: ${answer.status()} ${receipt.message}`);
  return receipt.data;
}
