import type { Country } from '../country.ts';

/** Where a person looks further after an event: the page that shows what it is about. Those of a country name it (docs/shell.md). */
const PAGES: Readonly<Record<string, { path: string; ofCountry: boolean }>> = {
  'coverage.lost': { path: '/carrier/coverage', ofCountry: true },
  'write.refused': { path: '/queue', ofCountry: false },
  'channel.maintenance': { path: '/carrier/channelConfigIntegrated', ofCountry: true },
  'bill.difference': { path: '/opslogisticsrecon/bills', ofCountry: true },
  'dispute.deadline': { path: '/opslogisticsrecon/disputes', ofCountry: true },
};

/** The page of an event; Home, which shows what waits for the person, for those that have none of their own. */
export function eventPage(kind: string, country: Country): string {
  const page = PAGES[kind];
  if (!page) return '/';
  return page.ofCountry ? `${page.path}?country=${country}` : page.path;
}
