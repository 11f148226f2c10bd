/** Hash of everything that goes into a build, hex SHA-256. */
export declare function sourceStamp(): string;
