/** Flags for starting Chromium in the tests and the bench. */
export declare const CHROMIUM_ARGS: string[];
/**
 * Path of a Chromium; installs one if none is found.
 *
 * @param kind headless: prefers the headless shell to the full browser
 */
export declare function findChromium(say?: (text: string) => void, kind?: 'headless' | 'whole'): Promise<string>;
