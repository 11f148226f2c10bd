import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { auditLabel, parseFields } from '../../contract/auditLabel.ts';
import type { CallDefinition } from '../../contract/call.ts';
import { firstKeyOf } from '../../contract/callKey.ts';
import { ownerIn, OWNERS } from '../../contract/owner.ts';
import { isOfEntity, type Resource } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import { firstNames, nameInText } from '../../domain/format.ts';
import type { Fields } from '../../domain/notify/events.ts';
import { ADMINISTRATION, FEATURE } from '../../domain/permission.ts';
import type { Queryable } from '../db/transaction.ts';
import { emitEvent } from './emit.ts';

/** The sources of events: logged writes, refused writes, and background work (NOTIF-1, G98). */

type Stored = Record<string, unknown> | null;

export interface LoggedWrite {
  feature: string;
  url: string;
  body: string;
  before: Stored;
  after: Stored;
}

const number = (value: unknown): number => (typeof value === 'number' ? value : Number(value ?? 0));
const words = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Number of e-mails that are listed; all others are only counted. */
const NAMED = 3;

/** The e-mails to which a call applied: "a@ops.example, b@ops.example and 3 more"; empty if it contains none. */
function emailsOf(body: string): string {
  const emails = parseFields(body)?.['emails'];
  if (!Array.isArray(emails)) return '';
  return firstNames(emails.map(words), NAMED);
}

/**
 * Writes about users that change nothing they may do: viewing another person's menu, and decisions about how somebody
 * signs in (a new password link, ended sessions, removed passkeys). The log shows them, but no rights have changed.
 * Identity providers write "Users".
 */
const KEEPS_RIGHTS = /\/users\/(menu|password-link|end-sessions|remove-passkeys)\b/i;

/**
 * Returns the event for a logged write, if there is one: a channel was switched to maintenance, or permissions changed.
 */
export function eventOfWrite({
  feature,
  url,
  body,
  before,
  after,
}: LoggedWrite): { kind: string; fields: Fields } | null {
  if (feature === FEATURE.channelConfigIntegrated) {
    const [was, is] = [before?.['maintenance'], after?.['maintenance']];
    if (number(is) !== 1 || number(was) === 1 || is === undefined) return null;
    const of = (name: string): unknown => after?.[name] ?? before?.[name];
    return {
      kind: 'channel.maintenance',
      fields: { channelId: number(of('channelId')), channel: words(of('channelName')) },
    };
  }
  if (feature === ADMINISTRATION && /\/(users|roles|entities|whitelist)\b/i.test(url) && !KEEPS_RIGHTS.test(url)) {
    const record = after ?? before;
    if (before && after && isDeepStrictEqual({ ...before, name: after['name'] }, after)) return null;
    const whose =
      words(record?.['email']) ||
      words(record?.['name']) ||
      words(parseFields(body)?.['email']) ||
      emailsOf(body) ||
      'several users';
    return { kind: 'right.changed', fields: { whose, operation: auditLabel(url, body).label } };
  }
  return null;
}

/** The event of a refused write, without the reason. */
export type Refused =
  | { kind: 'write.refused'; fields: { operation: string; record: string } }
  | { kind: 'import.failed'; fields: { file: string; list: string } };

/**
 * The once-key of the event of a refused write: the entry of the device's queue is told once for each reason, however
 * often it is sent or tried again.
 * @param key Idempotency-Key
 */
export const refusedOnce = (userId: number, key: string, reason: string): string =>
  `refused ${userId} ${createHash('sha256')
    .update(`${firstKeyOf(key)}\n${reason}`)
    .digest('hex')}`;

/**
 * The record that a refused write names, such as "location 1026735 in channel 10021"; only its kind if the input names
 * none, and empty if the write is not about a record of a list.
 */
