import { formatTime } from '../format.ts';

/**
 * Versions of a channel's rate table (RATE-10; issue 29, 3; study 1 d 1). Only a version's stored status (Draft or
 * Submitted) and its start are persisted. All other states are derived from the current time, so that all devices agree
 * and no job has to update states. A version's validity ends when the next version takes effect.
 */

/** The stored part of a version's state. */
export const STORED_STATE = { draft: 0, submitted: 1 } as const;
export type StoredState = (typeof STORED_STATE)[keyof typeof STORED_STATE];

export type VersionState = 'Draft' | 'Submitted' | 'Scheduled' | 'Active' | 'Expired';

/** The state that a page shows. A deleted draft may still be open on a device that has its rows; it has no action. */
export type ShownState = VersionState | 'Deleted';

export interface RateVersion {
  readonly versionNo: number;
  readonly state: StoredState;
  /** Epoch seconds; null for a draft, and for a submitted version whose start has not been set. */
  readonly activeFrom: number | null;
}

/** Submitted versions with a start time, sorted by start. */
const timed = <V extends RateVersion>(versions: readonly V[]): (V & { activeFrom: number })[] =>
  versions
    .filter(
      (version): version is V & { activeFrom: number } =>
        version.state === STORED_STATE.submitted && version.activeFrom !== null,
    )
    .sort((one, other) => one.activeFrom - other.activeFrom || one.versionNo - other.versionNo);

/**
 * The version whose prices apply at an instant, which is the order time for ESF and the pickup time for ASF.
 * @param at epoch seconds
 * @returns null before the start of the first version
 */
export const versionAt = <V extends RateVersion>(versions: readonly V[], at: number): V | null =>
  timed(versions).findLast(version => version.activeFrom <= at) ?? null;

/**
 * The period in which a version is in effect, excluding its end; `until` is null if no other version follows. Null if
 * the version has no such period.
 */
export function windowOf(
  version: RateVersion,
  versions: readonly RateVersion[],
): { from: number; until: number | null } | null {
  const { activeFrom, state } = version;
  if (state !== STORED_STATE.submitted || activeFrom === null) return null;
  return { from: activeFrom, until: timed(versions).find(other => other.activeFrom > activeFrom)?.activeFrom ?? null };
}

/** @param now the current time in epoch seconds */
export function stateOf(version: RateVersion, versions: readonly RateVersion[], now: number): VersionState {
  if (version.state === STORED_STATE.draft) return 'Draft';
  const window = windowOf(version, versions);
  if (!window) return 'Submitted';
  if (now < window.from) return 'Scheduled';
  return window.until !== null && now >= window.until ? 'Expired' : 'Active';
}

export type VersionAction = 'update' | 'delete' | 'submit' | 'set-time' | 'withdraw' | 'copy';

/**
 * The single source of truth for which actions are available in each state. `submit` also requires that the version has
 * no errors (completeness).
 */
const OFFERED: Readonly<Record<VersionAction, readonly VersionState[]>> = {
  update: ['Draft'],
  delete: ['Draft'],
  submit: ['Draft'],
  'set-time': ['Submitted', 'Scheduled'],
  withdraw: ['Scheduled'],
  copy: ['Draft', 'Submitted', 'Scheduled', 'Active', 'Expired'],
};

export const isOffered = (action: VersionAction, state: ShownState): boolean =>
  state !== 'Deleted' && OFFERED[action].includes(state);

/** Why an action is not available in a state; null if it is. */
export function actionProblem(action: VersionAction, version: RateVersion, state: VersionState): string | null {
  if (isOffered(action, state)) return null;
  const only = OFFERED[action].join(' or ');
  return `Version ${version.versionNo} is ${state}: ${action} requires a version that is ${only}. ${insteadOf(action, state)}`;
}

const WITHOUT_TIME = 'Without a time, it does not take effect';

/** What a person can do instead of an action that is not available in a state. */
function insteadOf(action: VersionAction, state: VersionState): string {
  if (action === 'set-time' && state === 'Draft') return 'Submit it first';
  if (action === 'withdraw')
    return state === 'Active' || state === 'Expired'
      ? 'Submit another version and set its time to replace it'
      : WITHOUT_TIME;
  if (action !== 'delete') return 'Copy it to change its prices';
  if (state === 'Scheduled') return 'Withdraw it if it must not take effect';
  return state === 'Submitted' ? WITHOUT_TIME : 'It is kept because charges were computed with its prices';
}

/** The start time that a person sets, and its context. */
export interface SetTime {
  /** Epoch seconds; null withdraws a scheduled version. */
  readonly activeFrom: number | null;
  readonly remark: string;
  /** Whether the person may set the start in the past. */
  readonly mayBackdate: boolean;
  /** Epoch seconds according to the server's clock, which is authoritative. */
  readonly now: number;
  /** The entity's IANA time zone, used in messages. */
  readonly timeZone: string;
}

/**
 * Why a version cannot have a new start time; null if it can. Two versions never start at the same instant. A start in
 * the past requires a permission and a remark, because bills for the past are recomputed.
 * @param versions all versions of the channel, including this one
 */
export function setTimeProblem(
  version: RateVersion,
  versions: readonly RateVersion[],
  { activeFrom, remark, mayBackdate, now, timeZone }: SetTime,
): { field: 'activeFrom' | 'remark'; message: string } | null {
  const action: VersionAction = activeFrom === null ? 'withdraw' : 'set-time';
  const refused = actionProblem(action, version, stateOf(version, versions, now));
  if (refused) return { field: 'activeFrom', message: refused };
  if (activeFrom === null) return null;
  if (!Number.isSafeInteger(activeFrom) || activeFrom <= 0)
    return { field: 'activeFrom', message: 'The activation time must be an instant in epoch seconds' };
  const same = timed(versions).find(other => other.versionNo !== version.versionNo && other.activeFrom === activeFrom);
  const at = formatTime(activeFrom, timeZone);
  if (same)
    return {
      field: 'activeFrom',
      message: `Version ${same.versionNo} also begins at ${at} (${timeZone}). Choose another time`,
    };
  if (activeFrom >= now) return null;
  const past = `${at} (${timeZone}) is in the past: it is now ${formatTime(now, timeZone)}`;
  if (!mayBackdate)
    return {
      field: 'activeFrom',
      message: `${past}. Setting a past time requires a separate permission. Choose a later time`,
    };
  return remark.trim() === '' ? { field: 'remark', message: `Remark is required because ${past}` } : null;
}
