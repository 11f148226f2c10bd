import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendWrites, type SentWrite } from '../../../contract/writes.ts';
import type { Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import { flushedTogether, type SharedConnection } from '../../db/transaction.ts';
import { notFound } from '../../base/envelope.ts';
import { toApiError } from '../../base/errors.ts';
import { registerRaw } from '../../http/registrar.ts';
import { tellRefusal } from '../../http/tellRefusal.ts';
import { refusedWrite } from '../../notify/sources.ts';

/**
 * On the embedded database, several writes of a request are flushed to disk together. Other requests wait for the
 * connection in the meantime, so it is released after this many writes or milliseconds.
 */
const FLUSHED = { writes: 16, millis: 40 };

/** Registers the call that executes several writes in one request: each gets the same reply as at its own route. */
export function writeRoutes(app: FastifyInstance, context: ServerContext): void {
  registerRaw(app, context, sendWrites, async ({ person, request, reply }, { writes }) => {
    const items: string[] = [];
    // Executed in order, each after the previous one, because two of them may write to the same record.
    const answerNext = async (shared?: SharedConnection): Promise<void> => {
      const write = writes[items.length] as SentWrite;
      items.push(await answerOf(context, person, write, request, shared));
    };
    const { kind, pool } = context.database;
    const answerSome = async (shared: SharedConnection): Promise<void> => {
      const to = Math.min(writes.length, items.length + FLUSHED.writes);
      const until = performance.now() + FLUSHED.millis;
      do await answerNext(shared);
      while (items.length < to && performance.now() < until);
    };
    while (items.length < writes.length) await (kind === 'embedded' ? flushedTogether(pool, answerSome) : answerNext());
    // The reply to each write has already been serialized, as it is stored under its key.
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(`{"retcode":0,"message":"","detail":"","data":{"items":[${items.join(',')}]}}`);
  });
}

const itemText = (status: number, retryAfter: number | null, reply: string): string =>
  `{"status":${status},"retryAfter":${retryAfter},"reply":${reply}}`;

async function answerOf(
  context: ServerContext,
  person: Person,
  { call, key, input, basedAt }: SentWrite,
  request: FastifyRequest,
  shared: SharedConnection | undefined,
): Promise<string> {
  try {
    const definition = context.declared.callById(call);
    const arrived = { context, person, request, key, ...(shared ? { db: shared.client } : {}) };
    const { text } = await tellRefusal(
      arrived,
      () => refusedWrite(context.declared.resources, definition, input),
      async () => {
        const carryOut = context.writes.get(call);
        if (!carryOut) throw notFound('API not found.');
        return carryOut(person, request, { body: input, key, basedAt }, shared);
      },
    );
    return itemText(200, null, text);
  } catch (error) {
    const answer = toApiError(error);
    if (answer.status >= 500) request.log.error({ err: error, call }, answer.message);
    return itemText(answer.status, answer.options.retryAfterSeconds ?? null, JSON.stringify(answer.envelope));
  }
}
