import type { CallDefinition } from '../../contract/call.ts';
import { refusalText } from '../../contract/fieldWords.ts';
import { isLater, replyKind } from '../../contract/replyKind.ts';
import type { Outcome, Row } from '../types.ts';

/** The parts of an HTTP response used for classification. */
export interface Answer {
  status: number;
  contentType: string;
  /** Parsed body, or undefined if it was not JSON. */
  body: unknown;
  /** The Retry-After header, or null. */
  retryAfter: string | null;
  /** Whether the response came from another origin after a redirect. */
  foreign: boolean;
}

interface EnvelopeLike {
  retcode: number;
  message: string;
  detail: string;
  data: unknown;
  outdated: { outdated?: true };
}

/** The not-whitelisted message (NWL-1). */
const NO_WHITELIST = 'You are not on the whitelist of Ops Portal.';
export const NOT_LOGGED_IN = 'You are not logged in.';

/**
 * Message for a response that is not from our server, such as a firewall's page or a proxy's message. The write or
 * request remains valid.
 */
function inBetween({ status, retryAfter }: Answer, now: number): Outcome {
  const message = `Something between you and the server responded instead (HTTP error ${status}).`;
  return { kind: 'retryLater', status, message, afterMillis: retryAfterMillis(retryAfter, now), between: true };
}

/** The message of a reply that means "not now". */
function laterText(status: number, said: string): string {
  if (status === 500) return 'Server error.';
  return said || (status === 403 ? NO_WHITELIST : `HTTP error ${status}`);
}

/** What is known of a reply without an envelope. */
const NO_ENVELOPE = { message: '', detail: '', data: null, outdated: {} } satisfies Omit<EnvelopeLike, 'retcode'>;

/** Default messages, used if the server sends none (ERR-3 to ERR-6). */
const FALLBACK: Readonly<Record<number, string>> = {
  400: 'Bad request.',
  403: 'You are lack of permission.',
  404: 'API not found.',
  413: 'Request body is too large.',
};

/** Returns our envelope, or null for anything else, such as a captive portal's page (OB7). */
function envelopeOf({ contentType, body }: Answer): EnvelopeLike | null {
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)) return null;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const { retcode, message, detail, data, outdated } = body as Record<string, unknown>;
  if (typeof retcode !== 'number') return null;
  return {
    retcode,
    message: typeof message === 'string' ? message : '',
    detail: typeof detail === 'string' ? detail : '',
    data,
    outdated: outdated === true ? { outdated } : {},
  };
}

/** Delay in milliseconds from a Retry-After given in seconds or as an HTTP date; null if it is neither. */
export function retryAfterMillis(value: string | null, now: number): number | null {
  if (value === null || value.trim() === '') return null;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

const asRow = (value: unknown): Row | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : null;

/**
 * Classifies a response by status and content type, never by text (OB7; REQ-10, ERR-1 to ERR-8).
 *
 * @param call the call that was made: messages use its field labels, and a 401 to a public call keeps the server's
 * message (at sign-in: "wrong password" instead of "not logged in")
 */
export function classify(
  answer: Answer,
  now: number,
  call?: Pick<CallDefinition, 'id' | 'permission' | 'write'>,
): Outcome {
  const { status } = answer;
  if (answer.foreign || status === 511 || status === 407) return { kind: 'noNetwork', reason: 'notOurs' };
  const envelope = envelopeOf(answer);
  const isOk = status >= 200 && status < 300;
  if (!envelope && isOk) return { kind: 'noNetwork', reason: 'notOurs' };
  // Our server wraps every refusal in an envelope; a refusal without one is not from our server (PB11).
  if (!envelope && !isLater(status)) return inBetween(answer, now);
  const { retcode, detail, outdated, ...reply } = envelope ?? { ...NO_ENVELOPE, retcode: status };
  const said = reply.message;
  const data = asRow(reply.data);
  const kind = replyKind({ status, retcode, data: reply.data });
  if (kind === 'ok') return { kind, data: reply.data ?? null, ...outdated };
  if (kind === 'signedOut') return { kind, message: (call?.permission === 'public' && said) || NOT_LOGGED_IN };
  if (kind === 'later') {
    const unready = data?.['ready'] === false ? { unready: true as const } : {};
    const afterMillis = retryAfterMillis(answer.retryAfter, now);
    return { kind: 'retryLater', status, message: laterText(status, said), afterMillis, ...unready };
  }
  if (kind === 'conflict') {
    const version = data?.['currentVersion'];
    const gone = asRow(data?.['gone']);
    return {
      kind,
      status: 409,
      message: said || 'HTTP error 409',
      current: asRow(data?.['current']),
      currentVersion: typeof version === 'number' ? version : null,
      ...(gone ? { gone: { by: String(gone['by'] ?? ''), at: Number(gone['at'] ?? 0) } } : {}),
      ...outdated,
    };
  }
  if (kind === 'keyUsed')
    return { kind, message: said || 'HTTP error 422', reply: asRow(data?.['reply']), ...outdated };
  const message = isOk
    ? refusalText(call, detail || said) || `return code ${retcode}`
    : refusalText(call, said) || FALLBACK[status] || `HTTP error ${status}`;
  return { kind, status, retcode, message };
}

/** Whether an intermediary between this device and the server responded. */
export const isBetween = (outcome: Outcome): boolean =>
  outcome.kind === 'noNetwork' ? outcome.reason === 'notOurs' : 'between' in outcome;

/** Whether our server reported a missing permission, so that permissions must be refetched. */
export const isForbidden = (outcome: Outcome): boolean =>
  (outcome.kind === 'refused' || (outcome.kind === 'retryLater' && !outcome.between)) && outcome.status === 403;

/** Whether an outcome shows that our server responded. */
export const answered = (outcome: Outcome): boolean => outcome.kind !== 'noNetwork' && !isBetween(outcome);

/** Describes a failed outcome in words for the person. */
export function outcomeText(outcome: Exclude<Outcome, { kind: 'ok' }>): string {
  if (outcome.kind !== 'noNetwork') return outcome.message;
  if (outcome.reason === 'timeout') return 'The server did not respond in time.';
  if (outcome.reason === 'notOurs')
    return 'This network responded instead of the server. Sign in to the network, then try again.';
  return 'The server cannot be reached.';
}
