/** SHA-256 hash, in hex, of everything that goes into a build. */
export declare function sourceStamp(): string;