function recordOf(resources: readonly Resource[], collection: string | undefined, input: unknown): string {
  const resource = resources.find(own => own.collection === collection);
  if (!resource) return '';
  // The input has not been checked yet.
  const values = (typeof input === 'object' ? (input ?? {}) : {}) as Record<string, unknown>;
  const isNamed = resource.key.every(field => ['string', 'number'].includes(typeof values[field]));
  if (!isNamed) return nameInText(resource.label.one);
  const owner = isOfEntity(resource) ? null : ownerIn(values);
  return `${resource.title(values)}${owner === null ? '' : ` in ${OWNERS[owner.kind].word} ${owner.id}`}`.slice(0, 200);
}

/**
 * The event of a refused write of one record.
 * @param call the write's call; undefined if this build does not know it
 */
export const refusedWrite = (
  resources: readonly Resource[],
  call: Pick<CallDefinition, 'path' | 'write'> | undefined,
  input: unknown,
): Refused => ({
  kind: 'write.refused',
  fields: {
    operation: auditLabel(`/api${call?.path ?? ''}`, JSON.stringify(input ?? {})).label,
    record: recordOf(resources, call?.write?.collection, input),
  },
});

export interface FailedJob {
  job: string;
  reason: string;
  /** Identifies the job if another one may have the same name; by default, its name. */
  key?: string;
  /** The country of its data; if omitted, the failure concerns the server as a whole. */
  country?: Country;
  /** E-mail of the person whose job it is; if omitted, it is the server's own. */
  person?: string;
}

/**
 * Emits an event about background work that failed, at most once an hour for each job. Of a failure that concerns the
 * server as a whole, System Admins are notified, whatever the countries of the trigger rules are.
 * @param at epoch seconds
 */
export async function emitJobFailure(
  db: Queryable,
  { job, reason, key = job, country, person = '' }: FailedJob,
  at: number,
): Promise<void> {
  const onceKey = `job ${country ?? ''} ${key} ${Math.floor(at / 3600)}`;
  await emitEvent(db, { kind: 'job.failed', country: country ?? null, person, at, fields: { job, reason }, onceKey });
}

const FAMILIES = ['shipping fees', 'third-party fees'] as const;
const DAY = 24 * 3600;
/** How long after its start a version is still reported, in days: the server may have been down when it started. */
const REPORTED_FOR = 7;
/** A version counts as expiring if the next version starts within this many days. */
const EXPIRES_WITHIN = 7;

interface Turn {
  country: Country;
  channelId: number;
  family: number;
  versionNo: number;
  activeFrom: number;
}

/**
 * Emits events about rate table versions that have become active, and about versions that will end soon because the
 * next one starts. No write occurs at these moments, so a scan looks for them.
 */
export async function emitRateTurns(db: Queryable, now: number): Promise<void> {
  const { rows } = await db.query<Turn>(
    `SELECT country, channel_id AS "channelId", family, version_no AS "versionNo", active_from AS "activeFrom" FROM rate_versions
      WHERE state <> 0 AND active_from > $1 AND active_from <= $2 ORDER BY active_from LIMIT 1000`,
    [now - REPORTED_FOR * DAY, now + EXPIRES_WITHIN * DAY],
  );
  for (const { country, channelId, family, versionNo, activeFrom } of rows) {
    const common = { country, person: '', at: now };
    const of = FAMILIES[family] ?? 'rates';
    if (activeFrom <= now) {
      const onceKey = `rate active ${family} ${channelId} ${versionNo} ${activeFrom}`;
      await emitEvent(db, { ...common, kind: 'rate.activated', fields: { channelId, versionNo, family: of }, onceKey });
      continue;
    }
    const { rows: before } = await db.query<{ versionNo: number }>(
      `SELECT version_no AS "versionNo" FROM rate_versions WHERE state <> 0 AND family = $1 AND channel_id = $2 AND active_from <= $3
        ORDER BY active_from DESC LIMIT 1`,
      [family, channelId, now],
    );
    const [ending] = before;
    if (!ending) continue;
    const fields = { channelId, versionNo: ending.versionNo, family: of, days: Math.ceil((activeFrom - now) / DAY) };
    const onceKey = `rate ends ${family} ${channelId} ${ending.versionNo} ${activeFrom}`;
    await emitEvent(db, { ...common, kind: 'rate.expiring', fields, onceKey });
  }
}
