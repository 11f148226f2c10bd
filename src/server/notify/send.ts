import type { Fields } from '../../domain/notify/events.ts';
import type { Country } from '../../domain/country.ts';
import { eventPage } from '../../domain/notify/eventPage.ts';
import { variantOf, webhookHost } from '../../domain/notify/rule.ts';
import type { Pool } from 'pg';
import { afterQuiet, retryAt, WEBHOOK_OFF_AFTER } from '../../domain/notify/schedule.ts';
import { STATUS } from '../../domain/permission.ts';
import { NOW_SECONDS } from '../db/clock.ts';
import { transaction, type Queryable } from '../db/transaction.ts';
import { emitEvent } from './emit.ts';
import type { Mailer } from './mail.ts';
import { isToldIn, lockMessages, OF_SERVER, quietOf } from './plan.ts';
import { queuePushes } from './push.ts';
import { plainText, RendererBusy, type Renderer, type TemplateTexts } from './template.ts';
import { sendWebhook } from './webhook.ts';
import { NO_PERSON } from '../db/personSchema.ts';

/**
 * Sends messages that are due, each at least once and with the same key in every attempt, and retries failed attempts
 * with backoff.
 */

export interface DueDelivery {
  id: number;
  key: string;
  ruleId: number;
  rule: string;
  event: string;
  country: string;
  userId: number;
  recipient: string;
  way: string;
  critical: boolean;
  tries: number;
  /** Until when this process has claimed the delivery; with `tries`, it tells the claims of a delivery apart. */
  lease: number;
  events: Fields[];
  /** The text of the previous attempt; empty before the first one. */
  subject: string;
  body: string;
}

interface WaysOff {
  ways: string[];
  /** 0 Active, 1 Disabled. */
  status: number;
}

/** A webhook that was turned off because its receiver fails or does not want any more messages. */
export interface WebhookOff {
  /** The id and name of the webhook's rule. */
  id: number;
  name: string;
  /** All countries of the rule. */
  countries: Country[];
  /** How the rule was sent and its status, before and after this change. */
  before: WaysOff;
  after: WaysOff;
  host: string;
  reason: string;
  /** The time of the change, in epoch seconds. */
  at: number;
}

export interface SendDeps {
  db: Pool;
  renderer: Renderer;
  mailer: Mailer | null;
  /** The origin of the console; undefined if it is not known, in which case e-mails contain no link. */
  baseUrl: string | undefined;
  /** Hosts that may have private addresses. */
  allowedHosts: ReadonlySet<string>;
  /** Returns the current time in epoch seconds. */
  now: () => number;
  /** Called when a person has new notifications in the bell. */
  onBell: (userId: number) => Promise<void>;
  /** Called in the transaction that turns off a webhook, to log it. */
  onWebhookOff: (db: Queryable, off: WebhookOff) => Promise<void>;
  /** Whether the server is stopping, in which case the remaining messages are left to the next pass. */
  isClosed: () => boolean;
}

/**
 * If a sender shows no sign of life for this many seconds, by the database's clock, it is considered dead; no attempt
 * takes this long.
 */
const LEASE = 90;
const AT_ONCE = 20;
/** Maximum number of events that a digest describes, and of characters that describe them; all others are only counted. */
const WRITTEN_OUT = 20;
const WRITTEN_CHARACTERS = 100_000;

/** Claims messages that are due, so that no other process sends them at the same time. */
export async function claimDue(db: Queryable, now: number): Promise<DueDelivery[]> {
  const { rows } = await db.query<DueDelivery>(
    `UPDATE notify_deliveries SET state = 'sending', lease_until = ${NOW_SECONDS} + ${LEASE}, tries = tries + 1
      WHERE id IN (SELECT id FROM notify_deliveries
                    WHERE state IN ('waiting', 'sending') AND due_at <= $1 AND lease_until <= ${NOW_SECONDS}
                    ORDER BY critical DESC, due_at, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
     RETURNING id, key, rule_id AS "ruleId", rule, event, country, user_id AS "userId", recipient, way, critical, tries,
               lease_until AS lease, events, subject, body`,
    [now],
  );
  return rows;
}

/**
 * SQL: whether the delivery `$1` is still the one that this process has claimed. A sender that was frozen for longer than
 * its lease must not change what another process, or a person who sent it again, has made of it since.
 * @param first number of the first of the two parameters with the values of `claimOf`
 */
const isClaimed = (first: number): string =>
  `id = $1 AND state = 'sending' AND tries = $${first} AND lease_until = $${first + 1}`;
const claimOf = ({ tries, lease }: DueDelivery): readonly [number, number] => [tries, lease];

