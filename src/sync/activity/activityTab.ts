import type { TrackerEvent, UsageRecord, VersionInfo } from '../../contract/activity.ts';
import type { Signals } from '../status/signals.ts';
import type { ServiceMessage, TabMessage, TabPlace } from '../status/messages.ts';

/** Maximum number of records buffered until the tracker configuration arrives. */
const EARLY_MOST = 50;

export interface ActivityTabDeps {
  signals: Pick<Signals, 'post' | 'listen'>;
  /** The tab's current location. */
  place: () => TabPlace;
  /** The version of this tab's project and module (VER-4). */
  onRelease: (info: VersionInfo) => void;
  /** Called when the person closes the notice in another tab (VER-3). */
  onClosed: () => void;
}

/**
 * The tab's end of the activity service: answers pings, forwards events and records, and receives updates on releases
 * and the tracker.
 */
export class ActivityTab {
  private on: boolean | null = null;
  /** Errors that occurred before the configuration arrived. */
  private early: UsageRecord[] = [];
  private readonly deps: ActivityTabDeps;
  private readonly stopListening: () => void;

  constructor(deps: ActivityTabDeps) {
    this.deps = deps;
    this.stopListening = deps.signals.listen(signal => {
      if (signal.t === 'desk') this.receive(signal.m);
      if (signal.t === 'tab' && signal.m.k === 'closed') deps.onClosed();
    });
    this.here();
  }

  /** Whether the most recent tracker configuration has `turnOn` true (TRK-2). */
  get turnedOn(): boolean {
    return this.on === true;
  }

  /** Reports the tab's location: on startup, after each navigation, and when its visibility changes. */
  here(answer = false): void {
    this.send({ k: 'here', answer, ...this.deps.place() });
  }

  gone(): void {
    this.send({ k: 'gone', tabId: this.deps.place().tabId });
  }

  record(event: TrackerEvent): void {
    if (this.turnedOn) this.send({ k: 'events', events: [event] });
  }

  use(record: UsageRecord): void {
    if (this.turnedOn) this.send({ k: 'usage', records: [record] });
    else if (this.on === null && this.early.length < EARLY_MOST) this.early.push(record);
  }

  /** Tells the other tabs that the notice was closed here, so that they close theirs. */
  noticeClosed(): void {
    this.send({ k: 'closed' });
  }

  look(): void {
    this.send({ k: 'look' });
  }

  close(): void {
    this.gone();
    this.stopListening();
  }

  private receive(message: ServiceMessage): void {
    switch (message.k) {
      case 'hello':
        this.here();
        return;
      case 'ping':
        if (this.deps.place().visible) this.here(true);
        return;
      case 'tracking':
        this.on = message.on;
        for (const record of this.early.splice(0)) this.use(record);
        return;
      case 'release': {
        const { project, module } = this.deps.place();
        if (message.info.project === project && message.info.module === module) this.deps.onRelease(message.info);
      }
    }
  }

  private send(message: TabMessage): void {
    this.deps.signals.post({ t: 'tab', m: message });
  }
}
