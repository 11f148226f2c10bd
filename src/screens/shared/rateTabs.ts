import type { Family } from '../../contract/rateTable/versions.ts';

/** Paths of the first pages of rate tables, and of third-party fees, which have the same pages (FEE-1, G95). */
export const RATE_TABLES_BASE = '/opsrate/tables';
export const THIRD_PARTY_BASE = '/opslmfee/tables';

export const rateBase = (family: Family): string => (family === 'rate' ? RATE_TABLES_BASE : THIRD_PARTY_BASE);

/**
 * The tabs of a family's pages. Rate table imports have their own menu entry; Last Mile Fee has a single entry for all
 * pages.
 */
export const rateTabs = (family: Family): readonly { value: string; label: string }[] => [
  { value: rateBase(family), label: 'Channels' },
  { value: `${rateBase(family)}/quote`, label: 'Quote' },
  { value: `${rateBase(family)}/cheapest`, label: 'Cheapest Channel' },
  ...(family === 'thirdParty'
    ? [
        { value: '/opslmfee/price-lists', label: 'Price Lists' },
        { value: '/opslmfee/tasks', label: 'Import Tasks' },
      ]
    : []),
];
