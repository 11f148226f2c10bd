import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type * as z from 'zod/mini';
import { isForScripts } from '../../contract/access.ts';
import { HEADER, type CallDefinition } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import type { Person } from '../auth/person.ts';
import type { ServerContext } from '../context.ts';
import type { SharedConnection, Queryable } from '../db/transaction.ts';
import { write, type Apart, type Effect, type Unchanged, type WriteReply } from '../writes/write.ts';
import {
  type Call,
  basedAtOf,
  entityOfRequest,
  idempotencyKeyOf,
  pathsOf,
  refuseNamedEntity,
  refuseOtherCountry,
  refuseToken,
  requireOneOf,
  requirePerson,
  requireRight,
  requireRightBefore,
} from './call.ts';
import { isLong, partsOf } from './longAnswer.ts';
import { becomeCostly } from '../db/turns.ts';
import { refusedWrite, type Refused } from '../notify/sources.ts';
import { okText } from '../base/envelope.ts';
import { readInput, readInputInTurns, type RawInput } from './readInput.ts';
import { tellRefusal } from './tellRefusal.ts';
import type { LimitName } from '../base/limits.ts';
import { limitOf, limitOfRequest } from '../base/underWay.ts';

/** Groups of reads that process many rows for one person (db/turns). */
const COSTLY: ReadonlySet<LimitName> = new Set([
  'search',
  'page',
  'export',
  'check',
  'leadTimes',
  'figures',
  'preflight',
] as const);

/**
 * Registers calls as the contract declares them. A route adds only what is specific to it: its query, or the rows that
 * it changes.
 */

const JSON_TYPE = 'application/json; charset=utf-8';

function addRoutes(app: FastifyInstance, definition: CallDefinition, handler: RouteHandlerMethod): void {
  const config = { limit: limitOf(definition) };
  for (const url of pathsOf(definition)) app.route({ method: definition.method, url, handler, config });
}

/** Whether a write stores the strings in its input. A deletion only identifies an existing record. */
const storesTexts = ({ write: effect }: Pick<CallDefinition, 'write'>): boolean => effect?.kind !== 'delete';

/**
 * The minimum number of bytes in a body that is parsed in slices. A body whose length is not declared counts as long.
 */
const LONG_BODY = 32_768;

const read = <I extends z.ZodMiniType>(
  input: I,
  raw: RawInput,
  request: FastifyRequest,
): z.output<I> | Promise<z.output<I>> =>
  raw.fromBody && Number(request.headers['content-length'] ?? Infinity) > LONG_BODY
    ? readInputInTurns(input, raw)
    : readInput(input, raw);

const inputOf = <I extends z.ZodMiniType>(
  definition: CallDefinition<I>,
  request: FastifyRequest,
  stores: boolean,
): z.output<I> | Promise<z.output<I>> =>
  read(
    definition.input,
    {
      params: request.params,
      query: request.query,
      body: withHeaders(definition, request),
      fromBody: definition.method !== 'GET',
      stores,
    },
    request,
  );

/** The body, including fields that were sent as headers. A header that cannot be decoded is used unchanged. */
function withHeaders({ headers }: CallDefinition<z.ZodMiniType>, { body, headers: given }: FastifyRequest): unknown {
  if (headers === undefined || typeof body !== 'object' || body === null) return body;
  const fields = Object.entries(headers).flatMap(([field, header]) => {
    const value = given[header];
    return typeof value === 'string' ? [[field, decoded(value)] as const] : [];
  });
  return { ...body, ...Object.fromEntries(fields) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('cache-control', 'no-store').type(JSON_TYPE).send(text);

function sendData(reply: FastifyReply, data: unknown): FastifyReply {
  if (!isLong(data)) return sendText(reply, okText(data));
  return reply
    .header('cache-control', 'no-store')
    .type(JSON_TYPE)
    .send(Readable.from(partsOf(data), { objectMode: false }));
}

interface ReadOptions<I> {
  /** Returns the entity that the input specifies; undefined if it is the call's entity. */
  entityOf?: (input: I) => Country | undefined;
  /**
   * The permissions of which the call requires one, depending on the input. A person who has none of them is refused
   * before the input is parsed.
   */
  oneOf?: readonly string[];
  /**
   * Rejects people without permission before the input is parsed, if a permission code alone does not decide.
   * @throws ApiError 403
   */
  permit?: (person: Person) => void;
  /** Whether strings are stored; if so, a string with a character that could not be decoded is refused. */
  stores?: boolean;
}

interface RawOptions<I> extends ReadOptions<I> {
  /** For a call that a queue sends: describes it as a refused write. The request may not have been validated. */
  refused?: (call: Pick<Call, 'request' | 'person' | 'entity'>) => Refused | Promise<Refused>;
}

async function authorise<I extends z.ZodMiniType>(
  context: ServerContext,
  definition: CallDefinition<I>,
  { person, request, reply }: Pick<Call, 'person' | 'request' | 'reply'>,
  options: ReadOptions<z.output<I>>,
): Promise<{ call: Call; input: z.output<I> }> {
  requireRightBefore(person, request, definition.permission, options.entityOf !== undefined);
  options.permit?.(person);
  if (options.oneOf) requireOneOf(person, entityOfRequest(person, request), options.oneOf);
  const input = await inputOf(definition, request, options.stores ?? false);
  const entity = options.entityOf?.(input) ?? entityOfRequest(person, request);
  if (definition.permission !== 'session') requireRight(person, entity, definition.permission);
  const named = definition.method === 'GET' ? request.query : request.body;
  refuseOtherCountry(definition as unknown as CallDefinition, named, entity);
  const limit = limitOfRequest(definition as unknown as CallDefinition, input);
  if (COSTLY.has(limit)) becomeCostly();
  await context.underWay.take(limit, person.userId, reply.raw);
  return { call: { context, person, entity, request, reply }, input };
}

/** Registers a read whose handler returns the data. */
export function registerRead<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  app: FastifyInstance,
  context: ServerContext,
  definition: CallDefinition<I, O>,
  handler: (call: Call, input: z.output<I>) => Promise<z.input<O>>,
  options: ReadOptions<z.output<I>> = {},
): void {
  addRoutes(app, definition as unknown as CallDefinition, async (request, reply) => {
    const person = await requirePerson(context, request, definition.permission, isForScripts(definition));
    const { call, input } = await authorise(context, definition, { person, request, reply }, options);
    return sendData(reply, await context.underWay.during(reply.raw, handler(call, input)));
  });
}

/** Registers a call whose handler sends the reply itself: a file or stored bytes. */
export function registerRaw<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  app: FastifyInstance,
  context: ServerContext,
  definition: CallDefinition<I, O>,
  handler: (call: Call, input: z.output<I>) => Promise<FastifyReply>,
  options: RawOptions<z.output<I>> = {},
): void {
  const { refused } = options;
  addRoutes(app, definition as unknown as CallDefinition, async (request, reply) => {
    const person = await requirePerson(context, request, definition.permission, isForScripts(definition));
    const work = async (): Promise<FastifyReply> => {
      const { call, input } = await authorise(context, definition, { person, request, reply }, options);
      return context.underWay.during(reply.raw, handler(call, input));
    };
    if (!refused) return work();
    const key = idempotencyKeyOf(request);
    return tellRefusal({ context, person, request, key }, entity => refused({ request, person, entity }), work);
  });
}

