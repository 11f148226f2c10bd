import { useSyncExternalStore } from 'react';

/** Fluent's modal surfaces name themselves; the platform's own dialogs have a state. */
const SURFACES = '[role="dialog"][aria-modal="true"], [role="alertdialog"][aria-modal="true"]';

/** The modal on top of all others: the platform's own lie in the top layer, above every surface of the page. */
export function topModal(page: Document): HTMLElement | null {
  const last = (selector: string) => [...page.querySelectorAll<HTMLElement>(selector)].at(-1) ?? null;
  return last('dialog:modal') ?? last(SURFACES);
}

function subscribe(changed: () => void): () => void {
  const look = (): void => {
    changed();
    // What a surface holds may be drawn a moment after its place.
    requestAnimationFrame(changed);
  };
  // Surfaces come and go as children of the body, the platform's dialogs open by their attribute. Not every node that a list
  // draws is looked at.
  const surfaces = new MutationObserver(look);
  surfaces.observe(document.body, { childList: true });
  const dialogs = new MutationObserver(look);
  dialogs.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['open'] });
  return () => {
    surfaces.disconnect();
    dialogs.disconnect();
  };
}

/**
 * The open modal, null while there is none. What must be reachable while a modal is open belongs inside it: the rest of the
 * page is out of reach of the keyboard and of screen readers.
 */
export const useModalHost = (): HTMLElement | null => useSyncExternalStore(subscribe, () => topModal(document));
