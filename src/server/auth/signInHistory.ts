import type { FastifyRequest } from 'fastify';
import type { SignInOutcome, WAYS } from '../../contract/access.ts';
import type { Queryable } from '../db/transaction.ts';

/** An entry of a person's sign-in history. */
export interface SignInNote {
  /** In lower case. Nothing is stored if nobody has this e-mail. */
  email: string;
  /** The time of the attempt, in epoch seconds. */
  at: number;
  way: (typeof WAYS)[number];
  outcome: SignInOutcome;
  /** Name of the API token, if one was used. */
  detail?: string;
}

/** Maximum number of rows in a person's history; housekeeping deletes older ones. */
export const SIGN_INS_MOST = 200;
const HOUR = 3600;
const AGENT_MOST = 300;

/** The browser's user agent, truncated to the maximum length. */
export const agentOf = (request: FastifyRequest): string =>
  String(request.headers['user-agent'] ?? '')
    // oxlint-disable-next-line no-control-regex -- headers may hold them, and they are shown to people
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .slice(0, AGENT_MOST);

/**
 * Adds a successful or refused sign-in to the person's history. Repetitions within an hour are counted in a single row,
 * so that someone who guesses passwords cannot push everything else out of the history. Attempts above a limit also
 * share a row, whatever their addresses. A single statement is always used, so that its duration does not reveal
 * whether the person exists.
 */
export async function noteSignIn(
  db: Queryable,
  request: FastifyRequest,
  { email, at, way, outcome, detail = '' }: SignInNote,
): Promise<void> {
  await db.query({
    name: 'sign-in-note',
    text: `WITH who AS (SELECT id FROM users WHERE email = $1),
           again AS (
             UPDATE sign_ins SET count = count + 1, last_at = $2, address = $5, agent = $6
              WHERE id = (SELECT s.id FROM sign_ins s JOIN who ON who.id = s.user_id
                           WHERE s.outcome = $4 AND s.way = $3 AND s.detail = $7 AND s.at > $2::int8 - ${HOUR}
                             AND ($4 = 'tooMany' OR (s.address = $5 AND s.agent = $6))
                             AND ($4 <> 'in' OR $3 = 'token')
                           ORDER BY s.id DESC LIMIT 1)
             RETURNING id)
           INSERT INTO sign_ins (user_id, at, last_at, way, outcome, address, agent, detail)
           SELECT who.id, $2, $2, $3, $4, $5, $6, $7 FROM who WHERE NOT EXISTS (SELECT 1 FROM again)`,
    values: [email, at, way, outcome, request.ip, agentOf(request), detail],
  });
}

/** Deletes expired entries, and all except each person's newest ones. */
export async function sweepSignIns(db: Queryable, before: number): Promise<void> {
  await db.query('DELETE FROM sign_ins WHERE last_at < $1', [before]);
  await db.query(
    `DELETE FROM sign_ins WHERE id IN (
       SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY id DESC) AS no FROM sign_ins) AS numbered
        WHERE no > $1)`,
    [SIGN_INS_MOST],
  );
}
