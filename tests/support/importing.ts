import type { Pool } from 'pg';
import type { AuditRow } from '../../src/contract/audit.ts';
import type { ChannelLocationRow } from '../../src/contract/channelLocation.ts';
import type { Change } from '../../src/contract/feed.ts';
import type { ImportReceipt } from '../../src/contract/imports/calls.ts';
import { IMPORT_HEADERS } from './importFile.ts';
import { CHANNEL, STREET, type Answer, type Caller } from './serverFixture.ts';

/** Uploads and imports by calling the server directly, as a program would, using the paths from the specification. */

/** A CSV file of serviceable locations. */
export const areasCsv = (
  rows: readonly (readonly (string | number)[])[],
  headers: readonly string[] = IMPORT_HEADERS,
): Buffer => Buffer.from(`${[headers, ...rows].map(row => row.join(',')).join('\n')}\n`);

/** Uploads a file with the multipart call; returns its URL. */
export async function uploadForm(
  caller: Caller,
  bytes: Buffer,
  name = 'areas.csv',
  headers: Record<string, string> = {},
): Promise<string> {
  const boundary = '----areas';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="business"\r\n\r\nssc-ops\r\n--${boundary}\r\n` +
        `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await caller.app.inject({
    method: 'POST',
    url: '/api/v2/sls/forward/file',
    headers: { cookie: caller.cookie ?? '', 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    payload,
  });
  if (answer.statusCode !== 200) throw new Error(`upload: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: { url: string } }>().data.url;
}

export const callImport = (
  caller: Caller,
  body: {
    fileUrlList: readonly string[];
    since?: string;
    leave?: readonly string[];
    leaveTheirs?: boolean;
    background?: boolean;
  },
  headers: Record<string, string> = {},
): Promise<Answer<ImportReceipt>> => caller.call<ImportReceipt>('/channelLocationService/import', { body, headers });

/**
 * Uploads one file and imports it.
 * @throws Error if the call is rejected
 */
export async function importFile(caller: Caller, bytes: Buffer, name = 'areas.csv'): Promise<ImportReceipt> {
  const answer = await callImport(caller, { fileUrlList: [await uploadForm(caller, bytes, name)] });
  if (!answer.body.data) throw new Error(`import: ${answer.status} ${answer.body.message}`);
  return answer.body.data;
}

/**
 * A file with four rows: one changes a record, one removes a record, one adds a record, and one leaves its record
 * unchanged.
 */
export const mixedCsv = (): Buffer => {
  const yes = ['Yes', 'Yes', 'Yes', 'Yes'];
  const no = ['No', 'No', 'No', 'No'];
  return areasCsv([
    [CHANNEL.first, 'Standard', STREET, ...yes, ''],
    [CHANNEL.first, 'Standard', STREET + 1, ...no, -1],
    [CHANNEL.second, 'Standard', STREET, ...yes, 1],
    [CHANNEL.first, 'Standard', STREET + 3, ...no, 1],
  ]);
};

/** The result of an import of serviceable locations, as shown to the person who made it. */
export const importResults = (caller: () => Caller) => ({
  records: async (channelId: number) =>
    (await caller().data<{ list: ChannelLocationRow[] }>(`/channelLocationService?channelId=${channelId}&count=100`))
      .list,
  cursor: async () => (await caller().data<{ cursor: string }>('/v2/ops/changes?entity=ID')).cursor,
  changesSince: async (since: string) =>
    (await caller().data<{ changes: Change[] }>(`/v2/ops/changes?entity=ID&since=${since}`)).changes,
  logs: () =>
    caller().data<{ list: AuditRow[]; total: number }>(
      '/ops/audit-logs/business?code=channel_management.serviceable_area',
    ),
  get: (receipt: ImportReceipt) => caller().data<ImportReceipt>(`/v2/ops/imports/${receipt.id}`),
});

/**
 * Begins the removal of all files, as housekeeping does, whenever a row is added to a table: after the caller has found
 * the file, and before it uses it. Returns a function that ends this.
 */
export async function removeFilesOnInsert(
  pool: Pool,
  table: 'imports' | 'recon_bills',
): Promise<() => Promise<unknown>> {
  await pool.query(`CREATE FUNCTION remove_files() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN UPDATE files SET expires_at = 0 WHERE expires_at IS NOT NULL; RETURN NEW; END'`);
  await pool.query(`CREATE TRIGGER remove_files AFTER INSERT ON ${table} EXECUTE FUNCTION remove_files()`);
  return () => pool.query('DROP FUNCTION remove_files CASCADE');
}