interface Target {
  variants: Record<string, TemplateTexts>;
  webhookUrl: string;
  webhookSecret: string;
  formerSecret: string;
  formerUntil: number;
  failingSince: number | null;
  owner: string;
  ways: string[];
}

interface Receiver {
  language: string | null;
  off: string[] | null;
  quietFrom: number | null;
  quietTo: number | null;
  timeZone: string | null;
  status: number;
  /** The countries of the message in which the person works. */
  works: string[];
}

const PLAIN_EVENT: TemplateTexts = {
  subject: '{{ time }} {{ country }}',
  body: '{{ time }} {{ country }} {{ person }}',
};

/**
 * Renders a digest: the subject describes the first event and says how many more there are, and the body lists all
 * events.
 */
async function rendered(renderer: Renderer, texts: TemplateTexts, events: readonly Fields[]): Promise<TemplateTexts> {
  const count = events.length;
  const all: TemplateTexts[] = [];
  let written = 0;
  for (const event of events.slice(0, WRITTEN_OUT)) {
    if (written > WRITTEN_CHARACTERS) break;
    const text = await renderer.render(texts, { ...event, count, more: count - 1 });
    written += text.body.length;
    all.push(text);
  }
  const left = count - all.length;
  return {
    subject: `${all[0]?.subject ?? ''}${count > 1 ? ` (${count - 1} more)` : ''}`,
    body: [...all.map(({ body }) => body), ...(left > 0 ? [`and ${left} more`] : [])].join('\n\n'),
  };
}

type Outcome = { kind: 'ok' | 'failed' | 'gone' | 'skipped'; text: string };

/** Sends a delivery and records the outcome. */
export async function sendDelivery(deps: SendDeps, planned: DueDelivery): Promise<void> {
  const { db } = deps;
  let due = planned;
  const { rows } = await db.query<Target>(
    `SELECT t.variants, r.webhook_url AS "webhookUrl", r.webhook_secret AS "webhookSecret", r.former_secret AS "formerSecret", r.former_until AS "formerUntil",
            r.webhook_failing_since AS "failingSince", r.owner, r.ways
       FROM notify_rules r JOIN notify_templates t ON t.id = r.template_id WHERE r.id = $1`,
    [due.ruleId],
  );
  const [target] = rows;
  if (!target) return note(deps, due, { kind: 'skipped', text: 'The trigger rule was deleted.' });
  const receiver = due.userId === NO_PERSON ? null : await receiverOf(db, due);
  if (receiver === undefined || receiver?.status === STATUS.disabled)
    return note(deps, due, { kind: 'skipped', text: 'The account is disabled.' });
  // A digest may contain events of several countries; the person gets those of the countries they still work in.
  if (receiver) due = withinCountries(due, receiver.works);
  if (receiver && !receiver.works.includes(due.country))
    return note(deps, due, {
      kind: 'skipped',
      text: 'The person no longer works in this country, or is no longer on the whitelist.',
    });
  if (due.way === 'webhook' && !target.ways.includes('webhook'))
    return note(deps, due, { kind: 'skipped', text: 'The webhook of the trigger rule is turned off.' });
  // Preferences are checked when a message is sent rather than when it is planned.
  if (receiver?.off?.includes(`${due.event} ${due.way}`))
    return note(deps, due, { kind: 'skipped', text: 'The person has turned this notification off.' });
  if (receiver && !due.critical) {
    const until = afterQuiet(deps.now(), quietOf(receiver));
    if (until > deps.now()) return putOff(deps, due, until);
  }
  // If the address was corrected, waiting and resent messages are also sent to the new one.
  if (due.way === 'webhook') due = { ...due, recipient: target.webhookUrl };
  const texts = variantOf(target.variants, receiver?.language ?? 'en') ?? PLAIN_EVENT;
  let message: TemplateTexts;
  try {
    // A message without events, such as that about a webhook that was turned off, has only its text.
    const { subject, body, events } = due;
    message = events.length === 0 ? { subject, body } : await rendered(deps.renderer, texts, events);
  } catch (error) {
    if (deps.isClosed()) return undefined;
    if (error instanceof RendererBusy) return note(deps, due, { kind: 'failed', text: error.message });
    message = {
      subject: due.rule,
      body: `The template could not be used: ${(error as Error).message}. Correct it; this message says what happened.\n\n${due.events.map(event => JSON.stringify(event)).join('\n')}`
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;'),
    };
  }
  const { rowCount } = await db.query(
    `UPDATE notify_deliveries SET subject = $2, body = $3, recipient = $4, country = $5, events = $6::jsonb WHERE ${isClaimed(7)}`,
    [due.id, message.subject, message.body, due.recipient, due.country, JSON.stringify(due.events), ...claimOf(due)],
  );
  if (rowCount === 0) return undefined;
  await note(deps, due, await attempt(deps, due, target, message), target);
}

