import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AUDITED_PATH, auditLabel, auditPath, featureOfUrl, OTHERS_LABEL } from './auditLabel.ts';
import { FEATURE } from '../domain/permission.ts';

const BODY = '{"channelId":10021}';
const labelOf = (url: string, body = BODY) => auditLabel(url, body).label;

describe('labels of audit entries', () => {
  it.each([
    ['/channelLocationService/add', 'Create Location'],
    ['/channelLocationService/update', 'Edit Location'],
    ['/channelLocationService/delete/', 'Delete Location'],
    ['/channelLocationService/import', 'Import Location'],
    ['/channelPostcodeService/add', 'Create Postcode'],
    ['/channelPostcodeService/update', 'Edit Postcode'],
    ['/channelPostcodeService/delete/', 'Delete Postcode'],
    ['/channelPostcodeService/import', 'Import Postcode'],
    ['/channelZoneService/add', 'Create Zone Limit'],
    ['/channelZoneService/update', 'Edit Zone Limit'],
    ['/channelZoneService/delete', 'Delete Zone Limit'],
    ['/channelZoneService/import', 'Import Zone Limit'],
    ['/channelRouteService/add', 'Create Route Limit'],
    ['/channelRouteService/delete', 'Delete Route Limit'],
    ['/channelRouteService/import', 'Import Route Limit'],
    ['/channelServiceConf/add', 'Create Channel Configuration'],
    ['/channelServiceConf/update', 'Edit Channel Configuration'],
  ])('LOG-12: %s has the label %s', (url, label) => expect(labelOf(url)).toBe(label));

  it.each([
    ['/threePLLocationService/origin/add', 'Create Origin Location'],
    ['/threePLLocationService/origin/import', 'Import Origin Location'],
    ['/threePLLocationService/destination/delete/', 'Delete Destination Location'],
    ['/threePLPostcodeService/origin/update', 'Edit Origin Postcode'],
    ['/threePLPostcodeService/destination/import', 'Import Destination Postcode'],
    ['/threePLServiceConf/add', 'Create 3PL Configuration'],
    ['/threePLServiceConf/update', 'Edit 3PL Configuration'],
  ])('LOG-13: %s has the label %s', (url, label) => expect(labelOf(url)).toBe(label));

  it.each([
    ['/sls/channelConfig/create', 'Create'],
    ['/sls/channelConfig/update', 'Edit'],
    ['/sls/channelConfig/maintenance/update', 'Edit'],
    [AUDITED_PATH.channelPermissionUpdate, 'Edit'],
    [AUDITED_PATH.nonIntegratedRegister, 'Create'],
    [AUDITED_PATH.slugGet, 'Get'],
    [AUDITED_PATH.slugCreate, 'Create'],
    [AUDITED_PATH.slugUpdate, 'Edit'],
    [AUDITED_PATH.slugDelete, 'Delete'],
    ['/sls/locationCDTs/import', 'Import'],
    ['/sls/nonWorkingDays/weekends/update', 'Edit'],
    ['/sls/nonWorkingDays/holidays/import', 'Import'],
    ['/lcs/branch/create', 'Create'],
    ['/lcs/branch/update', 'Edit'],
    ['/lcs/branch/delete', 'Delete'],
    ['/lcs/branch/upload', 'Import'],
    ['/lcs/pickup/create', 'Create'],
    ['/lcs/pickup/update', 'Edit'],
    ['/lcs/pickup/delete', 'Delete'],
    ['/lcs/timeslot/delete', 'Delete'],
    ['/rate_table/shipping_fee_rule/edit/', 'Edit'],
    ['/locations/update', 'Edit'],
  ])(
    'LOG-14 to LOG-17, G28, G89: %s has the label %s, which names the kind of data only if one is defined',
    (url, label) => expect(labelOf(url)).toBe(label),
  );

  it('the verb in the label depends on the body when one call can do two things', () => {
    expect(labelOf(AUDITED_PATH.timeslotCreateOrUpdate, '{"slot":"9-12"}')).toBe('Create');
    expect(labelOf(AUDITED_PATH.timeslotCreateOrUpdate, '{"id":4}')).toBe('Edit');
    expect(labelOf(AUDITED_PATH.nonWorkingDayStatus, '{"status":1}')).toBe('Delete');
    expect(labelOf(AUDITED_PATH.nonWorkingDayStatus, '{"status":0}')).toBe('Edit');
    expect(labelOf(AUDITED_PATH.nonWorkingDayStatus, '{"importId":"a","set":{"status":1}}')).toBe('Delete');
    expect(labelOf(AUDITED_PATH.nonWorkingDayStatus, '{"importId":"a","set":{"status":0}}')).toBe('Edit');
  });

  it.each([
    ['/channelLocationService/import', { fileUrlList: ['a.csv'] }, 'Edit Location', 'Edit Location'],
    ['/channelLocationService/delete/', {}, 'Create Location', 'Delete Location'],
    ['/channelLocationService/update', {}, 'Edit Location', 'Edit Location'],
    [AUDITED_PATH.nonWorkingDayStatus, { undoes: { status: 1 } }, 'Edit', 'Delete'],
    [AUDITED_PATH.nonWorkingDayStatus, { undoes: { status: 0 } }, 'Delete', 'Edit'],
  ])('undoing and redoing %s with the body %j have the correct labels', (url, body, back, again) => {
    const reverts = { importId: 'i', reverts: 'j', ...body };
    expect(labelOf(url, JSON.stringify(reverts))).toBe(back);
    expect(labelOf(url, JSON.stringify({ ...reverts, again: true }))).toBe(again);
    expect(auditLabel(url, JSON.stringify(reverts)).fileNames).toEqual('fileUrlList' in body ? ['a.csv'] : []);
  });

  it.each([
    '/sls/threePLRouteService/add',
    '/sls/threePLRouteService/delete',
    '/sls/threePLZoneService/update',
    '/channelRouteService/update',
    '/channelLocationService',
    '/sls/slug',
    '/nothing/known',
    '',
    '/',
  ])('LOG-9, G30: %j is labeled Others', url => {
    expect(auditLabel(url, BODY)).toMatchObject({ label: OTHERS_LABEL, kind: 'Others', fileNames: [] });
  });
});

