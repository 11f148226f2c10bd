/**
 * Replaces `rtl-css-js`, which the style engine uses to mirror styles for right-to-left scripts: all supported
 * countries write from left to right, so nothing is mirrored, and the library is kept out of the first load.
 */

export const convertProperty = (key: string, value: unknown): { key: string; value: unknown } => ({ key, value });

export const convert = <T>(styles: T): T => styles;
