import type { MenuPlace } from './menu.ts';
import type { Crumb } from './frame/Breadcrumb.tsx';

/** A route's description of its page: fixed, or computed from its parameters. */
export interface PageMeta {
  /** Shown as the last step of the breadcrumb; empty if the menu entry itself is the page. */
  crumb: string;
  /** Title for a sub-application's page; if empty, the menu entry's name or `fallback` is used. */
  title?: string;
  /** Name of the page if no menu entry covers it. */
  fallback?: string;
  /** Parent page, for the link in the breadcrumb. */
  parent?: Crumb;
}

/** Breadcrumb steps: menu group, menu entry, parent page and the page itself, without duplicates. */
export function crumbsOf(meta: PageMeta, place: MenuPlace | null, path: string): readonly Crumb[] {
  const crumbs: Crumb[] = [{ label: 'Home', path: '/' }];
  if (place) {
    crumbs.push({ label: place.group.name });
    crumbs.push({ label: place.entry.name, path: place.entry.path });
  } else if (meta.fallback) crumbs.push({ label: meta.fallback });
  if (meta.parent) crumbs.push(meta.parent);
  if (meta.crumb && path !== '/') crumbs.push({ label: meta.crumb });
  // A page named like its menu entry is one step.
  return crumbs.filter(({ label }, at) => label !== crumbs[at + 1]?.label);
}

/** Name of the page without the product name, e.g. "Channel Serviceable Area - Location". */
export function titleOf(meta: PageMeta, place: MenuPlace | null): string {
  const name = meta.title ?? place?.entry.name ?? meta.fallback ?? '';
  const steps = [name, meta.parent?.label ?? '', meta.crumb].filter(step => step !== '');
  return [...new Set(steps)].join(' - ');
}
