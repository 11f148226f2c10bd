import type { TrackerEvent, UsageRecord, VersionInfo } from '../../contract/activity.ts';
import type { Country } from '../../domain/country.ts';

/** Messages between tabs and the activity service of the leader `ops` about releases, activity and health. */

/** A tab's location, used to request its version and to label its records. */
export interface TabPlace {
  tabId: string;
  country: Country;
  project: string;
  module: string;
  path: string;
  sessionId: string;
  /** Whether the tab is visible; only then must it respond (TRK-5). */
  visible: boolean;
}

export type ServiceMessage =
  /** A service has started; each tab responds with its location. */
  | { k: 'hello' }
  /** VER-4: the released version. */
  | { k: 'release'; info: VersionInfo }
  /** TRK-2: the tracker's `turnOn`. */
  | { k: 'tracking'; on: boolean }
  /** TRK-5: a visible tab responds with `here`. */
  | { k: 'ping' };

export type TabMessage =
  | ({ k: 'here'; answer: boolean } & TabPlace)
  | { k: 'gone'; tabId: string }
  | { k: 'events'; events: TrackerEvent[] }
  | { k: 'usage'; records: UsageRecord[] }
  /** The person closed the new-release notice, which applies to all tabs (VER-3). */
  | { k: 'closed' }
  /** A newer service worker is waiting, so the version may have changed. */
  | { k: 'look' };
