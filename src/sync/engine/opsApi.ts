import type { LocationRow } from '../../contract/locations.ts';
import type { Country } from '../../domain/country.ts';
import type { LocationLevel } from '../../domain/serviceable.ts';
import type { CachedAnswer, CachedQuestion, TreeQuestion } from '../query/cachedQuestion.ts';
import type { PlaceParents } from '../query/placeIndex.ts';
import type { CoverageAsk, CoverageReply } from '../query/coverage.ts';
import type { ChannelLeadTimes } from '../query/leadTimeGroups.ts';
import type { Pending } from '../query/ownerRecords.ts';
import type { CheckAsk, CheckReply, MatchedAddress } from '../query/serviceChecks.ts';

/**
 * A tab's interface to the `ops` worker, over its port. Types only: both sides import this file and neither imports the
 * other.
 */

export interface TabInfo {
  /**
   * The tab holds the Web Lock `ops-tab-<tabId>` for its whole lifetime, because a port does not report when it is
   * closed.
   */
  tabId: string;
  userId: number;
  entity: Country;
  /** The tab's current project (REQ-6), which a worker cannot determine itself. */
  project: string | null;
}

/** If `ready` is false, the columns are not loaded yet, and the result is empty. */
export interface OpsAnswer<T> {
  ready: boolean;
  value: T;
}

export interface PlaceQueries {
  suggest(
    entity: Country,
    level: LocationLevel,
    text: string,
    within: PlaceParents,
    limit: number,
  ): Promise<OpsAnswer<string[]>>;
  children(entity: Country, parentId: number): Promise<OpsAnswer<LocationRow[]>>;
  path(entity: Country, locationId: number): Promise<OpsAnswer<LocationRow[] | null>>;
}

export interface CachedQueries {
  /**
   * A page of a cached channel or of the tree; not ready if the list is not completely cached or its columns are not
   * loaded yet.
   */
  list(entity: Country, question: CachedQuestion | TreeQuestion): Promise<OpsAnswer<CachedAnswer | null>>;
}

export interface ServiceQueries {
  /** The places and the postcode that a typed address refers to. */
  matchAddress(entity: Country, text: string): Promise<OpsAnswer<MatchedAddress | null>>;
  /** Whether one channel or 3PL serves the given addresses; null if not all required data is cached. */
  checkServed(entity: Country, ask: CheckAsk): Promise<OpsAnswer<CheckReply | null>>;
  /** The share of the country that one channel or 3PL serves; null if not all required data is cached. */
  coverage(entity: Country, ask: CoverageAsk): Promise<OpsAnswer<CoverageReply | null>>;
  /** A channel's last-mile lead times, grouped by region and days; null if its rows are not cached. */
  leadTimes(entity: Country, channelId: number, pending: Pending): Promise<OpsAnswer<ChannelLeadTimes | null>>;
}

export interface OpsApi extends PlaceQueries, CachedQueries, ServiceQueries {
  /**
   * Build of the worker; a tab from another build does not use it (TAB1). The worker holds the Web Lock `lock` for its
   * whole lifetime, because a port does not report that its other end is gone.
   */
  hello(): Promise<{ build: string; lock: string }>;
  /** Joins, or switches to another person or entity. */
  attach(tab: TabInfo): Promise<void>;
  /** Called when the tab opens a page of another project (REQ-6). */
  project(name: string): Promise<void>;
  /** Shuts the worker down after its sender has handed over. */
  retire(): Promise<void>;
}

export const tabLock = (tabId: string): string => `ops-tab-${tabId}`;
