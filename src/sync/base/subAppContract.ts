/**
 * The contract between the shell and a separately deployed sub-application. This file has no imports, so that `npm run
 * subapp:new` can copy it into a new project.
 */

/** The exports of a sub-application's ES module. */
export interface SubAppModule {
  /**
   * Draws the sub-application into an empty element. It has five seconds, and must stop its work when `context.signal`
   * aborts.
   */
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

/** The context passed to a sub-application when it mounts. */
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
    /** Whether the person has a permission code in the current entity. The server decides what the person may do. */
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
   * Calls the API as the person, for the current entity. It never throws.
   * @param path below /api: "/opa/menu"
   */
  request<T = unknown>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options?: {
      query?: Readonly<Record<string, string | number | boolean>>;
      body?: unknown;
      /** Makes a write take effect only once, even if it is repeated. */
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
    /** The rest of the address after the mount: "" or "/bills/7", with the query: "?page=2". */
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
