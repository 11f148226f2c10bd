import { createContext, useContext, type ReactNode } from 'react';
import type { LiveCollection } from '../../contract/call.ts';
import { backdateRight, RATE_TABLE_CALLS } from '../../contract/rateTable/calls.ts';
import { FAMILY_FEATURE, type Family } from '../../contract/rateTable/versions.ts';
import { HistoryButton } from '../shared/HistoryButton.tsx';
import { TabbedPage } from '../shared/TabbedPage.tsx';
import { rateBase, rateTabs } from '../shared/rateTabs.ts';

/**
 * Which of the two price families the pages are about (FEE-1, G95): screens and calls are the same, but the data is
 * separate.
 */
export interface FamilyPages {
  family: Family;
  calls: (typeof RATE_TABLE_CALLS)[Family];
  title: string;
  base: string;
  feature: string;
  collection: LiveCollection;
  backdateRight: string;
}

const pagesOf = (family: Family, title: string, collection: LiveCollection): FamilyPages => ({
  family,
  calls: RATE_TABLE_CALLS[family],
  title,
  base: rateBase(family),
  feature: FAMILY_FEATURE[family],
  collection,
  backdateRight: backdateRight(family),
});

export const FAMILY_PAGES: Readonly<Record<Family, FamilyPages>> = {
  rate: pagesOf('rate', 'Rate Tables', 'rateVersions'),
  thirdParty: pagesOf('thirdParty', 'Last Mile Fee', 'thirdPartyVersions'),
};

const FamilyContext = createContext<FamilyPages>(FAMILY_PAGES.rate);
export const useFamily = (): FamilyPages => useContext(FamilyContext);

export const InFamily = ({ family, children }: { family: Family; children: ReactNode }) => (
  <FamilyContext value={FAMILY_PAGES[family]}>{children}</FamilyContext>
);

export type FamilyTab = '' | '/quote' | '/cheapest';

interface FamilyPageProps {
  /** The tab; '' on the pages below the first tab, too. */
  current: FamilyTab;
  /** Whether the page itself links to the log of its record. */
  ownHistory?: boolean;
  children: ReactNode;
}

/** A family's pages as tabs. */
export function FamilyPage({ current, ownHistory = false, children }: FamilyPageProps) {
  const { family, title, base, feature } = useFamily();
  return (
    <TabbedPage
      title={title}
      label={`${title} pages`}
      tabs={rateTabs(family)}
      current={`${base}${current}`}
      aside={!ownHistory && <HistoryButton path={base} code={feature} />}
    >
      {children}
    </TabbedPage>
  );
}
