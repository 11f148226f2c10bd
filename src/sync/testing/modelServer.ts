import type * as z from 'zod/mini';
import type { ChannelLocationRow } from '../../contract/channelLocation.ts';
import type { CallDefinition, Collection } from '../../contract/call.ts';
import { mayBeEmpty } from '../../contract/fields/base.ts';
import { keyOf, updateBy, type Resource } from '../../contract/resource.ts';
import type { Change } from '../../contract/feed.ts';
import { changedFields } from '../../domain/merge.ts';
import type { CallOptions, Transport } from '../network/transport.ts';
import type { Outcome, Row } from '../types.ts';
import { LOCATIONS, recordOf, type Shape, type ShapeRow } from './shape.ts';

export const KEY_TAKEN = 'This Idempotency-Key was already used with a different input.';

/** The fate of one request. */
export type Fault =
  /** The request arrives and is answered. */
  | 'none'
  /** The request never arrives. */
  | 'unreachable'
  /** The request takes effect, but the response is lost. */
  | 'lostAck'
  /** The request never arrives, and no response comes in time. */
  | 'timeout'
  /** The request is answered with a captive portal's page. */
  | 'portal'
  | 'signedOut'
  | 'forbidden'
  | 'invalid'
  | 'tooMany'
  | 'serverError';

export interface Effect<R = ChannelLocationRow> {
  key: string;
  record: string;
  callId: string;
  by: string;
  /** The row after the write; null for a deletion. */
  row: R | null;
}

/** An input as the real server reads it: an empty string clears a field that may be empty (server/http/readInput). */
export const asRead = ({ fields }: Pick<Resource, 'fields'>, input: Row): Row =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field = fields[name];
      return [name, value === '' && field !== undefined && mayBeEmpty(field) ? null : value];
    }),
  );

/**
 * A small server with the guarantees of the real one: versions, keys stored with their effect (OB3, OB8), and fields
 * that only their own call changes.
 */
export class ModelServer<R extends ShapeRow = ChannelLocationRow> {
  readonly rows = new Map<string, R>();
  /** Last version of each deleted record, from which a recreated record continues. */
  readonly buried = new Map<string, number>();
  readonly replies = new Map<string, { request: string; outcome: Outcome }>();
  readonly effects: Effect<R>[] = [];
  readonly changes: Change[] = [];
  readonly requests: { key: string; callId: string; input: Row; fault: Fault }[] = [];
  /** Fates of the next requests, in order; 'none' once the list is empty. */
  faults: Fault[] = [];
  retryAfterMillis: number | null = null;
  /** If set, requests wait for this promise, so that a test decides when they continue. */
  gate: (() => Promise<void>) | null = null;
  inFlight = 0;
  mostInFlight = 0;
  private stamp = 0;
  private lastNumber = 100;
  private readonly shape: Shape<R>;

  constructor(shape: Shape<R> = LOCATIONS as unknown as Shape<R>) {
    this.shape = shape;
  }

  readonly call: Transport['call'] = async <I extends z.ZodMiniType, O extends z.ZodMiniType>(
    definition: CallDefinition<I, O>,
    input: z.input<I>,
    options: CallOptions = {},
  ) => {
    const outcome = await this.receive(definition.id, input as Row, options);
    return outcome as Outcome<z.output<O>>;
  };

  /** Writes as another person, bypassing this client. `row`: the record's key and the fields that change. */
  write(given: Partial<R>, by = 'b@x'): void {
    const row = this.withNumber(given);
    const key = keyOf(this.shape.resource, row);
    const before = this.rows.get(key) ?? this.shape.blankOf(row);
    this.store(key, { ...before, ...row, version: this.nextVersion(key) }, by);
  }

  remove(key: string): void {
    const before = this.rows.get(key);
    if (!before) return;
    this.rows.delete(key);
    this.buried.set(key, before.version + 1);
    this.changes.push({ collection: this.collection, key, version: before.version + 1, row: null });
  }

  private async receive(callId: string, input: Row, options: CallOptions): Promise<Outcome> {
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    try {
      const fault = this.faults.shift() ?? 'none';
      this.requests.push({ key: options.idempotencyKey ?? '', callId, input: structuredClone(input), fault });
      await Promise.resolve();
      if (this.gate) await this.gate();
      if (options.signal?.aborted) return { kind: 'noNetwork', reason: 'unreachable' };
      return this.answer(fault, callId, asRead(this.shape.resource, input), options);
    } finally {
      this.inFlight -= 1;
    }
  }

  private answer(fault: Fault, callId: string, input: Row, options: CallOptions): Outcome {
    switch (fault) {
      case 'none':
        return this.perform(callId, input, options);
      case 'lostAck':
        this.perform(callId, input, options);
        return { kind: 'noNetwork', reason: 'unreachable' };
      case 'unreachable':
        return { kind: 'noNetwork', reason: 'unreachable' };
      case 'timeout':
        return { kind: 'noNetwork', reason: 'timeout' };
      case 'portal':
        return { kind: 'noNetwork', reason: 'notOurs' };
      case 'signedOut':
        return { kind: 'signedOut', message: 'You are not logged in.' };
      case 'forbidden':
        return { kind: 'refused', status: 403, retcode: 403, message: 'You are lack of permission.' };
      case 'invalid':
        return { kind: 'refused', status: 422, retcode: 422, message: 'canCOD: needs canDeliver' };
      case 'tooMany':
        return { kind: 'retryLater', status: 429, message: 'HTTP error 429', afterMillis: this.retryAfterMillis };
      case 'serverError':
        return { kind: 'retryLater', status: 500, message: 'Server error.', afterMillis: null };
    }
  }