/** Registers a call that anyone may make. */
export function registerPublic<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  app: FastifyInstance,
  definition: CallDefinition<I, O>,
  handler: (request: FastifyRequest, reply: FastifyReply, input: z.output<I>) => Promise<z.input<O>>,
): void {
  addRoutes(app, definition as unknown as CallDefinition, async (request, reply) =>
    sendText(reply, okText(await handler(request, reply, await inputOf(definition, request, false)))),
  );
}

/** How a write is executed within its transaction. */
export interface WriteHandler<I> {
  /**
   * Returns the entity of the written record, in which the person needs the permission. If the person does not work
   * there, the record is treated as missing. Defaults to the call's entity.
   */
  entityOf?: (db: Queryable, input: I, person: Person) => Promise<Country>;
  /**
   * Validates and changes the rows, or reports that they already have these values. `isConsole`: whether the request
   * comes from a console of any build; `basedAt`: when the version that the write is based on was written.
   */
  apply: (
    db: Queryable,
    input: I,
    scope: { person: Person; entity: Country; at: number; isConsole: boolean; basedAt: number | undefined },
  ) => Promise<Effect | Unchanged | Apart>;
}

/**
 * Registers a write (OB3, OB8); see writes/write.ts for what happens before and after the handler runs. The write is
 * also executed if it arrives in one request with other writes (routes/writes).
 */
export function registerWrite<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  app: FastifyInstance,
  context: ServerContext,
  definition: CallDefinition<I, O>,
  handler: WriteHandler<z.output<I>>,
): void {
  const url = `/api${definition.path}`;
  const { id: callId, write: effect } = definition;
  const stores = storesTexts(definition as unknown as CallDefinition);
  const carryOut = (
    person: Person,
    request: FastifyRequest,
    { input, body, basedAt }: { input: z.output<I>; body: unknown; basedAt: number | undefined },
    key: string | null,
    shared?: SharedConnection,
  ): Promise<WriteReply> => {
    if (handler.entityOf) refuseNamedEntity(person, request);
    const asked = handler.entityOf ? person.currentEntity : entityOfRequest(person, request);
    const record = effect ? { collection: effect.collection, key: effect.key(input, asked) } : null;
    const work = async (db: Queryable) => {
      const entity = handler.entityOf ? await handler.entityOf(db, input, person) : asked;
      requireRight(person, entity, definition.permission);
      refuseOtherCountry(definition as unknown as CallDefinition, body, entity);
      const at = Math.floor(context.now() / 1000);
      const isConsole = request.headers[HEADER.contract] !== undefined;
      return { entity, effect: await handler.apply(db, input, { person, entity, at, isConsole, basedAt }) };
    };
    const entity = handler.entityOf ? null : asked;
    return write(context, { person, callId, url, input, key, record, entity }, work, shared);
  };
  context.writes.set(callId, async (person, request, { body, key, basedAt }, shared) => {
    refuseToken(person, isForScripts(definition));
    requireRightBefore(person, request, definition.permission, handler.entityOf !== undefined);
    const input = await read(definition.input, { params: {}, query: {}, body, fromBody: true, stores }, request);
    return carryOut(person, request, { input, body, basedAt }, key, shared);
  });
  addRoutes(app, definition as unknown as CallDefinition, async (request, reply) => {
    const person = await requirePerson(context, request, definition.permission, isForScripts(definition));
    const key = idempotencyKeyOf(request);
    const basedAt = basedAtOf(request);
    const refused = () =>
      refusedWrite(context.declared.resources, definition as unknown as CallDefinition, request.body);
    const done = await tellRefusal({ context, person, request, key }, refused, async () => {
      requireRightBefore(person, request, definition.permission, handler.entityOf !== undefined);
      const input = await inputOf(definition, request, stores);
      await context.underWay.take('write', person.userId, reply.raw);
      return carryOut(person, request, { input, body: request.body, basedAt }, key);
    });
    if (done.replayed) reply.header('idempotent-replayed', 'true');
    return sendText(reply, done.text);
  });
}
