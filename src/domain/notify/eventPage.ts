import type { Country } from '../country.ts';

/**
 * For each kind of event, the page that shows what the event is about. The URLs of country-specific pages include the
 * country (docs/shell.md).
 */
const PAGES: Readonly<Record<string, { path: string; ofCountry: boolean }>> = {
  'coverage.lost': { path: '/carrier/coverage', ofCountry: true },
  'write.refused': { path: '/queue', ofCountry: false },
  'channel.maintenance': { path: '/carrier/channelConfigIntegrated', ofCountry: true },
  'bill.difference': { path: '/opslogisticsrecon/bills', ofCountry: true },
  'dispute.deadline': { path: '/opslogisticsrecon/disputes', ofCountry: true },
};

/** The page for an event; null for an event without a page of its own. */
export function ownPageOf(kind: string, country: Country): string | null {
  const page = PAGES[kind];
  if (!page) return null;
  return page.ofCountry ? `${page.path}?country=${country}` : page.path;
}

/** The page for an event; for an event without a page, Home, which shows what needs the person's attention. */
export const eventPage = (kind: string, country: Country): string => ownPageOf(kind, country) ?? '/';
