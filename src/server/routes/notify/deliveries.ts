import type { FastifyInstance } from 'fastify';
import { resolvePage } from '../../../contract/common.ts';
import {
  BELL_MOST,
  getPreferences,
  listDeliveries,
  listNotifications,
  readNotifications,
  resendDelivery,
  setPreferences,
  type DeliveryRow,
  type Notifications,
  type Preferences,
} from '../../../contract/notify.ts';
import { COUNTRIES, type Country } from '../../../domain/country.ts';
import { EVENTS } from '../../../domain/notify/events.ts';
import { webhookHost } from '../../../domain/notify/rule.ts';
import { allows, FEATURE, PRIVILEGE } from '../../../domain/permission.ts';
import type { Person } from '../../auth/person.ts';
import { nowSeconds } from '../../base/clock.ts';
import type { ServerContext } from '../../context.ts';
import { NOW_SECONDS } from '../../db/clock.ts';
import { pageOf } from '../../db/page.ts';
import { lockName, transaction, type Queryable } from '../../db/transaction.ts';
import { ApiError, badRequest, conflict, notFound } from '../../base/envelope.ts';
import { registerChange } from '../../http/change.ts';
import { registerRead } from '../../http/registrar.ts';
import { announceBell } from '../../feed/announceBell.ts';
import { ownPageOf } from '../../../domain/notify/eventPage.ts';
import { isResendable } from '../../../domain/notify/schedule.ts';
import { isWithin, OF_SERVER, quietOf } from '../../notify/plan.ts';
import { replanFor } from '../../notify/replan.ts';
import { plainText } from '../../notify/template.ts';
import { containing, LOGGED_AT } from './support.ts';

const COLUMNS = `d.id, d.rule, d.event, d.country, d.recipient, d.way, d.state, d.due_at AS "dueAt", d.sent_at AS "sentAt", d.tries,
  jsonb_array_length(d.events) AS events, d.subject, d.body, d.outcome`;

/** Shortens the URL of a webhook for people who may only read deliveries; people who may change rules see all of it. */
const forReader = (row: DeliveryRow): DeliveryRow =>
  row.way === 'webhook' ? { ...row, recipient: webhookHost(row.recipient) } : row;

/** The text shown instead of a message that describes events whose notifications the person may not read. */
const WITHHELD =
  'This message describes events of the server as a whole, or of countries whose notifications you may not read.';

/** A delivery, and whether the person may read its text. */
type StoredDelivery = DeliveryRow & { readable: boolean };

const shown = ({ readable, ...row }: StoredDelivery): DeliveryRow => ({
  ...row,
  subject: readable ? plainText(row.subject) : '',
  body: readable ? plainText(row.body) : WITHHELD,
});

/** Adds the events of the server as a whole to the countries of a System Admin. */
const withServer = ({ privilege }: Person, countries: readonly Country[]): string[] =>
  privilege === PRIVILEGE.systemAdmin ? [...countries, OF_SERVER] : [...countries];

/** The countries in which a person works. */
const workedIn = (person: Person): string[] =>
  withServer(
    person,
    person.entities.map(({ country }) => country),
  );

/** The countries whose notifications a person may read. */
const readableIn = (person: Person): string[] =>
  withServer(
    person,
    person.entities
      .map(({ country }) => country)
      .filter(country => allows(person, country, `${FEATURE.notification}.read`)),
  );

async function deliveryBy(db: Queryable, id: number, country: Country, person: Person): Promise<DeliveryRow> {
  const { rows } = await db.query<StoredDelivery>(
    `SELECT ${COLUMNS}, ${isWithin('d', '$3')} AS readable FROM notify_deliveries d WHERE d.id = $1 AND d.country = $2`,
    [id, country, readableIn(person)],
  );
  if (!rows[0])
    throw notFound(
      `There is no delivery ${id} in this country. It may have been removed because of its age; reload the list.`,
    );
  return shown(rows[0]);
}

const alreadyWaiting = (): ApiError =>
  new ApiError(409, 'This delivery is already waiting to be sent. Reload the list to see when it is.');

