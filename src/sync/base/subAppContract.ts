/**
 * The contract between the shell and a separately deployed sub-application. This file has no imports, so that `npm run
 * subapp:new` can copy it into a new project.
 */

/** The exports of a sub-application's ES module. */
export interface SubAppModule {
  /**
   * Renders the sub-application into an empty element. Must finish within five seconds, and stop when `context.signal`
   * aborts.
   */
  mount(element: HTMLElement, context: SubAppContext): void | Promise<void>;
  /** Removes everything it has rendered. */
  unmount(): void | Promise<void>;
}

/** The result of a call: `data` if `retcode` is 0, otherwise a message to show to the person. */
export interface SubAppReply<T = unknown> {
  /** HTTP status; 0 if there was no response. */
  status: number;
  retcode: number;
  message: string;
  detail: string;
  data: T;
}

/** The context that a sub-application receives when it is mounted. */
export interface SubAppContext {
  readonly contract: number;
  /** The mount's path in the console, e.g. "/opsbms". */
  readonly base: string;
  readonly person: {
    readonly userId: number;
    readonly email: string;
    readonly name: string;
    /** System Admin 0, Entity Admin 1, Normal 2. */
    readonly privilege: 0 | 1 | 2;
    /**
     * Whether the person has a permission code in the current entity. For display only: the server enforces
     * permissions.
     */
    can(code: string): boolean;
  };
  /** The current entity. If it changes, the module is unmounted and mounted again. */
  readonly entity: {
    readonly country: string;
    readonly name: string;
    readonly currency: string;
    readonly timeZone: string;
  };
  /**
   * Calls the API as the person, for the current entity. Never throws.
   * @param path relative to /api, e.g. "/opa/menu"
   */
  request<T = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: {
      query?: Readonly<Record<string, string | number | boolean>>;
      body?: unknown;
      /** Makes a write idempotent, so that a retry has no additional effect. */
      idempotencyKey?: string;
      signal?: AbortSignal;
    },
  ): Promise<SubAppReply<T>>;
  readonly notices: {
    success(text: string): void;
    info(text: string): void;
    warning(text: string): void;
    error(text: string): void;
  };
  readonly navigation: {
    /** The rest of the URL after the mount path, including the query: "", "/bills/7" or "?page=2". */
    path(): string;
    /** Navigates to a path in the console, e.g. "/opsbms/bills/7". */
    go(address: string): void;
    /** Subscribes to navigations within the mount. Returns an unsubscribe function. */
    subscribe(listener: () => void): () => void;
  };
  readonly theme: {
    current(): 'light' | 'dark' | 'contrast';
    /**
     * Subscribes to theme changes; the tokens' CSS variables are updated automatically. Returns an unsubscribe
     * function.
     */
    subscribe(listener: () => void): () => void;
  };
  /** Aborts when the module is unmounted or fails to mount in time. */
  readonly signal: AbortSignal;
}
