import { describe, expect, it } from 'vitest';
import type { MenuNode } from '../contract/session.ts';
import { PRIVILEGE, type Principal } from '../domain/permission.ts';
import { buildMenu, placeOf } from './menu.ts';

let nextId = 100;
const node = (over: Partial<MenuNode>): MenuNode => ({
  id: nextId++,
  name: 'x',
  parentId: 0,
  status: 0,
  path: '',
  icon: '',
  permission: '',
  ...over,
});

const NODES = [
  node({ id: 1, name: 'Finance', icon: 'finance' }),
  node({ id: 2, name: 'Logistics Product', icon: 'product' }),
  node({ id: 3, name: 'Operation Tools', icon: 'tools' }),
  node({ id: 10, parentId: 1, name: 'Billing', path: '/opsbms' }),
  node({ id: 11, parentId: 2, name: 'Serviceable Area', path: '/carrier/serviceable/location', permission: 'a.area' }),
  node({ id: 12, parentId: 2, name: 'CDT', path: '/opscdt', permission: 'a.cdt' }),
  node({ id: 13, parentId: 3, name: 'Closed', path: '/closed', status: 1 }),
  node({ id: 14, parentId: 10, name: 'Deep', path: '/opsfe/servicearea/channelEntry' }),
];

const person = (codes: Principal['codes'], privilege: Principal['privilege'] = PRIVILEGE.normal): Principal => ({
  codes,
  privilege,
});

const names = (who: Principal | null, entity: 'ID' | 'MY' = 'ID') =>
  buildMenu(NODES, who, entity).map(group => [group.name, ...group.entries.map(entry => entry.name)]);

describe('the menu', () => {
  it('the menu shows only entries that the person may use in the entity, and no empty groups (MENU-2)', () => {
    const who = person({ ID: ['a.area.read'] });
    expect(names(who)).toEqual([
      ['Finance', 'Billing', 'Deep'],
      ['Logistics Product', 'Serviceable Area'],
    ]);
    expect(names(who, 'MY')).toEqual([['Finance', 'Billing', 'Deep']]);
    expect(names(null)).toEqual([['Finance', 'Billing', 'Deep']]);
  });

  it('the menu shows a System Admin every active entry (PERM-3)', () => {
    expect(names(person({}, PRIVILEGE.systemAdmin))).toEqual([
      ['Finance', 'Billing', 'Deep'],
      ['Logistics Product', 'Serviceable Area', 'CDT'],
    ]);
  });

  it('a page without a parent appears in the menu', () => {
    const nodes = [...NODES, node({ id: 40, name: 'Alone', path: '/queue' })];
    const group = buildMenu(nodes, null, 'ID').find(({ name }) => name === 'Alone');
    expect(group?.entries).toEqual([{ id: 40, name: 'Alone', path: '/queue' }]);
  });

  it('building the menu terminates even if a module is its own ancestor', () => {
    const loop = [...NODES, node({ id: 20, parentId: 21, path: '/a' }), node({ id: 21, parentId: 20, path: '/b' })];
    expect(buildMenu(loop, null, 'ID')).toHaveLength(1);
  });

  it("the menu finds a path's entry by the longest match", () => {
    const groups = buildMenu(NODES, person({}, PRIVILEGE.systemAdmin), 'ID');
    expect(placeOf(groups, '/carrier/serviceable/zone-limit/log')?.entry.name).toBe('Serviceable Area');
    expect(placeOf(groups, '/opsfe/servicearea/channelEntry/1')?.entry.name).toBe('Deep');
    expect(placeOf(groups, '/opsbmsd')).toBeNull();
    expect(placeOf(groups, '/')).toBeNull();
  });

  it("a page's menu entry stays selected on its tabs that have no entry of their own", () => {
    const nodes = [
      NODES[0]!,
      node({ id: 30, parentId: 1, name: 'Rates', path: '/opsrate/rates' }),
      node({ id: 31, parentId: 1, name: 'Rate Tables', path: '/opsrate/tables' }),
      node({ id: 32, parentId: 1, name: 'Rate Imports', path: '/opsrate/price-lists' }),
      node({ id: 33, parentId: 1, name: 'System Setting', path: '/opssystemsettingv2/users' }),
      node({ id: 34, parentId: 1, name: 'Notification', path: '/opsfe/notification/triggerRule' }),
    ];
    const groups = buildMenu(nodes, person({}, PRIVILEGE.systemAdmin), 'ID');
    for (const [path, name] of [
      ['/opssystemsettingv2/roles', 'System Setting'],
      ['/opsfe/notification/template/edit/3', 'Notification'],
      ['/opsrate/tasks', 'Rate Imports'],
      ['/opsrate/tables/quote', 'Rate Tables'],
      ['/opsrate/rates/log', 'Rates'],
    ] as const)
      expect([path, placeOf(groups, path)?.entry.name]).toEqual([path, name]);
    expect(placeOf(groups, '/opsasf/shops')).toBeNull();
  });
});
