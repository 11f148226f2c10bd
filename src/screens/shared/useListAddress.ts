import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useRouter, useSearch, type RouterHistory } from '@tanstack/react-router';
import { COUNTRY_PARAMETER } from '../../domain/addressCountry.ts';
import { formatQ } from '../../domain/listQuery.ts';
import { chosenRows } from '../../ui/list/rowsPerPage.ts';
import { readUrlState, toSearch, type UrlState } from '../../ui/list/urlState.ts';
import { renderNow } from '../../ui/renderNow.ts';
import { useUi } from '../../ui/UiContext.ts';
import { afterPaint, enterHistory, notifyRouter } from './addressHistory.ts';

/** The search parameter that opens the history of one of the list's records, by key. */
export const RECORD_PARAMETER = 'record';

/** The search parameters that belong to the list. */
const LIST_PARAMETERS = ['q', 'page', 'count', 'sort', RECORD_PARAMETER, 'view'];

/** The parts of the state that a change may affect. */
const changedParts = (from: UrlState, to: UrlState): Partial<UrlState> =>
  Object.fromEntries(
    Object.entries(to).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(from[key as keyof UrlState])),
  );

/** Changes the state in the address; with `replace`, Back does not return to the previous one. */
export type PutUrlState = (wanted: UrlState, replace?: boolean) => void;

/**
 * A list's state in the page's address: filters, page and sort order. Unlike `useAddressState`, a change is displayed
 * when its rows have loaded, in the same frame as they, and the router learns of it only after they are painted, because
 * its own rendering would delay them.
 *
 * @param prepare loads the rows of a state
 */
export function useListAddress(prepare: (state: UrlState) => Promise<unknown>): [UrlState, PutUrlState] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const pathname = useLocation({ select: location => location.pathname });
  const router = useRouter();
  const { entity } = useUi();
  const { q, page, count, sort } = search;
  const address = useMemo(() => readUrlState({ q, page, count, sort }, chosenRows()), [q, page, count, sort]);
  // The state that this page set; displayed until something else changes the address.
  const [ahead, setAhead] = useState<UrlState | null>(null);
  const urlState = ahead ?? address;
  const latest = useRef(0);
  const asked = useRef<UrlState | null>(null);
  /** Whether the latest change has yet to create its history entry. */
  const owed = useRef(false);
  const onUrlState = useCallback(
    (wanted: UrlState, replace = false) => {
      // A second change is based on the first one even before the first has been rendered.
      const next = { ...(asked.current ?? urlState), ...changedParts(urlState, wanted) };
      asked.current = next;
      const { q: nextQ, ...rest } = toSearch(next, chosenRows());
      const text = formatQ(nextQ ?? {});
      // Parameters that do not belong to the list (the log's code, channel and 3pl) are kept.
      const kept = Object.fromEntries(Object.entries(search).filter(([key]) => !LIST_PARAMETERS.includes(key)));
      const target = { ...kept, ...(text === undefined ? {} : { q: text }), ...rest, [COUNTRY_PARAMETER]: entity };
      const mine = (latest.current += 1);
      // A change that goes on from one whose entry does not exist yet creates the entry itself.
      const replaces = replace && !owed.current;
      owed.current = !replaces;
      // The history entry is created before the new state is rendered, so that the history never lags behind what is
      // visible.
      let entered = false;
      const enter = () => {
        if (entered || mine !== latest.current) return;
        entered = true;
        owed.current = false;
        enterHistory(router.buildLocation({ to: pathname, search: target as never }).publicHref, replaces);
      };
      const prepared = prepare(next);
      // Runs while waiting for the response, when the browser's work causes no delay.
      setTimeout(enter, 0);
      void prepared.then(() => {
        enter();
        if (mine !== latest.current) return;
        asked.current = null;
        renderNow(() => setAhead(next));
      });
    },
    [router, pathname, search, urlState, prepare, entity],
  );
  const notifying = useRef(false);
  useLayoutEffect(() => {
    if (!ahead) return;
    afterPaint(() => {
      if (window.location.pathname !== pathname) return;
      notifying.current = true;
      notifyRouter();
      notifying.current = false;
    });
    // Runs once for each new state; the list is unmounted when the path changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ahead]);
  // Back, Forward and links take precedence over a pending request, even if the router does not know the current URL
  // yet.
  const history = router.history as RouterHistory;
  useEffect(
    () =>
      history.subscribe(() => {
        if (notifying.current) return;
        latest.current += 1;
        asked.current = null;
        owed.current = false;
        setAhead(null);
      }),
    [history],
  );
  // After the page has been left, pending requests have no effect.
  useEffect(() => {
    const box = latest;
    return () => {
      box.current += 1;
    };
  }, []);
  return [urlState, onUrlState];
}