/** The entries that a person's `off` may contain. */
const CAN_BE_OFF: ReadonlySet<string> = new Set(
  EVENTS.flatMap(({ kind }) => ['bell', 'email'].map(way => `${kind} ${way}`)),
);

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Registers the calls for deliveries and for the notifications in a person's bell. */
export function deliveryRoutes(app: FastifyInstance, context: ServerContext): void {
  const { pool } = context.database;

  registerRead(app, context, listDeliveries, async ({ entity, person }, { q, state, ...asked }) => {
    const { page, count, offset } = resolvePage(asked);
    const mayWrite = allows(person, entity, `${FEATURE.notification}.write`);
    const found = await pageOf<StoredDelivery>(
      pool,
      `SELECT ${COLUMNS}, ${isWithin('d', '$5')} AS readable, count(*) OVER () AS total FROM notify_deliveries d
        WHERE d.country = $1 AND ($2::text IS NULL OR d.state = $2)
          AND (d.rule ILIKE $3 OR (d.subject ILIKE $3 AND ${isWithin('d', '$5')}) OR (d.recipient ILIKE $3 AND ($4 OR d.way <> 'webhook')))
        ORDER BY d.id DESC`,
      [entity, state ?? null, containing(q), mayWrite, readableIn(person)],
      { count, offset },
    );
    const list = found.list.map(shown);
    return { list: mayWrite ? list : list.map(forReader), page, count, total: found.total };
  });

  registerChange(app, context, resendDelivery, LOGGED_AT, async (db, { id }, { call, at }) => {
    const before = await deliveryBy(db, id, call.entity, call.person);
    if (!isResendable(before)) throw alreadyWaiting();
    // The key is kept, so that a receiver that already has the message recognizes it.
    const { rowCount } = await db.query(
      `UPDATE notify_deliveries SET state = 'waiting', due_at = $2, tries = 0, lease_until = 0, outcome = '', read_at = NULL
        WHERE id = $1 AND state <> 'sending' AND (state <> 'waiting' OR tries > 0) AND lease_until <= ${NOW_SECONDS}`,
      [id, at],
    );
    if (rowCount === 0) throw alreadyWaiting();
    const row = await deliveryBy(db, id, call.entity, call.person);
    return {
      operator: 'Edit',
      before: { state: before.state, outcome: before.outcome },
      after: { state: row.state },
      logged: { id, rule: row.rule, recipient: forReader(row).recipient },
      output: row,
    };
  });

  const unreadOf = async (userId: number, countries: readonly string[]): Promise<number> => {
    const { rows } = await pool.query<{ unread: number }>(
      `SELECT count(*) AS unread FROM notify_deliveries
        WHERE user_id = $1 AND way = 'bell' AND state = 'sent' AND read_at IS NULL AND country = ANY ($2)
          AND ${isWithin('notify_deliveries', '$2')}`,
      [userId, countries],
    );
    return rows[0]?.unread ?? 0;
  };

  registerRead(app, context, listNotifications, async ({ person }) => {
    const countries = workedIn(person);
    const { rows } = await pool.query<Omit<Notifications['list'][number], 'page'> & { event: string }>(
      `SELECT id, sent_at AS at, subject, body, critical, read_at IS NOT NULL AS read, country, event FROM notify_deliveries
        WHERE user_id = $1 AND way = 'bell' AND state = 'sent' AND country = ANY ($2)
          AND ${isWithin('notify_deliveries', '$2')} ORDER BY sent_at DESC, id DESC LIMIT ${BELL_MOST}`,
      [person.userId, countries],
    );
    return {
      unread: await unreadOf(person.userId, countries),
      list: rows.map(({ event, ...row }) => ({
        ...row,
        subject: plainText(row.subject),
        body: plainText(row.body),
        page: ownPageOf(event, row.country),
      })),
    };
  });

  // A message that waited for the end of quiet hours, and was sent since the list was read, has not been seen although
  // its id is lower.
  registerRead(app, context, readNotifications, async ({ person }, { ids }) => {
    const { rowCount } = await pool.query(
      `UPDATE notify_deliveries SET read_at = $3
        WHERE user_id = $1 AND way = 'bell' AND state = 'sent' AND read_at IS NULL
          AND (id = ANY ($2::int8[])
               OR sent_at < (SELECT min(sent_at) FROM notify_deliveries WHERE user_id = $1 AND id = ANY ($2::int8[])))`,
      [person.userId, ids, nowSeconds(context)],
    );
    if (rowCount) await announceBell(context, person.userId);
    return {
      unread: await unreadOf(person.userId, workedIn(person)),
    };
  });

  const preferencesOf = async (db: Queryable, userId: number, country: Country): Promise<Preferences> => {
    const { rows } = await db.query<Preferences>(
      `SELECT language, quiet_from AS "quietFrom", quiet_to AS "quietTo", time_zone AS "timeZone", off, version
         FROM notify_preferences WHERE user_id = $1`,
      [userId],
    );
    const { timeZone } = COUNTRIES[country];
    return rows[0] ?? { language: 'en', quietFrom: 0, quietTo: 0, timeZone, off: [], version: 0 };
  };

  registerRead(app, context, getPreferences, ({ person, entity }) => preferencesOf(pool, person.userId, entity));

  registerRead(
    app,
    context,
    setPreferences,
    async ({ person, entity }, { language, quietFrom, quietTo, timeZone, off, version }) => {
      if (!isTimeZone(timeZone)) throw badRequest(`timeZone: ${timeZone} is not a time zone`);
      const unknown = off.find(own => !CAN_BE_OFF.has(own));
      if (unknown !== undefined)
        throw badRequest(`off: "${unknown}" must be an event and bell or email, such as "import.ended email"`);
      const former = await transaction(pool, async db => {
        // Two tabs that save at once would otherwise both find the version that they started from.
        await lockName(db, `preferences ${person.userId}`);
        const stored = await preferencesOf(db, person.userId, entity);
        if (version !== undefined && version !== stored.version)
          throw conflict(
            'Your preferences were changed in another tab or on another device. Reload the page to see them, then repeat your change.',
            stored,
          );
        await db.query(
          `INSERT INTO notify_preferences (user_id, language, quiet_from, quiet_to, time_zone, off) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (user_id) DO UPDATE SET language = excluded.language, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
                                               time_zone = excluded.time_zone, off = excluded.off,
                                               version = notify_preferences.version + 1`,
          [person.userId, language, quietFrom, quietTo, timeZone, [...new Set(off)]],
        );
        return stored;
      });
      await replanFor(context.database, person.userId, {
        former: quietOf(former),
        quiet: { from: quietFrom, to: quietTo, timeZone },
        now: nowSeconds(context),
      });
      return preferencesOf(pool, person.userId, entity);
    },
    { stores: true },
  );
}
