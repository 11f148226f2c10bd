import { createHmac, randomBytes } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Webhooks by the specification Standard Webhooks: signed, and never to an address of the own network unless it is listed. */

const PREFIX = 'whsec_';
const TIMEOUT_MILLIS = 10_000;
/** Of an answer no more than this is read, and none of it is stored. */
const ANSWER_MOST = 10_000;

export const newSecret = (): string => PREFIX + randomBytes(24).toString('base64');

/**
 * The header webhook-signature.
 *
 * @param secrets as "whsec_" and base64; two while a secret rotates
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

const own = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  own.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of [
  // No address, this machine, and old forms of IPv4 addresses.
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  own.addSubnet(address, prefix, 'ipv6');

/** Whether an address is private, of this machine, or of no single receiver. */
export function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(address);
  if (mapped) {
    const [, dotted, high = '0', low = '0'] = mapped;
    const parts = [parseInt(high, 16), parseInt(low, 16)].flatMap(part => [part >> 8, part & 255]);
    return own.check(dotted ?? parts.join('.'), 'ipv4');
  }
  const family = isIP(address);
  return family === 0 || own.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** What became of a try. `gone`: the receiver wants no more (410). */
export type WebhookOutcome =
  | { kind: 'ok'; text: string }
  | { kind: 'failed'; text: string }
  | { kind: 'gone'; text: string };

export interface WebhookMessage {
  url: string;
  secrets: readonly string[];
  /** The same at every try: the receiver knows a repeated message by it. */
  id: string;
  /** Epoch seconds. */
  at: number;
  body: string;
}

/**
 * Sends a message. The receiver's address is checked as the connection is made, so that a name which leads elsewhere the second time
 * does not get through, and no redirect is followed.
 *
 * @param allowed host names whose address may be private
 */
export function sendWebhook(message: WebhookMessage, allowed: ReadonlySet<string>): Promise<WebhookOutcome> {
  const url = new URL(message.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const mayBePrivate = allowed.has(host) || allowed.has(url.host);
  const refused = (address: string): string =>
    `${host} leads to ${address}, an address of a private network. Only hosts in OPS_WEBHOOK_ALLOW may have one.`;
  if (isIP(host) !== 0 && isPrivate(host) && !mayBePrivate)
    return Promise.resolve({ kind: 'failed', text: refused(host) });
  const lookup: LookupFunction = (name, options, callback) => {
    systemLookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const wrong = mayBePrivate ? undefined : addresses.find(({ address }) => isPrivate(address));
      if (wrong) return callback(new Error(refused(wrong.address)), '', 0);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family);
    });
  };
  return new Promise(resolve => {
    const failed = (text: string): void => resolve({ kind: 'failed', text });
    const sent = (url.protocol === 'https:' ? secureRequest : plainRequest)(
      url,
      {
        method: 'POST',
        lookup,
        signal: AbortSignal.timeout(TIMEOUT_MILLIS),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(message.body),
          'user-agent': 'Ops-Portal-Webhook/1',
          'webhook-id': message.id,
          'webhook-timestamp': String(message.at),
          'webhook-signature': signatures(message.secrets, message.id, message.at, message.body),
        },
      },
      answer => {
        let read = 0;
        answer.on('data', (chunk: Buffer) => {
          read += chunk.length;
          if (read > ANSWER_MOST) answer.destroy();
        });
        const { statusCode = 0 } = answer;
        const text = `HTTP ${statusCode}`;
        if (statusCode >= 200 && statusCode < 300) return resolve({ kind: 'ok', text });
        if (statusCode === 410) return resolve({ kind: 'gone', text: `${text}: the receiver wants no more messages` });
        return failed(statusCode >= 300 && statusCode < 400 ? `${text}: redirects are not followed` : text);
      },
    );
    sent.on('error', error =>
      failed(
        error.name === 'AbortError' || error.name === 'TimeoutError' ? 'No answer within 10 seconds' : error.message,
      ),
    );
    sent.end(message.body);
  });
}
