import { describe, expect, it, vi } from 'vitest';
import { channelLocation } from '../../contract/resources/channelLocation.ts';
import { valueText } from '../shared/recordWords.ts';
import { fieldChanges, parseFields } from './fieldChanges.ts';
import { rowChange } from './importRows.ts';
import { logScreen } from './logDefinition.tsx';
import { readLogSearch } from './logSource.ts';

describe('log page', () => {
  it('reads code, channel and 3pl of the address (LOG-1)', () => {
    expect(readLogSearch({ code: 'a.b', channel: 10021 }, null)).toEqual({ code: 'a.b', channel: 10021 });
    expect(readLogSearch({ '3pl': '7', channel: 'x' }, 'c.d')).toEqual({ code: 'c.d', '3pl': 7 });
    expect(readLogSearch({}, null)).toEqual({ code: '' });
  });

  it('has the exact headers (LOG-2, LOG-3)', () => {
    const heads = (tpl: boolean) =>
      logScreen('channel_management.serviceable_area', tpl).columns.map(column => column.label);
    expect(heads(false)).toEqual(['Channel ID/ Channel Name', 'Operation Type', 'Operator Email', 'Operation Time']);
    expect(heads(true)[0]).toBe('3PL ID/3PL Name');
  });

  it('says where nothing can be recorded yet, and reports no fault of the program for it', () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const none = (code: string) => logScreen(code, false).texts.none;
    expect(none('channel_management.serviceable_area')).toBe('No write operation was recorded here yet');
    for (const code of ['', 'branch_service', 'channel_management.cdt_of_location'])
      expect(none(code)).toBe('Nothing of this page can be changed yet, so nothing is recorded here');
    expect(logScreen('', false).texts.idle).toBe('This page is not built yet, so nothing is recorded here');
    expect(reported).not.toHaveBeenCalled();
    reported.mockRestore();
  });

  it('tells field by field what a write changed, changed ones first', () => {
    const changes = fieldChanges(
      parseFields('{"channelId":1,"canCOD":false,"version":1}'),
      parseFields('{"channelId":1,"canCOD":true,"version":2}'),
    );
    expect(changes).toEqual([
      { field: 'Support COD Deliver', before: 'No', after: 'Yes', changed: true },
      { field: 'Channel ID', before: '1', after: '1', changed: false },
    ]);
  });

  it('keeps the order of the columns and words the codes, whatever order the stored record has', () => {
    const stored = parseFields('{"city":"Badung","type":0,"note":"x","channelId":1}');
    expect(fieldChanges(stored, stored).map(({ field, after }) => [field, after])).toEqual([
      ['Channel ID', '1'],
      ['Applicable Type', 'Standard'],
      ['City', 'Badung'],
      ['note', 'x'],
    ]);
  });

  it('shows a creation and a deletion one-sided, and nothing of no record', () => {
    expect(fieldChanges(null, { note: 'x' })).toEqual([{ field: 'note', before: '/', after: 'x', changed: true }]);
    expect(fieldChanges(null, null)).toEqual([]);
    expect(parseFields('null')).toBeNull();
    expect(parseFields('not json')).toBeNull();
    expect(valueText('x', [1, 2])).toBe('[1,2]');
  });

  it('tells an import that took another one back, and what an import did to each record', () => {
    const column = logScreen('channel_management.serviceable_area', false).columns.find(
      ({ key }) => key === 'operation',
    );
    const row = (body: object) =>
      ({
        url: '/api/channelLocationService/import',
        body: JSON.stringify({ fileUrlList: ['/x/a.xlsx'], ...body }),
      }) as never;
    const text = (body: object) => (column?.kind === 'longText' ? column.value(row(body)) : '');
    expect(text({ importId: 'i' })).toBe('Import Location: a.xlsx');
    expect(text({ importId: 'i', reverts: 'j' })).toBe('Import Location: a.xlsx (taken back)');

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
});
