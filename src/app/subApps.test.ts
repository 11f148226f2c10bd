import { describe, expect, it } from 'vitest';
import type { Resource } from '../contract/resource.ts';
import { RESOURCES } from '../contract/resources/all.ts';
import { ADMINISTRATION, FEATURE } from '../domain/permission.ts';
import { logFeatureOf, MOUNTS, PROJECTS, mountOf, projectNameOf, projectOf } from './subApps.ts';

const SUBAPP_1 =
  'ops3plgroup opsasf opsawb opsbms opscdt opsclaimsrecon opscodrecon opsicms opslls opslmfee opslogisticsrecon opslps opsopenaccess opsopendoc opspartnerintegration opsrate opssla opssmartrouting opsspx opsspxfinance opssystemsettingv2'.split(
    ' ',
  );
const SUBAPP_2 =
  'branchservice lfs notification opsdocsmanagement servicearea supplier wbc exceptionalordercenter opssystemtool'
    .split(' ')
    .map(name => `opsfe/${name}`);

/** The mounts of each business area (G29). */
const AREAS = {
  FIN: ['opsasf', 'opsclaimsrecon', 'opscodrecon', 'opslogisticsrecon', 'opsrate', 'opsspxfinance'],
  LFS: ['opsawb', 'opsfe/exceptionalordercenter', 'opsfe/lfs', 'opsfe/wbc'],
  LOP: ['opscdt', 'opsfe/branchservice', 'opsfe/servicearea', 'opslls', 'opslmfee', 'opssla', 'opsspx'],
  LPS: ['opslps', 'opssmartrouting'],
  '3PL': ['ops3plgroup', 'opsfe/supplier', 'opspartnerintegration'],
};

describe('sub-applications', () => {
  it("each mount's requests carry its project's name, and the shell's requests carry its own (REQ-6)", () => {
    expect(projectNameOf('/carrier/serviceable/location/log')).toBe('service-area');
    expect(projectNameOf('/opsrate')).toBe('rate-table');
    expect(projectNameOf('/carrier/serviceCodes/imports')).toBe('channel-config');
    expect(['/', '/login', '/queue'].map(projectNameOf)).toEqual(['ops-portal', 'ops-portal', 'ops-portal']);
  });

  it('the mounts are exactly the 21 and the 9 specified paths (SUBAPP-1, SUBAPP-2)', () => {
    expect(SUBAPP_1).toHaveLength(21);
    expect(SUBAPP_2).toHaveLength(9);
    expect(MOUNTS.map(mount => mount.path)).toEqual([...SUBAPP_1, ...SUBAPP_2]);
  });

  it('each mount has its specified business area (SUBAPP-3, G29)', () => {
    for (const mount of MOUNTS) {
      const named = Object.entries(AREAS).find(([, paths]) => paths.includes(mount.path));
      expect(`${mount.path} ${mount.area}`).toBe(`${mount.path} ${named?.[0] ?? 'Root'}`);
    }
  });

  it('the twelve projects load every mount, and each page belongs to one project (SUBAPP-4)', () => {
    expect(PROJECTS).toHaveLength(12);
    expect(new Set(PROJECTS.map(project => project.name)).size).toBe(12);
    const pages = PROJECTS.flatMap(project => project.pages);
    expect(new Set(pages).size).toBe(pages.length);
    for (const mount of MOUNTS) expect(pages).toContain(`/${mount.path}`);
    for (const page of pages) expect(page.startsWith('/carrier/') || mountOf(page) !== undefined).toBe(true);
  });

  it.each((RESOURCES as readonly Resource[]).flatMap(({ page }) => (page ? [page] : [])))(
    'the page $path of a resource belongs to a project: its declaration, the mount or the page that contains it says which',
    ({ path, project }) => {
      expect(projectOf(path)?.name).toBe(project ?? projectOf(path.replace(/\/[^/]+$/, ''))?.name ?? 'a project');
    },
  );

  it('the log of a mount whose pages are part of this product shows their feature', () => {
    expect(MOUNTS.flatMap(mount => (logFeatureOf(mount) === null ? [] : [[mount.path, logFeatureOf(mount)]]))).toEqual([
      ['opsasf', FEATURE.shop],
      ['opslmfee', FEATURE.thirdPartyFee],
      ['opslogisticsrecon', FEATURE.recon],
      ['opsrate', FEATURE.rate],
      ['opssystemsettingv2', ADMINISTRATION],
      ['opsfe/branchservice', FEATURE.branchService],
      ['opsfe/notification', FEATURE.notification],
      ['opsfe/servicearea', FEATURE.serviceableArea],
      ['opsfe/supplier', FEATURE.recon],
    ]);
  });

  it("a path's mount and project can be looked up", () => {
    expect(mountOf('/opsfe/lfs/log')?.path).toBe('opsfe/lfs');
    expect(mountOf('/opsspxfinance')?.path).toBe('opsspxfinance');
    expect(mountOf('/opsspxx')).toBeUndefined();
    expect(mountOf('/opsfe')).toBeUndefined();
    expect(projectOf('/carrier/serviceable/location')?.name).toBe('service-area');
    expect(projectOf('/opsfe/servicearea/channelEntry')?.name).toBe('static-content');
    expect(projectOf('/opsfe/servicearea/other')?.name).toBe('service-area');
    expect(projectOf('/queue')).toBeUndefined();
  });
});
