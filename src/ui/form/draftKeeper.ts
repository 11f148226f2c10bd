import type { DraftStore, FormDraft } from '../UiContext.ts';
import { isDirty, type Values } from './formState.ts';

/** Returns the values that differ from the form's initial ones, or null if there are none. */
export function changesOf(initial: Values, values: Values): Values | null {
  const changed = Object.entries(values).filter(([key, value]) => isDirty({ [key]: initial[key] }, { [key]: value }));
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

/** Earlier input that a form restores. */
export interface RestoredInput<V extends Values> {
  /** Merges the input into the form's current values, except for fields edited meanwhile. */
  over: (now: V) => V;
  /**
   * The fields whose values in the record were changed after the person had typed, by somebody else or in another form:
   * the input would replace these values, which the person has not seen.
   */
  outdated: readonly string[];
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Saves an open form to the draft store on every change, until the form is closed. */
export class DraftKeeper<V extends Values> {
  initial: V;
  private readonly store: DraftStore | undefined;
  private readonly key: string;
  private values: V;
  /** Fields edited in this form, including those that were changed back. */
  private readonly touched = new Set<string>();
  /** Null until the store has been read; nothing can be written before that. */
  private draft: FormDraft | null = null;
  /** Whether the store could not open a draft, so that nothing can be saved. */
  private failed = false;
  private over = false;
  private left = false;
  /** Number of applications in progress. */
  private holds = 0;
  /** The former values of outdated fields, which stay those of the draft if the form is reopened again. */
  private former: Values = {};
  private readonly onUnkept: (unkept: boolean) => void;
  /** Serializes the writes; only the latest state matters. */
  private writing: Promise<void> = Promise.resolve();

  /** `onUnkept` is called with whether the store rejected the input, e.g. because the disk is full. */
  constructor(store: DraftStore | undefined, key: string, initial: V, onUnkept: (unkept: boolean) => void) {
    this.store = store;
    this.onUnkept = onUnkept;
    this.key = key;
    this.initial = initial;
    this.values = initial;
  }

  /**
   * Opens the draft, and takes over the input left in a form of the record by a closed tab.
   *
   * @param onElsewhere called with whether another tab had opened the record earlier
   * @param former the draft's key from before the record was numbered
   * @returns null if there is nothing to restore
   */
  async restore(
    onElsewhere: (open: boolean) => void,
    former?: () => Promise<string | null>,
  ): Promise<RestoredInput<V> | null> {
    this.left = false;
    this.failed = false;
    const draft = await this.store?.open(this.key, onElsewhere, former).catch(() => null);
    if (draft === null && !this.left) {
      this.failed = true;
      this.write();
    }
    if (!draft) return null;
    // If the form is closed before the store has opened the draft, the draft is left for the next form.
    if (this.left || this.over) {
      draft.release();
      return null;
    }
    this.draft = draft;
    const known = Object.entries(draft.kept ?? {}).filter(([key]) => key in this.initial);
    if (!changesOf(this.initial, { ...this.initial, ...Object.fromEntries(known) })) {
      this.write();
      return null;
    }
    const base = draft.base ?? {};
    const isOutdated = (key: string, value: unknown): boolean =>
      key in base && !isSame(base[key], this.initial[key]) && !isSame(value, this.initial[key]);
    const outdated = known.filter(([key, value]) => isOutdated(key, value)).map(([key]) => key);
    this.former = Object.fromEntries(outdated.map(key => [key, base[key]]));
    return {
      outdated,
      over: now => {
        const own = changesOf(this.initial, now) ?? {};
        const restored = known.filter(([key]) => !(key in own) && !this.touched.has(key));
        return { ...now, ...Object.fromEntries(restored) };
      },
    };
  }

  take(values: V): void {
    if (values === this.values) return;
    for (const key of Object.keys(changesOf(this.values, values) ?? {})) this.touched.add(key);
    this.values = values;
    this.write();
  }

  /** Called when the form is applied or canceled; deletes its draft. */
  end(): void {
    this.over = true;
    this.write();
  }

  /**
   * Called when the form is applied and continues with these values, e.g. for the next record; later input is saved
   * again.
   */
  goOn(values: V): void {
    this.initial = values;
    this.values = values;
    this.touched.clear();
    this.former = {};
    this.over = false;
    this.write();
  }

  /** Called when the form is unmounted; an unfinished draft is left for the next form. */
  leave(): void {
    this.left = true;
    if (this.holds === 0) this.release();
  }

  /**
   * Called while the form is being applied: if it is unmounted meanwhile, the draft is not left for the next form until
   * it is known whether it was applied.
   * @returns a function that ends this
   */
  hold(): () => void {
    this.holds += 1;
    return () => {
      this.holds -= 1;
      if (this.left && this.holds === 0) this.release();
    };
  }

  private release(): void {
    const { draft } = this;
    this.draft = null;
    if (draft) void this.writing.then(() => draft.release());
  }

  private isUnsaved(): boolean {
    return !this.over && changesOf(this.initial, this.values) !== null;
  }

  private write(): void {
    const { draft } = this;
    if (this.failed) this.onUnkept(this.isUnsaved());
    if (!draft) return;
    this.writing = this.writing
      .then(() => {
        const changes = this.over ? null : changesOf(this.initial, this.values);
        if (!changes) return draft.remove();
        const base = Object.keys(changes).map(key => [key, key in this.former ? this.former[key] : this.initial[key]]);
        return draft.save(changes, Object.fromEntries(base));
      })
      .then(
        () => this.onUnkept(false),
        // The form still works, but its input is lost when the page is closed.
        () => this.onUnkept(this.isUnsaved()),
      );
  }
}
