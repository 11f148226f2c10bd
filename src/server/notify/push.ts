import { createECDH, ECDH } from 'node:crypto';
import type { Country } from '../../domain/country.ts';
import { eventPage } from '../../domain/notify/eventPage.ts';
import { afterQuiet, retryAt } from '../../domain/notify/schedule.ts';
import { STATUS } from '../../domain/permission.ts';
import { NOW_SECONDS } from '../db/clock.ts';
import type { Queryable } from '../db/transaction.ts';
import { guardedPost, refusedAddress } from './guardedPost.ts';
import { isToldOf, quietOf } from './plan.ts';
import { plainText } from './template.ts';

/**
 * Web Push (RFC 8030, 8291, 8292): notifications in the bell are also sent to the browsers with which the person
 * subscribed, encrypted for each of them. A message is stored together with the notification, and removed once the push
 * service has accepted it, so it is sent at least once.
 */

/** The server's keys for push services (VAPID) in base64url, and whom push services can contact. */
export interface PushSettings {
  publicKey: string;
  privateKey: string;
  /** The contact, as a URL that begins with mailto: or https: */
  subject: string;
}

const CURVE = 'prime256v1';
const PRIVATE_BYTES = 32;

/** A browser's or server's public key in its canonical form: an uncompressed point in base64url. @throws if it is none */
const canonicalPoint = (key: string): string =>
  ECDH.convertKey(key, CURVE, 'base64url', 'base64url', 'uncompressed') as string;

/**
 * Two keys for VAPID in their canonical form, or null if they are invalid or not a pair. OpenSSL writes a private key
 * without leading zero bytes, so that one in 256 keys is shorter than the 32 bytes that signing requires.
 */
export function pairOf(publicKey: string, privateKey: string): Pick<PushSettings, 'publicKey' | 'privateKey'> | null {
  try {
    const pair = createECDH(CURVE);
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    const point = pair.getPublicKey('base64url');
    if (canonicalPoint(publicKey) !== point) return null;
    const short = pair.getPrivateKey();
    const full = Buffer.concat([Buffer.alloc(PRIVATE_BYTES - short.length), short]);
    return { publicKey: point, privateKey: full.toString('base64url') };
  } catch {
    return null;
  }
}

/** The data that a browser sends when it subscribes. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Returns a subscription with its keys in their canonical form, or in words why it cannot be used. Whether its host has
 * a public address is known only when connecting.
 */
export function checkSubscription(
  { endpoint, p256dh, auth }: Subscription,
  allowed: ReadonlySet<string>,
): Subscription | string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    return 'endpoint: must be an address that starts with https://. Turn push messages on again.';
  const refused = refusedAddress(endpoint, allowed);
  if (refused !== null) return `endpoint: ${refused}`;
  const secret = Buffer.from(auth, 'base64url');
  if (secret.length !== 16) return 'auth: must be 16 bytes as base64url. Turn push messages on again.';
  try {
    return { endpoint, p256dh: canonicalPoint(p256dh), auth: secret.toString('base64url') };
  } catch {
    return 'p256dh: is not a public key of a browser. Turn push messages on again.';
  }
}

/**
 * SQL that queues notifications for pushing, as part of the statement that adds them to the bell.
 * @param put name of the CTE in the statement that returns id and user_id of these notifications
 * @param now number of the parameter with the time (epoch seconds)
 */
export const queuePushes = (put: string, now: string): string =>
  `INSERT INTO push_messages (subscription_id, delivery_id, due_at)
   SELECT s.id, d.id, ${now} FROM ${put} d JOIN push_subscriptions s ON s.user_id = d.user_id ON CONFLICT DO NOTHING`;

export interface PushDeps {
  db: Queryable;
  push: PushSettings;
  /** Hosts that may have private addresses. */
  allowedHosts: ReadonlySet<string>;
  /** Returns the current time in epoch seconds. */
  now: () => number;
}

interface DuePush {
  id: number;
  subscriptionId: number;
  deliveryId: number;
  tries: number;
}

/**
 * If a sender shows no sign of life for this many seconds, by the database's clock, it is considered dead; no attempt
 * takes this long.
 */
const LEASE = 90;
const AT_ONCE = 20;
/** A message older than this many seconds is no longer useful on a device; it is still in the bell. */
const USEFUL_SECONDS = 24 * 3600;
/**
 * Maximum number of characters in the title and in the text. Even at four bytes per character, the message stays below
 * the 4,096 bytes that a push service accepts.
 */
const TITLE_MOST = 120;
const TEXT_MOST = 300;

/** Claims messages that are due, so that no other process sends them at the same time. */
export async function claimPushes(db: Queryable, now: number): Promise<DuePush[]> {
  const { rows } = await db.query<DuePush>(
    `UPDATE push_messages SET lease_until = ${NOW_SECONDS} + ${LEASE}, tries = tries + 1
      WHERE id IN (SELECT id FROM push_messages WHERE due_at <= $1 AND lease_until <= ${NOW_SECONDS}
                    ORDER BY due_at, id LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
     RETURNING id, subscription_id AS "subscriptionId", delivery_id AS "deliveryId", tries`,
    [now],
  );
  return rows;
}

