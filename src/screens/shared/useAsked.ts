import { useEffect, useState } from 'react';
import { useRouter } from '@tanstack/react-router';

/** A record whose form or view is to be opened: the row action, the record's key, and the key as in the address. */
export interface Wanted {
  action: 'edit' | 'view';
  key: string;
  id: string;
}

/** What the address with which a page was opened asks for (LIST-4, G75). */
export interface Asked {
  /** Whether the page was opened at `{path}/create`. */
  creates: boolean;
  /** The record at whose address, `{path}/edit/{id}` or `{path}/view/{id}`, the page was opened. */
  opens: Wanted | null;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    creates?: boolean;
    opens?: Wanted;
  }
}

/** Reads what the page's address asks for. It is asked for only once: after a reload or Back, the page opens without the dialog. */
export function useAsked(): Asked {
  const router = useRouter();
  const [asked] = useState((): Asked => {
    const { creates = false, opens = null } = router.state.location.state;
    return { creates, opens };
  });
  useEffect(() => {
    if (!asked.creates && !asked.opens) return;
    const { creates: _creates, opens: _opens, ...state } = window.history.state as Record<string, unknown>;
    window.history.replaceState(state, '', window.location.href);
  }, [asked]);
  return asked;
}
