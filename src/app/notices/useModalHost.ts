import { useSyncExternalStore } from 'react';

/** Fluent's modal surfaces have a role; native dialogs have an `open` state. */
const SURFACES = '[role="dialog"][aria-modal="true"], [role="alertdialog"][aria-modal="true"]';

/** Returns the topmost modal: native dialogs are in the top layer, above all other surfaces of the page. */
export function topModal(page: Document): HTMLElement | null {
  const last = (selector: string) => [...page.querySelectorAll<HTMLElement>(selector)].at(-1) ?? null;
  return last('dialog:modal') ?? last(SURFACES);
}

function subscribe(changed: () => void): () => void {
  const look = (): void => {
    changed();
    // A surface's content may be rendered slightly later than its container.
    requestAnimationFrame(changed);
  };
  // Surfaces are added to and removed from the body directly, and native dialogs open through an attribute, so list
  // nodes need not be observed.
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
 * The open modal, or null. Any control that must be reachable while a modal is open has to be inside it, because
 * keyboard and screen readers cannot reach the rest of the page.
 */
export const useModalHost = (): HTMLElement | null => useSyncExternalStore(subscribe, () => topModal(document));
