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

/** What becomes of one request. */
export type Fault =
  /** Arrives and is answered. */
  | 'none'
  /** Never arrives. */
  | 'unreachable'
  /** Takes effect, the answer is lost. */
  | 'lostAck'
  /** Never answered in time, never arrives. */
  | 'timeout'
  /** A captive portal's page. */
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
  /** The row after it; null for a deletion. */
  row: R | null;
}

/** An input as the real server reads it: an empty text empties a field that can be empty (server/http/readInput). */
export const asRead = ({ fields }: Pick<Resource, 'fields'>, input: Row): Row =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field = fields[name];
      return [name, value === '' && field !== undefined && mayBeEmpty(field) ? null : value];
    }),
  );

/**
 * A small server with the promises of the real one: versions, keys stored with their effect (OB3, OB8), and fields that change
 * by their own call alone.
 */
export class ModelServer<R extends ShapeRow = ChannelLocationRow> {
  readonly rows = new Map<string, R>();
  /** Last version of deleted records: a record created again goes on from it. */
  readonly buried = new Map<string, number>();
  readonly replies = new Map<string, { request: string; outcome: Outcome }>();
  readonly effects: Effect<R>[] = [];
  readonly changes: Change[] = [];
  readonly requests: { key: string; callId: string; input: Row; fault: Fault }[] = [];
  /** Next requests' fates, first come first served; 'none' when empty. */
  faults: Fault[] = [];
  retryAfterMillis: number | null = null;
  /** Requests wait here when set, so that a test decides when they go on. */
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

  /** Another person writes, past this client. `row`: what names the record, and the fields that become others. */
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
      return this.answer(fault, callId, asRead(this.shape.resource, input), options.idempotencyKey ?? '');
    } finally {
      this.inFlight -= 1;
    }
  }

  private answer(fault: Fault, callId: string, input: Row, key: string): Outcome {
    switch (fault) {
      case 'none':
        return this.perform(callId, input, key);
      case 'lostAck':
        this.perform(callId, input, key);
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

  private perform(callId: string, input: Row, key: string): Outcome {
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
    const outcome = this.effect(callId, input, key);
    // A refusal leaves nothing behind, but of a write without a version: a late copy of it must not find its way free.
    const unguarded = outcome.kind === 'conflict' && input['version'] === undefined;
    if (outcome.kind === 'ok' || unguarded) this.replies.set(key, { request, outcome });
    return outcome;
  }

  private effect(callId: string, input: Row, by: string): Outcome {
    const { resource } = this.shape;
    const isCreation = callId === `${resource.id}.add`;
    const { version, ...given } = input;
    const fields = isCreation ? this.withNumber(given) : given;
    const record = recordOf(this.shape, callId, fields);
    const before = this.rows.get(record);
    const stale = version !== undefined && version !== before?.version;
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
      this.store(record, row, 'me', by, callId);
      return { kind: 'ok', data: { ...row, updatedBy: 'me' } };
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
    // Others than its own are not read at all.
    const changed = Object.fromEntries(update.fields.map(field => [field, fields[field]]));
    // As the real server: what is so already is answered, not written. It counts as the key's effect all the same.
    if (Object.keys(changedFields(before, changed)).length === 0) {
      this.effects.push({ key: by, record, callId, by: 'me', row: before });
      return { kind: 'ok', data: { ...before } };
    }
    const row = { ...before, ...changed, version: before.version + 1 };
    this.store(record, row, 'me', by, callId);
    return { kind: 'ok', data: { ...row, updatedBy: 'me' } };
  }

  /** A record with a number: its own, or the next one that was never given. */
  private withNumber<V extends Row>(row: V): V {
    const { numbered } = this.shape.resource;
    if (numbered === undefined || row[numbered] !== undefined) return row;
    return { ...row, [numbered]: (this.lastNumber += 1) };
  }

  /** The record that an answer was about. */
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

  /** Whether the record was deleted after its answer was given. */
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

  private store(record: string, row: R, by: string, key = '', callId = 'other'): void {
    const stored = { ...row, updatedBy: by, updatedAt: (this.stamp += 1) };
    this.rows.set(record, stored);
    this.changes.push({ collection: this.collection, key: record, version: row.version, row: { ...stored } });
    this.effects.push({ key, record, callId, by, row: stored });
  }
}
