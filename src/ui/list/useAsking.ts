import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Filters } from '../../domain/listQuery.ts';
import { fromDraft, sameFilters, senseless, type Draft, type FilterDefinition } from './filters.ts';

/** Time in milliseconds for which text must remain unchanged before it is searched. */
const PAUSE = 300;
/** The same for the quick search box, which searches the cached rows while the person types. */
const QUICK_PAUSE = 60;

interface AskingOptions {
  filters: readonly FilterDefinition[];
  /** Keys of the filters that select a list. */
  scope: readonly string[];
  applied: Filters;
  onSearch: (filters: Filters, replace?: boolean) => void;
}

/** Determines when a search runs. */
export interface Asking {
  /**
   * Called when an input changes: a selected option is searched immediately, text after a pause, and an invalid value
   * not at all.
   */
  changed: (key: string, draft: Draft, picked: boolean) => void;
  /** Called when Search is pressed: searches immediately. */
  now: (draft: Draft) => void;
  /** Called when the input loses focus: further typing gets a new history entry. */
  typed: () => void;
  /** Cancels the pending search for typed text. */
  forget: () => void;
  /** Whether incoming filters were requested here; the inputs may have changed since then. */
  isOwn: (filters: Filters) => boolean;
}

/**
 * Searches automatically as a person picks and types. All text typed into an input without leaving it shares a single
 * history entry, however many pauses there are. No automatic search is made while a filter that selects the list is
 * missing, e.g. while the person switches channels.
 */
export function useAsking(options: AskingOptions): Asking {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const timer = useRef<number | undefined>(undefined);
  /** The input that triggered the latest search, and the filters that it requested. */
  const burst = useRef<{ key: string; asked: Filters } | null>(null);
  /** Requested filters that have not arrived yet, oldest first. */
  const awaited = useRef<readonly Filters[]>([]);
  const { applied: came } = options;
  const former = useRef(came);
  useLayoutEffect(() => {
    if (sameFilters(former.current, came)) return;
    former.current = came;
    const at = awaited.current.findIndex(asked => sameFilters(asked, came));
    // If the filters change from outside, stops waiting for those requested here.
    awaited.current = at < 0 ? [] : awaited.current.slice(at + 1);
  }, [came]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const [asking] = useState((): Asking => {
    const search = (draft: Draft, key: string | null, goesOnFrom = key): void => {
      window.clearTimeout(timer.current);
      const { filters, applied, onSearch } = latest.current;
      const asked = fromDraft(filters, draft);
      const before = burst.current;
      // The URL may have changed meanwhile, e.g. through Back. Rows of the search before may still be on their way.
      const current = awaited.current.at(-1) ?? applied;
      const goesOn =
        before !== null && (goesOnFrom === null || before.key === goesOnFrom) && sameFilters(before.asked, current);
      burst.current = key === null ? null : { key, asked };
      awaited.current = [...awaited.current, asked];
      onSearch(asked, goesOn);
    };
    return {
      changed: (key, draft, picked) => {
        window.clearTimeout(timer.current);
        const { filters, scope } = latest.current;
        if (filters.some(filter => senseless(filter, draft) !== null)) return;
        if (scope.some(name => (draft[name] ?? '') === '')) return;
        // Selecting an option cancels the search for the text typed to find it.
        if (picked) search(draft, null, key);
        else {
          const quick = filters.some(filter => filter.key === key && filter.kind === 'quick');
          timer.current = window.setTimeout(() => search(draft, key), quick ? QUICK_PAUSE : PAUSE);
        }
      },
      now: draft => search(draft, null),
      typed: () => {
        burst.current = null;
      },
      forget: () => {
        window.clearTimeout(timer.current);
        burst.current = null;
      },
      isOwn: filters => awaited.current.some(asked => sameFilters(asked, filters)),
    };
  });
  return asking;
}
