import { OPERATOR_TYPES } from '../../contract/audit.ts';
import { auditLabel } from '../../contract/auditLabel.ts';
import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import { subjectOf } from '../../contract/auditQuick.ts';
import type { Change } from '../../contract/feed.ts';
import type { Country } from '../../domain/country.ts';
import { emitEvent } from '../notify/emit.ts';
import { eventOfWrite } from '../notify/sources.ts';
import { appendEntry, type LogEntry } from '../audit/chain.ts';
import { beforeCommit, type Queryable } from '../db/transaction.ts';
import type { Effect, WriteRequest } from './write.ts';

/**
 * The word that the log shows, and by which it can be filtered and sorted. For a call without such a word, it is the
 * kind of write (LOG-9, LOG-10).
 */
const operatorOf = (
  { resources }: Declarations,
  url: string,
  body: string,
  done: Effect['operator'],
): Effect['operator'] => OPERATOR_TYPES.find(word => word === auditLabel(url, body, resources).kind) ?? done;

/**
 * Returns the input of the call, including the id that the server assigned to a new channel, because the log reads the
 * id from the body (LOG-6).
 */
function withNumber(input: unknown, { operator, channelId }: Pick<Effect, 'operator' | 'channelId'>): unknown {
  if (operator !== 'Create' || channelId === null || typeof input !== 'object' || input === null) return input;
  return 'channelId' in input || 'channel_id' in input ? input : { ...input, channelId };
}

/** Fields that mark an update by deltas, in which omitted fields keep their values. */
const DELTAS = ['deltaFlag', 'deltaExtraData'] as const;

/** Removes nulls from an input with deltas, so that the log does not show omitted settings as cleared. */
const asSent = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && DELTAS.some(name => name in input)
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
    : input;

/**
 * Writes the audit entry of a write, in the write's transaction (LOG-2). The entry names the record if the write
 * changed only one.
 */
export async function writeAudit(
  db: Queryable,
  request: Pick<WriteRequest, 'url' | 'input'> & { person: Pick<WriteRequest['person'], 'email' | 'tokenName'> },
  entity: Country,
  effect: Pick<Effect, 'feature' | 'operator' | 'channelId' | 'tplId' | 'before' | 'after'> & {
    changes?: readonly Pick<Change, 'collection' | 'key'>[];
    importId?: string;
  },
  at: number,
  declared: Declarations = DECLARATIONS,
): Promise<void> {
  const [only, ...others] = effect.changes ?? [];
  const record = others.length === 0 ? only : undefined;
  const body = JSON.stringify(asSent(withNumber(request.input, effect)));
  const entry: LogEntry = {
    entity,
    feature: effect.feature,
    url: request.url,
    body,
    email: request.person.email,
    at,
    operatorType: operatorOf(declared, request.url, body, effect.operator),
    channelId: effect.channelId,
    tplId: effect.tplId,
    before: effect.before,
    after: effect.after,
    collection: record?.collection ?? null,
    recordKey: record?.key ?? null,
    subject: record ? subjectOf(record.key) : null,
    importId: effect.importId ?? null,
    tokenName: request.person.tokenName ?? null,
  };
  // Done last: from here to the commit, other writers to the same entity have to wait.
  await beforeCommit(db, entity, () => appendEntry(db, entry));
  const event = eventOfWrite({ ...effect, url: request.url, body });
  if (event) await emitEvent(db, { ...event, country: entity, person: request.person.email, at });
}
