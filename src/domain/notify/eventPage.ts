import type { Country } from '../country.ts';

/**
 * The page that shows the subject of an event. The URLs of country-specific pages include the country (docs/shell.md).
 */
const PAGES: Readonly<Record<string, { path: string; ofCountry: boolean }>> = {
  'coverage.lost': { path: '/carrier/coverage', ofCountry: true },
  'write.refused': { path: '/queue', ofCountry: false },
  'channel.maintenance': { path: '/carrier/channelConfigIntegrated', ofCountry: true },
  'bill.difference': { path: '/opslogisticsrecon/bills', ofCountry: true },
  'dispute.deadline': { path: '/opslogisticsrecon/disputes', ofCountry: true },
};

/** The page for an event. If an event has no page, it is Home, which shows what needs the person's attention. */
export function eventPage(kind: string, country: Country): string {
  const page = PAGES[kind];
  if (!page) return '/';
  return page.ofCountry ? `${page.path}?country=${country}` : page.path;
}
