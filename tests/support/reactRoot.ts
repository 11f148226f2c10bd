import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';

export interface ReactPage {
  /** The element into which the component is rendered, a child of the body. */
  readonly host: HTMLElement;
  readonly root: Root;
  /** Unmounts the component, as a navigation would, and creates a new root in the same element. */
  restart: () => Promise<void>;
}

type Page = Pick<ReactPage, 'host' | 'root'>;

/**
 * Sets up a React root before each test in a file, and unmounts it afterward. The returned values are those of the
 * running test.
 */
export function reactRoot(): ReactPage {
  let page: Page | null = null;
  const now = (): Page => {
    if (!page) throw new Error('a React root is there within a test alone');
    return page;
  };
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    const host = document.body.appendChild(document.createElement('div'));
    page = { host, root: createRoot(host) };
  });
  afterEach(() => {
    const { host, root } = now();
    act(() => root.unmount());
    host.remove();
    page = null;
    vi.unstubAllGlobals();
  });
  return {
    get host() {
      return now().host;
    },
    get root() {
      return now().root;
    },
    restart: async () => {
      const { host, root } = now();
      await act(async () => root.unmount());
      page = { host, root: createRoot(host) };
    },
  };
}
