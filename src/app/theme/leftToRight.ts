/**
 * In place of `rtl-css-js`, by which the style engine mirrors each style for scripts that run from right to left: all the
 * countries served write from left to right, so nothing is mirrored and its code is not part of the first load.
 */

export const convertProperty = (key: string, value: unknown): { key: string; value: unknown } => ({ key, value });

export const convert = <T>(styles: T): T => styles;
