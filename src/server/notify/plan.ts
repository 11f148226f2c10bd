import { randomUUID } from 'node:crypto';
import { COUNTRIES, type Country } from '../../domain/country.ts';
import { formatTime } from '../../domain/format.ts';
import { matches, type Condition } from '../../domain/notify/conditions.ts';
import { emptyFields, type Fields } from '../../domain/notify/events.ts';
import type { Way } from '../../domain/notify/rule.ts';
import { placeOf, type QuietHours } from '../../domain/notify/schedule.ts';
import { PRIVILEGE, STATUS } from '../../domain/permission.ts';
import { NOW_SECONDS } from '../db/clock.ts';
import type { Database } from '../db/open.ts';
import { lockName, transaction, type Queryable } from '../db/transaction.ts';
import { NO_PERSON } from '../db/personSchema.ts';

/** Plans notifications about events: which rules apply, who is notified through which channels, and when (NOTIF-1). */

export interface StoredRule {
  id: number;
  name: string;
  event: string;
  countries: Country[];
  conditions: Condition[];
  people: string[];
  roleIds: number[];
  causer: boolean;
  ways: Way[];
  webhookUrl: string;
  everyMinutes: number;
  critical: boolean;
  /** Those of its countries whose entity is active. */
  active: Country[];
  /** Whether its owner is a System Admin. */
  ofSystemAdmin: boolean;
}

export interface StoredEvent {
  id: number;
  kind: string;
  /** Null if the event concerns the server as a whole. */
  country: Country | null;
  person: string;
  at: number;
  fields: Fields;
}

export interface Preference {
  language: string;
  quietFrom: number;
  quietTo: number;
  timeZone: string;
  off: string[];
}

interface Recipient extends Partial<Preference> {
  userId: number;
  email: string;
}

/** The country of an event that concerns the server as a whole, in messages: only System Admins read these events. */
export const OF_SERVER = 'all countries';

/**
 * SQL: whether the person `u` may use the console and works in the country given by a parameter (a System Admin works
 * in all countries, and only a System Admin in `OF_SERVER`). Only such people are notified.
 */
export const isToldIn = (country: string): string => `(
  ((${country} = '${OF_SERVER}' AND u.privilege = ${PRIVILEGE.systemAdmin}) OR EXISTS (SELECT 1 FROM entities e WHERE e.country = ${country} AND e.status = ${STATUS.normal}
             AND (u.privilege = ${PRIVILEGE.systemAdmin} OR EXISTS (SELECT 1 FROM user_entities o WHERE o.user_id = u.id AND o.entity_id = e.id))))
  AND EXISTS (SELECT 1 FROM whitelist w WHERE w.email = u.email))`;

/**
 * SQL: whether all events of the delivery `alias` occurred in countries of a text array. A digest may combine events of
 * several countries, and its text may be read only by people who may read all of them (MR4).
 */
export const isWithin = (alias: string, countries: string): string =>
  `NOT EXISTS (SELECT 1 FROM jsonb_array_elements(${alias}.events) AS e WHERE NOT (e ->> 'country') = ANY (${countries}))`;

/** SQL: whether the person `u` may be notified of all events of the delivery `alias`. */
export const isToldOf = (alias: string): string =>
  `(${isToldIn(`${alias}.country`)}
    AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(${alias}.events) AS ev WHERE NOT ${isToldIn(`(ev ->> 'country')`)}))`;

/**
 * The values that an event's template can use; `time` is in the time zone of the event's country, or in UTC if the event
 * concerns the server as a whole.
 */
export const valuesOf = ({ kind, country, person, at, fields }: Omit<StoredEvent, 'id'>): Fields => ({
  ...emptyFields(kind),
  ...fields,
  country: country ?? OF_SERVER,
  person: person === '' ? 'the server' : person,
  time: country === null ? `${formatTime(at, 'UTC')} UTC` : formatTime(at, COUNTRIES[country].timeZone),
});

/** Number of events planned in one transaction. */
const AT_ONCE = 50;

