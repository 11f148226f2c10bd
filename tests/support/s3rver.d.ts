declare module 's3rver' {
  /** An S3-compatible store for tests; only the parts used here are declared. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      resetOnClose?: boolean;
      allowMismatchedSignatures?: boolean;
      configureBuckets?: { name: string; configs: string[] }[];
    });
    /** Koa's middleware, in the order of execution. */
    middleware: ((
      request: {
        method: string;
        path: string;
        query: Record<string, string | undefined>;
        type: string;
        status: number;
        body: string;
      },
      next: () => Promise<void>,
    ) => Promise<void>)[];
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