describe('normalizing paths (G22, G92)', () => {
  it.each([
    '/channelLocationService/delete',
    '/channelLocationService/delete/',
    '/api/channelLocationService/delete/',
    '/api/v2/sls/forward/channelLocationService/delete/',
    '/api/sls/forward/channelLocationService/delete?x=1',
    '//api//channelLocationService/delete//',
    'https://ops.example/api/channelLocationService/delete/#top',
  ])('the forwarding base is removed from %s', url => expect(auditPath(url)).toBe('/channelLocationService/delete'));

  it('/sls is kept if it is part of the logged path', () => {
    expect(auditPath('/api/v2/sls/forward/sls/nonWorkingDays/weekends/update')).toBe(
      '/sls/nonWorkingDays/weekends/update',
    );
    expect(auditPath('/api/sls/locationCDTs/import')).toBe('/sls/locationCDTs/import');
  });

  it('the forwarding base is removed only from the start of a path', () => {
    expect(auditPath('/apiary/x')).toBe('/apiary/x');
    expect(auditPath('/v2/ops/changes')).toBe('/v2/ops/changes');
  });
});

describe('the channel and the 3PL that an entry refers to', () => {
  it.each([
    ['{"channelId":10021}', 10021],
    ['{"channel_id":10021}', 10021],
    ['{"channel_id":"10021"}', 10021],
    ['{"channelId":null,"channel_id":7}', 7],
    ['{"data":[10021,10022]}', 10021],
    ['{"data":[{"channel_id":10021}]}', 10021],
    ['{"data":[]}', null],
    ['{"channelId":0}', null],
    ['{"channelId":"all"}', null],
    ['[10021]', null],
    ['null', null],
    ['no json', null],
    ['', null],
  ])('LOG-6, LOG-7: the channel extracted from the body %s is %s', (body, id) =>
    expect(auditLabel(AUDITED_PATH.slugUpdate, body).channelId).toBe(id),
  );

  it('a 3PL call refers to a 3PL but to no channel (G84, G85)', () => {
    expect(auditLabel('/threePLServiceConf/update', '{"channelId":31}')).toMatchObject({ channelId: null, tplId: 31 });
    expect(auditLabel('/sls/threePLZoneService/add', '{"tplId":31,"channelId":5}')).toMatchObject({ tplId: 31 });
    expect(auditLabel('/channelServiceConf/update', '{"channelId":31}')).toMatchObject({ channelId: 31, tplId: null });
  });
});