/** Whether events are waiting to be planned, or messages are due. Push messages count only if they can be sent. */
export async function isWork(db: Queryable, now: number, pushes: boolean): Promise<boolean> {
  const { rows } = await db.query<{ work: boolean }>({
    name: 'notify-work',
    text: `SELECT EXISTS (SELECT 1 FROM notify_events WHERE NOT planned)
               OR EXISTS (SELECT 1 FROM notify_deliveries WHERE state IN ('waiting', 'sending') AND due_at <= $1 AND lease_until <= ${NOW_SECONDS})
               OR ($2 AND EXISTS (SELECT 1 FROM push_messages WHERE due_at <= $1 AND lease_until <= ${NOW_SECONDS})) AS work`,
    values: [now, pushes],
  });
  return rows[0]?.work ?? false;
}

/**
 * Plans notifications about waiting events. Only one process plans at a time: two that lock the messages of the same
 * people in different orders would deadlock.
 * @returns whether more events may be waiting
 */
export async function planEvents({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  return transaction(pool, async db => {
    await lockName(db, 'notify plan');
    const { rows: events } = await db.query<StoredEvent>(
      `SELECT id, kind, country, person, at, fields FROM notify_events WHERE NOT planned ORDER BY id LIMIT ${AT_ONCE}`,
    );
    if (events.length === 0) return false;
    const { rows: rules } = await db.query<StoredRule>(
      `SELECT id, name, event, countries, conditions, people, role_ids AS "roleIds", causer, ways, webhook_url AS "webhookUrl",
              every_minutes AS "everyMinutes", critical,
              ARRAY (SELECT c FROM unnest(countries) AS c JOIN entities e ON e.country = c WHERE e.status = ${STATUS.normal}) AS active,
              EXISTS (SELECT 1 FROM users u WHERE u.email = owner AND u.status = ${STATUS.normal} AND u.privilege = ${PRIVILEGE.systemAdmin}) AS "ofSystemAdmin"
         FROM notify_rules WHERE status = ${STATUS.normal} AND event = ANY ($1) ORDER BY id`,
      [[...new Set(events.map(({ kind }) => kind))]],
    );
    for (const event of events) {
      for (const rule of rules) {
        const country = listedIn(rule, event);
        if (rule.event === event.kind && country !== undefined && matches(rule.conditions, valuesOf(event)))
          await planFor(db, rule, { ...event, listedIn: country });
      }
    }
    await db.query('UPDATE notify_events SET planned = true WHERE id = ANY ($1)', [events.map(({ id }) => id)]);
    return events.length === AT_ONCE;
  });
}

/** An event, and the country in whose list of deliveries its messages are. */
type PlannedEvent = StoredEvent & { listedIn: Country };

/**
 * The country in whose list of deliveries the messages of a rule about an event are: the event's or, if it concerns the
 * server as a whole, the first active one of the rule. Undefined if the rule does not apply.
 */
const listedIn = ({ countries, active }: StoredRule, { country }: StoredEvent): Country | undefined =>
  country === null ? active[0] : countries.find(own => own === country);

async function planFor(db: Queryable, rule: StoredRule, event: PlannedEvent): Promise<void> {
  const toPeople = rule.ways.filter(way => way !== 'webhook');
  const people = toPeople.length === 0 ? [] : await recipientsOf(db, rule, event);
  for (const person of people) {
    for (const way of toPeople) {
      if (!person.off?.includes(`${event.kind} ${way}`)) await put(db, rule, event, way, person);
    }
  }
  // A webhook gets what its owner may know.
  if (rule.ways.includes('webhook') && (event.country !== null || rule.ofSystemAdmin))
    await put(db, rule, event, 'webhook', { userId: NO_PERSON, email: rule.webhookUrl });
}

/**
 * The recipients of a rule: the people that it lists, those with the listed roles, and the person who caused the event,
 * without duplicates. They must be permitted to use the console and work in the event's country, or be System Admins if
 * it concerns the server as a whole (MR4).
 */
async function recipientsOf(db: Queryable, rule: StoredRule, event: PlannedEvent): Promise<Recipient[]> {
  const emails = rule.causer && event.person !== '' ? [...rule.people, event.person] : rule.people;
  const { rows } = await db.query<Recipient>(
    `SELECT u.id AS "userId", u.email, p.language, p.quiet_from AS "quietFrom", p.quiet_to AS "quietTo",
            p.time_zone AS "timeZone", p.off
       FROM users u LEFT JOIN notify_preferences p ON p.user_id = u.id
      WHERE u.status = ${STATUS.normal}
        AND (u.email = ANY ($1) OR EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id AND r.role_id = ANY ($2)))
        AND ${isToldIn('$3')}
      ORDER BY u.id`,
    [emails, rule.roleIds, event.country ?? OF_SERVER],
  );
  return rows;
}

type Nullable<T> = { [name in keyof T]?: T[name] | null | undefined };

/** Returns the quiet hours in a person's preferences, or null if there are none. */
export const quietOf = ({
  quietFrom,
  quietTo,
  timeZone,
}: Nullable<Pick<Preference, 'quietFrom' | 'quietTo' | 'timeZone'>>): QuietHours | null =>
  quietFrom === undefined || quietFrom === null
    ? null
    : { from: quietFrom, to: quietTo ?? 0, timeZone: timeZone ?? 'UTC' };

/** Locks the messages of a rule, recipient and channel, so that they are changed by one process at a time. */
export const lockMessages = (db: Queryable, ruleId: number, userId: number, way: string): Promise<unknown> =>
  db.query(`SELECT pg_advisory_xact_lock(hashtext('notify ' || $1 || ' ' || $2 || ' ' || $3))`, [
    String(ruleId),
    String(userId),
    way,
  ]);

/** Adds an event to the recipient's message that has not been sent yet, or creates a new message. */
async function put(
  db: Queryable,
  rule: StoredRule,
  event: PlannedEvent,
  way: Way,
  recipient: Recipient,
): Promise<void> {
  const whom = [rule.id, recipient.userId, way];
  const item = JSON.stringify([valuesOf(event)]);
  await lockMessages(db, rule.id, recipient.userId, way);
  // A window may be later than the message is due (below), and such a message does not wait.
  const { rows } = await db.query<{ id: number; dueAt: number; waits: boolean }>(
    `SELECT id, window_at AS "dueAt", state = 'waiting' AND tries = 0 AND sent_at IS NULL AND least(due_at, window_at) > $4 AS waits FROM notify_deliveries
      WHERE rule_id = $1 AND user_id = $2 AND way = $3 ORDER BY window_at DESC LIMIT 2 FOR UPDATE`,
    [...whom, event.at],
  );
  const [former, before] = rows;
  const place = placeOf(
    event.at,
    // No event is added to a message that is due, because it is being sent, or to one that is sent again, because its
    // receivers ignore a key that they know.
    {
      dueAt: former?.dueAt ?? null,
      waits: former?.waits === true,
      before: before?.dueAt ?? null,
    },
    { every: rule.everyMinutes * 60, critical: rule.critical, quiet: quietOf(recipient) },
  );
  // Messages that are due in the same second get different windows, because a window is never reused.
  const windowAfter = (other: { dueAt: number } | undefined): number => Math.max(place.dueAt, (other?.dueAt ?? -1) + 1);
  if (place.joins && former) {
    const isEarlier = place.dueAt < former.dueAt;
    await db.query(
      `UPDATE notify_deliveries SET events = events || $2::jsonb, critical = critical OR $3, due_at = $4, window_at = $5 WHERE id = $1`,
      [
        former.id,
        item,
        rule.critical,
        isEarlier ? place.dueAt : former.dueAt,
        isEarlier ? windowAfter(before) : former.dueAt,
      ],
    );
    return;
  }
  const windowAt = windowAfter(former);
  await db.query(
    `INSERT INTO notify_deliveries (key, rule_id, rule, event, country, user_id, recipient, way, window_at, critical, due_at, events, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13)`,
    [
      `msg_${randomUUID().replaceAll('-', '')}`,
      rule.id,
      rule.name,
      event.kind,
      event.listedIn,
      recipient.userId,
      recipient.email,
      way,
      windowAt,
      rule.critical,
      place.dueAt,
      item,
      event.at,
    ],
  );
}
