/** Checks one source file against the import table; returns one sentence for each violation. */
export declare function violations(path: string, text: string): string[];
