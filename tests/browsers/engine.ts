/** A browser under test: what a story needs of it, in whichever protocol it is driven. */
export interface Engine {
  /** As the run prints it, with the browser's own version. */
  readonly name: string;
  /** Loads an address as typing it does; resolves when the document is there. */
  open: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  /** Calls a function in the page with JSON arguments, and waits for its promise. */
  call: <T>(source: string, args: readonly unknown[]) => Promise<T>;
  /** As `call`, of a function that returns an element; null when it returns none. */
  element: (source: string, args: readonly unknown[]) => Promise<ElementId | null>;
  /** Presses and releases the pointer at the middle of an element, as a hand does. */
  click: (element: ElementId) => Promise<void>;
  /** Types into the element that has the focus. */
  type: (element: ElementId, text: string) => Promise<void>;
  /** Gives a file input its files. */
  choose: (element: ElementId, paths: readonly string[]) => Promise<void>;
  /** Ends the browser and removes its profile. */
  close: () => Promise<void>;
}

/** An element of the page, as the protocol names it. */
export type ElementId = string & { readonly __element: unique symbol };

/**
 * Source of a function for the page. Functions are compiled with names kept, by a helper that no page has.
 */
export const sourceOf = (page: (...args: never[]) => unknown): string =>
  `(...args) => { const __name = f => f; return (${page.toString()})(...args); }`;
