import { followEntries } from '../../sync/hooks/followEntries.ts';
import type { useSync } from '../../sync/hooks/useSync.ts';
import type { OutboxEntry } from '../../sync/types.ts';
import type { Notify } from '../../ui/UiContext.ts';
import { writeStatusOf } from './keptText.ts';
import { WriteNotices, type Said } from './writeNotices.ts';

type SyncClient = ReturnType<typeof useSync>['client'];

/** This tab's notices about its own writes. They outlive the dialogs in which the writes were made. */
class TabNotices {
  private readonly client: SyncClient;
  private readonly notices: WriteNotices;
  private entries: ReadonlyMap<string, OutboxEntry> = new Map();
  private stop: () => void = () => undefined;

  constructor(client: SyncClient, notify: Notify) {
    this.client = client;
    this.notices = new WriteNotices(notify, (millis, run) => client.env.clock.after(millis, run));
    const unsubscribe = client.status.subscribe(() => this.update([...this.entries.keys()]));
    client.ended.addEventListener('abort', () => {
      unsubscribe();
      this.stop();
    });
  }

  follow(id: string, said: Said): void {
    this.notices.follow(id, said);
    this.watch();
  }

  takenBack(id: string): void {
    this.notices.takenBack(id);
    this.watch();
  }

  private watch(): void {
    this.stop();
    const { ids } = this.notices;
    if (ids.length === 0 || this.client.ended.aborted) return;
    this.stop = followEntries(this.client, ids, entries => {
      this.entries = entries;
      this.update(ids);
    });
  }

  private update(ids: readonly string[]): void {
    const status = this.client.status.getSnapshot();
    this.notices.update(new Map(ids.map(id => [id, writeStatusOf(this.entries.get(id), status)])));
  }
}

const tabs = new WeakMap<SyncClient, TabNotices>();

/** Reports a write's progress from now on; see `WriteNotices`. */
export function followWrite(client: SyncClient, notify: Notify, id: string, said: Said): void {
  const tab = tabs.get(client) ?? new TabNotices(client, notify);
  tabs.set(client, tab);
  tab.follow(id, said);
}

/** The person undid a write, so its notice is withdrawn. */
export const takenBack = (client: SyncClient, id: string): void => tabs.get(client)?.takenBack(id);
