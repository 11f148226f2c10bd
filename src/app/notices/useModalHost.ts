import { useSyncExternalStore } from 'react';

/** Fluent's modal surfaces have a role; native dialogs have a state. */
const SURFACES = '[role="dialog"][aria-modal="true"], [role="alertdialog"][aria-modal="true"]';

/** The topmost modal: native dialogs are in the top layer, above every surface of the page. */
export function topModal(page: Document): HTMLElement | null {
  const last = (selector: string) => [...page.querySelectorAll<HTMLElement>(selector)].at(-1) ?? null;
  return last('dialog:modal') ?? last(SURFACES);
}

function subscribe(changed: () => void): () => void {
  const look = (): void => {
    changed();
    // A surface's content may be rendered a moment after its container.
    requestAnimationFrame(changed);
  };
  // Surfaces are added to and removed from the body as children, and native dialogs open through an attribute, so the
  // nodes of a list need not be observed.
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
 * The open modal, or null. Anything that must be reachable while a modal is open belongs inside it: keyboard and screen
 * readers cannot reach the rest of the page.
 */
export const useModalHost = (): HTMLElement | null => useSyncExternalStore(subscribe, () => topModal(document));