/**
 * Postpones a message to the end of quiet hours that began, or were set, after the message was planned. This happens if
 * an earlier attempt failed or the server was down.
 */
async function putOff({ db }: SendDeps, due: DueDelivery, until: number): Promise<void> {
  const { id, ruleId, userId, way } = due;
  await transaction(db, async inside => {
    await lockMessages(inside, ruleId, userId, way);
    // Until it is sent for the first time, more events can be added to the message.
    await inside.query(
      `UPDATE notify_deliveries d SET state = 'waiting', due_at = $2, lease_until = 0, tries = tries - 1,
              window_at = CASE WHEN tries = 1 AND NOT EXISTS (SELECT 1 FROM notify_deliveries o WHERE o.rule_id = d.rule_id
                                 AND o.user_id = d.user_id AND o.way = d.way AND o.window_at >= $2) THEN $2 ELSE window_at END
        WHERE ${isClaimed(3)}`,
      [id, until, ...claimOf(due)],
    );
  });
}

/**
 * Returns a message with only its events in some countries; its country is that of the first one that does not concern
 * the server as a whole.
 */
function withinCountries(due: DueDelivery, countries: readonly string[]): DueDelivery {
  const events = due.events.filter(({ country }) => countries.includes(String(country)));
  const [first] = events.map(({ country }) => String(country)).filter(country => country !== OF_SERVER);
  return events.length === 0 ? due : { ...due, events, country: first ?? due.country };
}

async function receiverOf(db: Queryable, { userId, country, events }: DueDelivery): Promise<Receiver | undefined> {
  const { rows } = await db.query<Receiver>(
    `SELECT p.language, p.off, p.quiet_from AS "quietFrom", p.quiet_to AS "quietTo", p.time_zone AS "timeZone", u.status,
            ARRAY (SELECT o.country FROM unnest($2::text[]) AS o(country) WHERE ${isToldIn('o.country')}) AS works
       FROM users u LEFT JOIN notify_preferences p ON p.user_id = u.id WHERE u.id = $1`,
    [userId, [...new Set([country, ...events.map(event => String(event['country']))])]],
  );
  return rows[0];
}

async function attempt(deps: SendDeps, due: DueDelivery, target: Target, message: TemplateTexts): Promise<Outcome> {
  const { way, recipient, key } = due;
  if (way === 'bell') return { kind: 'ok', text: 'Shown in the bell' };
  if (way === 'email') {
    if (deps.mailer === null) return { kind: 'skipped', text: 'No mail server is configured (OPS_SMTP_URL).' };
    try {
      const page = eventPage(due.event, due.country as Country);
      await deps.mailer.send({
        to: recipient,
        key,
        ...message,
        link: deps.baseUrl === undefined ? undefined : `${deps.baseUrl}${page}`,
      });
      return { kind: 'ok', text: 'Accepted by the mail server' };
    } catch (error) {
      return { kind: 'failed', text: (error as Error).message };
    }
  }
  const now = deps.now();
  const body = JSON.stringify({
    type: due.event,
    timestamp: new Date(now * 1000).toISOString(),
    // JSON is not HTML: a receiver shows the text as it is.
    data: { rule: due.rule, subject: plainText(message.subject), body: plainText(message.body), events: due.events },
  });
  const former = target.formerUntil > now && target.formerSecret !== '' ? [target.formerSecret] : [];
  return sendWebhook(
    { url: recipient, secrets: [target.webhookSecret, ...former], id: key, at: now, body },
    deps.allowedHosts,
  );
}

/**
 * Records the outcome: sent, to be retried, or given up. A webhook that has been failing for a day is turned off, and
 * its owner is notified.
 */
