import type { MenuPlace } from './menu.ts';
import type { Crumb } from './frame/Breadcrumb.tsx';

/** What a route says of its page: fixed, or computed from its parameters. */
export interface PageMeta {
  /** Shown in the breadcrumb as the last step. Empty: the menu entry itself is the page. */
  crumb: string;
  /** Title of the sub-application's page; the menu entry's name or `fallback` where it is empty. */
  title?: string;
  /** Name of the page where no menu entry covers it. */
  fallback?: string;
  /** Page above this one, for the breadcrumb's link. */
  parent?: Crumb;
}

/** Menu group, menu entry, the page above, the page itself; no step twice. */
export function crumbsOf(meta: PageMeta, place: MenuPlace | null, path: string): readonly Crumb[] {
  const crumbs: Crumb[] = [{ label: 'Home', path: '/' }];
  if (place) {
    crumbs.push({ label: place.group.name });
    crumbs.push({ label: place.entry.name, path: place.entry.path });
  } else if (meta.fallback) crumbs.push({ label: meta.fallback });
  if (meta.parent) crumbs.push(meta.parent);
  if (meta.crumb && path !== '/') crumbs.push({ label: meta.crumb });
  return crumbs;
}

/** Name of the page without the product's: "Channel Serviceable Area - Location". */
export function titleOf(meta: PageMeta, place: MenuPlace | null): string {
  const name = meta.title ?? place?.entry.name ?? meta.fallback ?? '';
  const steps = [name, meta.parent?.label ?? '', meta.crumb].filter(step => step !== '');
  return [...new Set(steps)].join(' - ');
}