interface Content extends Subscription {
  key: string;
  event: string;
  country: Country;
  subject: string;
  body: string;
  critical: boolean;
  sentAt: number;
  unread: number;
  quietFrom: number | null;
  quietTo: number | null;
  timeZone: string | null;
}

/**
 * The content of a message that should still be sent: the notification is unread, the session is active, and the person
 * may be notified about the country (MR4).
 */
async function contentOf(
  { db, push, now }: PushDeps,
  { subscriptionId, deliveryId }: DuePush,
): Promise<Content | undefined> {
  const { rows } = await db.query<Content>(
    `SELECT s.endpoint, s.p256dh, s.auth, d.key, d.event, d.country, d.subject, d.body, d.critical, d.sent_at AS "sentAt",
            p.quiet_from AS "quietFrom", p.quiet_to AS "quietTo", p.time_zone AS "timeZone",
            (SELECT count(*) FROM notify_deliveries o
              WHERE o.user_id = u.id AND o.way = 'bell' AND o.state = 'sent' AND o.read_at IS NULL
                AND ${isToldOf('o')}
            ) AS unread
       FROM push_subscriptions s JOIN sessions o ON o.token_hash = s.session JOIN users u ON u.id = s.user_id
            LEFT JOIN notify_preferences p ON p.user_id = u.id
            JOIN notify_deliveries d ON d.id = $2 AND d.user_id = s.user_id
      WHERE s.id = $1 AND s.server_key = $3 AND o.expires_at > $4 AND u.status = ${STATUS.normal}
        AND d.state = 'sent' AND d.read_at IS NULL AND d.sent_at > $4 - ${USEFUL_SECONDS}
        AND ${isToldOf('d')}`,
    [subscriptionId, deliveryId, push.publicKey, now()],
  );
  return rows[0];
}

const shortened = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
};

/**
 * The payload for the service worker (workers/sw/push.ts): title, text, URL, the count for the badge, and the key of
 * the message that this one replaces.
 */
const payloadOf = ({ key, event, country, subject, body, unread }: Content): string =>
  JSON.stringify({
    title: shortened(plainText(subject), TITLE_MOST),
    text: shortened(plainText(body), TEXT_MOST),
    link: eventPage(event, country),
    unread,
    tag: key,
  });

async function post(
  { push, allowedHosts, now }: PushDeps,
  content: Content,
): Promise<{ kind: 'ok' | 'failed' | 'gone'; text: string; retryAfter: number | null }> {
  const { endpoint, p256dh, auth, critical, sentAt } = content;
  try {
    // Imported on demand, because most servers have no keys.
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payloadOf(content), {
      vapidDetails: push,
      TTL: Math.max(0, sentAt + USEFUL_SECONDS - now()),
      urgency: critical ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    });
    const answer = await guardedPost(endpoint, { headers: textsOf(headers), body: body as Buffer }, allowedHosts);
    if ('problem' in answer) return { kind: 'failed', text: answer.problem, retryAfter: null };
    const { status, retryAfter } = answer;
    const text = `HTTP ${status}`;
    if (status >= 200 && status < 300) return { kind: 'ok', text, retryAfter };
    return { kind: status === 404 || status === 410 ? 'gone' : 'failed', text, retryAfter };
  } catch (error) {
    return { kind: 'failed', text: (error as Error).message, retryAfter: null };
  }
}

const textsOf = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Sends a message and records the outcome. A subscription that the push service no longer recognizes is removed. */
export async function sendPush(deps: PushDeps, due: DuePush): Promise<void> {
  const { db } = deps;
  const content = await contentOf(deps, due);
  if (!content) {
    await db.query('DELETE FROM push_messages WHERE id = $1', [due.id]);
    return;
  }
  const quietEnd = content.critical ? 0 : afterQuiet(deps.now(), quietOf(content));
  if (quietEnd > deps.now()) {
    // Postponing a message does not count as an attempt.
    await db.query('UPDATE push_messages SET due_at = $2, lease_until = 0, tries = tries - 1 WHERE id = $1', [
      due.id,
      quietEnd,
    ]);
    return;
  }
  const { kind, text, retryAfter } = await post(deps, content);
  if (kind === 'gone') {
    // The subscription is removed only if its endpoint is unchanged, because the browser may have subscribed again.
    await db.query('DELETE FROM push_subscriptions WHERE id = $1 AND endpoint = $2', [
      due.subscriptionId,
      content.endpoint,
    ]);
    return;
  }
  const now = deps.now();
  const again = kind === 'failed' ? retryAt(now, due.tries) : null;
  if (again === null) await db.query('DELETE FROM push_messages WHERE id = $1', [due.id]);
  else
    await db.query('UPDATE push_messages SET due_at = $2, lease_until = 0 WHERE id = $1', [
      due.id,
      Math.max(again, now + Math.min(retryAfter ?? 0, USEFUL_SECONDS)),
    ]);
  await db.query('UPDATE push_subscriptions SET sent_at = $2, outcome = $3 WHERE id = $1', [
    due.subscriptionId,
    now,
    text.slice(0, 200),
  ]);
}