describe('names of imported files (LOG-8, G10, G11)', () => {
  it.each([
    [
      '/channelLocationService/import',
      { fileUrlList: ['/files/ab/locations%20id.xlsx', 'b.csv'] },
      ['locations id.xlsx', 'b.csv'],
    ],
    ['/channelZoneService/import', { fileUrlList: [{ url: 'https://h/x/zones.xlsx?sig=a/b' }] }, ['zones.xlsx']],
    ['/sls/nonWorkingDays/holidays/import', { file: 'holidays 2026.xlsx' }, ['holidays 2026.xlsx']],
    ['/sls/locationCDTs/import', { file_url: '/files/%E8%87%BA%E5%8C%97.xlsx', channelId: 50011 }, ['臺北.xlsx']],
    ['/lcs/branch/upload', { file: 'broken%E0%A4%A.xlsx' }, ['broken%E0%A4%A.xlsx']],
    ['/channelRouteService/import', {}, []],
    ['/channelRouteService/import', { fileUrlList: [null, 3, ''] }, []],
  ])('the file names of an import are extracted from the call %s with the body %j', (url, body, fileNames) => {
    expect(auditLabel(url, JSON.stringify({ channelId: 1, ...body }))).toMatchObject({
      kind: 'Import',
      fileNames,
      channelId: null,
      tplId: null,
    });
  });

  it('file names are extracted from imports only', () => {
    expect(auditLabel('/channelLocationService/add', '{"file":"a.xlsx"}').fileNames).toEqual([]);
  });
});

describe('the feature that a URL belongs to (G88)', () => {
  it.each([
    ['/api/channelLocationService/add', FEATURE.serviceableArea],
    ['/api/v2/sls/forward/channelServiceConf/update', FEATURE.serviceableArea],
    ['/threePLPostcodeService/destination/import', FEATURE.serviceableArea],
    ['/sls/threePLRouteService/add', FEATURE.serviceableArea],
    ['/sls/channelConfig/update', FEATURE.channelConfigIntegrated],
    [AUDITED_PATH.nonIntegratedRegister, FEATURE.channelConfigIntegrated],
    [AUDITED_PATH.slugGet, FEATURE.channelConfigIntegrated],
    ['/sls/locationCDTs/import', FEATURE.cdtOfLocation],
    [AUDITED_PATH.nonWorkingDayStatus, FEATURE.nonWorkingDay],
    ['/lcs/pickup/create', FEATURE.branchService],
    ['/lcs/timeslot/create_or_update', FEATURE.branchService],
    ['/lcs/branch/upload', FEATURE.branchService],
    ['/rate_table/shipping_fee_rule/edit/', FEATURE.shippingFeeRule],
    ['/unknown', null],
  ])('the URL %s belongs to the feature %s', (url, feature) => {
    expect(featureOfUrl(url)).toBe(feature);
    expect(auditLabel(url, '{}').feature).toBe(feature);
  });
});

it('labeling an audit entry never throws, whatever its URL and body', () => {
  fc.assert(
    fc.property(fc.string(), fc.oneof(fc.string(), fc.json()), (url, body) => {
      expect(auditLabel(url, body).label).not.toBe('');
    }),
  );
});
