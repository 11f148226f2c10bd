/** A browser under test: the operations that a story needs, for either protocol. */
export interface Engine {
  /** The name that the run prints, including the browser's version. */
  readonly name: string;
  /** Loads an address as if it were typed; resolves once the document is loaded. */
  open: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  /** Calls a function in the page with JSON arguments, and waits for its promise. */
  call: <T>(source: string, args: readonly unknown[]) => Promise<T>;
  /** Like `call`, for a function that returns an element; null if it returns none. */
  element: (source: string, args: readonly unknown[]) => Promise<ElementId | null>;
  /** Presses and releases the pointer at the center of an element, like a person. */
  click: (element: ElementId) => Promise<void>;
  /** Types into the focused element. */
  type: (element: ElementId, text: string) => Promise<void>;
  /** Sets the files of a file input. */
  choose: (element: ElementId, paths: readonly string[]) => Promise<void>;
  /** Ends the browser and removes its profile. */
  close: () => Promise<void>;
}

/** An element of the page, as identified by the protocol. */
export type ElementId = string & { readonly __element: unique symbol };

/**
 * Source of a function for the page. The compiler wraps functions in a helper that keeps their names, which no page
 * has.
 */
export const sourceOf = (page: (...args: never[]) => unknown): string =>
  `(...args) => { const __name = f => f; return (${page.toString()})(...args); }`;
