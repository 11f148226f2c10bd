import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Filters } from '../../domain/listQuery.ts';
import { fromDraft, sameFilters, senseless, type Draft, type FilterDefinition } from './filters.ts';

/** How long a text has rested before it is searched, in milliseconds. */
const PAUSE = 300;
/** The quick box is answered from the cached rows, as one types. */
const QUICK_PAUSE = 60;

interface AskingOptions {
  filters: readonly FilterDefinition[];
  /** Keys of filters that choose what is listed. */
  scope: readonly string[];
  applied: Filters;
  onSearch: (filters: Filters, replace?: boolean) => void;
}

/** When the filters are searched. */
export interface Asking {
  /** An input changed: a choice is searched at once, a text after a pause, and what makes no sense not at all. */
  changed: (key: string, draft: Draft, picked: boolean) => void;
  /** Search was pressed: at once. */
  now: (draft: Draft) => void;
  /** The input was left: what is typed from now on is a search of its own in the history. */
  typed: () => void;
  /** Typed text is no longer searched. */
  forget: () => void;
  /** Whether filters that come in are what was asked from here: the inputs may have gone on since. */
  isOwn: (filters: Filters) => boolean;
}

/**
 * Searches as a person picks and types. What is typed into one input without leaving it is one entry of the history, however
 * many pauses it has. Nothing is searched by itself while what chooses the list is missing, e.g. between two channels.
 */
export function useAsking(options: AskingOptions): Asking {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const timer = useRef<number | undefined>(undefined);
  /** The input that the newest search was typed into, and what it asked. */
  const burst = useRef<{ key: string; asked: Filters } | null>(null);
  /** What was asked and has not come in yet, the oldest first. */
  const awaited = useRef<readonly Filters[]>([]);
  const { applied: came } = options;
  const former = useRef(came);
  useLayoutEffect(() => {
    if (sameFilters(former.current, came)) return;
    former.current = came;
    const at = awaited.current.findIndex(asked => sameFilters(asked, came));
    // What another hand asked ends what was awaited.
    awaited.current = at < 0 ? [] : awaited.current.slice(at + 1);
  }, [came]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const [asking] = useState((): Asking => {
    const search = (draft: Draft, key: string | null, goesOnFrom = key): void => {
      window.clearTimeout(timer.current);
      const { filters, applied, onSearch } = latest.current;
      const asked = fromDraft(filters, draft);
      const before = burst.current;
      // Another hand may have changed the address meanwhile, e.g. Back.
      const goesOn =
        before !== null && (goesOnFrom === null || before.key === goesOnFrom) && sameFilters(before.asked, applied);
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
        // A choice replaces the text that was typed to find it.
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
