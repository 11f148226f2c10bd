/**
 * The contract between the shell and a sub-application that is deployed on its own. This file imports nothing, so that
 * `npm run subapp:new` copies it into the project that it makes.
 */

/** What an ES module of a sub-application exports. */
export interface SubAppModule {
  /** Draws the sub-application into an empty element. It has five seconds, and ends what it began when `context.signal` aborts. */
  mount(element: HTMLElement, context: SubAppContext): void | Promise<void>;
  /** Removes what was drawn. */
  unmount(): void | Promise<void>;
}

/** What a call returns: `data` if `retcode` is 0, else a message for a person. */
export interface SubAppReply<T = unknown> {
  /** HTTP status; 0 if there was no answer. */
  status: number;
  retcode: number;
  message: string;
  detail: string;
  data: T;
}

/** What the shell gives a sub-application when it mounts. */
export interface SubAppContext {
  readonly contract: number;
  /** Address of the mount in the console: "/opsbms". */
  readonly base: string;
  readonly person: {
    readonly userId: number;
    readonly email: string;
    readonly name: string;
    /** System Admin 0, Entity Admin 1, Normal 2. */
    readonly privilege: 0 | 1 | 2;
    /** Whether the person has a permission code in the current entity. What the person may do is decided by the server. */
    can(code: string): boolean;
  };
  /** The current entity. A change of it unmounts the module and mounts it again. */
  readonly entity: {
    readonly country: string;
    readonly name: string;
    readonly currency: string;
    readonly timeZone: string;
  };
  /**
   * Calls the API as the person, for the current entity. It never throws.
   * @param path below /api: "/opa/menu"
   */
  request<T = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: {
      query?: Readonly<Record<string, string | number | boolean>>;
      body?: unknown;
      /** Makes a repeated write take effect once. */
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
    /** What follows the mount's address: "" or "/bills/7", with the query: "?page=2". */
    path(): string;
    /** Opens an address of the console: "/opsbms/bills/7". */
    go(address: string): void;
    /** Calls back after each navigation within the mount. Returns an unsubscribe function. */
    subscribe(listener: () => void): () => void;
  };
  readonly theme: {
    current(): 'light' | 'dark' | 'contrast';
    /** Calls back when it changes. The CSS variables of the tokens change by themselves. Returns an unsubscribe function. */
    subscribe(listener: () => void): () => void;
  };
  /** Aborts when the module is unmounted, or has not mounted in time. */
  readonly signal: AbortSignal;
}
