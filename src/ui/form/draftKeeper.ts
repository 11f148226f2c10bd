import type { DraftStore } from '../UiContext.ts';
import { isDirty, type Values } from './formState.ts';

/** What differs from how the form opened; null when nothing does. */
export function changesOf(initial: Values, values: Values): Values | null {
  const changed = Object.entries(values).filter(([key, value]) => isDirty({ [key]: initial[key] }, { [key]: value }));
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

/** Keeps one open form in the store of drafts, at every change, until the form is over. */
export class DraftKeeper<V extends Values> {
  readonly initial: V;
  private readonly store: DraftStore | undefined;
  private readonly key: string;
  private values: V;
  /** The kept draft has been looked for: before that, writing would overwrite it. */
  private looked = false;
  private over = false;
  /** Writes go one after the other; only the last state matters. */
  private writing: Promise<void> = Promise.resolve();

  constructor(store: DraftStore | undefined, key: string, initial: V) {
    this.store = store;
    this.key = key;
    this.initial = initial;
    this.values = initial;
  }

  /** The form with what was typed earlier, over the record as it is now; null when there is nothing to restore. */
  async restore(): Promise<V | null> {
    const kept = await this.store?.load(this.key).catch(() => null);
    this.looked = true;
    // Who has begun to type again goes on with that.
    if (changesOf(this.initial, this.values)) {
      this.write();
      return null;
    }
    const known = Object.entries(kept ?? {}).filter(([key]) => key in this.initial);
    const restored = { ...this.initial, ...Object.fromEntries(known) };
    return changesOf(this.initial, restored) ? restored : null;
  }

  take(values: V): void {
    if (values === this.values) return;
    this.values = values;
    if (this.looked) this.write();
  }

  /** Applied or cancelled: nothing is kept any more. */
  end(): void {
    this.over = true;
    this.write();
  }

  private write(): void {
    const { store, key } = this;
    if (!store) return;
    this.writing = this.writing
      .then(() => {
        const changes = this.over ? null : changesOf(this.initial, this.values);
        return changes ? store.save(key, changes) : store.remove(key);
      })
      // A browser that stores nothing keeps no draft; the form works as ever.
      .catch(() => undefined);
  }
}
