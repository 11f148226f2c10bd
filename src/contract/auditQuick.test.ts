import { describe, expect, it } from 'vitest';
import { FEATURE } from '../domain/permission.ts';
import type { AuditRow } from './audit.ts';
import { auditFinds, quickColumns } from './auditQuick.ts';

const place = { channelId: 10021, channelName: 'J&T', locationId: 3204050, state: 'Jawa Barat', city: 'Đà Nẵng' };
const edit: AuditRow = {
  id: 1,
  url: '/api/channelLocationService/update',
  body: '{"channelId":10021,"locationId":3204050,"canCOD":true}',
  email: 'id.editor@ops.example',
  timestamp: 1,
  operator_type: 'Edit',
  before: JSON.stringify({ ...place, city: 'Bandung' }),
  after: JSON.stringify(place),
  collection: 'channelLocations',
  record: '10021/3204050/0',
};
const imported: AuditRow = {
  ...edit,
  url: '/api/channelLocationService/import',
  body: '{"fileUrlList":["/api/v2/sls/forward/file/abc/West%20Java.xlsx"],"importId":"i"}',
  operator_type: 'Import',
  before: 'null',
  after: '{"importId":"i","changed":2}',
  collection: null,
  record: null,
};

describe('the quick search of a log', () => {
  it.each([
    ['', true],
    ['jawa', true],
    ['JAWA 3204', true],
    ['204050', false],
    ['1002', true],
    ['j&t', true],
    ['bandung', true],
    ['da nang', true],
    ['editor', true],
    ['jawa bali', false],
    ['canCOD', false],
    ['update', false],
  ])('the quick search %j matches an edit: %s', (quick, found) => {
    expect(auditFinds(edit, FEATURE.serviceableArea, quick)).toBe(found);
  });

  it.each([
    ['west java', true],
    ['forward', false],
    ['importId', false],
    ['editor xlsx', true],
  ])('the quick search %j matches an import: %s', (quick, found) => {
    expect(auditFinds(imported, FEATURE.serviceableArea, quick)).toBe(found);
  });

  it('a code matches by prefix, or by any substring if its list uses the code as a name', () => {
    const code = {
      ...edit,
      record: 'ID/EXP-JKT',
      body: '{}',
      before: 'null',
      after: '{"code":"EXP-JKT","name":"Express"}',
    };
    const finds = (quick: string) => auditFinds(code, FEATURE.serviceCode, quick);
    expect(['exp', 'jkt', 'press', 'kt-'].map(finds)).toEqual([true, true, true, false]);
  });

  it('the quick search covers the ids and names in a feature’s lists, and place names', () => {
    expect(quickColumns(FEATURE.serviceableArea).ids).toContain('locationId');
    expect(quickColumns(FEATURE.serviceableArea).names).toEqual(
      expect.arrayContaining(['name', 'channelName', 'state', 'street', 'zipcode']),
    );
    expect(quickColumns(FEATURE.locationTree)).toEqual({ ids: [], names: ['name'] });
  });
});
