/** Hash of everything a build is made from, hex SHA-256. */
export declare function sourceStamp(): string;
