import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readCheck, writeCheck, type CheckState } from './checkAddress.ts';

/** Delay in milliseconds between the last change and the update of the URL. */
const WRITE_AFTER = 300;
/** Maximum number of states whose appearance in the URL is awaited. */
const WRITTEN_MOST = 20;

/** Changes parts of the state. */
type Change = (part: Partial<CheckState>) => void;

/**
 * The state of the address check: what is typed takes effect immediately, and is in the page's URL a moment later.
 *
 * @param clock `after` calls a function after some milliseconds; returns a function that cancels it
 */
export function useCheckAddress(clock: {
  after: (millis: number, run: () => void) => () => void;
}): [CheckState, Change] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const [state, setState] = useState<CheckState>(() => readCheck(search));
  const change = useCallback<Change>(part => setState(before => ({ ...before, ...part })), []);
  const [pathname] = useState(() => window.location.pathname);
  const given = JSON.stringify(readCheck(search));
  const [read, setRead] = useState(given);
  /** The states written to the URL that it does not show yet, oldest first, because the router loads the page first. */
  const [written, setWritten] = useState<readonly string[]>([]);
  if (read !== given) {
    setRead(given);
    const at = written.indexOf(given);
    setWritten(at < 0 ? [] : written.slice(at + 1));
    // If the person follows a link to this page while it is open, the page is filled in again.
    if (at < 0) setState(JSON.parse(given) as CheckState);
  }
  const wanted = JSON.stringify(state);
  useEffect(() => {
    if (wanted === given) return undefined;
    return clock.after(WRITE_AFTER, () => {
      // The person has followed a link to another page, which is still loading: its URL stays as it is.
      if (window.location.pathname !== pathname) return;
      setWritten(before => [...before, wanted].slice(-WRITTEN_MOST));
      const next = writeCheck(JSON.parse(wanted) as CheckState) as never;
      // The page stays where the person is typing.
      void navigate({ to: '.', search: next, replace: true, resetScroll: false });
    });
  }, [clock, wanted, given, navigate, pathname]);
  return [state, change];
}
