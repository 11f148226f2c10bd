import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendWrites, type SentWrite } from '../../../contract/writes.ts';
import type { Person } from '../../auth/person.ts';
import type { ServerContext } from '../../context.ts';
import { notFound } from '../../http/envelope.ts';
import { toApiError } from '../../http/errors.ts';
import { registerRaw } from '../../http/registrar.ts';

/** Several writes by one request: each is carried out and answered as by its own route. */
export function writeRoutes(app: FastifyInstance, context: ServerContext): void {
  registerRaw(app, context, sendWrites, async ({ person, request, reply }, { writes }) => {
    const items: string[] = [];
    // In their order, and each after the one before: two writes to one record may be among them.
    for (const write of writes) items.push(await answerOf(context, person, write, request));
    // Each write's reply is text already, the very one that its key keeps.
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
  { call, key, input }: SentWrite,
  request: FastifyRequest,
): Promise<string> {
  try {
    const carryOut = context.writes.get(call);
    if (!carryOut) throw notFound('API not found.');
    const { text } = await carryOut(person, request, input, key);
    return itemText(200, null, text);
  } catch (error) {
    const answer = toApiError(error);
    if (answer.status >= 500) request.log.error({ err: error, call }, answer.message);
    return itemText(answer.status, answer.options.retryAfterSeconds ?? null, JSON.stringify(answer.envelope));
  }
}
