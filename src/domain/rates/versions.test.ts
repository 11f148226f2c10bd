import { assert, integer, nat, property, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  actionProblem,
  isOffered,
  setTimeProblem,
  stateOf,
  STORED_STATE,
  versionAt,
  windowOf,
  type RateVersion,
  type SetTime,
  type VersionAction,
  type VersionState,
} from './versions.ts';

const seconds = (instant: string): number => Date.parse(instant) / 1000;
const submitted = (versionNo: number, activeFrom: number | null): RateVersion => ({
  versionNo,
  state: STORED_STATE.submitted,
  activeFrom,
});
const draft = (versionNo: number): RateVersion => ({ versionNo, state: STORED_STATE.draft, activeFrom: null });

const V1 = submitted(1, seconds('2026-01-01T00:00:00+07:00'));
/** 2026-07-01 00:00 in Jakarta. */
const V2 = submitted(2, seconds('2026-06-30T17:00:00Z'));
const V3 = submitted(3, null);
const ALL = [V3, V2, V1, draft(4)];
const NOW = seconds('2026-11-26T00:00:00Z');

describe('the version in effect at an instant', () => {
  it.each([
    ['2026-06-30T16:59:59Z', 1],
    ['2026-06-30T17:00:00Z', 2],
    ['2027-01-01T00:00:00Z', 2],
    ['2025-12-31T16:59:59Z', undefined],
  ])('at %s, version %s is in effect', (instant, versionNo) =>
    expect(versionAt(ALL, seconds(instant))?.versionNo).toBe(versionNo),
  );

  it.each<[RateVersion, string, VersionState]>([
    [draft(4), '2026-11-26T00:00:00Z', 'Draft'],
    [V3, '2026-11-26T00:00:00Z', 'Submitted'],
    [V2, '2026-06-30T16:59:59Z', 'Scheduled'],
    [V2, '2026-06-30T17:00:00Z', 'Active'],
    [V1, '2026-06-30T16:59:59Z', 'Active'],
    [V1, '2026-06-30T17:00:00Z', 'Expired'],
  ])('version %o at %s has the state %s', (version, instant, state) =>
    expect(stateOf(version, ALL, seconds(instant))).toBe(state),
  );

  it('the version in effect is the only active one, and its period of validity contains the instant', () => {
    assert(
      property(uniqueArray(nat(1000), { minLength: 1 }), integer({ min: -5, max: 1005 }), (starts, at) => {
        const versions = starts.map((activeFrom, index) => submitted(index, activeFrom));
        const active = versions.filter(version => stateOf(version, versions, at) === 'Active');
        const chosen = versionAt(versions, at);
        expect(active).toEqual(chosen ? [chosen] : []);
        const inside = versions.filter(version => {
          const window = windowOf(version, versions);
          return window !== null && window.from <= at && (window.until === null || at < window.until);
        });
        expect(inside).toEqual(active);
      }),
    );
  });
});

describe('actions available on versions', () => {
  const STATES: VersionState[] = ['Draft', 'Submitted', 'Scheduled', 'Active', 'Expired'];
  it.each<[VersionAction, string]>([
    ['update', 'yes no no no no'],
    ['delete', 'yes no no no no'],
    ['submit', 'yes no no no no'],
    ['set-time', 'no yes yes no no'],
    ['withdraw', 'no no yes no no'],
    ['copy', 'yes yes yes yes yes'],
  ])('whether the action %s is available in each of the five states: %s', (action, offered) =>
    expect(STATES.map(state => (isOffered(action, state) ? 'yes' : 'no')).join(' ')).toBe(offered),
  );

  it.each<[VersionAction, VersionState, string]>([
    ['update', 'Active', 'update requires a version that is Draft. Copy it to change its prices'],
    ['submit', 'Expired', 'submit requires a version that is Draft. Copy it to change its prices'],
    ['delete', 'Scheduled', 'delete requires a version that is Draft. Withdraw it if it must not take effect'],
    ['delete', 'Submitted', 'delete requires a version that is Draft. Without a time, it does not take effect'],
    [
      'delete',
      'Expired',
      'delete requires a version that is Draft. It is kept because charges were computed with its prices',
    ],
    ['set-time', 'Draft', 'set-time requires a version that is Submitted or Scheduled. Submit it first'],
    ['set-time', 'Active', 'set-time requires a version that is Submitted or Scheduled. Copy it to change its prices'],
    ['withdraw', 'Submitted', 'withdraw requires a version that is Scheduled. Without a time, it does not take effect'],
    ['withdraw', 'Draft', 'withdraw requires a version that is Scheduled. Without a time, it does not take effect'],
    [
      'withdraw',
      'Active',
      'withdraw requires a version that is Scheduled. Submit another version and set its time to replace it',
    ],
  ])('the message about %s in the state %s says what to do instead', (action, state, text) =>
    expect(actionProblem(action, V2, state)).toBe(`Version 2 is ${state}: ${text}`),
  );
});

describe('setting a version’s start time', () => {
  const set = (change: Partial<SetTime>): SetTime => ({
    activeFrom: NOW + 3600,
    remark: '',
    mayBackdate: false,
    now: NOW,
    timeZone: 'Asia/Jakarta',
    ...change,
  });
  const later = submitted(5, NOW + 1000);
  const versions = [...ALL, later];

  it.each<[string, RateVersion, Partial<SetTime>, string | null]>([
    ['a later time', V3, {}, null],
    ['a different time for a scheduled version', later, {}, null],
    ['the time that it already has', later, { activeFrom: later.activeFrom }, null],
    ['null to withdraw a scheduled version', later, { activeFrom: null }, null],
    [
      'null for a submitted version',
      V3,
      { activeFrom: null },
      'Version 3 is Submitted: withdraw requires a version that is Scheduled. Without a time, it does not take effect',
    ],
    [
      'the start of another version',
      V3,
      { activeFrom: V2.activeFrom, mayBackdate: true, remark: 'x' },
      'Version 2 also begins at 2026-07-01 00:00:00 (Asia/Jakarta). Choose another time',
    ],
    [
      'the past without the permission',
      V3,
      { activeFrom: NOW - 1 },
      '2026-11-26 06:59:59 (Asia/Jakarta) is in the past: it is now 2026-11-26 07:00:00. Setting a past time requires a separate permission. Choose a later time',
    ],
    [
      'the past without a remark',
      V3,
      { activeFrom: NOW - 1, mayBackdate: true, remark: ' ' },
      'Remark is required because 2026-11-26 06:59:59 (Asia/Jakarta) is in the past: it is now 2026-11-26 07:00:00',
    ],
    [
      'the past with permission and remark',
      V3,
      { activeFrom: NOW - 1, mayBackdate: true, remark: 'late contract' },
      null,
    ],
    [
      'a fraction of a second',
      V3,
      { activeFrom: NOW + 0.5 },
      'The activation time must be an instant in epoch seconds',
    ],
    [
      'an active version',
      V2,
      {},
      'Version 2 is Active: set-time requires a version that is Submitted or Scheduled. Copy it to change its prices',
    ],
    [
      'a draft',
      draft(4),
      {},
      'Version 4 is Draft: set-time requires a version that is Submitted or Scheduled. Submit it first',
    ],
  ])('a new start time of a version is validated: %s', (_name, version, change, message) =>
    expect(setTimeProblem(version, versions, set(change))?.message ?? null).toBe(message),
  );
});