  private perform(callId: string, input: Row, { idempotencyKey: key = '', basedAt }: CallOptions): Outcome {
    if (callId === 'preflight.check') return { kind: 'ok', data: { items: this.lookedAt(input) } };
    const request = JSON.stringify([callId, input]);
    const known = this.replies.get(key);
    const outdated =
      known && this.isOutdated(this.answered(callId, input, known.outcome), known.outcome)
        ? { outdated: true as const }
        : {};
    if (known?.request === request) return { ...known.outcome, ...outdated };
    if (known && known.outcome.kind !== 'conflict')
      return {
        kind: 'keyUsed',
        message: KEY_TAKEN,
        reply: known.outcome.kind === 'ok' ? (known.outcome.data as Row | null) : null,
        ...outdated,
      };
    const outcome = this.effect(callId, input, key, basedAt);
    // A refusal is not stored, except for a write without a version, a late copy of which must not take effect.
    const unguarded = outcome.kind === 'conflict' && input['version'] === undefined;
    if (outcome.kind === 'ok' || unguarded) this.replies.set(key, { request, outcome });
    return outcome;
  }

  private effect(callId: string, input: Row, by: string, basedAt: number | undefined): Outcome {
    const { resource } = this.shape;
    const isCreation = callId === `${resource.id}.add`;
    const { version, ...given } = input;
    const fields = isCreation ? this.withNumber(given) : given;
    const record = recordOf(this.shape, callId, fields);
    const before = this.rows.get(record);
    const isOther = basedAt !== undefined && basedAt !== before?.['updatedAt'];
    const stale = version !== undefined && (version !== before?.version || isOther);
    const conflict: Outcome = {
      kind: 'conflict',
      status: 409,
      message: 'Changed by someone else',
      current: before ? { ...before } : null,
      currentVersion: before?.version ?? null,
    };
    if (isCreation) {
      if (before) return conflict;
      const named = fields as Partial<R>;
      const row = { ...this.shape.blankOf(named), ...named, version: this.nextVersion(record) };
      return { kind: 'ok', data: { ...this.store(record, row, 'me', by, callId) } };
    }
    if (!before || stale) return conflict;
    if (callId === `${resource.id}.delete`) {
      this.remove(record);
      this.effects.push({ key: by, record, callId, by: 'me', row: null });
      return { kind: 'ok', data: null };
    }
    const update = updateBy(resource, callId);
    if (!update) return { kind: 'refused', status: 404, retcode: 404, message: 'API not found.' };
    const missing = update.fields.find(field => !(field in fields));
    if (missing !== undefined)
      return { kind: 'refused', status: 400, retcode: 400, message: `${missing}: is required` };
    // Fields that do not belong to the call are ignored.
    const changed = Object.fromEntries(update.fields.map(field => [field, fields[field]]));
    // As on the real server, if nothing changes, the write is answered but nothing is stored. This still counts as the
    // effect of its key.
    if (Object.keys(changedFields(before, changed)).length === 0) {
      this.effects.push({ key: by, record, callId, by: 'me', row: before });
      return { kind: 'ok', data: { ...before } };
    }
    const row = { ...before, ...changed, version: before.version + 1 };
    return { kind: 'ok', data: { ...this.store(record, row, 'me', by, callId) } };
  }

  /** A record with its own number or, if it has none, the next unused one. */
  private withNumber<V extends Row>(row: V): V {
    const { numbered } = this.shape.resource;
    if (numbered === undefined || row[numbered] !== undefined) return row;
    return { ...row, [numbered]: (this.lastNumber += 1) };
  }

  /** The record that a call was about, taken from the response if possible. */
  private answered(callId: string, input: Row, outcome: Outcome): string {
    const row = outcome.kind === 'ok' ? (outcome.data as Row | null) : null;
    return row ? keyOf(this.shape.resource, row) : recordOf(this.shape, callId, input);
  }

  private lookedAt(input: Row): unknown[] {
    return (input['items'] as { id: string; key: string; version: number | null }[]).map(({ id, key, version }) => {
      const row = this.rows.get(key);
      return {
        taken: this.replies.has(id),
        allowed: true,
        version: row?.version ?? null,
        row: row && row.version !== version ? { ...row } : null,
        gone: row || version === null ? null : { by: 'b@x', at: 7 },
      };
    });
  }

  /** Whether the record was deleted after this response was sent. */
  private isOutdated(record: string, outcome: Outcome): boolean {
    const knownVersion =
      outcome.kind === 'ok'
        ? (outcome.data as Row | null)?.['version']
        : outcome.kind === 'conflict' && outcome.currentVersion;
    return typeof knownVersion === 'number' && (this.buried.get(record) ?? 0) > knownVersion;
  }

  private get collection(): Collection {
    return this.shape.resource.collection as Collection;
  }

  private nextVersion(key: string): number {
    return (this.rows.get(key)?.version ?? this.buried.get(key) ?? 0) + 1;
  }

  private store(record: string, row: R, by: string, key = '', callId = 'other'): R {
    const stored = { ...row, updatedBy: by, updatedAt: (this.stamp += 1) };
    this.rows.set(record, stored);
    this.changes.push({ collection: this.collection, key: record, version: row.version, row: { ...stored } });
    this.effects.push({ key, record, callId, by, row: stored });
    return stored;
  }
}
