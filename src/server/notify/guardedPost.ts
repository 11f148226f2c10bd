import { lookup as systemLookup } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Sends messages to addresses entered by people, but never to an address in the server's own network unless its host is
 * listed.
 */

const TIMEOUT_MILLIS = 10_000;
/** Maximum number of bytes that are read of a response; none of them is stored. */
const ANSWER_MOST = 10_000;

const own = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  own.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of [
  // The unspecified address, this machine, and addresses that gateways may translate to IPv4.
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  own.addSubnet(address, prefix, 'ipv6');

/** Whether an address is private, belongs to this machine, or has more than one recipient. */
export function isPrivate(full: string): boolean {
  // A zone, as in fe80::1%eth0, does not change the kind of address.
  const [address = ''] = full.split('%', 1);
  const mapped = /^::ffff:(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/i.exec(address);
  if (mapped) {
    const [, dotted, high = '0', low = '0'] = mapped;
    const parts = [parseInt(high, 16), parseInt(low, 16)].flatMap(part => [part >> 8, part & 255]);
    return own.check(dotted ?? parts.join('.'), 'ipv4');
  }
  const family = isIP(address);
  return family === 0 || own.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * The receiver's response (its status, and how many seconds to wait before the next attempt), or the reason why there
 * is none.
 */
export type Answer = { status: number; retryAfter: number | null } | { problem: string };

const refusal = (host: string, address: string): string =>
  host === address
    ? `${host} is an address in a private network. Use a public address, or ask an administrator to add it to OPS_WEBHOOK_ALLOW.`
    : `${host} resolves to ${address}, an address in a private network. Use another host, or ask an administrator to add it to OPS_WEBHOOK_ALLOW.`;

const mayBePrivate = (url: URL, host: string, allowed: ReadonlySet<string>): boolean =>
  allowed.has(host) || allowed.has(url.host);

/**
 * Returns why nothing may be sent to a URL, as far as the URL itself tells, or null if its host must be resolved to
 * find out.
 */
export function refusedAddress(address: string, allowed: ReadonlySet<string>): string | null {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && isPrivate(host) && !mayBePrivate(url, host, allowed) ? refusal(host, host) : null;
}

/** Why a message could not be sent, in words; the operating system's message for anything unusual. */
function failureText(error: Error & { code?: string }, url: URL): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'No response within 10 seconds';
  if (error.code === 'ENOTFOUND') return `The host ${url.hostname} was not found. Check the address.`;
  if (error.code === 'ECONNREFUSED') return `${url.host} refuses connections. Check whether the receiver is running.`;
  return error.message;
}

/**
 * Sends a message. The receiver's IP address is checked when connecting, so that a name that resolves to a different
 * address the second time is detected. Redirects are not followed.
 * @param allowed host names that may have a private address
 */
export function guardedPost(
  address: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string | Buffer },
  allowed: ReadonlySet<string>,
): Promise<Answer> {
  const refused = refusedAddress(address, allowed);
  if (refused !== null) return Promise.resolve({ problem: refused });
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const open = mayBePrivate(url, host, allowed);
  const lookup: LookupFunction = (name, options, callback) => {
    systemLookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const wrong = open ? undefined : addresses.find(found => isPrivate(found.address));
      if (wrong) return callback(new Error(refusal(host, wrong.address)), '', 0);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family);
    });
  };
  return new Promise(resolve => {
    const sent = (url.protocol === 'https:' ? secureRequest : plainRequest)(
      url,
      {
        method: 'POST',
        lookup,
        signal: AbortSignal.timeout(TIMEOUT_MILLIS),
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      answer => {
        let read = 0;
        answer.on('data', (chunk: Buffer) => {
          read += chunk.length;
          if (read > ANSWER_MOST) answer.destroy();
        });
        const after = Number(answer.headers['retry-after']);
        resolve({ status: answer.statusCode ?? 0, retryAfter: Number.isFinite(after) && after > 0 ? after : null });
      },
    );
    sent.on('error', error => resolve({ problem: failureText(error, url) }));
    sent.end(body);
  });
}
