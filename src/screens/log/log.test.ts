import { describe, expect, it, vi } from 'vitest';
import { parseFields } from '../../contract/auditLabel.ts';
import { entryChannel, operationText } from '../../contract/auditText.ts';
import type { Resource } from '../../contract/resource.ts';
import { RESOURCES } from '../../contract/resources/all.ts';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import { rateFileById } from '../../contract/rateImports/resources.ts';
import { valueText } from '../../contract/fieldWords.ts';
import { readFilters } from '../../ui/list/filters.ts';
import { fieldChanges } from './fieldChanges.ts';
import { ADMINISTRATION, FEATURE } from '../../domain/permission.ts';
import { documentOf, ownRecordName, recordOf } from './entryTexts.ts';
import { rowChange } from '../shared/imports/importRows.ts';
import { logScreen } from './logDefinition.tsx';
import { readLogSearch, unreadLogSearch } from './logSource.ts';

describe('log page', () => {
  it('the log page reads the feature code, channel and 3PL from the URL (LOG-1)', () => {
    expect(readLogSearch({ code: 'a.b', channel: 10021 }, null)).toEqual({ code: 'a.b', channel: 10021 });
    expect(readLogSearch({ '3pl': '7', channel: 'x' }, 'c.d')).toEqual({ code: 'c.d', '3pl': 7 });
    expect(readLogSearch({}, null)).toEqual({ code: '' });
  });

  it('an id in the URL that is not one is reported, because the log then lists all channels', () => {
    expect(unreadLogSearch({ channel: 'abc', '3pl': -1 })).toEqual(['Channel ID "abc"', '3PL ID "-1"']);
    expect(unreadLogSearch({ channel: 10021 })).toEqual([]);
    expect(unreadLogSearch({})).toEqual([]);
  });

  it('the log page has the headers specified by the documents (LOG-2, LOG-3)', () => {
    const heads = (tpl: boolean) =>
      logScreen('channel_management.serviceable_area', tpl).columns.map(column => column.label);
    expect(heads(false)).toEqual(['Channel ID/ Channel Name', 'Operation Type', 'Operator Email', 'Operation Time']);
    expect(heads(true)[0]).toBe('3PL ID/3PL Name');
  });

  it('the first column is the channel if a feature has records of channels or several kinds of records (LOG-3)', () => {
    const first = (code: string) => logScreen(code, false).columns[0]?.label;
    for (const resource of RESOURCES)
      expect([resource.id, first(resource.feature)]).toEqual([
        resource.id,
        resource.id === 'serviceCode' ? 'Service Code' : 'Channel ID/ Channel Name',
      ]);
  });

  it('a channel is taken from the record if the call names the record by its own id', () => {
    const entry = (url: string, body: object, before: object | null, after: object | null) =>
      entryChannel({
        url,
        body: JSON.stringify(body),
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      });
    const slot = { id: 7, channelId: 10021 };
    expect(entry('/api/lcs/timeslot/update', { id: 7, capacity: 3 }, slot, slot)).toBe(10021);
    expect(entry('/api/lcs/timeslot/delete', { id: 7 }, slot, null)).toBe(10021);
    expect(entry('/api/lcs/pickup/update', { channelId: 10022 }, null, slot)).toBe(10022);
    expect(entry('/api/lcs/branch/update', { code: 'A' }, { code: 'A' }, { code: 'A' })).toBeNull();
    expect(entry('/api/lcs/timeslot/import', { file: 'a.xlsx' }, null, slot)).toBeNull();
  });

  it('the administration log has a column for the record instead of the channel', () => {
    expect(logScreen(ADMINISTRATION, false).columns[0]).toMatchObject({ key: 'subject', label: 'Record' });
    const name = (entry: { body?: object; before?: object | null; after?: object | null }) =>
      ownRecordName({
        body: JSON.stringify(entry.body ?? {}),
        before: JSON.stringify(entry.before ?? null),
        after: JSON.stringify(entry.after ?? null),
      });
    expect(name({ body: { id: '8' }, after: { email: 'a@x.example', name: 'A' } })).toBe('a@x.example');
    expect(name({ before: { name: 'Viewer' } })).toBe('Viewer');
    expect(name({ body: { emails: ['a@x.example', 'b@x.example', 'c@x.example'] } })).toBe('a@x.example and 2 more');
    expect(name({ body: { users: ['a@x.example'] } })).toBe('a@x.example');
    expect(name({ body: { id: 8, rule: 'Failed imports', recipient: 'a@x.example' } })).toBe('Failed imports');
    expect(name({ body: { id: 8 } })).toBeNull();
  });

  it('for a feature whose records cannot be changed yet, the log page says so without reporting an error', () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const none = (code: string) => logScreen(code, false).texts.none;
    expect(none('channel_management.serviceable_area')).toBe('No write operation has been recorded here yet');
    for (const code of ['', 'branch_service', 'channel_management.rate'])
      expect(none(code)).toBe('Nothing on this page can be changed yet, so nothing is recorded here');
    expect(logScreen('', false).texts.idle).toBe('Changes on this page are not recorded here');
    expect(reported).not.toHaveBeenCalled();
    reported.mockRestore();
  });

  it('a write’s changes are listed by field, with the changed fields first', () => {
    const changes = fieldChanges(
      'channelLocations',
      parseFields('{"channelId":1,"canCOD":false,"version":1}'),
      parseFields('{"channelId":1,"canCOD":true,"version":2}'),
    );
    expect(changes).toEqual([
      { field: 'Support COD Deliver', before: 'No', after: 'Yes', changed: true },
      { field: 'Channel ID', before: '1', after: '1', changed: false },
    ]);
  });

  it('fields are listed in their declared order with codes translated to words, whatever the stored order', () => {
    const stored = parseFields('{"city":"Badung","type":0,"note":"x","channelId":1}');
    expect(fieldChanges('channelLocations', stored, stored).map(({ field, after }) => [field, after])).toEqual([
      ['Channel ID', '1'],
      ['Applicable Type', 'Standard'],
      ['City', 'Badung'],
      ['Note', 'x'],
    ]);
  });

  it('a creation or deletion has values on one side only, and a missing record has no changes', () => {
    expect(fieldChanges('channelLocations', null, { note: 'x' })).toEqual([
      { field: 'Note', before: '/', after: 'x', changed: true },
    ]);
    expect(fieldChanges('channelLocations', null, null)).toEqual([]);
    expect(parseFields('null')).toBeNull();
    expect(parseFields('not json')).toBeNull();
    expect(valueText('channelLocations', 'x', [1, 2])).toBe('[1,2]');
  });

  it('a log entry names its record and the changes, and links to the record in its list with the history open', () => {
    // A bulk change has its own description.
    const many = (call: string, after: object, body: object = {}) =>
      operationText({
        url: `/api/channelLocationService/${call}`,
        body: JSON.stringify({ fileUrlList: ['/x/a.csv'], importId: 'i', ...body }),
        after: JSON.stringify({ importId: 'i', added: 0, changed: 0, removed: 0, ...after }),
      } as never);
    expect(many('update', { changed: 1200 }, { set: {} })).toBe('Edit Location: change of 1,200 records');
    expect(many('delete', { removed: 1 })).toBe('Delete Location: deletion of 1 record');
    expect(many('delete', { added: 2 }, { reverts: 'j' })).toBe('Create Location: 2 deleted records restored');
    expect(many('delete', { removed: 2 }, { reverts: 'j', again: true })).toBe(
      'Delete Location: deletion of 2 records (in effect again)',
    );
    expect(many('update', { changed: 2 }, { reverts: 'j', again: true })).toBe(
      'Edit Location: change of 2 records (in effect again)',
    );
    // The entry of a settings copy names the group, the source channel and the target channels.
    const copied = (body: object) =>
      operationText({
        url: '/api/sls/channelConfig/order',
        body: JSON.stringify({ importId: 'i', from: 'ID/10021', to: ['ID/10022', 'ID/10023'], ...body }),
        after: JSON.stringify({ importId: 'i', changed: 2 }),
      } as never);
    expect(copied({ set: { max_size: 1 } })).toBe('Edit: Order Limit copied from channel 10021 to 10022, 10023');
    expect(copied({ reverts: 'j' })).toBe('Edit: Order Limit copied from channel 10021 to 10022, 10023 (undone)');

    const flags = { canDeliver: true, canCOD: false, canPickup: false, canCODPickup: false };
    const place = {
      channelId: 10021,
      channelName: 'J&T',
      locationId: 7,
      type: 0,
      state: 'Aceh',
      street: 'Ujong Mangki',
    };
    const row = (over: object) =>
      ({
        url: '/api/channelLocationService/update',
        body: '{}',
        collection: 'channelLocations',
        record: '10021/7/0',
        before: JSON.stringify({ ...place, ...flags, version: 1 }),
        after: JSON.stringify({ ...place, ...flags, canCOD: true, version: 2 }),
        ...over,
      }) as never;
    const found = recordOf(row({}));
    expect(found).toMatchObject({ name: 'Ujong Mangki 7', changes: ['Support COD Deliver: No -> Yes'] });
    const href = new URL(found?.href ?? '', 'http://x');
    expect([href.pathname, JSON.parse(href.searchParams.get('q') ?? ''), href.searchParams.get('record')]).toEqual([
      '/carrier/serviceable/location',
      { channelId: 10021, locationId: 7, type: 0, displayUnsupported: true },
      '10021/7/0',
    ]);
    expect(recordOf(row({ after: 'null' }))?.changes).toEqual([]);
    expect(recordOf(row({ collection: null, record: null }))).toBeNull();
    const renamed = { collection: 'locations', record: '9', before: '{"name":"A"}', after: '{"name":"B"}' };
    expect(recordOf(row(renamed))).toMatchObject({ name: 'B 9', changes: [] });
    const routed = recordOf(row({ collection: 'serviceCodes', record: 'ID/EXP-1', before: 'null' }));
    expect(routed).toMatchObject({ name: 'Service Code EXP-1' });
    expect(decodeURIComponent(routed?.href ?? '')).toContain('"code":"EXP-1"');
  });

  it('the log can be filtered by record, operator, operation, field and day, and exported', () => {
    const log = logScreen('channel_management.serviceable_area', false, { code: 'a.b', channel: 7 });
    expect(log.filters.map(({ key }) => key)).toEqual(['record', 'email', 'operation', 'field', 'from', 'to', 'quick']);
    const field = log.filters.find(({ key }) => key === 'field');
    expect(field?.kind === 'select' && field.options.map(({ label }) => label)).toContain('Support COD Deliver');
    expect(readFilters(log.filters, { from: '2026-11-01', to: 'soon', operation: 'Look', field: 'canCOD' })).toEqual({
      from: '2026-11-01',
      field: 'canCOD',
    });
    const [exported] = log.operations;
    const href =
      exported?.kind === 'download'
        ? exported.href({ email: 'x' }, { entity: 'ID' } as never, { format: 'xlsx', columns: null })
        : '';
    expect(Object.fromEntries(new URL(href, 'http://x').searchParams)).toMatchObject({
      code: 'a.b',
      channel: '7',
      email: 'x',
    });
    expect(logScreen('', false)).toMatchObject({ filters: [], operations: [] });
  });

  it('the log marks the undo of an import, and shows an import’s effect on each record', () => {
    const row = (body: object) =>
      ({
        url: '/api/channelLocationService/import',
        body: JSON.stringify({ fileUrlList: ['/x/a.xlsx'], ...body }),
      }) as never;
    const text = (body: object) => operationText(row(body));
    expect(text({ importId: 'i' })).toBe('Import Location: a.xlsx');
    expect(text({ importId: 'i', reverts: 'j' })).toBe('Edit Location: import of a.xlsx (undone)');
    expect(text({ importId: 'i', reverts: 'j', again: true })).toBe(
      'Edit Location: import of a.xlsx (in effect again)',
    );
    expect(text({ importId: 'i', reverts: 'j', batch_name: 'June' })).toBe('Edit Location: batch June (undone)');

    const flags = { canDeliver: true, canCOD: false, canPickup: false, canCODPickup: false };
    const key = '10021/7/0';
    expect(rowChange(channelLocation, { key, before: flags, after: { ...flags, canCOD: true }, version: 2 })).toEqual({
      change: 'Changed',
      fields: [{ field: 'Support COD Deliver', before: 'No', after: 'Yes' }],
    });
    expect(rowChange(channelLocation, { key, before: null, after: flags, version: 1 })).toMatchObject({
      change: 'Added',
    });
    expect(rowChange(channelLocation, { key, before: flags, after: null, version: 2 }).fields).toHaveLength(4);
  });

  it('the codes of accounts and modules are shown in words, and those of other records as they are', () => {
    const user = { email: 'a@ops.example', privilege: 2, category: 0, status: 0 };
    const of = (before: object, after: object, feature: string) =>
      fieldChanges(undefined, before as never, after as never, feature)
        .filter(({ changed }) => changed)
        .map(({ field, before: was, after: is }) => `${field}: ${was} -> ${is}`);
    expect(of(user, { ...user, privilege: 0, category: 2, status: 1 }, ADMINISTRATION)).toEqual([
      'Privilege: Normal -> System Admin',
      'Category: All -> Local',
      'Status: Active -> Disabled',
    ]);
    expect(of({ parentId: 1, status: 0 }, { parentId: 1, status: 1 }, ADMINISTRATION)).toEqual([
      'Status: Active -> Inactive',
    ]);
    expect(of({ status: 7 }, { status: 2 }, FEATURE.recon)).toEqual(['Status: 7 -> 2']);
  });

  it('an entry about a deleted price list names its file, and one about parcels of a bill names the bill', () => {
    const before = JSON.stringify({ id: 7, code: 'June', file_name: 'June.csv' });
    const after = 'null';
    expect(documentOf({ collection: null, before, after })).toBe('June.csv');
    expect(documentOf({ collection: 'shops', before, after })).toBeNull();
    expect(documentOf({ collection: null, before: 'null', after })).toBeNull();
    const bill = JSON.stringify({ bill_no: 'ID-2026-11', status: 'Failed' });
    expect(documentOf({ collection: null, before: bill, after: bill })).toBe('Bill ID-2026-11');
    expect(documentOf({ collection: null, before: 'null', after: bill })).toBe('Bill ID-2026-11');
    expect(documentOf({ collection: null, before: JSON.stringify({ billNo: 'B-1' }), after })).toBe('Bill B-1');
  });

  it('amounts in the rows of an import are in the currency of their version, or else of the country', () => {
    const resource = rateFileById('thirdPartyFee.basicShippingFee')?.resource as Resource;
    const feeIn = (currency?: string) =>
      rowChange(
        resource,
        {
          key: 'k',
          before: null,
          after: { end: 1500, fee: 123_410_000, sides: null, ...(currency && { currency }) },
          version: 1,
        },
        'BR',
      ).fields.map(({ after }) => after);
    expect(feeIn()).toEqual(['1.5 kg', 'R$1,234.10', '/']);
    expect(feeIn('THB')[1]).toBe('฿1,234.10');
  });
});
