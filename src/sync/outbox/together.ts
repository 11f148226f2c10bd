import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import type { CallDefinition } from '../../contract/call.ts';
import { sendWrites, type SentWrite, type WriteAnswer } from '../../contract/writes.ts';
import { cleanBody } from '../../domain/requestParams.ts';
import { classify } from '../network/outcome.ts';
import type { CallOptions, Transport } from '../network/transport.ts';
import type { Outcome, Row } from '../types.ts';

/** Minimum number of writes batched into one request; fewer are sent separately. */
export const TOGETHER_FROM = 10;
/** Maximum number of writes per request, so that a slow server responds in time. */
export const TOGETHER_MOST = 32;
/** Maximum number of requests in flight if writes have to be sent separately after all. */
const ALONE_AT_ONCE = 4;

interface Waiting {
  callId: string;
  input: Row;
  options: CallOptions;
  /** Number of the flush to which the write belongs. */
  turn: number;
  resolve: (outcome: Outcome) => void;
}

/**
 * Whether the outcome of a whole request applies to each of its writes; any other outcome says nothing about an
 * individual write.
 */
const isEachOnes = ({ kind }: Outcome): boolean =>
  kind === 'noNetwork' || kind === 'retryLater' || kind === 'signedOut';

/**
 * Whether the server may have crashed on one of the writes. A 429 is about the caller, which then makes no more
 * requests.
 */
const mayHaveFailedOnOne = (outcome: Outcome): boolean =>
  outcome.kind === 'noNetwork' ? outcome.reason === 'timeout' : outcome.kind === 'retryLater' && outcome.status !== 429;

/**
 * Whether the request broke off. Usually there was no network, but a server that repeatedly crashes on one of the
 * writes looks the same.
 */
const isBroken = (outcome: Outcome): boolean => outcome.kind === 'noNetwork' && outcome.reason !== 'timeout';

const isTooMany = (outcome: Outcome): boolean =>
  outcome.kind === 'retryLater' && outcome.status === 429 && outcome.afterMillis !== null;

/**
 * Wraps a transport's call so that many writes made at the same moment are sent in a few requests, each write with its
 * own key and outcome (OB3, OB7). Writes in a request do not depend on each other, so they are sent separately if the
 * server, e.g. an older one, does not support batches. After a request has failed on the server, its writes are retried
 * separately, so that one that crashes the server never blocks the others (OB4).
 *
 * @param from minimum number of simultaneous writes that are batched
 */
export function sendTogether(
  call: Transport['call'],
  now: () => number,
  from = TOGETHER_FROM,
  declared: Declarations = DECLARATIONS,
): Transport['call'] {
  let waiting: Waiting[] = [];
  /** Keys of writes that are sent separately. */
  const alone = new Set<string>();
  /** Keys of writes whose request broke off. */
  const broken = new Set<string>();
  let known = true;
  let turn = 1;
  /** The caller was told to wait, which applies to all writes passed so far. */
  let limit: { turn: number; outcome: Outcome } | null = null;

  const forget = (key: string): void => {
    alone.delete(key);
    broken.delete(key);
  };

  const byItself = async ({ callId, input, options, resolve }: Waiting): Promise<Outcome> => {
    const outcome: Outcome = await call(declared.callById(callId) as never, input as never, options);
    if (!isEachOnes(outcome)) forget(options.idempotencyKey ?? '');
    resolve(outcome);
    return outcome;
  };

  const eachByItself = async (writes: Waiting[]): Promise<void> => {
    const rest = [...writes];
    const one = async () => {
      for (let next = rest.shift(); next; next = rest.shift()) {
        // The caller was told to wait after this write was passed in: if the write has not been sent yet, it gets the
        // same response.
        if (limit && next.turn <= limit.turn) next.resolve(limit.outcome);
        else {
          const outcome = await byItself(next);
          if (isTooMany(outcome)) limit = { turn: turn - 1, outcome };
        }
      }
    };
    await Promise.all(Array.from({ length: ALONE_AT_ONCE }, one));
  };

  const inOne = async (writes: Waiting[]): Promise<void> => {
    const [{ options }] = writes as [Waiting];
    const { idempotencyKey: _key, basedAt: _basedAt, ...common } = options;
    const sent = writes.map((write): SentWrite => ({
      call: write.callId,
      key: write.options.idempotencyKey ?? '',
      input: cleanBody(write.input),
      ...(write.options.basedAt === undefined ? {} : { basedAt: write.options.basedAt }),
    }));
    const outcome = await call(sendWrites, { writes: sent }, common);
    const items = outcome.kind === 'ok' ? (outcome.data as { items?: unknown } | null)?.items : undefined;
    if (Array.isArray(items) && items.length === writes.length) {
      for (const { key } of sent) forget(key);
      writes.forEach(({ callId, resolve }, at) =>
        resolve(outcomeOf(declared.callById(callId), items[at] as WriteAnswer, now())),
      );
      return;
    }
    if (isEachOnes(outcome)) {
      const failed = mayHaveFailedOnOne(outcome);
      for (const { options: own, resolve } of writes) {
        const key = own.idempotencyKey ?? '';
        if (failed || (isBroken(outcome) && broken.has(key))) alone.add(key);
        if (isBroken(outcome)) broken.add(key);
        resolve(outcome);
      }
      return;
    }
    if (outcome.kind === 'refused' && outcome.status === 404) known = false;
    await eachByItself(writes);
  };

  const flush = (): void => {
    const all = waiting;
    waiting = [];
    turn += 1;
    const single = all.filter(({ options }) => !known || alone.has(options.idempotencyKey ?? ''));
    void eachByItself(single);
    for (const group of byCaller(all.filter(write => !single.includes(write)))) {
      if (group.length < from) void eachByItself(group);
      else for (let at = 0; at < group.length; at += TOGETHER_MOST) void inOne(group.slice(at, at + TOGETHER_MOST));
    }
  };

  const take = (write: Omit<Waiting, 'resolve' | 'turn'>): Promise<Outcome> =>
    new Promise(resolve => {
      if (waiting.push({ ...write, turn, resolve }) === 1) queueMicrotask(flush);
    });

  return async (definition, input, options = {}) => {
    const plain = definition.method === 'POST' && !definition.path.includes('{');
    if (!definition.write || !options.idempotencyKey || !plain) return call(definition, input, options);
    return (await take({ callId: definition.id, input: input as Row, options })) as never;
  };
}

/** Groups writes that can share a request: those by the same person in the same entity. */
function byCaller(writes: readonly Waiting[]): Waiting[][] {
  const groups = new Map<string, Waiting[]>();
  for (const write of writes) {
    const name = `${write.options.person ?? ''}/${write.options.entity ?? ''}`;
    groups.set(name, [...(groups.get(name) ?? []), write]);
  }
  return [...groups.values()];
}

const outcomeOf = (
  definition: CallDefinition | undefined,
  { status, retryAfter, reply }: WriteAnswer,
  now: number,
): Outcome =>
  classify(
    {
      status,
      contentType: 'application/json',
      body: reply,
      retryAfter: retryAfter === null ? null : String(retryAfter),
      foreign: false,
    },
    now,
    definition,
  );
