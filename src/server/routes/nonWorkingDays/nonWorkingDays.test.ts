import { read, utils } from 'xlsx';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uploadForm } from '../../../../tests/support/importing.ts';
import { workbookOf } from '../../../../tests/support/importThrough.ts';
import {
  CHANNEL,
  createWorld,
  resetRecords,
  type Caller,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { AuditRow } from '../../../contract/audit.ts';
import { operationText } from '../../../contract/auditText.ts';
import { BULK_HEAD, type ImportReceipt } from '../../../contract/imports/calls.ts';
import type { ScheduleRow } from '../../../contract/nonWorkingDays.ts';
import { exportColumns } from '../../../contract/resourceSheet.ts';
import { nonWorkingDaysSheet } from '../../../contract/resources/sheets.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { weekendsSetting } from '../../../domain/nonWorkingDays.ts';

const HEADERS = exportColumns(nonWorkingDaysSheet).map(({ heading }) => heading);
const IMPORT = '/sls/nonWorkingDays/holidays/import';
const MY = { 'x-ops-entity': 'MY' };
const BY_STATE = 'Johor: Sat, Sun; Kedah: Fri, Sat';

/** The cells of a schedule, as a file contains them. */
function lineOf(
  serviceType: string,
  weekends: string,
  holidays: string,
  channelId: number = CHANNEL.malaysia,
  masked = 'No',
) {
  const cells: Record<string, string | number> = {
    'Channel ID': channelId,
    'CDT Type': 'Integrated',
    Category: 'Local',
    'Service Type': serviceType,
    Weekends: weekends,
    Holidays: holidays,
    Status: 'Normal',
    'Masked Channel': masked,
  };
  return HEADERS.map(heading => cells[heading] ?? '');
}

describeOnEach('non-working days', kind => {
  let world: World;
  let editor: Caller;
  let malay: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
    malay = await world.as('my.editor');
  });
  beforeEach(async () => {
    await resetRecords(world.database.pool);
    await world.database.pool.query('TRUNCATE imports, import_rows');
  });
  afterAll(() => world.close());

  const importing = async (rows: readonly (readonly (string | number)[])[]) => {
    const url = await uploadForm(malay, workbookOf(HEADERS, rows), 'days.xlsx', MY);
    const answer = await malay.call<ImportReceipt>(IMPORT, { body: { file_url: url }, headers: MY });
    return answer.body.data;
  };
  const listed = async (caller: Caller, headers: Record<string, string> = {}) =>
    (await caller.call<{ list: ScheduleRow[] }>('/sls/nonWorkingDays', { headers })).body.data?.list ?? [];

  it('schedules can be imported from the `file` field of a form (NWD-15, G11), and are listed as maps', async () => {
    const boundary = '----days';
    const answer = await malay.app.inject({
      method: 'POST',
      url: `/api${IMPORT}`,
      headers: { cookie: malay.cookie ?? '', 'content-type': `multipart/form-data; boundary=${boundary}`, ...MY },
      payload: Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="days.xlsx"\r\n` +
            'Content-Type: application/octet-stream\r\n\r\n',
        ),
        workbookOf(HEADERS, [lineOf('LM', BY_STATE, '2026-01-01; Kedah: 2026-06-21'), lineOf('FL', 'Sun', 'None')]),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json<{ data: ImportReceipt }>().data).toMatchObject({ state: 'applied', counts: { added: 2 } });
    const midnight = (day: string): number => Date.parse(`${day}T00:00:00+08:00`) / 1000;
    expect(await listed(malay, MY)).toMatchObject([
      { channelId: CHANNEL.malaysia, serviceType: 'FL', weekends: { All: [7] }, holidays: { All: [] } },
      {
        serviceType: 'LM',
        weekends: { Johor: [6, 7], Kedah: [5, 6] },
        holidays: { All: [midnight('2026-01-01')], Kedah: [midnight('2026-06-21')] },
        isMaskChannel: 0,
        status: 0,
      },
    ]);
  });

  it('working days on weekends are stored and listed separately from the holidays in the same file', async () => {
    const row = lineOf('FL', 'Sat, Sun', '2025-01-01; work: 2025-02-08');
    expect(await importing([row])).toMatchObject({ state: 'applied', counts: { added: 1 } });
    const midnight = (day: string): number => Date.parse(`${day}T00:00:00+08:00`) / 1000;
    const [schedule] = await listed(malay, MY);
    expect(schedule?.holidays).toEqual({ All: [midnight('2025-01-01')] });
    expect(schedule?.workingDays).toEqual([midnight('2025-02-08')]);
    const again = lineOf('FL', 'Sat, Sun', '2025-01-01; Work: 2025-02-08');
    expect(await importing([again])).toMatchObject({ state: 'applied', counts: { unchanged: 1, changed: 0 } });
    const both = await importing([lineOf('FL', 'Sat, Sun', '2025-02-08; Work: 2025-02-08')]);
    expect(both?.failList[0]?.message).toContain('2025-02-08 is both a holiday and a working day');
  });

  it('a file may contain states only where a write may contain them (G68)', async () => {
    for (const row of [
      lineOf('LM', 'Sat, Sun', 'None'),
      lineOf('FL', BY_STATE, 'None'),
      lineOf('FL', 'Sun', 'Kedah: 2026-06-21'),
    ]) {
      expect(await importing([row])).toMatchObject({ state: 'refused' });
    }
    expect(await listed(malay, MY)).toEqual([]);
    expect(await importing([lineOf('LM', BY_STATE, 'None')])).toMatchObject({ state: 'applied' });
  });

  it('a channel’s schedules are either masked for both service types or for neither (NWD-1)', async () => {
    const of = (serviceType: string, masked: string) =>
      lineOf(serviceType, serviceType === 'LM' ? BY_STATE : 'Sun', 'None', CHANNEL.malaysia, masked);
    const rule =
      'A channel is either masked or not masked, so give Masked Channel the same value for both service types.';
    const inFile = await importing([of('FL', 'No'), of('LM', 'Yes')]);
    expect(inFile).toMatchObject({ state: 'refused' });
    const { raw } = await malay.call(inFile?.failList[0]?.url.replace(/^\/api/, '') ?? '', { headers: MY });
    const cells = utils.sheet_to_json<Record<string, string>>(Object.values(read(raw.rawPayload).Sheets)[0] ?? {});
    expect(cells.map(({ Errors }) => Errors ?? '').join('')).toContain('is not masked in a row above');
    expect(await importing([of('FL', 'No'), of('LM', 'No')])).toMatchObject({ state: 'applied' });
    // The file has a single row, without the channel's other schedule.
    expect(await importing([of('LM', 'Yes')])).toMatchObject({
      state: 'refused',
      failList: [
        { message: `Channel ${CHANNEL.malaysia} would be masked for only one service type. ${rule} See row 2.` },
      ],
    });
    expect((await listed(malay, MY)).map(({ isMaskChannel }) => isMaskChannel)).toEqual([0, 0]);
    expect(await importing([of('FL', 'Yes'), of('LM', 'Yes')])).toMatchObject({ state: 'applied' });
    expect((await listed(malay, MY)).map(({ isMaskChannel }) => isMaskChannel)).toEqual([1, 1]);
  });

  it('an undo that skips changed schedules does not mask a channel for only one service type', async () => {
    const of = (serviceType: string, masked: string) =>
      lineOf(serviceType, serviceType === 'LM' ? BY_STATE : 'Sun', 'None', CHANNEL.malaysia, masked);
    await importing([of('FL', 'No'), of('LM', 'No')]);
    const masking = await importing([of('FL', 'Yes'), of('LM', 'Yes')]);
    const changed = await malay.call('/sls/nonWorkingDays/status/update', {
      body: { channelId: CHANNEL.malaysia, serviceType: 'LM', isMaskChannel: 1, status: 1 },
      headers: MY,
    });
    expect(changed.status).toBe(200);
    const undone = await malay.call<ImportReceipt>(`/v2/ops/imports/${masking?.id}/revert`, {
      body: { skipConflicts: true },
      headers: MY,
    });
    expect(undone.body.data).toMatchObject({ state: 'refused' });
    expect(undone.body.data?.failList[0]?.message).toContain('would be masked for only one service type');
    expect((await listed(malay, MY)).map(({ isMaskChannel }) => isMaskChannel)).toEqual([1, 1]);
  });

  it('a bulk change cannot set one weekend for all states', async () => {
    await importing([lineOf('LM', BY_STATE, 'None')]);
    const url = await uploadForm(malay, Buffer.from(`${BULK_HEAD}\n1,0,MY/${CHANNEL.malaysia}/LM\n`), 'days.csv', MY);
    const change = (set: Record<string, string>, action?: string) =>
      malay.call('/v2/ops/bulk/nonWorkingDays', { body: { fileUrl: url, set, action }, headers: MY });
    const refused = await change({ WeekendsSetting: 'Sat, Sun' });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'WeekendsSetting: the last mile in Malaysia has separate weekends for each state',
    ]);
    expect((await change({ HolidaysSetting: 'Kedah: 2026-06-21' }, 'holidays')).status).toBe(400);
    expect((await change({ HolidaysSetting: '2026-05-01' }, 'holidays')).status).toBe(200);
    expect((await listed(malay, MY))[0]?.weekends).toEqual({ Johor: [6, 7], Kedah: [5, 6] });
  });

  it('weekends are added in the specified format, deleted and restored (NWD-10, NWD-14, G27)', async () => {
    await importing([lineOf('LM', BY_STATE, 'None')]);
    const key = { channelId: CHANNEL.malaysia, serviceType: 'LM' };
    const post = (path: string, values: object) =>
      malay.call(`/sls/nonWorkingDays/${path}`, { body: { ...key, ...values }, headers: MY });
    const weekends = weekendsSetting({ Johor: [5, 6], Kedah: [7] });
    expect((await post('weekends/update', { WeekendsSetting: weekends })).status).toBe(200);
    expect((await post('weekends/update', { WeekendsSetting: '{"All":[6]}' })).status).toBe(400);
    expect((await post('status/update', { isMaskChannel: 0, status: 1 })).status).toBe(200);
    expect(await listed(malay, MY)).toMatchObject([{ weekends: { Johor: [5, 6], Kedah: [7] }, status: 1 }]);
    const other = await post('status/update', { isMaskChannel: 1, status: 0 });
    expect([other.status, other.body.message]).toEqual([
      400,
      `isMaskChannel: the LM schedule of channel ${CHANNEL.malaysia} has 0`,
    ]);
    expect((await post('status/update', { isMaskChannel: 2, status: 0 })).status).toBe(400);
    expect(await listed(malay, MY)).toMatchObject([{ status: 1 }]);
    expect((await post('status/update', { isMaskChannel: 0, status: 0 })).status).toBe(200);
    expect(await listed(malay, MY)).toMatchObject([{ status: 0 }]);
  });

  it('the log can be filtered by deletion and restoration of one record or many (LOG-10, G27)', async () => {
    await importing([lineOf('LM', BY_STATE, 'None')]);
    const logged = async (filter: string) => {
      const answer = await malay.call<{ list: AuditRow[] }>(
        `/ops/audit-logs/business?code=${FEATURE.nonWorkingDay}&${filter}`,
        { headers: MY },
      );
      return answer.body.data?.list.map(row => [row.operator_type, operationText(row)]);
    };
    const key = { channelId: CHANNEL.malaysia, serviceType: 'LM' };
    const one = (status: number) =>
      malay.call('/sls/nonWorkingDays/status/update', { body: { ...key, isMaskChannel: 0, status }, headers: MY });
    await one(1);
    await one(0);
    const deletions = [['Delete', 'Delete']];
    expect(await logged('operation=Delete')).toEqual(deletions);
    expect(await logged('operation=Edit')).toEqual([['Edit', 'Edit']]);
    expect(await logged('field=status')).toHaveLength(2);

    const many = async (version: number, status: number) => {
      const file = Buffer.from(`${BULK_HEAD}\n${version},0,MY/${CHANNEL.malaysia}/LM\n`);
      const url = await uploadForm(malay, file, 'days.csv', MY);
      const body = { fileUrl: url, set: { status }, action: 'status' };
      return (await malay.call<ImportReceipt>('/v2/ops/bulk/nonWorkingDays', { body, headers: MY })).body.data;
    };
    const back = async (id = '') =>
      (await malay.call<ImportReceipt>(`/v2/ops/imports/${id}/revert`, { body: {}, headers: MY })).body.data;
    const deleted = await many(3, 1);
    expect(await logged('operation=Delete')).toEqual([['Delete', 'Delete: deletion of 1 record'], ...deletions]);
    const restored = await back(deleted?.id);
    expect((await logged('operation=Edit'))?.[0]).toEqual(['Edit', 'Edit: 1 deleted record restored']);
    await back(restored?.id);
    expect((await logged('operation=Delete'))?.[0]).toEqual([
      'Delete',
      'Delete: deletion of 1 record (in effect again)',
    ]);
    const normal = await many(6, 0);
    expect((await logged('operation=Edit'))?.[0]).toEqual(['Edit', 'Edit: change of 1 record']);
    await back(normal?.id);
    expect((await logged('operation=Delete'))?.[0]).toEqual(['Delete', 'Delete: change of 1 record (undone)']);
  });

  it.each(['/v2/ops/nonWorkingDays', '/v2/sls/forward/sls/nonWorkingDays/export', '/sls/nonWorkingDays'])(
    '%s refuses an unknown service type and names the existing ones',
    async path => {
      const unknown = await editor.call(`${path}?serviceType=ZZ`);
      expect([unknown.status, unknown.body.message]).toEqual([400, 'serviceType: must be one of FL, LM']);
      expect((await editor.call(`${path}?serviceType=LM`)).status).toBe(200);
    },
  );

  it('the address of the holiday page comes from the configuration (NWD-2, G69)', async () => {
    expect(await editor.data('/v2/ops/nonWorkingDays/holidayPage')).toEqual({
      pattern: 'https://admin.holiday.{suffix}',
    });
  });
});
