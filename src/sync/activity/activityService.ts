import {
  getTrackerConfig,
  getVersion,
  postTrackerEvents,
  postUsage,
  type TrackerEvent,
  type UsageRecord,
  type VersionInfo,
} from '../../contract/activity.ts';
import type { Env } from '../base/env.ts';
import type { Signals } from '../status/signals.ts';
import type { Transport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';
import { BoundedQueue } from './boundedQueue.ts';
import { CrashWatch, PING_EVERY } from './crashWatch.ts';
import { ActivityDb } from './db.ts';
import type { ServiceMessage, TabMessage, TabPlace } from '../status/messages.ts';

export interface ActivityServiceDeps {
  env: Pick<Env, 'clock' | 'owns' | 'uuid'>;
  userId: number;
  signals: Pick<Signals, 'post' | 'listen'>;
  call: Transport['call'];
  /** Returns false while the server is known to be unreachable; the service then sends nothing. */
  online: () => boolean;
}

const VERSION_EVERY = 60_000;
const CONFIG_EVERY = 5 * 60_000;
const FLUSH_EVERY = 10_000;
const FLUSH_AT = 50;
/** Maximum number of records per call; the contract allows four times as many. */
const SEND = 50;
/** Maximum number of project and module pairs requested per round. */
const PAIRS_MOST = 20;
/**
 * Time in milliseconds after which a silent hidden tab is no longer pinged; it announces itself when it becomes visible
 * again.
 */
const STALE = 30 * 60_000;

const keyOf = ({ project, module }: { project: string; module: string }): string => `${project} ${module}`;

/**
 * Side tasks of the leader engine: requests the released version and broadcasts it (VER-4), batches the tabs' activity
 * and usage (TRK-1, TRK-4) while the tracker is on (TRK-2), and detects unresponsive tabs (TRK-5). There is one service
 * per signed-in person and browser, because there is one leader.
 */
export class ActivityService {
  private readonly deps: ActivityServiceDeps;
  private readonly db: ActivityDb;
  private readonly events: BoundedQueue<TrackerEvent>;
  private readonly usage: BoundedQueue<UsageRecord>;
  private readonly tabs = new Map<string, TabPlace & { at: number }>();
  private readonly releases = new Map<string, VersionInfo>();
  private readonly watch = new CrashWatch();
  private readonly cancels = new Set<() => void>();
  private readonly stopListening: () => void;
  /** Null until the configuration is received. */
  private on: boolean | null = null;
  private configAt = -Infinity;
  private sending: Promise<void> | null = null;
  private closed = false;
  private readonly abort = new AbortController();

  constructor(deps: ActivityServiceDeps) {
    this.deps = deps;
    this.db = new ActivityDb(deps.userId, deps.env.owns);
    this.events = new BoundedQueue(this.db, this.db.events, deps.env.uuid);
    this.usage = new BoundedQueue(this.db, this.db.usage, deps.env.uuid);
    this.stopListening = deps.signals.listen(signal => {
      if (signal.t === 'tab') this.receive(signal.m);
    });
    void this.start();
  }

  /** Called when the server becomes reachable again: there may be a new release, and records to send. */
  networkUp(): void {
    void this.look();
    void this.flush();
  }

  /** Called with a release reported by the event stream, which applies to every project and module (VER-4). */
  released(time: number): void {
    for (const { project, module } of this.tabs.values()) {
      const key = keyOf({ project, module });
      if (this.releases.get(key)?.release_time === time) continue;
      const info = { project, module, release_time: time };
      this.releases.set(key, info);
      this.post({ k: 'release', info });
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    // Signing out waits for this: running requests are aborted, but the records are kept.
    this.abort.abort();
    this.stopListening();
    for (const cancel of this.cancels) cancel();
    await this.sending;
    this.db.close();
  }

  private async start(): Promise<void> {
    // The last configuration from the server applies until it changes, so that offline activity is also recorded.
    const held = await this.db.state.get('turnOn').catch(() => undefined);
    if (this.closed) return;
    if (held) this.on = held.value === true;
    this.post({ k: 'hello' });
    this.postTracking();
    this.every(VERSION_EVERY, () => void this.look());
    this.every(FLUSH_EVERY, () => void this.flush());
    this.every(PING_EVERY, () => this.ping());
    await this.look();
  }

  private receive(message: TabMessage): void {
    const now = this.deps.env.clock.now();
    switch (message.k) {
      case 'here': {
        const { k: _, answer, ...place } = message;
        this.tabs.set(place.tabId, { ...place, at: now });
        this.watch.seen(place.tabId, place.visible, now);
        if (answer) return;
        this.postTracking();
        const known = this.releases.get(keyOf(place));
        if (known) this.post({ k: 'release', info: known });
        else void this.ask(place);
        return;
      }
      case 'gone':
        this.tabs.delete(message.tabId);
        this.watch.gone(message.tabId);
        return;
      case 'events':
        void this.keep(this.events, message.events);
        return;
      case 'usage':
        void this.keep(this.usage, message.records);
        return;
      case 'look':
        void this.look();
        return;
      case 'closed':
    }
  }

  /** Requests the version of every project and module shown in a tab and, from time to time, the configuration. */
  private async look(): Promise<void> {
    const { clock } = this.deps.env;
    if (this.closed || !this.deps.online()) return;
    if (clock.now() - this.configAt >= CONFIG_EVERY) await this.askConfig();
    for (const [tabId, tab] of this.tabs) if (clock.now() - tab.at > STALE) this.tabs.delete(tabId);
    const pairs = new Map([...this.tabs.values()].map(tab => [keyOf(tab), tab]));
    for (const key of this.releases.keys()) if (!pairs.has(key)) this.releases.delete(key);
    for (const pair of [...pairs.values()].slice(0, PAIRS_MOST)) await this.ask(pair);
  }

  private async ask({ project, module }: Pick<TabPlace, 'project' | 'module'>): Promise<void> {
    if (!this.deps.online()) return;
    const outcome = await this.deps.call(getVersion, { project, module }, { signal: this.abort.signal });
    if (outcome.kind !== 'ok' || this.closed) return;
    this.releases.set(keyOf({ project, module }), outcome.data);
    this.post({ k: 'release', info: outcome.data });
  }

  private async askConfig(): Promise<void> {
    const outcome = await this.deps.call(getTrackerConfig, {}, { signal: this.abort.signal });
    if (outcome.kind !== 'ok' || this.closed) return;
    this.configAt = this.deps.env.clock.now();
    const on = outcome.data.turnOn === true;
    if (on !== this.on) {
      this.on = on;
      this.postTracking();
    }
    await this.quietly(async () => {
      await this.db.state.put({ key: 'turnOn', value: on });
      if (!on) await Promise.all([this.events.clear(), this.usage.clear()]);
    });
  }

  private async keep<T>(queue: BoundedQueue<T>, records: readonly T[]): Promise<void> {
    if (!this.on || records.length === 0) return;
    await this.quietly(async () => {
      if ((await queue.add(records)) >= FLUSH_AT) void this.flush();
    });
  }

  private flush(): Promise<void> {
    const { signal } = this.abort;
    this.sending ??= this.quietly(async () => {
      // The configuration is checked before each batch, so that turning the tracker off takes effect with the next
      // batch (TRK-2).
      const isAny = (await this.db.events.count()) + (await this.db.usage.count()) > 0;
      if (this.on && isAny && this.deps.online()) await this.askConfig();
      await this.drain(this.events, (events, meta) =>
        this.deps.call(postTrackerEvents, { events, ...meta }, { signal }),
      );
      await this.drain(this.usage, (records, meta) => this.deps.call(postUsage, { records, ...meta }, { signal }));
    }).finally(() => {
      this.sending = null;
    });
    return this.sending;
  }

  private async drain<T>(
    queue: BoundedQueue<T>,
    send: (records: T[], meta: { batch: string; dropped: number }) => Promise<Outcome>,
  ): Promise<void> {
    while (this.on && !this.closed && this.deps.online()) {
      const { batch, ids, records, dropped } = await queue.head(SEND);
      if (records.length === 0) return;
      const outcome = await send(records, { batch, dropped });
      if (outcome.kind === 'ok') await queue.sent(ids, dropped);
      else if (outcome.kind === 'refused' || outcome.kind === 'keyUsed' || outcome.kind === 'conflict')
        await queue.refused(ids);
      else return;
      if (records.length < SEND) return;
    }
  }

  private ping(): void {
    const now = this.deps.env.clock.now();
    for (const tabId of this.watch.tick(now)) {
      const tab = this.tabs.get(tabId);
      if (!tab) continue;
      const { country, project, sessionId, path } = tab;
      const message = 'The tab stopped responding';
      const record = { country, project, sessionId, path, message, at: now, name: 'crash', kind: 'error', count: 1 };
      void this.keep(this.usage, [record as UsageRecord]);
    }
    if (this.watch.needed) this.post({ k: 'ping' });
  }

  private postTracking(): void {
    if (this.on !== null) this.post({ k: 'tracking', on: this.on });
  }

  private post(message: ServiceMessage): void {
    if (!this.closed) this.deps.signals.post({ t: 'desk', m: message });
  }

  private every(millis: number, run: () => void): void {
    let cancel: () => void = () => undefined;
    const again = () => {
      this.cancels.delete(cancel);
      cancel = this.deps.env.clock.after(millis, () => {
        again();
        run();
      });
      this.cancels.add(cancel);
    };
    again();
  }

  /** A database failure may lose records but never affects the engine. */
  private async quietly(work: () => Promise<void>): Promise<void> {
    try {
      if (!this.closed) await work();
    } catch {
      // Activity records are expendable; the next round tries again.
    }
  }
}
