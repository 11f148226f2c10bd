import type { RateVersionRow } from '../../contract/rateTable/versions.ts';
import { stateOf, windowOf, type ShownState, type VersionState } from '../../domain/rates/versions.ts';
import { formatTime } from '../../domain/format.ts';
import { Tag } from '../../ui/Tag.tsx';
import type { Tone } from '../../ui/table/columns.ts';

const TONES: Readonly<Record<ShownState, Tone>> = {
  Draft: 'brand',
  Submitted: 'neutral',
  Scheduled: 'warning',
  Active: 'success',
  Expired: 'neutral',
  Deleted: 'danger',
};

export const StateTag = ({ state }: { state: ShownState }) => <Tag tone={TONES[state]}>{state}</Tag>;

/**
 * A version's state by this device's clock, derived from the times of all versions, even offline.
 * @param now epoch milliseconds
 */
export const stateNow = (version: RateVersionRow, versions: readonly RateVersionRow[], now: number): VersionState =>
  stateOf(version, versions, Math.floor(now / 1000));

/** Formats a version's period, e.g. "2026-07-01 00:00:00 until 2026-10-01 00:00:00", or says why it has none. */
export function windowText(version: RateVersionRow, versions: readonly RateVersionRow[], timeZone: string): string {
  const window = windowOf(version, versions);
  if (!window) return version.state === 0 ? 'not submitted' : 'no time set';
  const until = window.until === null ? 'no end' : `until ${formatTime(window.until, timeZone)}`;
  return `${formatTime(window.from, timeZone)}, ${until}`;
}

/** Names a version, e.g. "Version 3 (July prices)". */
export const versionTitle = ({ versionNo, name }: Pick<RateVersionRow, 'versionNo' | 'name'>): string =>
  `Version ${versionNo}${name === '' ? '' : ` (${name})`}`;
