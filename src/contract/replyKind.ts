/** What a reply of our server means for the write that it answers. Device and server decide it by this one rule (OB7). */

/**
 * ok: it took effect. signedOut: it waits until the person signs in. later: it waits, and is sent again. conflict: its
 * author decides between the rows (OB8). keyUsed: its key already has the reply of another write (OB3). refused: it has
 * ended, and only its author can correct or discard it.
 */
export type ReplyKind = 'ok' | 'signedOut' | 'later' | 'conflict' | 'keyUsed' | 'refused';

/** The parts of a reply that decide its kind; the message never does. */
export interface KnownReply {
  status: number;
  retcode: number;
  data: unknown;
}

/**
 * Whether a status means "not now", whoever sent it: an error of the server, an overloaded server or proxy (429), or a
 * timeout (408 and 425).
 */
export const isLater = (status: number): boolean => status >= 500 || status === 429 || status === 408 || status === 425;

/** Returns the fields of an object; none for anything else, such as a list. */
const fieldsOf = (data: unknown): Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : {};

/**
 * Returns the kind of a reply with our envelope. A conflict, a used key and a person off the whitelist are recognized by
 * the shape of the data, because retcode numbers have no meaning (G74).
 */
export function replyKind({ status, retcode, data }: KnownReply): ReplyKind {
  if (status >= 200 && status < 300) return retcode === 0 ? 'ok' : 'refused';
  if (status === 401) return 'signedOut';
  const fields = fieldsOf(data);
  // A 431 from our server: the oversized headers are cookies, which are removed. A person off the whitelist may be added
  // again, so their writes wait.
  if (isLater(status) || status === 431 || (status === 403 && fields['whitelisted'] === false)) return 'later';
  if (status === 409 && 'current' in fields) return 'conflict';
  return status === 422 && 'reply' in fields ? 'keyUsed' : 'refused';
}
