/** A browser under test, with the operations used by the stories, for either protocol. */
export interface Engine {
  /** The name printed in the test output, including the browser's version. */
  readonly name: string;
  /** Navigates to a URL as if it had been typed; resolves once the document has loaded. */
  open: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  /** Calls a function in the page with JSON arguments, and awaits its promise. */
  call: <T>(source: string, args: readonly unknown[]) => Promise<T>;
  /** Like `call`, for a function that returns an element; null if it returns none. */
  element: (source: string, args: readonly unknown[]) => Promise<ElementId | null>;
  /** Presses and releases the pointer at the center of an element, as a person would. */
  click: (element: ElementId) => Promise<void>;
  /** Types into the focused element. */
  type: (element: ElementId, text: string) => Promise<void>;
  /** Selects files in a file input. */
  choose: (element: ElementId, paths: readonly string[]) => Promise<void>;
  /** Quits the browser and removes its profile. */
  close: () => Promise<void>;
}

/** An element in the page, as the protocol identifies it. */
export type ElementId = string & { readonly __element: unique symbol };

/**
 * The source code of a function to run in the page. The compiler wraps functions in a helper that preserves their names
 * but does not exist in any page.
 */
export const sourceOf = (page: (...args: never[]) => unknown): string =>
  `(...args) => { const __name = f => f; return (${page.toString()})(...args); }`;
