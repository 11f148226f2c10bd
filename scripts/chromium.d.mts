/** Flags that every Chromium of the tests and the bench is started with. */
export declare const CHROMIUM_ARGS: string[];
/** Path of a Chromium for the browser tests; installs one when there is none. */
export declare function findChromium(say?: (text: string) => void): Promise<string>;
