import { KEY_USED, type Envelope } from '../../contract/call.ts';

/** The body of a successful reply (REQ-10). */
export const okText = (data: unknown): string => okOfJson(data === undefined ? 'null' : JSON.stringify(data));

/** The body of a successful reply whose data is already JSON. */
export const okOfJson = (json: string): string => `{"retcode":0,"message":"","detail":"","data":${json}}`;

/** A stored reply, marked as outdated because its record has been deleted since then. */
export const outdatedText = (stored: string): string =>
  JSON.stringify({ ...(JSON.parse(stored) as Envelope), outdated: true } satisfies Envelope);

/** An error reply whose message is shown to people (ERR-1 to ERR-8). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /**
   * @param status HTTP status
   * @param message one or two sentences, without internal details
   * @param retcode non-zero; defaults to the status
   */
  constructor(
    readonly status: number,
    message: string,
    readonly options: { retcode?: number; data?: unknown; retryAfterSeconds?: number; outdated?: boolean } = {},
  ) {
    super(message);
  }

  /** The envelope to send. */
  get envelope(): Envelope {
    return {
      retcode: this.options.retcode ?? this.status,
      message: this.message,
      detail: '',
      data: this.options.data ?? null,
      ...(this.options.outdated ? { outdated: true } : {}),
    };
  }
}

/** The retcode for a person who is signed in but not on the whitelist (SHELL-3). */
export const NOT_WHITELISTED = 4031;

export const badRequest = (message: string) => new ApiError(400, message);
export const notSignedIn = () => new ApiError(401, 'You are not logged in.');
export const forbidden = (message: string) => new ApiError(403, message);
export const notFound = (message: string) => new ApiError(404, message);

/**
 * The error for a key that was already used with different input. Contains the reply to the earlier write (OB3), and
 * whether its record has been deleted since then.
 */
export const keyUsed = (storedReply: string, outdated = false) =>
  new ApiError(422, 'This Idempotency-Key was already used with a different input. Use a new key for a new request.', {
    retcode: KEY_USED,
    data: { reply: (JSON.parse(storedReply) as Envelope).data },
    outdated,
  });

/**
 * The error for a write that is based on an outdated row. Contains the current row, or null and the person who deleted
 * it (OB8).
 */
export const conflict = (
  message: string,
  current: { version: number } | null,
  gone: { by: string; at: number } | null = null,
) =>
  new ApiError(409, message, {
    data: { current, currentVersion: current?.version ?? null, ...(gone ? { gone } : {}) },
  });
