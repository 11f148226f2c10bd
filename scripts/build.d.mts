/** Whether dist contains a build of exactly these sources. */
export declare function isBuilt(): boolean;
/** Builds the console into dist/client and the API server into dist/server. */
export declare function buildAll(): Promise<void>;
