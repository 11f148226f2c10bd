import type { CallDefinition } from '../../contract/call.ts';
import { getImport, importCallsOf, type ImportReceipt } from '../../contract/imports/calls.ts';
import type { Env } from '../base/env.ts';
import { outcomeText } from '../network/outcome.ts';
import type { Transport } from '../network/transport.ts';
import type { UploadFile } from '../network/transportUploads.ts';
import type { Outcome } from '../types.ts';
import { resourceById, RESOURCES } from '../../contract/resources/all.ts';
import { batchNameOf } from '../../domain/import/batch.ts';
import { isReadable } from './readable.ts';
import { behindOwn } from './bulk.ts';
import { MOVING_STATES, type ImportsDb, type QueuedFile, type QueuedImport } from './db.ts';

export interface RunnerDeps {
  db: ImportsDb;
  env: Env;
  userId: number;
  transport: Pick<Transport, 'call'>;
  upload: UploadFile;
  /** Called with the outcome of each upload request, as the transport is for its calls. */
  onOutcome: (outcome: Outcome) => void;
  /** Called when an import was applied or refused. */
  onEnded: () => void;
}

/**
 * Delays in milliseconds between checks of an import on the server: a small import finishes soon, and a large one is
 * checked less often.
 */
const LOOKS = [80, 120, 200, 400];
const POLL_EVERY = 700;
const FIRST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;
const PAUSE_SIGNED_OUT = 'Sign in again to send it.';

/** The input of the call that applies an import. */
function inputOf(row: QueuedImport) {
  const { importId, files, batchName, bulk, since, leave, leaveTheirs } = row;
  const urls = files.map(({ url }) => new URL(url ?? '', 'http://here').pathname);
  if (bulk) {
    const { set, action, from } = bulk;
    const copied = from === undefined ? {} : { from };
    return {
      fileUrl: urls[0] ?? '',
      ...(set ? { set, ...copied } : { delete: true }),
      ...(action === null ? {} : { action }),
    };
  }
  const options = {
    since: since ?? '',
    ...(leave.length === 0 ? {} : { leave }),
    ...(leaveTheirs ? { leaveTheirs: true } : {}),
  };
  if (!resourceById(importId)?.batches) return { fileUrlList: urls, ...options };
  return { batch_name: batchName || batchNameOf(files[0]?.name ?? ''), file_url: urls[0] ?? '', ...options };
}

type Failed = Exclude<Outcome, { kind: 'ok' }>;

/**
 * Sends the person's imports one after another: uploads the files resumably, makes the call, then waits for the
 * receipt. The leader engine does this (OB2): no tab owns an import, and another engine takes over if the leader is
 * gone. Progress is stored before each step, so that it survives a reload or a killed browser (OB1, OB3).
 */
export class ImportRunner {
  private readonly deps: RunnerDeps;
  private readonly ending = new AbortController();
  private wake: () => void = () => undefined;
  /** Checks the import on the server before the delay is over. */
  private look: () => void = () => undefined;
  private poked = false;
  /** Time (in ticks) until which the server asked to wait, by import number; no notification shortens it. */
  private readonly asked = new Map<number, number>();

  constructor(deps: RunnerDeps) {
    this.deps = deps;
  }

  /**
   * Sends until it is closed. Engines share the lock, because only one of them is the leader. A tab of an older build
   * sends imports itself and holds the lock exclusively, so the engine waits for that tab (TAB1).
   */
  async run(): Promise<void> {
    const { env, userId } = this.deps;
    const { signal } = this.ending;
    await env.locks
      .request(`ops-imports-${userId}`, { mode: 'shared', signal }, async () => this.loop())
      // The wait was canceled, the lock was stolen, or the database is gone; in each case, this sender stops.
      .catch(() => this.close());
  }

  /** Called when an import was queued or has finished, the network may be back, or the person signed in. */
  poke(): void {
    this.poked = true;
    this.wake();
    this.look();
  }

  close(): void {
    this.ending.abort();
    this.wake();
    this.look();
  }

  private get closed(): boolean {
    return this.ending.signal.aborted;
  }