async function note(deps: SendDeps, due: DueDelivery, { kind, text }: Outcome, target?: Target): Promise<void> {
  const { db } = deps;
  const now = deps.now();
  const again = kind === 'failed' ? retryAt(now, due.tries) : null;
  const state = kind === 'ok' ? 'sent' : kind === 'skipped' ? 'skipped' : again === null ? 'failed' : 'waiting';
  const { rows } = await db.query<{ noted: number }>(
    `WITH noted AS (
       UPDATE notify_deliveries SET state = $2, outcome = $3, due_at = $4, lease_until = 0, sent_at = CASE WHEN $2 = 'sent' THEN $5 ELSE sent_at END
        WHERE ${isClaimed(6)} RETURNING id, user_id, way, state),
     put AS (SELECT id, user_id FROM noted WHERE way = 'bell' AND state = 'sent'),
     pushed AS (${queuePushes('put', '$5')})
     SELECT count(*) AS noted FROM noted`,
    [due.id, state, text.slice(0, 500), again ?? now, now, ...claimOf(due)],
  );
  if (rows[0]?.noted === 0) return;
  if (due.way === 'bell' && state === 'sent') await deps.onBell(due.userId);
  if (due.way !== 'webhook' || !target) return;
  // In the meantime, the address may have been corrected: the outcome says nothing about the new one.
  if (kind === 'ok') {
    await db.query(
      'UPDATE notify_rules SET webhook_failing_since = NULL WHERE id = $1 AND webhook_url = $2 AND webhook_failing_since IS NOT NULL',
      [due.ruleId, due.recipient],
    );
    return;
  }
  if (kind === 'gone') return turnOff(deps, due, target, { reason: text, failing: null });
  const failing = now - WEBHOOK_OFF_AFTER;
  if ((target.failingSince ?? now) <= failing) return turnOff(deps, due, target, { reason: text, failing });
  await db.query(
    'UPDATE notify_rules SET webhook_failing_since = $2 WHERE id = $1 AND webhook_url = $3 AND webhook_failing_since IS NULL',
    [due.ruleId, now, due.recipient],
  );
}

interface TurnedOff {
  name: string;
  countries: Country[];
  url: string;
  ways: string[];
  formerStatus: number;
  status: number;
}

/**
 * Turns off a webhook, unless its address was corrected since the attempt. Its owner is notified in any case: the
 * notification takes no time window, which a message of the same rule might already use.
 * @param failing only if it has been failing since this time (epoch seconds), because another message may have arrived
 *   since; null in any case
 */
async function turnOff(
  { db, now, onBell, onWebhookOff }: SendDeps,
  due: DueDelivery,
  { owner }: Target,
  { reason, failing }: { reason: string; failing: number | null },
): Promise<void> {
  const at = now();
  const said = `The webhook of the rule "${due.rule}" was turned off: ${reason}`;
  // In one transaction, so that a webhook is never off without its owner being notified.
  const told = await transaction(db, async inside => {
    const { rows: turned } = await inside.query<TurnedOff>(
      // A rule that no longer sends anything is not active.
      `WITH former AS (SELECT id, status FROM notify_rules WHERE id = $1 FOR UPDATE)
       UPDATE notify_rules r SET ways = array_remove(ways, 'webhook'), webhook_failing_since = NULL, version = version + 1,
              status = CASE WHEN array_remove(ways, 'webhook') = '{}' THEN 1 ELSE r.status END
         FROM former WHERE r.id = former.id AND 'webhook' = ANY (ways) AND webhook_url = $2
          AND ($3::int8 IS NULL OR webhook_failing_since <= $3)
       RETURNING name, countries, webhook_url AS url, ways, former.status AS "formerStatus", r.status`,
      [due.ruleId, due.recipient, failing],
    );
    const [rule] = turned;
    if (!rule) return [];
    const { rows } = await inside.query<{ userId: number }>(
      `WITH put AS (
         INSERT INTO notify_deliveries (key, rule_id, rule, event, country, user_id, recipient, way, window_at, critical, state, due_at, events,
                                        subject, body, outcome, sent_at, created_at)
         SELECT $1, $2, $3, 'job.failed', $4, u.id, u.email, 'bell',
                (SELECT least(min(o.window_at), 0) - 1 FROM notify_deliveries o WHERE o.rule_id = $2 AND o.user_id = u.id AND o.way = 'bell'),
                true, 'sent', $5, '[]'::jsonb, $6, $8, 'Shown in the bell', $5, $5
           FROM users u WHERE u.email = $7 RETURNING id, user_id),
       pushed AS (${queuePushes('put', '$5')})
       SELECT user_id AS "userId" FROM put`,
      [
        `${due.key}_off_${at}`,
        due.ruleId,
        due.rule,
        due.country,
        at,
        said.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
        owner,
        `Its waiting messages are not sent. Check the address and the receiver, then select Webhook in the rule again${rule.ways.length === 0 ? ' and set it to Active: it has no other way to send, so it is Disabled now' : ''}.`,
      ],
    );
    await emitEvent(inside, {
      kind: 'job.failed',
      country: due.country as never,
      person: '',
      at,
      fields: { job: `Webhook of the rule "${due.rule}"`, reason },
      onceKey: `webhook-off ${due.key} ${at}`,
    });
    await onWebhookOff(inside, {
      id: due.ruleId,
      name: rule.name,
      countries: rule.countries,
      before: { ways: [...rule.ways, 'webhook'], status: rule.formerStatus },
      after: { ways: rule.ways, status: rule.status },
      host: webhookHost(rule.url),
      reason,
      at,
    });
    return rows;
  });
  for (const { userId } of told) await onBell(userId);
}
