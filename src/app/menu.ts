import type { MenuNode } from '../contract/session.ts';
import type { Country } from '../domain/country.ts';
import { taskTabs } from '../screens/rateTasks/paths.ts';
import { mountOf, pageOf } from './subApps.ts';
import { STATUS, allows, type Principal } from '../domain/permission.ts';

/** The displayed navigation: groups of entries built from the flat module list (MENU-1, MENU-2, G78). */

export interface MenuEntry {
  id: number;
  name: string;
  path: string;
}

export interface MenuGroup {
  id: number;
  name: string;
  icon: string;
  entries: readonly MenuEntry[];
}

/** A position in the navigation: the entry that covers a path, and its group. */
export interface MenuPlace {
  group: MenuGroup;
  entry: MenuEntry;
}

/**
 * Builds the groups. The server has already omitted what the person may not see; the list is filtered again here
 * because it may have been cached before a permission was removed, or belong to another country. Modules deeper than
 * two levels are attached to their group, and groups without a visible entry are omitted. A page at the top level is the
 * first entry of a group with its name.
 */
export function buildMenu(nodes: readonly MenuNode[], who: Principal | null, entity: Country): readonly MenuGroup[] {
  const children = new Map<number, MenuNode[]>();
  for (const node of nodes) {
    if (node.status !== STATUS.normal) continue;
    const siblings = children.get(node.parentId);
    if (siblings) siblings.push(node);
    else children.set(node.parentId, [node]);
  }
  const visible = (node: MenuNode): boolean => node.permission === '' || allows(who, entity, node.permission);
  const entriesOf = (node: MenuNode, seen: ReadonlySet<number>): MenuEntry[] => {
    const own = node.path === '' ? [] : [{ id: node.id, name: node.name, path: node.path }];
    const path = new Set([...seen, node.id]);
    // A module that is its own ancestor must not hang the console.
    const below = (children.get(node.id) ?? []).filter(child => !path.has(child.id) && visible(child));
    return [...own, ...below.flatMap(child => entriesOf(child, path))];
  };
  return (children.get(0) ?? [])
    .filter(visible)
    .map(group => ({
      id: group.id,
      name: group.name,
      icon: group.icon,
      entries: entriesOf(group, new Set()),
    }))
    .filter(group => group.entries.length > 0);
}

/** Tabs of one page under a mount that has several menu entries. */
const TOGETHER: readonly (readonly string[])[] = [taskTabs('rate').map(({ value }) => value)];

const covers = (base: string, path: string): boolean => path === base || path.startsWith(`${base}/`);

/**
 * How closely an entry matches a path; 0 if it does not. An entry covers every tab of its page, so that
 * "/carrier/serviceable/location" in the menu also covers the sibling tabs and their logs. With lower priority, it
 * covers the tabs next to its page and, with the lowest, the other pages of its mount.
 */
function closeness(entry: MenuEntry, path: string): number {
  const base = pageOf(entry.path) ?? entry.path;
  if (covers(base, path)) return 2 + base.length;
  if (TOGETHER.some(tabs => tabs.includes(base) && tabs.some(tab => covers(tab, path)))) return 2;
  const mount = mountOf(path);
  return mount !== undefined && mountOf(base) === mount ? 1 : 0;
}

/** Returns a path's position: the entry that matches it most closely, or the first of them if several do. */
export function placeOf(groups: readonly MenuGroup[], path: string): MenuPlace | null {
  let best: MenuPlace | null = null;
  let most = 0;
  for (const group of groups) {
    for (const entry of group.entries) {
      const own = closeness(entry, path);
      if (own > most) [best, most] = [{ group, entry }, own];
    }
  }
  return best;
}