  private async loop(): Promise<void> {
    let pause = FIRST_PAUSE;
    while (!this.closed) {
      this.poked = false;
      const next = await this.next();
      if (!next) {
        await this.rest(null);
        pause = FIRST_PAUSE;
      } else if (this.mustWait(next) > 0) {
        await this.rest(this.mustWait(next));
      } else if (await this.step(next)) {
        pause = FIRST_PAUSE;
      } else {
        await this.rest(pause);
        pause = Math.min(LONGEST_PAUSE, pause * 2);
      }
    }
  }

  /**
   * Delay in milliseconds. A Retry-After received by another sender is observed again from when this one first sees it
   * (OB5).
   */
  private mustWait({ seq, afterMillis }: QueuedImport): number {
    if (!afterMillis) return 0;
    const now = this.deps.env.clock.ticks();
    const until = this.asked.get(seq) ?? now + afterMillis;
    this.asked.set(seq, until);
    return until - now;
  }

  private async next(): Promise<QueuedImport | undefined> {
    const moving = await this.deps.db.queue
      .where('state')
      .anyOf([...MOVING_STATES])
      .sortBy('seq');
    return moving[0];
  }

  /** Waits until the sender is notified or the delay is over. */
  private rest(millis: number | null): Promise<void> {
    return new Promise(resolve => {
      if (this.poked || this.closed) return resolve();
      const cancel = millis === null ? () => undefined : this.deps.env.clock.after(millis, resolve);
      this.wake = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Waits until a delay is over, or the sender is notified or closed. */
  private pause(millis: number): Promise<void> {
    return new Promise(resolve => {
      if (this.closed) return resolve();
      const cancel = this.deps.env.clock.after(millis, resolve);
      this.look = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Advances an import as far as possible; returns false if it has to wait. */
  private async step(queued: QueuedImport): Promise<boolean> {
    const { transport } = this.deps;
    let { receipt } = queued;
    this.asked.delete(queued.seq);
    if (queued.afterMillis) await this.put(queued.seq, { afterMillis: null });
    if (!receipt) {
      for (const at of queued.files.keys()) {
        const sent = await this.send(queued.seq, at);
        // If an upload was refused, the person must decide: nothing more is sent for the import, least of all the call.
        if (sent !== 'there') return sent === 'refused';
      }
      const now = await this.deps.db.queue.get(queued.seq);
      if (!now || now.state === 'discarded') return true;
      const call = importCallsOf(RESOURCES).find(({ id }) => id === now.callId) as CallDefinition;
      // From here on, the person can no longer discard the import.
      if (!(await this.put(now.seq, { state: 'applying', problem: '' }))) return true;
      // The key is stored together with the uploads, because it must not be used with different ones (OB3).
      await this.note(now.seq);
      const outcome = await transport.call(call, { ...inputOf(now), background: true } as never, {
        idempotencyKey: now.callKey,
        entity: now.entity,
        signal: this.ending.signal,
      });
      if (outcome.kind !== 'ok') return this.failed(now.seq, outcome);
      receipt = outcome.data as unknown as ImportReceipt;
    }
    return this.follow(queued, receipt);
  }

  /**
   * Uploads a file or the rest of it; returns whether the server has it now, the import has to wait, or the person must
   * decide.
   */
  private async send(seq: number, at: number): Promise<'there' | 'waits' | 'refused'> {
    const { db, upload, onOutcome } = this.deps;
    const now = await db.queue.get(seq);
    const file = now?.files[at];
    if (!now || !file || now.state === 'discarded') return 'refused';
    if (file.complete) return 'there';
    if (!file.blob || !(await isReadable(file.blob))) {
      const problem = `"${file.name}" is no longer on this device. Discard this import, and choose the file again.`;
      await this.put(seq, { state: 'failed', problem });
      return 'refused';
    }
    await this.put(seq, { state: 'uploading', problem: '' });
    // Not awaited: if the database has just been closed, the progress is requested from the server next time.
    const discarded = new AbortController();
    const note = (part: Partial<QueuedFile>): void =>
      void this.putFile(seq, at, part).then(
        found => found || discarded.abort(),
        () => undefined,
      );
    const outcome = await upload({
      blob: file.blob,
      name: file.name,
      entity: now.entity,
      call: { id: now.callId, key: now.callKey, ...(now.bulk ? { set: now.bulk.set } : {}) },
      url: file.url,
      onUrl: url => note({ url }),
      onProgress: sent => note({ sent }),
      signal: AbortSignal.any([this.ending.signal, discarded.signal]),
    });
    if (this.closed) return 'waits';
    // The next import does not wait for the rest of this one.
    if (discarded.signal.aborted) return 'refused';
    onOutcome(outcome.kind === 'ok' ? { kind: 'ok', data: null } : outcome);
    if (outcome.kind !== 'ok') return (await this.failed(seq, outcome)) ? 'refused' : 'waits';
    await this.putFile(seq, at, { url: outcome.data.url, sent: file.size, complete: true });
    return 'there';
  }

  /** Waits until the server has finished an import. */
  private async follow(queued: QueuedImport, first: ImportReceipt): Promise<boolean> {
    const { transport, env } = this.deps;
    let receipt = first;
    for (let looks = 0; ; looks += 1) {
      await this.put(queued.seq, { receipt });
      if (['applied', 'refused', 'review', 'failed'].includes(receipt.state)) break;
      await this.pause(LOOKS[looks] ?? POLL_EVERY);
      if (this.closed) return false;
      const outcome = await transport.call(
        getImport,
        { id: receipt.id },
        { entity: queued.entity, signal: this.ending.signal },
      );
      if (outcome.kind !== 'ok') return this.failed(queued.seq, outcome, 'applying');
      receipt = outcome.data;
    }
    const state = receipt.state as 'applied' | 'refused' | 'review' | 'failed';
    const { bulk, files } = (await this.deps.db.queue.get(queued.seq)) ?? queued;
    // Read now, because the file is removed when the import finishes.
    const behind = bulk ? await behindOwn(files[0]?.blob ?? null, receipt.review).catch(() => []) : [];
    const reviewed = bulk && behind.length > 0 ? { bulk: { ...bulk, behind } } : {};
    await this.put(queued.seq, { state, problem: receipt.message, endedAt: env.clock.now(), receipt, ...reviewed });
    this.deps.onEnded();
    // An applied import no longer needs its files.
    if (state === 'applied') {
      await this.dropBlobs(queued.seq);
      await this.deps.db.copies.drop([queued.id]);
    } else await this.note(queued.seq);
    return true;
  }

  /**
   * Records why the import did not continue: it waits after network or session problems; otherwise a person must
   * decide.
   */
  private async failed(seq: number, outcome: Failed, waits: 'waiting' | 'applying' = 'waiting'): Promise<boolean> {
    if (this.closed) return false;
    if (outcome.kind === 'noNetwork' || outcome.kind === 'retryLater') {
      const afterMillis = outcome.kind === 'retryLater' ? outcome.afterMillis : null;
      if (afterMillis !== null) this.asked.set(seq, this.deps.env.clock.ticks() + afterMillis);
      await this.put(seq, { state: waits, problem: outcomeText(outcome), afterMillis });
    } else if (outcome.kind === 'signedOut') {
      await this.put(seq, { state: waits, problem: PAUSE_SIGNED_OUT });
    } else {
      await this.put(seq, { state: 'failed', problem: outcome.message });
      return true;
    }
    return false;
  }

  /** Updates a row, but never restores one that the person has discarded; returns whether the row still exists. */
  private async put(seq: number, part: Partial<QueuedImport>): Promise<boolean> {
    let found = false;
    await this.deps.db.queue
      .where('seq')
      .equals(seq)
      .modify(row => {
        found = row.state !== 'discarded';
        if (found) Object.assign(row, part);
      });
    return found;
  }

  /** Updates the import's second copy. */
  private async note(seq: number): Promise<void> {
    const row = await this.deps.db.queue.get(seq);
    if (row && row.state !== 'discarded') await this.deps.db.copies.note(row);
  }

  /** Updates a file's progress; returns false if the person has discarded the import. */
  private async putFile(seq: number, at: number, part: Partial<QueuedFile>): Promise<boolean> {
    let found = false;
    await this.deps.db.queue
      .where('seq')
      .equals(seq)
      .modify(row => {
        found = row.state !== 'discarded';
        row.files = row.files.map((file, place) => (place === at ? { ...file, ...part } : file));
      });
    return found;
  }

  private async dropBlobs(seq: number): Promise<void> {
    await this.deps.db.queue
      .where('seq')
      .equals(seq)
      .modify(row => {
        row.files = row.files.map(file => ({ ...file, blob: null }));
      });
  }
}
