import { KEY_USED } from '../../../src/contract/call.ts';
import type { Outcome } from '../../../src/sync/types.ts';

/** What can happen to a request in transit. */
export const FATES = [
  'ok',
  'unreachable',
  'lostAck',
  'hang',
  'lostHang',
  'late',
  'slow',
  'twice',
  'portal',
  'foreign',
  'cutBody',
  'signedOut',
  'forbidden',
  'invalid',
  'bad',
  'retcode',
  'bareConflict',
  'tooMany',
  'tooManyNow',
  'timeout408',
  'serverError',
  'gateway',
  'later',
  'muchLater',
  'firewall',
  'proxy',
] as const;
export type Fate = (typeof FATES)[number];

/** A session as stored by the server. */
export interface Session {
  userId: number;
  alive: boolean;
}

/** The parts of a Response that the transport reads. */
export interface Answer {
  status: number;
  headers: { get(name: string): string | null };
  redirected: boolean;
  url: string;
  text: () => Promise<string>;
  /** The session cookie to set; null removes it. */
  cookie?: Session | null;
}

const JSON_TYPE = 'application/json; charset=utf-8';

const answer = (status: number, type: string, body: string, retryAfter: string | null = null): Answer => ({
  status,
  headers: { get: name => (name === 'content-type' ? type : name === 'retry-after' ? retryAfter : null) },
  redirected: false,
  url: 'http://x/',
  text: async () => body,
});

export const envelope = (
  status: number,
  retcode: number,
  message: string,
  data: unknown = null,
  outdated?: true,
): Answer => answer(status, JSON_TYPE, JSON.stringify({ retcode, message, detail: '', data, outdated }));

const page = (status: number): Answer => answer(status, 'text/html', '<html>Sign in to the network</html>');

/** A server's outcome, serialized for the wire. */
export function onWire(outcome: Outcome): Answer {
  switch (outcome.kind) {
    case 'ok':
      return envelope(200, 0, '', outcome.data, outcome.outdated);
    case 'conflict': {
      const { current, currentVersion, outdated } = outcome;
      return envelope(409, 409, outcome.message, { current, currentVersion }, outdated);
    }
    case 'keyUsed':
      return envelope(422, KEY_USED, outcome.message, { reply: outcome.reply }, outcome.outdated);
    case 'refused':
      return envelope(outcome.status, outcome.retcode, outcome.message);
    default:
      return envelope(500, 500, 'unexpected');
  }
}

/** Responses from an intermediary, or from the server before it acts; null for all other fates. */
export function insteadOf(fate: Fate): Answer | null {
  switch (fate) {
    case 'portal':
      return page(200);
    case 'foreign':
      return { ...page(200), redirected: true, url: 'http://portal.example/' };
    case 'signedOut':
      return envelope(401, 401, 'You are not logged in.');
    case 'forbidden':
      return envelope(403, 403, 'You are lack of permission.');
    case 'invalid':
      return envelope(422, 422, 'canCOD: needs canDeliver');
    case 'bad':
      return envelope(400, 400, 'type: must be 0 or 1');
    case 'retcode':
      return envelope(200, 17, 'The channel is closed');
    case 'bareConflict':
      return envelope(409, 409, 'Something else is in the way');
    case 'firewall':
      return page(403);
    case 'proxy':
      return answer(431, 'text/plain', 'Request header fields too large');
    case 'tooMany':
      return answer(429, JSON_TYPE, '{}', '20');
    case 'tooManyNow':
      return answer(429, 'text/plain', '');
    case 'timeout408':
      return answer(408, 'text/plain', '');
    case 'serverError':
      return envelope(500, 500, 'Server error.');
    case 'gateway':
      return page(502);
    case 'later':
      return answer(503, JSON_TYPE, '{}', '5');
    case 'muchLater':
      return answer(503, JSON_TYPE, '{}', '300');
    default:
      return null;
  }
}
