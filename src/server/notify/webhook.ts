import { createHmac, randomBytes } from 'node:crypto';
import { guardedPost } from './guardedPost.ts';

/**
 * Webhooks according to Standard Webhooks: they are signed, and never sent to an address in the server's own network
 * unless its host is listed.
 */

const PREFIX = 'whsec_';

export const newSecret = (): string => PREFIX + randomBytes(24).toString('base64');

/**
 * Returns the value of the webhook-signature header.
 * @param secrets each is "whsec_" followed by base64; there are two while the secret is being rotated
 * @param at epoch seconds
 */
export function signatures(secrets: readonly string[], id: string, at: number, body: string): string {
  return secrets
    .map(secret => {
      const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
    })
    .join(' ');
}

/** The outcome of an attempt. `gone`: the receiver does not want any more messages (410). */
export type WebhookOutcome =
  | { kind: 'ok'; text: string }
  | { kind: 'failed'; text: string }
  | { kind: 'gone'; text: string };

export interface WebhookMessage {
  url: string;
  secrets: readonly string[];
  /** The same id in every attempt, by which the receiver recognizes a message that was resent. */
  id: string;
  /** The time of the attempt, in epoch seconds. */
  at: number;
  body: string;
}

/**
 * Sends a message.
 *
 * @param allowed host names that may have a private address
 */
export async function sendWebhook(message: WebhookMessage, allowed: ReadonlySet<string>): Promise<WebhookOutcome> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Ops-Portal-Webhook/1',
    'webhook-id': message.id,
    'webhook-timestamp': String(message.at),
    'webhook-signature': signatures(message.secrets, message.id, message.at, message.body),
  };
  const answer = await guardedPost(message.url, { headers, body: message.body }, allowed);
  if ('problem' in answer) return { kind: 'failed', text: answer.problem };
  const { status } = answer;
  const text = `HTTP ${status}`;
  if (status >= 200 && status < 300) return { kind: 'ok', text };
  if (status === 410) return { kind: 'gone', text: `${text}: the receiver does not want any more messages` };
  return { kind: 'failed', text: status >= 300 && status < 400 ? `${text}: redirects are not followed` : text };
}
