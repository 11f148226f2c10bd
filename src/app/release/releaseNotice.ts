import type { NoticeStore } from '../notices/noticeStore.ts';

/** The exact text of VER-2. */
export const NEW_VERSION =
  'The current page has a new version released, you can refresh the page to obtain the latest features.';

export interface ReleaseNoticeDeps {
  /** Release time of the loaded build in epoch seconds; null in development. */
  loaded: number | null;
  notices: Pick<NoticeStore, 'add' | 'close' | 'get'>;
  /** Tells the other tabs that the person closed the notice. */
  onClosed: () => void;
  /** Called when a newer release becomes known, so that its files can be prefetched. */
  onNewer: () => void;
  reload: () => void;
}

export interface ReleaseNotice {
  /** Called whenever the released version of this tab's project and module arrives. */
  released: (time: number) => void;
  /** Called when the notice was closed in another tab. */
  closedElsewhere: () => void;
  /** Called when the page changes: a closed notice is then shown again (VER-3). */
  pageChanged: () => void;
}

/**
 * The new-release notice of one tab (VER-1 to VER-3): shown once a released version is newer than the loaded one, until
 * it is closed here or in another tab, and again on the next page.
 */
export function createReleaseNotice(deps: ReleaseNoticeDeps): ReleaseNotice {
  let newest = deps.loaded ?? 0;
  let shown: number | null = null;
  let closed = false;

  function show(): void {
    if (deps.loaded === null || newest <= deps.loaded || closed) return;
    if (shown !== null && deps.notices.get().shown.some(notice => notice.id === shown)) return;
    shown = deps.notices.add('warning', NEW_VERSION, {
      label: 'Reload',
      run: deps.reload,
      dismissed: () => {
        closed = true;
        deps.onClosed();
      },
    });
  }

  return {
    released(time) {
      if (deps.loaded === null || time <= newest) return show();
      newest = time;
      deps.onNewer();
      return show();
    },
    closedElsewhere() {
      closed = true;
      if (shown !== null) deps.notices.close(shown);
    },
    pageChanged() {
      closed = false;
      show();
    },
  };
}

/** The loaded build's release time, as written into the page by the build. */
export function loadedRelease(page: Document): number | null {
  const time = Number(page.querySelector('meta[name="ops-release"]')?.getAttribute('content') ?? Number.NaN);
  return Number.isSafeInteger(time) && time > 0 ? time : null;
}
