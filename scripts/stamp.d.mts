/** SHA-256 hash of everything that goes into a build, in hex. */
export declare function sourceStamp(): string;
