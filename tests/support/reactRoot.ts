import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';

export interface ReactPage {
  /** What the component is drawn into, a child of the body. */
  readonly host: HTMLElement;
  readonly root: Root;
  /** Takes the component away, as another page does, and begins a new root in the same place. */
  restart: () => Promise<void>;
}

type Page = Pick<ReactPage, 'host' | 'root'>;

/** Sets a React root up before each test of a file, and takes it away after it. Its values are those of the running test. */
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
