/** Flags that every Chromium of the tests and the bench is started with. */
export declare const CHROMIUM_ARGS: string[];
/**
 * Path of a Chromium; installs one if none is found.
 *
 * @param kind headless: the headless shell is preferred to the whole browser
 */
export declare function findChromium(say?: (text: string) => void, kind?: 'headless' | 'whole'): Promise<string>;
